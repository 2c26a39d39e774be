"""Formats by organizers as the API takes and gives them."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.model.cards import GAMES
from vsdb.api.check_serializers import OUTCOMES
from vsdb.api.deck_serializers import StrictShape
from vsdb.api.fields import Figure
from vsdb.api.serializers import Shape
from vsdb.custom_formats import files


@extend_schema_field({"type": "object", "description": "As `docs/own-formats.md` says: pool, construction and so on."})
class DefinitionField(serializers.JSONField):
    """What a format is built from."""


class OwnFormatShape(Shape):
    """A format that somebody has built."""

    game = serializers.CharField(source="game_id", help_text="The slug of its game.")
    slug = serializers.CharField(help_text="What it is called in addresses, lists and commands; it means the newest.")
    name = serializers.CharField(help_text="Its name.")
    by = serializers.CharField(
        source="owner.username", allow_null=True, default=None, help_text="Who builds it; null: has left."
    )
    newest = serializers.IntegerField(allow_null=True, help_text="The number of its newest version; null: a draft.")
    current = serializers.CharField(help_text="The name under which that version stays as it is.")
    edited = serializers.DateTimeField(help_text="When it was last edited.")
    retired = serializers.DateTimeField(
        source="retired_at", allow_null=True, help_text="Since when only its versions are found, by their own names."
    )


class TestDeckShape(StrictShape):
    """A deck that has to be judged so."""

    __test__ = False

    title = serializers.CharField(max_length=120, help_text="What it is called.")
    deck = serializers.CharField(max_length=6_000, trim_whitespace=False, help_text="Its list, as deck text.")
    as_of = serializers.CharField(allow_null=True, required=False, default=None, help_text="Its day; null: today.")
    expected = serializers.ChoiceField(OUTCOMES, help_text="How it has to come out.")
    codes = serializers.ListField(
        child=serializers.CharField(max_length=60), required=False, default=list, help_text="And for which codes."
    )


class TestedShape(Shape):
    """A test deck with what comes of it."""

    title = serializers.CharField(source="row.title", help_text="What it is called.")
    on = serializers.DateField(help_text="The day it was judged on.")
    expected = serializers.CharField(source="row.expected", help_text="How it has to come out.")
    outcome = serializers.CharField(source="verdict.outcome", help_text="How it comes out.")
    holds = serializers.BooleanField(help_text="Whether that is as expected, with the codes.")
    said = serializers.CharField(help_text="What came of it, in words.")


class ProblemShape(Shape):
    """What is wrong with a definition."""

    place = serializers.CharField(help_text="Where, as in restrictions[2].terms.count.")
    message = serializers.CharField(help_text="What was found, and what is allowed.")


class FormatVersionShape(Shape):
    """A version in a list."""

    number = serializers.IntegerField(help_text="Its number, from 1.")
    name = serializers.CharField(help_text="What the format was called then.")
    published = serializers.DateTimeField(help_text="When it was published.")
    comment = serializers.CharField(help_text="What was new.")
    digest = serializers.CharField(help_text="The fingerprint of all that it says.")


class FormatVersionInFullShape(FormatVersionShape):
    """A version; it never changes."""

    definition = DefinitionField(help_text="What it is built from.")
    tests = TestDeckShape(many=True, help_text="The decks it was tested with.")


class OwnFormatInFullShape(OwnFormatShape):
    """A format with its versions; its draft is told to its owner alone."""

    versions = FormatVersionShape(many=True, help_text="Its versions, the newest first.")
    draft = DefinitionField(allow_null=True, help_text="What its owner works at; null for anybody else.")
    problems = ProblemShape(many=True, help_text="What is wrong with the draft.")


class NewOwnFormatShape(StrictShape):
    """A new format: a draft that begins as the game's rules alone, or as another format."""

    game = serializers.ChoiceField(list(GAMES), help_text="Slug of a game.")
    name = serializers.CharField(max_length=120, help_text="Its name.")
    slug = serializers.CharField(max_length=60, required=False, default="", help_text="For good; else from the name.")
    start = serializers.CharField(max_length=80, required=False, default="", help_text="The format it begins as.")


class DraftShape(StrictShape):
    """A draft as it is to be; what isn't given stays."""

    name = serializers.CharField(max_length=120, required=False, help_text="Its name.")
    definition = DefinitionField(required=False, help_text="What it is built from.")
    tests = TestDeckShape(many=True, required=False, help_text="The test decks, instead of those there are.")


class PublishShape(StrictShape):
    """What is said of a new version."""

    comment = serializers.CharField(
        max_length=200, required=False, default="", allow_blank=True, help_text="What is new."
    )
    confirm = serializers.BooleanField(
        required=False, default=False, help_text="Publish although test decks come out otherwise."
    )


class RetireShape(StrictShape):
    """Whether a format is over."""

    retired = serializers.BooleanField(help_text="True: only its versions are found; false: it is back.")


class FileShape(Shape):
    """A format as a file."""

    game = serializers.CharField(help_text="The slug of its game.")
    slug = serializers.CharField(help_text="Its slug.")
    name = serializers.CharField(help_text="Its name.")
    version = serializers.IntegerField(allow_null=True, required=False, help_text="Where it came from.")
    comment = serializers.CharField(required=False, help_text="What was new in it.")
    definition = DefinitionField(help_text="What it is built from.")
    tests = TestDeckShape(many=True, required=False, help_text="Its test decks.")

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        """The mark of the layout has a hyphen in its name."""
        mark = serializers.IntegerField(help_text=f"{files.LAYOUT}: the layout of the file.")
        return {files.MARK: mark, **super().get_fields()}


class PartOfDifferenceShape(Shape):
    """A part in which two versions differ."""

    part = serializers.CharField(help_text="Which part.")
    gone = serializers.ListField(child=serializers.CharField(), help_text="What only the older one says.")
    come = serializers.ListField(child=serializers.CharField(), help_text="What only the newer one says.")


class DifferenceShape(Shape):
    """What is different between two versions, in words."""

    before = serializers.IntegerField(help_text="The older version.")
    after = serializers.IntegerField(help_text="The newer one.")
    differences = PartOfDifferenceShape(many=True, help_text="Part by part.")


class TermShape(Shape):
    """A term that a part takes."""

    name = serializers.CharField(help_text="Its name.")
    kind = serializers.CharField(help_text="What its value looks like.")
    label = serializers.CharField(help_text="What it says.")  # type: ignore[assignment]
    required = serializers.BooleanField(  # type: ignore[assignment]
        source="is_required", help_text="Whether it has to be given."
    )
    least = Figure(help_text="The least of a number.")
    most = Figure(help_text="The most of a number.")
    choices = serializers.ListField(child=serializers.CharField(), help_text="The words it takes, where these are few.")


class FormatPartShape(Shape):
    """A kind of pool or of restriction."""

    kind = serializers.CharField(help_text="What it is called in definitions.")
    title = serializers.CharField(help_text="What it means.")
    terms = TermShape(many=True, help_text="Its terms.")


class FormatPartsShape(Shape):
    """What formats of a game are built from."""

    game = serializers.CharField(help_text="The slug of the game.")
    pools = FormatPartShape(many=True, help_text="The kinds of pool.")
    restrictions = FormatPartShape(many=True, help_text="The kinds of restriction.")
    figures = serializers.ListField(child=serializers.CharField(), help_text="The figures of deck building.")
