"""Formats by organizers as the API takes and gives them."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.model.cards import GAMES
from vsdb.api.shapes import Choice, Day, Field, Figure, Flag, Moment, Number, Shape, StrictShape, Text, Texts
from vsdb.check.api import OUTCOMES
from vsdb.custom_formats import files


@extend_schema_field({"type": "object", "description": "As `docs/own-formats.md` says: pool, construction and so on."})
class DefinitionField(Field, serializers.JSONField):
    """What a format is built from."""


class OwnFormatShape(Shape):
    """A format that somebody has built."""

    game = Text("The slug of its game.", source="game_id")
    slug = Text("What it is called in addresses, lists and commands; it means the newest.")
    name = Text("Its name.")
    by = Text("Who builds it; null: has left.", source="owner.username", allow_null=True, default=None)
    newest = Number("The number of its newest version; null: a draft.", allow_null=True)
    current = Text("The name under which that version stays as it is.")
    edited = Moment("When it was last edited.")
    retired = Moment(
        "Since when only its versions are found, by their own names.", source="retired_at", allow_null=True
    )


class TestDeckShape(StrictShape):
    """A deck that has to be judged so."""

    __test__ = False

    title = Text("What it is called.", max_length=120)
    deck = Text("Its list, as deck text.", max_length=6_000, trim_whitespace=False)
    as_of = Text("Its day; null: today.", allow_null=True, required=False, default=None)
    expected = Choice("How it has to come out.", OUTCOMES)
    codes = Texts("And for which codes.", child=Text(max_length=60), required=False, default=list)


class TestedShape(Shape):
    """A test deck with what comes of it."""

    title = Text("What it is called.", source="row.title")
    on = Day("The day it was judged on.")
    expected = Text("How it has to come out.", source="row.expected")
    outcome = Text("How it comes out.", source="verdict.outcome")
    holds = Flag("Whether that is as expected, with the codes.")
    said = Text("What came of it, in words.")


class ProblemShape(Shape):
    """What is wrong with a definition."""

    place = Text("Where, as in restrictions[2].terms.count.")
    message = Text("What was found, and what is allowed.")


class FormatVersionShape(Shape):
    """A version in a list."""

    number = Number("Its number, from 1.")
    name = Text("What the format was called then.")
    published = Moment("When it was published.")
    comment = Text("What was new.")
    digest = Text("The fingerprint of all that it says.")


class FormatVersionInFullShape(FormatVersionShape):
    """A version; it never changes."""

    definition = DefinitionField("What it is built from.")
    tests = TestDeckShape.several("The decks it was tested with.")


class OwnFormatInFullShape(OwnFormatShape):
    """A format with its versions; its draft is told to its owner alone."""

    versions = FormatVersionShape.several("Its versions, the newest first.")
    draft = DefinitionField("What its owner works at; null for anybody else.", allow_null=True)
    problems = ProblemShape.several("What is wrong with the draft.")


class NewOwnFormatShape(StrictShape):
    """A new format: a draft that begins as the game's rules alone, or as another format."""

    game = Choice("Slug of a game.", GAMES)
    name = Text("Its name.", max_length=120)
    slug = Text("For good; else from the name.", max_length=60, required=False, default="")
    start = Text("The format it begins as.", max_length=80, required=False, default="")


class DraftShape(StrictShape):
    """A draft as it is to be; what isn't given stays."""

    name = Text("Its name.", max_length=120, required=False)
    definition = DefinitionField("What it is built from.", required=False)
    tests = TestDeckShape.several("The test decks, instead of those there are.", required=False)


class PublishShape(StrictShape):
    """What is said of a new version."""

    comment = Text("What is new.", max_length=200, required=False, default="", allow_blank=True)
    confirm = Flag("Publish although test decks come out otherwise.", required=False, default=False)


class RetireShape(StrictShape):
    """Whether a format is over."""

    retired = Flag("True: only its versions are found; false: it is back.")


class FileShape(Shape):
    """A format as a file."""

    game = Text("The slug of its game.")
    slug = Text("Its slug.")
    name = Text("Its name.")
    version = Number("Where it came from.", allow_null=True, required=False)
    comment = Text("What was new in it.", required=False)
    definition = DefinitionField("What it is built from.")
    tests = TestDeckShape.several("Its test decks.", required=False)

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        """The mark of the layout has a hyphen in its name."""
        mark = Number(f"{files.LAYOUT}: the layout of the file.")
        return {files.MARK: mark, **super().get_fields()}


class PartOfDifferenceShape(Shape):
    """A part in which two versions differ."""

    part = Text("Which part.")
    gone = Texts("What only the older one says.")
    come = Texts("What only the newer one says.")


class DifferenceShape(Shape):
    """What is different between two versions, in words."""

    before = Number("The older version.")
    after = Number("The newer one.")
    differences = PartOfDifferenceShape.several("Part by part.")


class TermShape(Shape):
    """A term that a part takes."""

    name = Text("Its name.")
    kind = Text("What its value looks like.")
    label = Text("What it says.")  # type: ignore[assignment]
    required = Flag("Whether it has to be given.", source="is_required")  # type: ignore[assignment]
    least = Figure("The least of a number.")
    most = Figure("The most of a number.")
    choices = Texts("The words it takes, where these are few.")


class FormatPartShape(Shape):
    """A kind of pool or of restriction."""

    kind = Text("What it is called in definitions.")
    title = Text("What it means.")
    terms = TermShape.several("Its terms.")


class FormatPartsShape(Shape):
    """What formats of a game are built from."""

    game = Text("The slug of the game.")
    pools = FormatPartShape.several("The kinds of pool.")
    restrictions = FormatPartShape.several("The kinds of restriction.")
    figures = Texts("The figures of deck building.")
