"""Judging the decks of a team together over HTTP."""

from __future__ import annotations

from typing import ClassVar

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.model.errors import InputError
from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from vsdb.api.check_serializers import CheckedShape, ErrorShape, FindingShape, VerdictShape
from vsdb.api.shapes import Choice, Day, Flag, Numbers, Shape, StrictShape, Text, Texts
from vsdb.api.throttling import ChecksPerCaller, PerCaller
from vsdb.check import services
from vsdb.check.team import MOST_DECKS, check_team


class TeamRequestShape(StrictShape):
    """The decks of a team, the format and the day. What is missing comes from the lists' own comment lines."""

    decks = Texts(
        "The deck of each player, as text.", child=Text(trim_whitespace=False, allow_blank=True), max_length=MOST_DECKS
    )
    game = Text("The slug of the game; else a list or the format says.", required=False, allow_null=True, max_length=80)
    format = Text("The slug of the format.", required=False, allow_null=True, max_length=120)
    as_of = Text("The day as YYYY-MM-DD; else a list's, else today.", required=False, allow_null=True, max_length=40)

    default_error_messages: ClassVar = {"invalid": "A JSON object with the decks of a team is needed."}

    there_is = "a check of a team has"


class SharedFindingShape(FindingShape):
    """One thing that is to be said of the decks of a team together."""

    decks = Numbers("The decks that it is about, from 1 in the order sent.")


class TeamVerdictShape(Shape):
    """Whether a team may play its decks in a format on a day, and why."""

    outcome = Choice("The answer for all of them together.", (LEGAL, ILLEGAL, UNCERTAIN))
    legal = Flag("True for legal only.")
    game = Text("The slug of the game.")
    format = Text("The slug of the format.")
    as_of = Day("The day.")
    findings = SharedFindingShape(many=True, help_text="What there is between the decks, worst first.")
    checked = CheckedShape(many=True, help_text="What was looked at between the decks.")
    decks = VerdictShape(many=True, help_text="The verdict on each deck by itself, in the order sent.")


class CheckTeam(APIView):
    """May this team play these decks together, and why?"""

    permission_classes = (AllowAny,)
    throttle_classes = (PerCaller, ChecksPerCaller)

    @extend_schema(
        request=TeamRequestShape,
        responses={200: TeamVerdictShape, 400: ErrorShape, 404: ErrorShape, 413: ErrorShape, 429: ErrorShape},
        examples=[
            OpenApiExample(
                "Two partners",
                value={"decks": ["Legend\n1 Loose Cannon", "Legend\n1 Hand of Noxus"], "format": "2v2-constructed"},
                request_only=True,
            )
        ],
    )
    def post(self, request: Request) -> Response:
        """Judge the decks of a team, each by itself and together; an illegal team is an answer like any other."""
        if "HTTP_TRANSFER_ENCODING" in request.META:
            # The framework would take such a body for an empty one.
            raise InputError("it comes in chunks; send it with its length", place="body", code="length-missing")
        asked = TeamRequestShape(data=request.data)
        asked.is_valid(raise_exception=True)
        given = asked.validated_data
        as_of = services.day(given["as_of"], place="as_of") if given.get("as_of") else None
        checked = check_team(given["decks"], game=given.get("game"), fmt=given.get("format"), as_of=as_of)
        return Response(checked.verdict.as_dict())
