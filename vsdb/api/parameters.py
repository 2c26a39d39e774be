"""What requests of the API bring: parts and parameters of addresses, and what lists are narrowed by."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.utils import timezone
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from engine import GAMES
from vsdb.core.dates import parse_day

_OF_PAGES = ("page", "page_size")


def path_parameter(name: str, description: str, type_: type = str, **options: Any) -> OpenApiParameter:
    """A part of an address."""
    return OpenApiParameter(name, type_, OpenApiParameter.PATH, description=description, **options)


def query_parameter(name: str, description: str, type_: Any = str, **options: Any) -> OpenApiParameter:
    """A parameter behind the question mark."""
    return OpenApiParameter(name, type_, description=description, **options)


GAME = path_parameter("game", "The slug of the game.")
CARD = path_parameter("slug", "The slug of the card.")
OF_GAME = query_parameter("game", "The slug of the game.", enum=list(GAMES))
ON = query_parameter("on", "The date. Default: today.", OpenApiTypes.DATE)


def refuse_others(request: Request, known: Sequence[str]) -> None:
    """Raise ValidationError where the address has a parameter of another name."""
    others = sorted(set(request.query_params) - set(known))
    if others:
        said = f"The parameters are {', '.join(known)}." if known else "This address takes none."
        raise ValidationError({name[:80]: f"No such parameter. {said}" for name in others[:20]})


def read_day_parameter(request: Request) -> date:
    """The day of `?on=`, else today. Raises ValidationError for any other parameter."""
    refuse_others(request, ("on",))
    on = request.query_params.get("on")
    return parse_day(on, place="on") if on else timezone.localdate()


def read_list_parameter(request: Request, name: str) -> list[str]:
    """Words between commas."""
    return [each.strip() for each in request.query_params.get(name, "").split(",") if each.strip()]


def read_mine_parameter(request: Request) -> bool:
    """Whether `?mine=true` asks for one's own alone. Raises ValidationError, also for a game that there isn't."""
    game, mine = request.query_params.get("game"), request.query_params.get("mine", "false")
    if game and game not in GAMES:
        raise ValidationError({"game": f"{game[:40]!r} is not a game. The games are {', '.join(GAMES)}."})
    if mine not in ("true", "false"):
        raise ValidationError({"mine": f"{mine[:40]!r} is not valid. Use true or false."})
    return mine == "true"


class KnownParameters(DjangoFilterBackend):  # type: ignore[misc]
    """The filters of a list, and nothing else: a misspelt one would else be answered with everything there is."""

    def filter_queryset(self, request: Request, queryset: QuerySet[Any], view: APIView) -> QuerySet[Any]:
        """The rows that fit. Raises ValidationError, also for a parameter that the list doesn't have."""
        filters = self.get_filterset_class(view, queryset)
        known = (*(filters.base_filters if filters else ()), *_OF_PAGES)
        refuse_others(request, known)
        found: QuerySet[Any] = super().filter_queryset(request, queryset, view)
        return found


def build_game_filter(column: str = "game_id") -> django_filters.ChoiceFilter:
    """`?game=`, of the rows with that game in a column."""
    return django_filters.ChoiceFilter(column, choices=tuple(GAMES.items()), label="The slug of the game")


class GameFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Rows by game."""

    game = build_game_filter()
