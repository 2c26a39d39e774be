"""What narrows card lists beside their query, and the addresses of lists of the cards that share a fact."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlencode

import django_filters
from django import forms
from django.db.models import QuerySet

from vsdb.catalog.cards.models import Card, CardLabel
from vsdb.core.addresses import get_address

_PLAIN = re.compile(r"\w[\w-]*")


class WholeNumberFilter(django_filters.NumberFilter):  # type: ignore[misc]
    """A small whole number."""

    field_class = forms.IntegerField


class CardFilter(django_filters.FilterSet):  # type: ignore[misc]
    """What a card list can be narrowed by beside its query, for addresses made by hand or long ago."""

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

    def __init__(self, data: Mapping[str, str], game: str | None) -> None:
        super().__init__(data, Card.objects.filter(game=game) if game else Card.objects.all())

    @property
    def asked(self) -> dict[str, str]:
        """The filters that the address sets, with their values."""
        return {name: self.data[name] for name in self.base_filters if self.data.get(name, "").strip()}

    def filter_domain(self, queryset: QuerySet[Card], name: str, value: str) -> QuerySet[Card]:
        """Cards with the domain."""
        return queryset.filter(labels__kind=CardLabel.Kind.DOMAIN, labels__name__iexact=value)


def write_term(field: str, value: str | int, sign: str = ":") -> str:
    """A field with its value as the query language writes it."""
    return f"{field}{sign}{quote_term(str(value))}"


def quote_term(value: str) -> str:
    """A value as a query writes it, in quotes where it needs them."""
    return value if _PLAIN.fullmatch(value) else '"' + value.replace('"', "") + '"'


def list_address(game: str, *terms: str) -> str:
    """The address of a game's list of the cards that fit every term."""
    return f"{get_address('cards:list', game)}?{urlencode({'q': ' '.join(terms)})}"
