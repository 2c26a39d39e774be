"""The smallest repair of a deck over HTTP."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from engine.model.errors import InputError
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.deck_access import StoredView, place_of
from vsdb.api.repair_serializers import RepairRequestShape, RepairShape
from vsdb.api.throttling import ChecksPerCaller, PerCaller
from vsdb.check import services
from vsdb.check.repair import as_dict, repair_list
from vsdb.decks import selectors


class Repairing(APIView):
    """Which are the fewest card changes that make this deck legal, and why can't fewer?"""

    permission_classes = (AllowAny,)
    throttle_classes = (PerCaller, ChecksPerCaller)

    @extend_schema(
        request=RepairRequestShape,
        responses={200: RepairShape, 400: ErrorShape, 404: ErrorShape, 413: ErrorShape, 429: ErrorShape},
        examples=[
            OpenApiExample(
                "A deck with a banned card",
                value={
                    "deck": "4 Overload\n56 Sentinel Mark V, Army",
                    "game": "vs-classic",
                    "format": "golden-age",
                    "as_of": "2008-09-01",
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Find the smallest repair. Nothing is stored."""
        if "HTTP_TRANSFER_ENCODING" in request.META:
            # The framework would take such a body for an empty one.
            raise InputError("it comes in chunks; send it with its length", place="body", code="length-missing")
        asked = RepairRequestShape(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        on = services.day(given["as_of"], place="as_of") if given.get("as_of") else None
        found = repair_list(given["deck"], game=given.get("game"), fmt=given.get("format") or "", on=on)
        return Response(as_dict(found))


class StoredRepair(StoredView):
    """A stored deck's smallest repair."""

    parameters = ("format", "as_of")

    def get_throttles(self) -> list[BaseThrottle]:
        """It costs what a check costs, and more."""
        return [PerCaller(), ChecksPerCaller()]

    @extend_schema(
        parameters=[
            OpenApiParameter("format", str, description="The slug of a format; else the deck's own."),
            OpenApiParameter("as_of", str, description="A day, YYYY-MM-DD; else the deck's own, or today."),
        ],
        responses={200: RepairShape, 400: ErrorShape, 404: ErrorShape},
    )
    def get(self, request: Request, pk: int = 0, secret: str = "") -> Response:
        """The fewest card changes that make its newest version legal. Nothing is changed."""
        deck = place_of(request, pk, secret).deck
        revision = selectors.revision_of(deck)
        said = request.query_params
        fmt = said.get("format", "") or revision.format
        if not fmt:
            raise InputError("the deck names no format; give one", place="format", code="format-missing")
        on = services.day(said["as_of"], place="as_of") if said.get("as_of") else revision.as_of
        return Response(as_dict(repair_list(revision.text, game=deck.game_id, fmt=fmt, on=on)))
