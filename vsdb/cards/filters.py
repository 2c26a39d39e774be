"""The filters of the card list, and for each the values that would leave something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import django_filters
from django import forms
from django.db.models import Count, QuerySet

from engine.cards import RIFTBOUND, VS_2PCG
from engine.reference import Reference
from vsdb.cards.models import Card, CardLabel
from vsdb.cards.related import cards_named

_MANY = 64  #: a column that lists more values than this is cut to the most frequent


class WholeNumberFilter(django_filters.NumberFilter):  # type: ignore[misc]
    """A small whole number."""

    field_class = forms.IntegerField


class CardFilter(django_filters.FilterSet):  # type: ignore[misc]
    """What a game's card list can be narrowed by; every filter is a word of the list's address."""

    q = django_filters.CharFilter(method="filter_named", max_length=100, label="Name")
    type = django_filters.CharFilter(lookup_expr="iexact", max_length=40, label="Type")
    level = WholeNumberFilter(min_value=0, max_value=99, label="Level")
    cost = WholeNumberFilter(min_value=0, max_value=99, label="Cost")
    energy = WholeNumberFilter(min_value=0, max_value=99, label="Energy")
    team = django_filters.CharFilter("teams__slug", max_length=80, distinct=True, label="Team")
    domain = django_filters.CharFilter(method="filter_domain", max_length=40, label="Domain")
    set = django_filters.CharFilter("sets__code", lookup_expr="iexact", max_length=10, distinct=True, label="Set")
    keyword = django_filters.CharFilter("keywords__slug", max_length=80, distinct=True, label="Keyword")

    class Meta:
        model = Card
        fields = ()

    def __init__(self, data: Mapping[str, str], reference: Reference) -> None:
        self.reference = reference
        super().__init__(data, Card.objects.filter(game=reference.game))

    def filter_named(self, queryset: QuerySet[Card], name: str, value: str) -> QuerySet[Card]:
        """Cards whose title holds every word."""
        return queryset.filter(slug__in=[card.slug for card in cards_named(self.reference, value)])

    def filter_domain(self, queryset: QuerySet[Card], name: str, value: str) -> QuerySet[Card]:
        """Cards with the domain."""
        return queryset.filter(labels__kind=CardLabel.Kind.DOMAIN, labels__name__iexact=value)


@dataclass(frozen=True, slots=True)
class Choice:
    """A value of a filter and how many cards it would leave."""

    value: str
    name: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class Facet:
    """A filter with its choices."""

    name: str
    label: str
    choices: tuple[Choice, ...]

    @property
    def chosen(self) -> Choice | None:
        """The choice that is in force."""
        return next((choice for choice in self.choices if choice.is_chosen), None)


#: Each filter's value and name, as columns.
_COLUMNS: Mapping[str, tuple[str, str]] = {
    "type": ("type", "type"),
    "level": ("level", "level"),
    "cost": ("cost", "cost"),
    "energy": ("energy", "energy"),
    "team": ("teams__slug", "teams__name"),
    "domain": ("labels__name", "labels__name"),
    "set": ("sets__code", "sets__name"),
    "keyword": ("keywords__slug", "keywords__name"),
}
_OF_2PCG = ("type", "level", "cost", "team", "set", "keyword")
_OF_RIFTBOUND = ("type", "domain", "energy", "set", "keyword")
_OF_CLASSIC = ("type", "cost", "team", "set", "keyword")
_IN_ORDER_OF_VALUE = frozenset({"level", "cost", "energy"})


def facets(data: Mapping[str, str], reference: Reference) -> list[Facet]:
    """The filters of a game's list with what each value would leave beside the other filters; a query each."""
    names = {VS_2PCG: _OF_2PCG, RIFTBOUND: _OF_RIFTBOUND}.get(reference.game, _OF_CLASSIC)
    return [_facet(name, data, reference) for name in names]


def _facet(name: str, data: Mapping[str, str], reference: Reference) -> Facet:
    others = CardFilter({key: value for key, value in data.items() if key != name}, reference)
    value, shown = _COLUMNS[name]
    rows = others.qs.order_by()
    if name == "domain":
        rows = rows.filter(labels__kind=CardLabel.Kind.DOMAIN)
    counted = rows.values_list(value, shown).annotate(cards=Count("pk", distinct=True)).order_by("-cards", shown)
    chosen = data.get(name, "").casefold()
    choices = [
        Choice(str(key), f"{text} ({key})" if name == "set" else str(text), count, str(key).casefold() == chosen)
        for key, text, count in counted[:_MANY]
        if key not in (None, "")
    ]
    if name in _IN_ORDER_OF_VALUE:
        choices.sort(key=lambda choice: int(choice.value))
    return Facet(name, str(CardFilter.base_filters[name].label), tuple(choices))
