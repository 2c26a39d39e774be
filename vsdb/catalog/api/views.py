"""The reference over HTTP; each list costs the same few queries however long its pages are."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import django_filters
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from rest_framework import generics
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.formats.changes import list_changes
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
from vsdb.api.shapes import Address, Shape
from vsdb.catalog.api import card_shapes as shapes
from vsdb.catalog.api.card_shapes import CardShape
from vsdb.catalog.api.format_shapes import FormatInFullShape, FormatShape, FormatTurnShape, LegalitiesShape
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.models import Card as CardRow
from vsdb.catalog.cards.models import CardSet, Game, Keyword, Printing, Team
from vsdb.catalog.formats.lookup import find_card, find_format, find_game, find_nearest_slugs
from vsdb.catalog.formats.models import Format
from vsdb.catalog.formats.services import explain, list_legalities

FORMAT = path_parameter("slug", "Slug or short name of a format.")
_HELD = 20_000  #: cards whose JSON is kept, about a kilobyte each


class EntranceShape(Shape):
    """Where things are."""

    games = Address("The games.")
    sets = Address("The sets.")
    cards = Address("The cards.")
    printings = Address("The printings.")
    formats = Address("The formats.")
    keywords = Address("The keywords.")
    teams = Address("The affiliations and teams.")
    documents = Address("The rules documents.")
    rules = Address("The rules that verdicts cite.")
    rulings = Address("The rulings that are loaded.")
    sources = Address("Where wordings and rulings came from.")
    decks = Address("The decks that everybody may see, and your own.")
    changes = Address("What changed in the facts, and what is coming.")
    own_formats = Address("The formats by organizers, and where one is begun.")
    check = Address("Where decks are posted to be judged.")
    check_team = Address("Where the decks of a team are posted to be judged together.")
    life = Address("Where a list is posted to learn when it was legal in each format.")
    repair = Address("Where a list is posted to learn the fewest changes that make it legal.")
    what_if = Address("Where a ban, a rotation or an erratum is posted to be tried.")
    following = Address("What an account follows; it takes a token.")
    documentation = Address("The page that describes all of it.")


class SetsFilter(GameFilter):
    """Sets by game, kind and standing."""

    kind = django_filters.CharFilter("kind", max_length=20, label="Kind of set")
    official = django_filters.ChoiceFilter(choices=CardSet.Official.choices, label="yes, doubtful or no")


class PrintingsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Printings by game, set, number and card."""

    game = build_game_filter("card__game_id")
    set = django_filters.CharFilter("card_set__code", max_length=10, label="Code of a set")
    number = django_filters.CharFilter("number", max_length=16, label="Number in its set")
    card = django_filters.CharFilter("card__slug", max_length=160, label="Slug of a card")


class FormatsFilter(GameFilter):
    """Formats by game and kind."""

    kind = django_filters.CharFilter("kind", max_length=60, label="Kind of format")


class Games(generics.ListAPIView[Game]):
    """The games."""

    queryset = Game.objects.all()
    serializer_class = shapes.GameShape
    filterset_class = None


class Sets(generics.ListAPIView[CardSet]):
    """The sets, in order of release."""

    queryset = CardSet.objects.select_related("follows")
    serializer_class = shapes.SetShape
    filterset_class = SetsFilter


class OneSet(APIView):
    """A set; its cards are `printings?game=…&set=…`."""

    @describe_answer(shapes.SetShape, 404, parameters=[GAME, path_parameter("code", "Code of a set.")])
    def get(self, request: Request, game: str, code: str) -> Response:
        """The set of that code."""
        reference = selectors.get_reference(find_game(game))
        found = Sets.queryset.filter(game=reference.game, code=code.upper()).first()
        if found is None:
            nearest = find_nearest_slugs(code, reference.sets)
            raise NotFound(f"{GAMES[reference.game]} has no set {code[:80]!r}", nearest=nearest)
        return Response(shapes.SetShape(found).data)


class Legality(APIView):
    """Where a card may be played on a day."""

    @describe_answer(LegalitiesShape, 400, 404, parameters=[GAME, CARD, ON])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """Every format of its game with the answer."""
        on = read_day_parameter(request)
        reference = selectors.get_reference(find_game(game))
        formats = list_legalities(find_card(reference, slug), on, reference)
        return Response(LegalitiesShape({"game": reference.game, "card": slug, "on": on, "formats": formats}).data)


class Keywords(generics.ListAPIView[Keyword]):
    """The keywords, with what they mean."""

    queryset = Keyword.objects.all()
    serializer_class = shapes.KeywordShape
    filterset_class = GameFilter


class Teams(generics.ListAPIView[Team]):
    """The affiliations and teams."""

    queryset = Team.objects.all()
    serializer_class = shapes.TeamShape
    filterset_class = GameFilter


class Printings(generics.ListAPIView[Printing]):
    """The printings, set by set."""

    queryset = Printing.objects.select_related("card", "card_set").order_by("card_set__position", "number", "pk")
    serializer_class = shapes.PrintingOfCardShape
    filterset_class = PrintingsFilter


class Formats(generics.ListAPIView[Format]):
    """The formats."""

    queryset = Format.objects.all()
    serializer_class = FormatShape
    filterset_class = FormatsFilter


class OneFormat(APIView):
    """A format with its pool, its bans and what it asks, and its sets on a day."""

    @describe_answer(FormatInFullShape, 400, 404, parameters=[GAME, FORMAT, ON])
    def get(self, request: Request, game: str, slug: str) -> Response:
        """The format of that slug."""
        reference = selectors.get_reference(find_game(game))
        fmt = find_format(reference, slug)
        return Response(FormatInFullShape(explain(fmt, read_day_parameter(request), reference)).data)


class FormatChanges(generics.ListAPIView[Any]):
    """Everything that ever becomes otherwise about a format: its sets, its bans, its season, the rules it is under."""

    serializer_class = FormatTurnShape
    filterset_class = None

    def get_queryset(self) -> Any:
        """What becomes otherwise, in the order of the days."""
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
        """A page of what becomes otherwise about the format, day by day."""
        return super().get(request, *args, **options)


class ReferenceDump(APIView):
    """Every fact of a game in one answer, for programs that judge for themselves."""

    @describe_answer(shapes.ReferenceShape, 404, parameters=[GAME])
    def get(self, request: Request, game: str) -> HttpResponseBase:
        """The rows that the engine takes; the ETag changes with the facts, so that nothing is fetched twice."""
        found = get_object_or_404(Game, slug=find_game(game))
        etag = f'"{found.data_version}"'
        unchanged = get_conditional_response(request._request, etag=etag)
        if unchanged is not None:
            return unchanged
        rows = selectors.list_reference_rows(found.slug)
        return Response({"game": found.slug, "data_version": found.data_version, **rows}, headers={"ETag": etag})


@lru_cache(maxsize=_HELD)
def write_card_json(card: Card) -> bytes:
    """The JSON of a card, as its shape gives it."""
    return _json(CardShape(card).data)


class WrittenListView(generics.ListAPIView[CardRow]):
    """A list of cards whose answer is put together from the cards' JSON instead of being written anew."""

    def list(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:  # type: ignore[override]
        """The page that the view's filters and pages make, byte for byte as its serializer would write it."""
        page: Any = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        around = self.get_paginated_response([]).data
        parts = (
            _json(name)
            + b":"
            + (b"[" + b",".join(map(write_card_json, page)) + b"]" if name == "results" else _json(value))
            for name, value in around.items()
        )
        return HttpResponse(b"{" + b",".join(parts) + b"}", content_type="application/json")


def _json(value: Any) -> bytes:
    text: bytes = JSONRenderer().render(value)  # which gives nothing at all for None
    return text or b"null"
