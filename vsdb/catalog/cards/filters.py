"""The plain filters of the card lists: words of an address that narrow beside its query."""

from __future__ import annotations

from collections.abc import Mapping

import django_filters
from django import forms
from django.db.models import QuerySet

from vsdb.catalog.cards.models import Card, CardLabel


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
