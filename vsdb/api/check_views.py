"""Judging decks over HTTP."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.model.errors import InputError
from vsdb.api.check_serializers import CheckRequestShape, ErrorShape, VerdictsShape
from vsdb.api.throttling import ChecksPerCaller, PerCaller
from vsdb.check import services


class Check(APIView):
    """Is this deck legal in these formats on these days, and why?"""

    permission_classes = (AllowAny,)
    throttle_classes = (PerCaller, ChecksPerCaller)

    @extend_schema(
        request=CheckRequestShape,
        responses={200: VerdictsShape, 400: ErrorShape, 404: ErrorShape, 413: ErrorShape, 429: ErrorShape},
        examples=[
            OpenApiExample(
                "Two formats on one day",
                value={
                    "deck": "4 Savage Beatdown\n4 Flying Kick",
                    "game": "vs-classic",
                    "formats": ["golden-age", "silver-age"],
                    "dates": ["2007-04-15"],
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Judge a deck; an illegal one is an answer like any other, not an error."""
        if "HTTP_TRANSFER_ENCODING" in request.META:
            # The framework would take such a body for an empty one.
            raise InputError("it comes in chunks; send it with its length", place="body", code="length-missing")
        asked = CheckRequestShape(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        checked = services.check(
            given["deck"],
            game=given.get("game"),
            formats=given.get("formats") or (),
            dates=[services.day(each, place="dates") for each in given.get("dates") or ()],
        )
        return Response({"verdicts": [each.verdict.as_dict() for each in checked]})
