"""What the lists of the API can be narrowed by; each filter is a parameter of the address."""

from __future__ import annotations

from collections.abc import Mapping

import django_filters
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from engine.cards import GAMES
from vsdb.cards import selectors
from vsdb.cards.filters import CardFilter
from vsdb.cards.models import Card, CardSet, Keyword, Printing, Team
from vsdb.cards.related import cards_named
from vsdb.formats.models import Format

_GAMES = tuple(GAMES.items())


class CardsFilter(CardFilter):
    """The filters of a game's card list, over every game or the one asked for."""

    game = django_filters.ChoiceFilter("game_id", choices=_GAMES, label="Slug of a game")

    def __init__(self, data: Mapping[str, str], queryset: QuerySet[Card], *, request: HttpRequest) -> None:
        django_filters.FilterSet.__init__(self, data, queryset, request=request)

    def filter_named(self, queryset: QuerySet[Card], name: str, value: str) -> QuerySet[Card]:
        """Cards whose title holds every word."""
        asked = self.data.get("game")
        named = Q()
        for game in [asked] if asked in GAMES else GAMES:
            slugs = [card.slug for card in cards_named(selectors.reference(game), value)]
            named |= Q(game=game, slug__in=slugs)
        return queryset.filter(named)


class SetsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Sets by game, kind and standing."""

    game = django_filters.ChoiceFilter("game_id", choices=_GAMES, label="Slug of a game")
    kind = django_filters.CharFilter("kind", max_length=20, label="Kind of set")
    official = django_filters.ChoiceFilter(choices=CardSet.Official.choices, label="yes, doubtful or no")

    class Meta:
        model = CardSet
        fields = ()


class PrintingsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Printings by game, set, number and card."""

    game = django_filters.ChoiceFilter("card__game_id", choices=_GAMES, label="Slug of a game")
    set = django_filters.CharFilter("card_set__code", max_length=10, label="Code of a set")
    number = django_filters.CharFilter("number", max_length=16, label="Number in its set")
    card = django_filters.CharFilter("card__slug", max_length=160, label="Slug of a card")

    class Meta:
        model = Printing
        fields = ()


class FormatsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Formats by game and kind."""

    game = django_filters.ChoiceFilter("game_id", choices=_GAMES, label="Slug of a game")
    kind = django_filters.CharFilter("kind", max_length=60, label="Kind of format")

    class Meta:
        model = Format
        fields = ()


class KeywordsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Keywords by game."""

    game = django_filters.ChoiceFilter("game_id", choices=_GAMES, label="Slug of a game")

    class Meta:
        model = Keyword
        fields = ()


class TeamsFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Affiliations and teams by game."""

    game = django_filters.ChoiceFilter("game_id", choices=_GAMES, label="Slug of a game")

    class Meta:
        model = Team
        fields = ()
