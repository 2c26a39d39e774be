"""What every address about stored decks keeps to: who asks, what they may, and that nobody keeps the answer."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from vsdb.accounts.viewers import STRANGER, Visitor
from vsdb.api.filters import refuse_others
from vsdb.api.throttling import PerCaller
from vsdb.decks import selectors
from vsdb.decks.viewed_deck import Place

ID = OpenApiParameter("id", int, OpenApiParameter.PATH, description="The deck's number.")
SECRET = OpenApiParameter("secret", str, OpenApiParameter.PATH, description="The word of a deck's secret link.")
VERSION = OpenApiParameter("number", int, OpenApiParameter.PATH, description="A version of the deck, from 1.")
COMMENT = OpenApiParameter("comment", int, OpenApiParameter.PATH, description="The comment's number.")


class WritesPerCaller(PerCaller):
    """What a caller changes: `API_WRITE_RATE`, or no limit where that is empty."""

    scope = "write"

    def get_rate(self) -> str | None:
        return settings.API_WRITE_RATE or None


class StoredView(APIView):
    """An address about stored decks. `parameters` are those of its address; another one is refused."""

    parameters: tuple[str, ...] = ()

    def get_throttles(self) -> list[BaseThrottle]:
        """Reading counts as any request does; changing something counts apart as well."""
        is_safe = self.request.method in SAFE_METHODS
        return [PerCaller()] if is_safe else [PerCaller(), WritesPerCaller()]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        refuse_others(request, self.parameters)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Response:
        """What is told of decks is for whoever asked, and for now."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.headers["Cache-Control"] = "private, no-store"
        return answer


def asker_of(request: Request) -> Visitor:
    """Who asks: the account of the token, else a stranger; cookies never count."""
    user = request.user
    if user is None:
        return STRANGER
    return Visitor(user.pk, may_moderate=user.has_perm("decks.change_comment"))


def place_of(request: Request, pk: int = 0, secret: str = "") -> Place:
    """The deck that an address names, by number or secret; one query. Raises NotFound where the asker may not see it.

    Somebody's account is known by two queries more.
    """
    asker = asker_of(request)
    return Place(selectors.shared_deck(secret) if secret else selectors.deck_for(pk, asker), asker, secret)


def own_place(request: Request, pk: int) -> Place:
    """A deck that the asker may change; one query. Raises NotFound for another as for one that isn't there."""
    asker = asker_of(request)
    return Place(selectors.own_deck(pk, asker), asker)


def created(answer: dict[str, Any]) -> Response:
    """The answer to what was made."""
    return Response(answer, status=201)
