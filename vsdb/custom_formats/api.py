"""Formats by organizers over HTTP: read by everybody, built with a token that may write."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine import GAMES, InputError
from engine.formats.definitions import FIGURES, list_pools, list_restrictions
from engine.formats.names import find_game
from vsdb.api.base import (
    StoredListView,
    StoredView,
    created_response,
    describe_answer,
    read,
    require_user,
    viewer_of_request,
)
from vsdb.api.parameters import GAME, OF_GAME, path_parameter, query_parameter, read_mine_parameter
from vsdb.api.shapes import Choice, Day, Field, Figure, Flag, Link, Moment, Number, Shape, StrictShape, Text, Texts
from vsdb.catalog.cards.selectors import get_reference
from vsdb.check.api import OUTCOMES
from vsdb.core.requests import read_number
from vsdb.custom_formats import files, selectors, services
from vsdb.custom_formats.definitions import validate_format_definition
from vsdb.custom_formats.models import OwnFormat

_REFUSED = (400, 401, 403, 404, 409)
_NUMBER = path_parameter("number", "A version number, from 1.", int)
_MINE = query_parameter("mine", "True: only your own formats, with drafts; needs a token.", bool)
_VERSION = query_parameter("version", "A version number; left out: the latest.", int)
_BEFORE = query_parameter("a", "The older version; left out: the one before the newer.", int)
_AFTER = query_parameter("b", "The newer version; left out: the latest.", int)
_ONE = [GAME, path_parameter("slug", "The slug of an organizer’s format.")]


@extend_schema_field(
    {
        "type": "object",
        "description": "The definition; `docs/own-formats.md` describes it.",
    }
)
class DefinitionField(Field, serializers.JSONField):
    """What a format is built from."""


class OwnFormatShape(Shape):
    """A custom format."""

    game = Text("The slug of the game.", source="game_id")
    slug = Text("Its name in addresses, lists and commands; it means the latest version.")
    name = Text("Its name.")
    by = Text(
        "The organizer’s user name; null: account closed.",
        source="owner.username",
        allow_null=True,
        default=None,
    )
    newest = Number("The number of the latest version; null: a draft.", allow_null=True)
    current = Text("The name of that version, which never changes.")
    edited = Moment("When it was last edited.")
    retired = Moment(
        "When it was retired; its versions still work. Null: not retired.",
        source="retired_at",
        allow_null=True,
    )
    page = Link("The path of its page on this site.", "ownformats:format", "game_id", "slug")
    api = Link("Its path in this API.", "api:own-format", "game_id", "slug")


class TestDeckShape(StrictShape):
    """A test deck with the expected outcome."""

    __test__ = False

    title = Text("Its title.", max_length=120)
    deck = Text("Its list as text.", max_length=6_000, trim_whitespace=False)
    as_of = Text("Its day; null: today.", allow_null=True, required=False, default=None)
    expected = Choice("The expected outcome.", OUTCOMES)
    codes = Texts("The expected codes of rules.", child=Text(max_length=60), required=False, default=list)


class TestedShape(Shape):
    """A test deck with its result."""

    title = Text("Its title.", source="row.title")
    on = Day("The date of the check.")
    expected = Text("The expected outcome.", source="row.expected")
    outcome = Text("The outcome.", source="verdict.outcome")
    holds = Flag("Whether outcome and codes are as expected.")
    said = Text("The result in words.")


class ProblemShape(Shape):
    """An error in a definition."""

    place = Text("The place, such as restrictions[2].terms.count.")
    message = Text("The problem: what was found, then what is allowed.")


class FormatVersionShape(Shape):
    """A version in a list."""

    number = Number("The version number, from 1.")
    name = Text("The format’s name at that version.")
    published = Moment("When it was published.")
    comment = Text("What’s new in this version.")
    digest = Text("The fingerprint of its contents.")
    page = Link("The path of the format’s page on this site.", "ownformats:format", "format.game_id", "format.slug")
    api = Link("Its path in this API.", "api:own-format-version", "format.game_id", "format.slug", "number")


class FormatVersionInFullShape(FormatVersionShape):
    """A version; it never changes."""

    definition = DefinitionField("Its definition.")
    tests = TestDeckShape.several("Its test decks.")


class OwnFormatInFullShape(OwnFormatShape):
    """A format with its versions. Only the owner sees its draft."""

    versions = FormatVersionShape.several("Its versions, newest first.")
    draft = DefinitionField("The draft; null for everyone except the owner.", allow_null=True)
    problems = ProblemShape.several("The draft’s problems.")


class NewOwnFormatShape(StrictShape):
    """A new format: a draft with the game's rules alone, or a copy of another format."""

    game = Choice("The slug of a game.", GAMES)
    name = Text("Its name.", max_length=120)
    slug = Text("It can’t be changed later; left out: made from the name.", max_length=60, required=False, default="")
    start = Text("The format to start from.", max_length=80, required=False, default="")


class DraftShape(StrictShape):
    """Changes to a draft. Parts you leave out stay."""

    name = Text("Its name.", max_length=120, required=False)
    definition = DefinitionField("Its definition.", required=False)
    tests = TestDeckShape.several("The new test decks, which replace the old ones.", required=False)


class PublishShape(StrictShape):
    """A new version to publish."""

    comment = Text("What’s new in this version.", max_length=200, required=False, default="", allow_blank=True)
    confirm = Flag("Publish even if test decks don’t come out as expected.", required=False, default=False)


class RetireShape(StrictShape):
    """Whether a format is retired."""

    retired = Flag("True: retire the format; false: restore it.")


class FileShape(Shape):
    """A format as a file."""

    game = Text("The slug of the game.")
    slug = Text("Its slug.")
    name = Text("Its name.")
    version = Number("The number of the exported version.", allow_null=True, required=False)
    comment = Text("What’s new in this version.", required=False)
    definition = DefinitionField("Its definition.")
    tests = TestDeckShape.several("Its test decks.", required=False)

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        """The mark of the layout has a hyphen in its name."""
        mark = Number(f"{files.LAYOUT}: the layout of the file.")
        return {files.MARK: mark, **super().get_fields()}


class PartOfDifferenceShape(Shape):
    """A part in which two versions differ."""

    part = Text("The part of the definition.")
    gone = Texts("Lines that only the older version has.")
    come = Texts("Lines that only the newer version has.")


class DifferenceShape(Shape):
    """The differences between two versions."""

    before = Number("The older version.")
    after = Number("The newer version.")
    differences = PartOfDifferenceShape.several("The differences, by part.")


class TermShape(Shape):
    """A term that a part takes."""

    name = Text("Its name.")
    kind = Text("The type of its value.")
    label = Text("What the field means.")  # type: ignore[assignment]
    required = Flag("Whether it is required.", source="is_required")  # type: ignore[assignment]
    least = Figure("The minimum of a number.")
    most = Figure("The maximum of a number.")
    choices = Texts("The allowed values, if there are few.")


class FormatPartShape(Shape):
    """A kind of card pool or restriction."""

    kind = Text("Its name in definitions.")
    title = Text("What it means.")
    terms = TermShape.several("Its terms.")


class FormatPartsShape(Shape):
    """The parts that formats of a game are built from."""

    game = Text("The slug of the game.")
    pools = FormatPartShape.several("The kinds of pool.")
    restrictions = FormatPartShape.several("The kinds of restriction.")
    figures = Texts("The limits of deck building.")


class OwnFormats(StoredListView):
    """Formats by organizers."""

    parameters = ("game", "mine", "page", "page_size")

    @describe_answer(OwnFormatShape(many=True), 400, 401, parameters=[OF_GAME, _MINE])
    def get(self, request: Request) -> Response:
        """List published custom formats by name, or your own, last edited first."""
        game, user = request.query_params.get("game"), viewer_of_request(request).user
        is_mine = read_mine_parameter(request)
        if is_mine and user is None:
            raise NotAuthenticated("Listing your own formats needs your token.")
        found = selectors.list_own_formats(user) if is_mine and user else selectors.list_published()
        return self.page((found.filter(game=game) if game else found).select_related("owner"), OwnFormatShape)

    @describe_answer(OwnFormatInFullShape, *_REFUSED, status=201, takes=NewOwnFormatShape)
    def post(self, request: Request) -> Response:
        """Create a format as a draft that only you see."""
        sent = read(NewOwnFormatShape, request)
        made = services.create(
            require_user(request), sent["game"], sent["name"], slug=sent["slug"], start=sent["start"]
        )
        return created_response(_in_full(made, request))


class ImportedFormat(StoredView):
    """Formats out of files."""

    @describe_answer(OwnFormatInFullShape, *_REFUSED, status=201, takes=FileShape)
    def post(self, request: Request) -> Response:
        """Import a format as your draft. Errors name their place."""
        made = services.import_format(require_user(request), files.parse_file(request.data))
        return created_response(_in_full(made, request))


class OneOwnFormat(StoredView):
    """A format by an organizer."""

    @describe_answer(OwnFormatInFullShape, 404, parameters=_ONE)
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Return a custom format with its versions, and your draft."""
        return Response(_in_full(_visible(request, game, slug), request))

    @describe_answer(OwnFormatInFullShape, *_REFUSED, takes=DraftShape, parameters=_ONE)
    def patch(self, request: Request, game: str, slug: str) -> Response:
        """Change a draft's name, definition or test decks. If one part is wrong, nothing is changed."""
        fmt, sent = _owned(request, game, slug), read(DraftShape, request)
        services.change(fmt, name=sent.get("name"), definition=sent.get("definition"), tests=sent.get("tests"))
        return Response(_in_full(fmt, request))

    @describe_answer(None, *_REFUSED, status=204, parameters=_ONE)
    def delete(self, request: Request, game: str, slug: str) -> Response:
        """Delete a draft that was never published."""
        services.delete(_owned(request, game, slug))
        return Response(status=204)


class OwnFormatVersionView(StoredView):
    """A version of a format."""

    @describe_answer(FormatVersionInFullShape, 404, parameters=[*_ONE, _NUMBER])
    def get(self, request: Request, game: str, slug: str, number: int) -> Response:
        """Return a version of a custom format."""
        version = selectors.get_version(_visible(request, game, slug), number)
        return Response(FormatVersionInFullShape(version).data)


class OwnFormatFile(StoredView):
    """A format as a file."""

    parameters = ("version",)

    @describe_answer(FileShape, 404, parameters=[*_ONE, _VERSION])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Export a version as a file for `POST /api/v1/own-formats/import`."""
        number = _number(request, "version")
        return Response(files.version_to_file(selectors.get_version(_visible(request, game, slug), number)))


class OwnFormatTests(StoredView):
    """The test decks of a format."""

    @describe_answer(TestedShape(many=True), 400, 404, parameters=_ONE)
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Check the test decks in your draft, or in the latest version."""
        fmt = _visible(request, game, slug)
        found = services.run_tests_now(fmt, is_own=_is_own(fmt, request))
        return Response(TestedShape(found, many=True).data)


class OwnFormatDifference(StoredView):
    """What is different between two versions."""

    parameters = ("a", "b")

    @describe_answer(DifferenceShape, 404, parameters=[*_ONE, _BEFORE, _AFTER])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Compare two versions of a custom format."""
        fmt = _visible(request, game, slug)
        after = selectors.get_version(fmt, _number(request, "b"))
        before = selectors.get_version(fmt, _number(request, "a") or max(after.number - 1, 1))
        found = {"before": before.number, "after": after.number, "differences": selectors.compare(before, after)}
        return Response(DifferenceShape(found).data)


class PublishedFormat(StoredView):
    """The draft as a version."""

    @describe_answer(FormatVersionInFullShape, *_REFUSED, status=201, takes=PublishShape, parameters=_ONE)
    def post(self, request: Request, game: str, slug: str) -> Response:
        """Publish the draft. Returns 409 if test decks fail, unless `confirm` is true."""
        fmt, sent = _owned(request, game, slug), read(PublishShape, request)
        made = services.publish(fmt, require_user(request), comment=sent["comment"], is_confirmed=sent["confirm"])
        return created_response(FormatVersionInFullShape(made).data)


class RetiredFormat(StoredView):
    """Whether a format is retired."""

    @describe_answer(OwnFormatInFullShape, *_REFUSED, takes=RetireShape, parameters=_ONE)
    def post(self, request: Request, game: str, slug: str) -> Response:
        """Retire a published format, or restore it."""
        fmt = _owned(request, game, slug)
        services.retire(fmt, is_over=read(RetireShape, request)["retired"])
        return Response(_in_full(fmt, request))


class FormatParts(StoredView):
    """What formats are built from."""

    @describe_answer(FormatPartsShape, 404, parameters=[GAME])
    def get(self, request: Request, game: str) -> Response:
        """List the kinds of card pool and restriction for a game, with their terms."""
        slug = find_game(game)
        found = {"game": slug, "pools": list_pools(slug), "restrictions": list_restrictions(slug)}
        return Response(FormatPartsShape({**found, "figures": FIGURES}).data)


def _visible(request: Request, game: str, slug: str) -> OwnFormat:
    return selectors.get_visible_format(find_game(game), slug, viewer_of_request(request).user)


def _owned(request: Request, game: str, slug: str) -> OwnFormat:
    return selectors.get_own_format(find_game(game), slug, require_user(request))


def _is_own(fmt: OwnFormat, request: Request) -> bool:
    user = viewer_of_request(request).user
    return user is not None and fmt.owner_id == user


def _in_full(fmt: OwnFormat, request: Request) -> dict[str, Any]:
    """A format with its versions, and with its draft for its owner; three queries at most."""
    is_own = _is_own(fmt, request)
    problems = validate_format_definition(fmt.draft, get_reference(fmt.game_id)) if is_own else ()
    return {
        **OwnFormatShape(fmt).data,
        "name": fmt.working_name if is_own else fmt.name,
        "versions": FormatVersionShape(fmt.versions.defer("definition", "tests"), many=True).data,
        "draft": fmt.draft if is_own else None,
        "problems": ProblemShape(problems, many=True).data,
    }


def _number(request: Request, name: str) -> int | None:
    try:
        return read_number(request.query_params, name, digits=6, what="version number")
    except InputError as error:
        raise ValidationError({name: f"{error.message}."}) from error
