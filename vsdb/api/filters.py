"""What the lists of the API can be narrowed by; each filter is a parameter of the address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import django_filters
from django.db.models import QuerySet
from django.http import HttpRequest
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.views import APIView

from engine.model.cards import GAMES
from vsdb.api.parameters import refuse_others
from vsdb.catalog.cards.filters import CardFilter
from vsdb.catalog.cards.models import Card, CardSet
from vsdb.search.language.parser import MOST_CHARACTERS

_OF_PAGES = ("page", "page_size")


class KnownParameters(DjangoFilterBackend):  # type: ignore[misc]
    """The filters of a list, and nothing else: a misspelt one would else be answered with everything there is."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: APIView) -> QuerySet[Any]:
        """The rows that fit. Raises ValidationError, also for a parameter that the list doesn't have."""
        filters = self.get_filterset_class(view, queryset)
        known = (*(filters.base_filters if filters else ()), *_OF_PAGES)
        refuse_others(request, known)
        found: QuerySet[Any] = super().filter_queryset(request, queryset, view)
        return found


def game_filter(column: str = "game_id") -> django_filters.ChoiceFilter:
    """`?game=`, of the rows with that game in a column."""
    return django_filters.ChoiceFilter(column, choices=tuple(GAMES.items()), label="Slug of a game")


class GameFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Rows by game."""

    game = game_filter()


class CardsFilter(CardFilter):
    """The filters of a game's card list, over every game or the one asked for."""

    q = django_filters.CharFilter(
        method="searched",
        max_length=MOST_CHARACTERS,
        label="A query in the language of the search box, such as t:character cost<=3; its fields are at /help/search/",
    )
    game = game_filter()

    def __init__(self, data: Mapping[str, str], queryset: QuerySet[Card], *, request: HttpRequest) -> None:
        # Each filter is copied for each request: those that aren't asked for needn't be.
        every: Mapping[str, Any] = cast(Any, type(self)).base_filters
        self.base_filters: dict[str, Any] = {name: each for name, each in every.items() if name in data}
        django_filters.FilterSet.__init__(self, data, queryset, request=request)

    def searched(self, queryset: QuerySet[Card], name: str, value: str) -> QuerySet[Card]:
        """All of them: what the query finds, and in which order, is for the view to say."""
        return queryset


class SetsFilter(GameFilter):
    """Sets by game, kind and standing."""

    kind = django_filters.CharFilter("kind", max_length=20, label="Kind of set")
    official = django_filters.ChoiceFilter(choices=CardSet.Official.choices, label="yes, doubtful or no")


class PrintingsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Printings by game, set, number and card."""

    game = game_filter("card__game_id")
    set = django_filters.CharFilter("card_set__code", max_length=10, label="Code of a set")
    number = django_filters.CharFilter("number", max_length=16, label="Number in its set")
    card = django_filters.CharFilter("card__slug", max_length=160, label="Slug of a card")


class FormatsFilter(GameFilter):
    """Formats by game and kind."""

    kind = django_filters.CharFilter("kind", max_length=60, label="Kind of format")
