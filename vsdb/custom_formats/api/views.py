"""Formats by organizers over HTTP: read by everybody, built with a token that may write."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.formats.definitions import list_pools, list_restrictions
from engine.formats.definitions.definition import FIGURES
from engine.model.errors import InputError
from vsdb.api.base import StoredListView, StoredView, created_response, describe_answer, read, viewer_of_request
from vsdb.api.parameters import GAME, OF_GAME, path_parameter, query_parameter, read_mine_parameter
from vsdb.catalog.cards.selectors import get_reference
from vsdb.catalog.formats.lookup import find_game
from vsdb.core.requests import read_number
from vsdb.custom_formats import files, selectors, services
from vsdb.custom_formats.api import shapes
from vsdb.custom_formats.definitions import compare_versions, validate_format_definition
from vsdb.custom_formats.models import OwnFormat

_REFUSED = (400, 401, 403, 404, 409)
_NUMBER = path_parameter("number", "A version, from 1.", int)
_ONE = [GAME, path_parameter("slug", "Slug of a format by an organizer.")]


class OwnFormats(StoredListView):
    """Formats by organizers."""

    parameters = ("game", "mine", "page", "page_size")

    @describe_answer(
        shapes.OwnFormatShape(many=True),
        400,
        401,
        parameters=[OF_GAME, query_parameter("mine", "True: your own alone, drafts too; needs a token.", bool)],
    )
    def get(self, request: Request) -> Response:
        """A page of those that are published, by name, or of your own, the last edited first."""
        game, user = request.query_params.get("game"), viewer_of_request(request).user
        is_mine = read_mine_parameter(request)
        if is_mine and user is None:
            raise NotAuthenticated("Your own formats need a token of yours.")
        found = selectors.list_own_formats(user) if is_mine and user else selectors.list_published()
        return self.page((found.filter(game=game) if game else found).select_related("owner"), shapes.OwnFormatShape)

    @describe_answer(shapes.OwnFormatInFullShape, *_REFUSED, status=201, takes=shapes.NewOwnFormatShape)
    def post(self, request: Request) -> Response:
        """Begin a format; it is a draft that only you see."""
        sent = read(shapes.NewOwnFormatShape, request)
        made = services.create(_user(request), sent["game"], sent["name"], slug=sent["slug"], start=sent["start"])
        return created_response(_in_full(made, request))


class ImportedFormat(StoredView):
    """Formats out of files."""

    @describe_answer(shapes.OwnFormatInFullShape, *_REFUSED, status=201, takes=shapes.FileShape)
    def post(self, request: Request) -> Response:
        """Take a format in as a draft of yours; whatever is wrong with it is told with its place."""
        made = services.import_format(_user(request), files.parse_file(request.data))
        return created_response(_in_full(made, request))


class OneOwnFormat(StoredView):
    """A format by an organizer."""

    @describe_answer(shapes.OwnFormatInFullShape, 404, parameters=_ONE)
    def get(self, request: Request, game: str, slug: str) -> Response:
        """The format with its versions; its draft, where it is yours."""
        return Response(_in_full(_visible(request, game, slug), request))

    @describe_answer(shapes.OwnFormatInFullShape, *_REFUSED, takes=shapes.DraftShape, parameters=_ONE)
    def patch(self, request: Request, game: str, slug: str) -> Response:
        """Change the draft: its name, its definition, its test decks. Nothing is kept where anything is wrong."""
        fmt, sent = _owned(request, game, slug), read(shapes.DraftShape, request)
        services.change(fmt, name=sent.get("name"), definition=sent.get("definition"), tests=sent.get("tests"))
        return Response(_in_full(fmt, request))

    @describe_answer(None, *_REFUSED, status=204, parameters=_ONE)
    def delete(self, request: Request, game: str, slug: str) -> Response:
        """Delete a draft that was never published."""
        services.delete(_owned(request, game, slug))
        return Response(status=204)


class OwnFormatVersionView(StoredView):
    """A version of a format."""

    @describe_answer(shapes.FormatVersionInFullShape, 404, parameters=[*_ONE, _NUMBER])
    def get(self, request: Request, game: str, slug: str, number: int) -> Response:
        """The version of that number."""
        version = selectors.get_version(_visible(request, game, slug), number)
        return Response(shapes.FormatVersionInFullShape(version).data)


class OwnFormatFile(StoredView):
    """A format as a file."""

    parameters = ("version",)

    @describe_answer(
        shapes.FileShape, 404, parameters=[*_ONE, query_parameter("version", "A version; else the newest.", int)]
    )
    def get(self, request: Request, game: str, slug: str) -> Response:
        """A version as a file, which `POST /api/v1/own-formats/import` takes."""
        number = _number(request, "version")
        return Response(files.version_to_file(selectors.get_version(_visible(request, game, slug), number)))


class OwnFormatTests(StoredView):
    """The test decks of a format."""

    @describe_answer(shapes.TestedShape(many=True), 400, 404, parameters=_ONE)
    def get(self, request: Request, game: str, slug: str) -> Response:
        """What comes of the test decks now: in the draft where it is yours, else in the newest version."""
        fmt = _visible(request, game, slug)
        found = services.run_tests_now(fmt, is_own=_is_own(fmt, request))
        return Response(shapes.TestedShape(found, many=True).data)


class OwnFormatDifference(StoredView):
    """What is different between two versions."""

    parameters = ("a", "b")

    @describe_answer(
        shapes.DifferenceShape,
        404,
        parameters=[
            *_ONE,
            query_parameter("a", "The older version; else the one before.", int),
            query_parameter("b", "The newer one; else the newest.", int),
        ],
    )
    def get(self, request: Request, game: str, slug: str) -> Response:
        """What is different between two versions, part by part, in words."""
        fmt = _visible(request, game, slug)
        after = selectors.get_version(fmt, _number(request, "b"))
        before = selectors.get_version(fmt, _number(request, "a") or max(after.number - 1, 1))
        held = get_reference(fmt.game_id)
        one, other = (selectors.build_version_format(held, each) for each in (before, after))
        found = compare_versions(one, other, timezone.localdate())
        answer = {"before": before.number, "after": after.number, "differences": found}
        return Response(shapes.DifferenceShape(answer).data)


class PublishedFormat(StoredView):
    """The draft as a version."""

    @describe_answer(shapes.FormatVersionInFullShape, *_REFUSED, status=201, takes=shapes.PublishShape, parameters=_ONE)
    def post(self, request: Request, game: str, slug: str) -> Response:
        """Publish the draft; 409 while test decks come out otherwise, unless `confirm` is true."""
        fmt, sent = _owned(request, game, slug), read(shapes.PublishShape, request)
        made = services.publish(fmt, _user(request), comment=sent["comment"], is_confirmed=sent["confirm"])
        return created_response(shapes.FormatVersionInFullShape(made).data)


class RetiredFormat(StoredView):
    """Whether a format is over."""

    @describe_answer(shapes.OwnFormatInFullShape, *_REFUSED, takes=shapes.RetireShape, parameters=_ONE)
    def post(self, request: Request, game: str, slug: str) -> Response:
        """Retire a published format, or bring it back."""
        fmt = _owned(request, game, slug)
        services.retire(fmt, is_over=read(shapes.RetireShape, request)["retired"])
        return Response(_in_full(fmt, request))


class FormatParts(StoredView):
    """What formats are built from."""

    @describe_answer(shapes.FormatPartsShape, 404, parameters=[GAME])
    def get(self, request: Request, game: str) -> Response:
        """The kinds of pool and of restriction of a game, with the terms that they take."""
        slug = find_game(game)
        found = {"game": slug, "pools": list_pools(slug), "restrictions": list_restrictions(slug)}
        return Response(shapes.FormatPartsShape({**found, "figures": FIGURES}).data)


def _user(request: Request) -> int:
    """The account of the token; whoever may write has one."""
    user = viewer_of_request(request).user
    if user is None:
        raise NotAuthenticated("Formats are built with a token of yours.")
    return user


def _visible(request: Request, game: str, slug: str) -> OwnFormat:
    return selectors.get_visible_format(find_game(game), slug, viewer_of_request(request).user)


def _owned(request: Request, game: str, slug: str) -> OwnFormat:
    return selectors.get_own_format(find_game(game), slug, _user(request))


def _is_own(fmt: OwnFormat, request: Request) -> bool:
    user = viewer_of_request(request).user
    return user is not None and fmt.owner_id == user


def _in_full(fmt: OwnFormat, request: Request) -> dict[str, Any]:
    """A format with its versions, and with its draft for its owner; three queries at most."""
    is_own = _is_own(fmt, request)
    return {
        **shapes.OwnFormatShape(fmt).data,
        "name": fmt.working_name if is_own else fmt.name,
        "versions": shapes.FormatVersionShape(fmt.versions.defer("definition", "tests"), many=True).data,
        "draft": fmt.draft if is_own else None,
        "problems": shapes.ProblemShape(
            validate_format_definition(fmt.draft, get_reference(fmt.game_id)) if is_own else (), many=True
        ).data,
    }


def _number(request: Request, name: str) -> int | None:
    try:
        return read_number(request.query_params, name, digits=6, what="number of a version")
    except InputError as error:
        raise ValidationError({name: f"{error.message}."}) from error
