"""The reference over HTTP; each list costs the same few queries however long its pages are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain
from typing import Any

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import engine.cards
from engine.cards import GAMES
from engine.errors import NotFound
from engine.reference import Reference
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.filters import (
    CardsFilter,
    FormatsFilter,
    KeywordsFilter,
    PrintingsFilter,
    SetsFilter,
    TeamsFilter,
    refuse_others,
)
from vsdb.api.format_serializers import FormatInFullShape, FormatShape, LegalitiesShape
from vsdb.api.pagination import SearchedPages
from vsdb.api.serializers import (
    CardShape,
    EntranceShape,
    GameShape,
    KeywordShape,
    PrintingOfCardShape,
    ReferenceShape,
    SetShape,
    TeamShape,
)
from vsdb.api.written import WrittenListView
from vsdb.cards import selectors
from vsdb.cards.models import Card, CardSet, Game, Keyword, Printing, Team
from vsdb.decks import services
from vsdb.formats.lookup import find_format, find_game, nearest_slugs
from vsdb.formats.models import Format
from vsdb.formats.services import legality_of
from vsdb.search.services import search_cards

_GAME = OpenApiParameter("game", str, OpenApiParameter.PATH, description="Slug of a game.")
_CARD = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="Slug of a card.")
_ON = OpenApiParameter("on", OpenApiTypes.DATE, description="The day that is asked about; else today.")
_LISTS = ("games", "sets", "cards", "printings", "formats", "keywords", "teams", "documents", "rules")


class Entrance(APIView):
    """What there is."""

    @extend_schema(responses=EntranceShape)
    def get(self, request: Request) -> Response:
        """Where the lists, the check and the documentation are."""
        addresses = {name: request.build_absolute_uri(reverse(f"api:{name}")) for name in (*_LISTS, "check")}
        return Response({**addresses, "documentation": request.build_absolute_uri(reverse("api:docs"))})


class Games(generics.ListAPIView[Game]):
    """The games."""

    queryset = Game.objects.all()
    serializer_class = GameShape
    filterset_class = None


class Sets(generics.ListAPIView[CardSet]):
    """The sets, in order of release."""

    queryset = CardSet.objects.select_related("follows")
    serializer_class = SetShape
    filterset_class = SetsFilter


class OneSet(APIView):
    """A set; its cards are `printings?game=…&set=…`."""

    @extend_schema(
        parameters=[_GAME, OpenApiParameter("code", str, OpenApiParameter.PATH, description="Code of a set.")],
        responses={200: SetShape, 404: ErrorShape},
    )
    def get(self, request: Request, game: str, code: str) -> Response:
        """The set of that code."""
        reference = selectors.reference(find_game(game))
        found = Sets.queryset.filter(game=reference.game, code=code.upper()).first()
        if found is None:
            nearest = nearest_slugs(code, reference.sets)
            raise NotFound(f"{GAMES[reference.game]} has no set {code[:80]!r}", nearest=nearest)
        return Response(SetShape(found).data)


class Cards(WrittenListView):
    """The cards, game by game, by name; of a query those that it finds, in its order, with what is to be said of it."""

    queryset = Card.objects.all()
    serializer_class = CardShape
    filterset_class = CardsFilter
    pagination_class = SearchedPages

    def paginate_queryset(self, queryset: Any) -> list[Any]:
        """A page of the engine's cards; where the list is narrowed, the database says which."""
        text = self.request.query_params.get("q", "").strip()
        game = self.request.query_params.get("game") or None
        if not text and not self._is_narrowed:
            every = chain.from_iterable(map(selectors.cards_in_order, (game,) if game else sorted(GAMES)))
            return super().paginate_queryset(tuple(every)) or []
        if text:
            found = search_cards(text, game=game, within=queryset if self._is_narrowed else None)
            keys: list[int] = super().paginate_queryset(found.ids) or []
            if isinstance(self.paginator, SearchedPages):
                self.paginator.notes = (*found.notes, *found.remarks)
            places = {pk: (game, slug) for pk, game, slug in _rows(keys)}
            page = [places[key] for key in keys]
        else:
            page = super().paginate_queryset(queryset.values_list("game", "slug")) or []
        held = {game: selectors.reference(game).catalog.by_slug for game in dict(page)}
        return [held[game][slug] for game, slug in page]

    @property
    def _is_narrowed(self) -> bool:
        """Whether the address narrows the list by more than the query and its game."""
        return bool(set(self.request.query_params) - {"q", "game", "page", "page_size"})


class OneCard(APIView):
    """A card."""

    @extend_schema(
        parameters=[
            _GAME,
            _CARD,
        ],
        responses={200: CardShape, 404: ErrorShape},
    )
    def get(self, request: Request, game: str, slug: str) -> Response:
        """The card of that slug."""
        return Response(CardShape(_card(selectors.reference(find_game(game)), slug)).data)


class Legality(APIView):
    """Where a card may be played on a day."""

    @extend_schema(parameters=[_GAME, _CARD, _ON], responses={200: LegalitiesShape, 400: ErrorShape, 404: ErrorShape})
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Every format of its game with the answer."""
        on = _day_asked(request)
        reference = selectors.reference(find_game(game))
        formats = legality_of(_card(reference, slug), on, reference)
        return Response(LegalitiesShape({"game": game, "card": slug, "on": on, "formats": formats}).data)


class Keywords(generics.ListAPIView[Keyword]):
    """The keywords, with what they mean."""

    queryset = Keyword.objects.all()
    serializer_class = KeywordShape
    filterset_class = KeywordsFilter


class Teams(generics.ListAPIView[Team]):
    """The affiliations and teams."""

    queryset = Team.objects.all()
    serializer_class = TeamShape
    filterset_class = TeamsFilter


class Printings(generics.ListAPIView[Printing]):
    """The printings, set by set."""

    queryset = Printing.objects.select_related("card", "card_set").order_by("card_set__position", "number", "pk")
    serializer_class = PrintingOfCardShape
    filterset_class = PrintingsFilter


class Formats(generics.ListAPIView[Format]):
    """The formats."""

    queryset = Format.objects.all()
    serializer_class = FormatShape
    filterset_class = FormatsFilter


class OneFormat(APIView):
    """A format with its pool, its bans and what it asks, and its sets on a day."""

    @extend_schema(
        parameters=[
            _GAME,
            OpenApiParameter("slug", str, OpenApiParameter.PATH, description="Slug or short name of a format."),
            _ON,
        ],
        responses={200: FormatInFullShape, 400: ErrorShape, 404: ErrorShape},
    )
    def get(self, request: Request, game: str, slug: str) -> Response:
        """The format of that slug."""
        fmt = find_format(selectors.reference(find_game(game)), slug)
        return Response(FormatInFullShape(fmt, context={"on": _day_asked(request)}).data)


class ReferenceDump(APIView):
    """Every fact of a game in one answer, for programs that judge for themselves."""

    @extend_schema(parameters=[_GAME], responses={200: ReferenceShape, 404: ErrorShape})
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """The rows that the engine takes; the ETag changes with the facts, so that nothing is fetched twice."""
        found = get_object_or_404(Game, slug=find_game(game))
        etag = f'"{found.data_version}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return unchanged
        return Response(_dump(found), headers={"ETag": etag})


def _rows(keys: Sequence[int]) -> Iterable[tuple[int, str, str]]:
    return Card.objects.filter(pk__among=keys).order_by().values_list("pk", "game_id", "slug")


def _card(reference: Reference, slug: str) -> engine.cards.Card:
    by_slug = reference.catalog.by_slug
    if slug not in by_slug:
        raise NotFound(f"{GAMES[reference.game]} has no card {slug[:80]!r}", nearest=nearest_slugs(slug, by_slug))
    return by_slug[slug]


def _day_asked(request: Request) -> date:
    """The day of `?on=`, else today. Raises ValidationError for any other parameter."""
    refuse_others(request, ("on",))
    on = request.query_params.get("on")
    return services.day(on, place="on") if on else timezone.localdate()


def _dump(game: Game) -> dict[str, Any]:
    rows = selectors.reference_rows(game.slug)
    return {"game": game.slug, "data_version": game.data_version, **rows}
