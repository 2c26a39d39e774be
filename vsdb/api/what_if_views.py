"""Proposals over HTTP."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.model.errors import InputError
from vsdb.api.check_serializers import ErrorShape
from vsdb.api.deck_access import asker_of
from vsdb.api.throttling import ChecksPerCaller, PerCaller
from vsdb.api.what_if_serializers import WhatIfRequestShape, WhatIfShape
from vsdb.what_if.questions import question_of_plain
from vsdb.what_if.services import answer_dict, what_if


class WhatIf(APIView):
    """What would a ban, a rotation or an erratum do to decks and pools?"""

    permission_classes = (AllowAny,)
    throttle_classes = (PerCaller, ChecksPerCaller)

    @extend_schema(
        request=WhatIfRequestShape,
        responses={200: WhatIfShape, 400: ErrorShape, 404: ErrorShape, 413: ErrorShape, 429: ErrorShape},
        examples=[
            OpenApiExample(
                "A ban in one format",
                value={
                    "proposal": {"game": "vs-classic", "formats": ["silver-age"], "bans": ["Enemy of My Enemy"]},
                    "on": "2008-07-01",
                },
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Try a proposal on public decks, on your own and on decks that come along; nothing is stored.

        Stored decks are judged a slice at a time: send the same question with the `cursor` of the answer for the next.
        """
        if "HTTP_TRANSFER_ENCODING" in request.META:
            # The framework would take such a body for an empty one.
            raise InputError("it comes in chunks; send it with its length", place="body", code="length-missing")
        given: Any = request.data
        if not isinstance(given, dict):
            raise InputError("a JSON object with a proposal is needed", place="body")
        question = question_of_plain(given)
        cursor = given.get("cursor") or ""
        answer = what_if(question, asker_of(request), cursor=str(cursor))
        return Response(answer_dict(answer), headers={"Cache-Control": "private, no-store"})
