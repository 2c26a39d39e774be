"""The reference over HTTP; a list costs the same few queries at any page length."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Any

import django_filters
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.cache import get_conditional_response
from rest_framework import generics
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.formats.changes import list_changes
from engine.formats.names import find_game
from engine.model.cards import GAMES, Card
from engine.model.errors import NotFound
from vsdb.api.base import describe_answer
from vsdb.api.parameters import (
    CARD,
    GAME,
    ON,
    GameFilter,
    build_game_filter,
    path_parameter,
    read_day_parameter,
    refuse_others,
)
from vsdb.catalog.api.card_shapes import (
    CardShape,
    GameShape,
    KeywordShape,
    PrintingOfCardShape,
    ReferenceShape,
    SetShape,
    TeamShape,
)
from vsdb.catalog.api.format_shapes import (
    FormatInFullShape,
    FormatShape,
    FormatTurnShape,
    LegalitiesShape,
)
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.cards.models import CardSet, Game, Keyword, Printing, Team
from vsdb.catalog.cards.pictures import get_pictures_version
from vsdb.catalog.formats.lookup import find_card, find_format, find_nearest_slugs, find_row
from vsdb.catalog.formats.models import Format
from vsdb.catalog.formats.services import explain, list_legalities

FORMAT = path_parameter("slug", "Format slug or short name.")
_HELD = 20_000  #: cards whose JSON is kept, about a kilobyte each


class SetsFilter(GameFilter):
    """Filter sets by game, kind and official status."""

    kind = django_filters.CharFilter("kind", max_length=20, label="Kind of set")
    official = django_filters.ChoiceFilter(choices=CardSet.Official.choices, label="yes, doubtful or no")


class PrintingsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Filter printings by game, set, number and card."""

    game = build_game_filter("card__game_id")
    set = django_filters.CharFilter("card_set__code", max_length=10, label="Set code")
    number = django_filters.CharFilter("number", max_length=16, label="Number in the set")
    card = django_filters.CharFilter("card__slug", max_length=160, label="Card slug")


class FormatsFilter(GameFilter):
    """Filter formats by game and kind."""

    kind = django_filters.CharFilter("kind", max_length=60, label="Kind of format")


class Games(generics.ListAPIView[Game]):
    """List games."""

    queryset = Game.objects.all()
    serializer_class = GameShape
    filterset_class = None


class OneGame(APIView):
    """One game."""

    @describe_answer(GameShape, 404, parameters=[GAME])
    def get(self, request: Request, game: str) -> Response:
        """Return the game with this slug."""
        refuse_others(request, ())
        return Response(GameShape(get_object_or_404(Game, slug=find_game(game))).data)


class Sets(generics.ListAPIView[CardSet]):
    """List sets, in order of release."""

    queryset = CardSet.objects.select_related("follows")
    serializer_class = SetShape
    filterset_class = SetsFilter


class OneSet(APIView):
    """One set; list its cards with `printings?game=…&set=…`."""

    @describe_answer(SetShape, 404, parameters=[GAME, path_parameter("code", "Set code.")])
    def get(self, request: Request, game: str, code: str) -> Response:
        """Return the set with this code."""
        reference = selectors.get_reference(find_game(game))
        found = Sets.queryset.filter(game=reference.game, code=code.upper()).first()
        if found is None:
            nearest = find_nearest_slugs(code, reference.sets)
            raise NotFound(f"{GAMES[reference.game]} has no set {code[:80]!r}", nearest=nearest)
        return Response(SetShape(found).data)


class Legality(APIView):
    """A card's legality on a day."""

    @describe_answer(LegalitiesShape, 400, 404, parameters=[GAME, CARD, ON])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Return the card's legality in every format of its game."""
        on = read_day_parameter(request)
        reference = selectors.get_reference(find_game(game))
        formats = list_legalities(find_card(reference, slug), on, reference)
        return Response(LegalitiesShape({"game": reference.game, "card": slug, "on": on, "formats": formats}).data)


class Keywords(generics.ListAPIView[Keyword]):
    """List keywords with their meanings."""

    queryset = Keyword.objects.all()
    serializer_class = KeywordShape
    filterset_class = GameFilter


class OneKeyword(APIView):
    """One keyword; its cards are those of `cards?q=kw:…`."""

    @describe_answer(KeywordShape, 404, parameters=[GAME, path_parameter("slug", "The slug of the keyword.")])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Return the keyword with this slug."""
        refuse_others(request, ())
        return Response(KeywordShape(find_row(Keyword.objects.filter(game=find_game(game)), slug, "No keyword")).data)


class Teams(generics.ListAPIView[Team]):
    """List affiliations and teams."""

    queryset = Team.objects.all()
    serializer_class = TeamShape
    filterset_class = GameFilter


class OneTeam(APIView):
    """One affiliation or team; its cards are those of `cards?q=team:…`."""

    @describe_answer(TeamShape, 404, parameters=[GAME, path_parameter("slug", "The slug of the affiliation or team.")])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Return the affiliation or team with this slug."""
        refuse_others(request, ())
        return Response(TeamShape(find_row(Team.objects.filter(game=find_game(game)), slug, "No team")).data)


class Printings(generics.ListAPIView[Printing]):
    """List printings, set by set."""

    queryset = Printing.objects.select_related("card", "card_set").order_by("card_set__position", "number", "pk")
    serializer_class = PrintingOfCardShape
    filterset_class = PrintingsFilter


class Formats(generics.ListAPIView[Format]):
    """List formats."""

    queryset = Format.objects.all()
    serializer_class = FormatShape
    filterset_class = FormatsFilter


class OneFormat(APIView):
    """A format: card pool, bans and deck rules, with its sets on a day."""

    @describe_answer(FormatInFullShape, 400, 404, parameters=[GAME, FORMAT, ON])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Return the format with this slug."""
        reference = selectors.get_reference(find_game(game))
        fmt = find_format(reference, slug)
        return Response(FormatInFullShape(explain(fmt, read_day_parameter(request), reference)).data)


class FormatChanges(generics.ListAPIView[Any]):
    """List every change of a format: sets, bans, season, rules."""

    serializer_class = FormatTurnShape
    filterset_class = None

    def get_queryset(self) -> Any:
        """The changes in order of their days."""
        if getattr(self, "swagger_fake_view", False):
            return Format.objects.none()
        reference = selectors.get_reference(find_game(self.kwargs["game"]))
        return list_changes(find_format(reference, self.kwargs["slug"]))

    def filter_queryset(self, queryset: Any) -> Any:
        """All of it."""
        refuse_others(self.request, ("page", "page_size"))
        return queryset

    @describe_answer(FormatTurnShape(many=True), 404, parameters=[GAME, FORMAT])
    def get(self, request: Request, *args: Any, **options: Any) -> Response:
        """Return a page of the format's changes, day by day."""
        return super().get(request, *args, **options)


class ReferenceDump(APIView):
    """Every fact of a game in one answer, for programs that check decks themselves."""

    @describe_answer(ReferenceShape, 404, parameters=[GAME])
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """Return the engine's rows; the ETag changes with the facts."""
        found = get_object_or_404(Game, slug=find_game(game))
        etag = f'"{found.data_version}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return unchanged
        rows = selectors.list_reference_rows(found.slug)
        return Response({"game": found.slug, "data_version": found.data_version, **rows}, headers={"ETag": etag})


def write_card_json(card: Card) -> bytes:
    """The JSON of a card today, as its shape gives it."""
    return _write_card_json(card, timezone.localdate(), get_pictures_version())


@lru_cache(maxsize=_HELD)
def _write_card_json(card: Card, on: date, pictures: str) -> bytes:
    """The JSON of a card; written anew every day, since bans begin and end, and when the operator's pictures change."""
    return _json(CardShape(card).data)


class WrittenListView(generics.ListAPIView[CardRow]):
    """A list of cards, joined from the cards' kept JSON."""

    def list(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """The page that the view's filters and pages make, byte for byte as its serializer would write it."""
        page: Any = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        answer = self.get_paginated_response([])
        around = answer.data
        parts = (
            _json(name)
            + b":"
            + (b"[" + b",".join(map(write_card_json, page)) + b"]" if name == "results" else _json(value))
            for name, value in around.items()
        )
        body = b"{" + b",".join(parts) + b"}"
        return HttpResponse(body, headers={**answer.headers, "Content-Type": "application/json"})


def _json(value: Any) -> bytes:
    text: bytes = JSONRenderer().render(value)  # which gives nothing at all for None
    return text or b"null"
