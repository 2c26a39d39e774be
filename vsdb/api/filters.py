"""What the lists of the API can be narrowed by; each filter is a parameter of the address."""

from __future__ import annotations

from typing import Any

import django_filters
from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.views import APIView

from engine.model.cards import GAMES
from vsdb.api.parameters import refuse_others

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
