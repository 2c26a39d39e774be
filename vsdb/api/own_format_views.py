"""Formats by organizers over HTTP: read by everybody, built with a token that may write."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from engine.formats.definitions import offered_pools, offered_restrictions
from engine.formats.definitions.definition import FIGURES
from engine.model.cards import GAMES
from vsdb.api import own_format_serializers as shapes
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.days import GAME
from vsdb.api.deck_access import StoredView, asker_of, created
from vsdb.api.deck_views import read
from vsdb.api.pagination import Pages
from vsdb.catalog.cards.selectors import reference
from vsdb.catalog.formats.lookup import find_game
from vsdb.custom_formats import files, selectors, services
from vsdb.custom_formats.definitions import problems_of
from vsdb.custom_formats.differing import differences
from vsdb.custom_formats.models import OwnFormat

_REFUSED = {400: ErrorShape, 401: ErrorShape, 403: ErrorShape, 404: ErrorShape, 409: ErrorShape}
_SLUG = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="Slug of a format by an organizer.")
_NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="A version, from 1.")
_ONE = [GAME, _SLUG]


class OwnFormats(StoredView):
    """Formats by organizers."""

    pagination_class = Pages
    parameters = ("game", "mine", "page", "page_size")

    @extend_schema(
        parameters=[
            OpenApiParameter("game", str, enum=list(GAMES), description="Slug of a game."),
            OpenApiParameter("mine", bool, description="True: your own alone, drafts too; needs a token."),
        ],
        responses={200: shapes.OwnFormatShape(many=True), 400: ErrorShape, 401: ErrorShape},
    )
    def get(self, request: Request) -> Response:
        """A page of those that are published, by name, or of your own, the last edited first."""
        asked, user = request.query_params, asker_of(request).user
        game, mine = asked.get("game") or None, asked.get("mine", "false")
        if game and game not in GAMES:
            raise ValidationError({"game": f"{game[:40]!r} is no game; there are {', '.join(GAMES)}."})
        if mine not in ("true", "false"):
            raise ValidationError({"mine": f"{mine[:40]!r}; true or false."})
        if mine == "true" and user is None:
            raise NotAuthenticated("Your own formats need a token of yours.")
        found = selectors.own(user) if mine == "true" and user else selectors.published()
        found = found.filter(game=game) if game else found
        pages = Pages()
        page = pages.paginate_queryset(found.select_related("owner"), request, view=self) or []
        return pages.get_paginated_response(shapes.OwnFormatShape(page, many=True).data)

    @extend_schema(request=shapes.NewOwnFormatShape, responses={201: shapes.OwnFormatInFullShape, **_REFUSED})
    def post(self, request: Request) -> Response:
        """Begin a format; it is a draft that only you see."""
        sent = read(shapes.NewOwnFormatShape, request)
        made = services.create(_user(request), sent["game"], sent["name"], slug=sent["slug"], start=sent["start"])
        return created(_in_full(made, request))


class ImportedFormat(StoredView):
    """Formats out of files."""

    @extend_schema(request=shapes.FileShape, responses={201: shapes.OwnFormatInFullShape, **_REFUSED})
    def post(self, request: Request) -> Response:
        """Take a format in as a draft of yours; whatever is wrong with it is told with its place."""
        file = files.of_value(request.data)
        made = services.import_format(_user(request), file.game, file.name, file.slug, file.definition, file.tests)
        return created(_in_full(made, request))


class OneOwnFormat(StoredView):
    """A format by an organizer."""

    @extend_schema(parameters=_ONE, responses={200: shapes.OwnFormatInFullShape, 404: ErrorShape})
    def get(self, request: Request, game: str, slug: str) -> Response:
        """The format with its versions; its draft, where it is yours."""
        return Response(_in_full(_visible(request, game, slug), request))

    @extend_schema(parameters=_ONE, request=shapes.DraftShape, responses={200: shapes.OwnFormatInFullShape, **_REFUSED})
    def patch(self, request: Request, game: str, slug: str) -> Response:
        """Change the draft: its name, its definition, its test decks. Nothing is kept where anything is wrong."""
        fmt, sent = _owned(request, game, slug), read(shapes.DraftShape, request)
        services.change(fmt, name=sent.get("name"), definition=sent.get("definition"), tests=sent.get("tests"))
        return Response(_in_full(fmt, request))

    @extend_schema(parameters=_ONE, responses={204: None, **_REFUSED})
    def delete(self, request: Request, game: str, slug: str) -> Response:
        """Delete a draft that was never published."""
        services.delete(_owned(request, game, slug))
        return Response(status=204)


class OwnFormatVersionView(StoredView):
    """A version of a format."""

    @extend_schema(parameters=[*_ONE, _NUMBER], responses={200: shapes.FormatVersionInFullShape, 404: ErrorShape})
    def get(self, request: Request, game: str, slug: str, number: int) -> Response:
        """The version of that number."""
        return Response(
            shapes.FormatVersionInFullShape(selectors.version_of(_visible(request, game, slug), number)).data
        )


class OwnFormatFile(StoredView):
    """A format as a file."""

    parameters = ("version",)

    @extend_schema(
        parameters=[*_ONE, OpenApiParameter("version", int, description="A version; else the newest.")],
        responses={200: shapes.FileShape, 404: ErrorShape},
    )
    def get(self, request: Request, game: str, slug: str) -> Response:
        """A version as a file, which `POST /api/v1/own-formats/import` takes."""
        number = _number(request, "version")
        return Response(files.of_version(selectors.version_of(_visible(request, game, slug), number)))


class OwnFormatTests(StoredView):
    """The test decks of a format."""

    @extend_schema(parameters=_ONE, responses={200: shapes.TestedShape(many=True), 400: ErrorShape, 404: ErrorShape})
    def get(self, request: Request, game: str, slug: str) -> Response:
        """What comes of the test decks now: in the draft where it is yours, else in the newest version."""
        fmt = _visible(request, game, slug)
        found = services.tested_now(fmt, is_own=_is_own(fmt, request))
        return Response(shapes.TestedShape(found, many=True).data)


class OwnFormatDifference(StoredView):
    """What is different between two versions."""

    parameters = ("a", "b")

    @extend_schema(
        parameters=[
            *_ONE,
            OpenApiParameter("a", int, description="The older version; else the one before."),
            OpenApiParameter("b", int, description="The newer one; else the newest."),
        ],
        responses={200: shapes.DifferenceShape, 404: ErrorShape},
    )
    def get(self, request: Request, game: str, slug: str) -> Response:
        """What is different between two versions, part by part, in words."""
        fmt = _visible(request, game, slug)
        after = selectors.version_of(fmt, _number(request, "b"))
        before = selectors.version_of(fmt, _number(request, "a") or max(after.number - 1, 1))
        held = reference(fmt.game_id)
        one, other = (selectors.version_value(held, each) for each in (before, after))
        found = differences(one, other, timezone.localdate())
        answer = {"before": before.number, "after": after.number, "differences": found}
        return Response(shapes.DifferenceShape(answer).data)


class PublishedFormat(StoredView):
    """The draft as a version."""

    @extend_schema(
        parameters=_ONE, request=shapes.PublishShape, responses={201: shapes.FormatVersionInFullShape, **_REFUSED}
    )
    def post(self, request: Request, game: str, slug: str) -> Response:
        """Publish the draft; 409 while test decks come out otherwise, unless `confirm` is true."""
        fmt, sent = _owned(request, game, slug), read(shapes.PublishShape, request)
        made = services.publish(fmt, _user(request), comment=sent["comment"], is_confirmed=sent["confirm"])
        return created(dict(shapes.FormatVersionInFullShape(made).data))


class RetiredFormat(StoredView):
    """Whether a format is over."""

    @extend_schema(
        parameters=_ONE, request=shapes.RetireShape, responses={200: shapes.OwnFormatInFullShape, **_REFUSED}
    )
    def post(self, request: Request, game: str, slug: str) -> Response:
        """Retire a published format, or bring it back."""
        fmt = _owned(request, game, slug)
        services.retire(fmt, is_over=read(shapes.RetireShape, request)["retired"])
        return Response(_in_full(fmt, request))


class FormatParts(StoredView):
    """What formats are built from."""

    @extend_schema(parameters=[GAME], responses={200: shapes.FormatPartsShape, 404: ErrorShape})
    def get(self, request: Request, game: str) -> Response:
        """The kinds of pool and of restriction of a game, with the terms that they take."""
        slug = find_game(game)
        found = {"game": slug, "pools": offered_pools(slug), "restrictions": offered_restrictions(slug)}
        return Response(shapes.FormatPartsShape({**found, "figures": FIGURES}).data)


def _user(request: Request) -> int:
    """The account of the token; whoever may write has one."""
    user = asker_of(request).user
    if user is None:
        raise NotAuthenticated("Formats are built with a token of yours.")
    return user


def _visible(request: Request, game: str, slug: str) -> OwnFormat:
    return selectors.visible(find_game(game), slug, asker_of(request).user)


def _owned(request: Request, game: str, slug: str) -> OwnFormat:
    return selectors.owned(find_game(game), slug, _user(request))


def _is_own(fmt: OwnFormat, request: Request) -> bool:
    user = asker_of(request).user
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
            problems_of(fmt.draft, reference(fmt.game_id)) if is_own else (), many=True
        ).data,
    }


def _number(request: Request, name: str) -> int | None:
    said = request.query_params.get(name, "").strip()
    if said and not (said.isascii() and said.isdecimal() and len(said) < 7):
        raise ValidationError({name: f"{said[:20]!r} is no number of a version."})
    return int(said) if said else None
