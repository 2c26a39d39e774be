"""Questions of play over HTTP: is this legal now, why, and what happens then? And what can be asked."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine import InputError
from engine.model.verdicts import SEVERITIES
from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_question
from vsdb.api.errors import build_error_body
from vsdb.api.shapes import Choice, Field, Flag, Recorded, Shape, Text, Texts
from vsdb.check.api import CitationShape
from vsdb.play.described import describe_play
from vsdb.play.services import UnreadableQuestion, answer_question, answer_questions

MAX_QUESTIONS = 100  #: in one request
_OUTCOMES = ("legal", "illegal", "uncertain")


@extend_schema_field({"type": "object", "additionalProperties": True})
class ObjectField(Field, serializers.JSONField):
    """Plain data that the engine reads or gives."""


class PlayRequestShape(Shape):
    """A question of play. A list of at most 100 gives a list of answers."""

    position = ObjectField("What you know of the game: `game`, `as_of` (today if left out), and the game's facts.")
    action = ObjectField("What is to be done: `action` names it, beside what the action says.")


class PlayFindingShape(Shape):
    """One finding of a rule."""

    code = Text("The code, such as attacker-not-ready. Codes are stable.")
    severity = Choice("error: the rule is broken; unknown: a fact is missing; info.", SEVERITIES)
    message = Text("What was found.")
    citation = CitationShape.one("The first of its rules; null where it has none.", allow_null=True)
    citations = CitationShape.several("All of its rules in this edition.")
    asks = Texts("The paths of the facts to say next.")


class CheckedPlayShape(Shape):
    """One rule that was looked at."""

    code = Text("The code.")
    outcome = Choice(
        "What came out; applied: the result was computed by it.",
        ("ok", "broken", "unknown", "not applicable", "applied"),
    )
    citation = CitationShape.one("The first of its rules.", allow_null=True)
    citations = CitationShape.several("All of its rules in this edition.")


class WorkingShape(Shape):
    """One line of the working."""

    text = Text("The line.")
    citation = CitationShape.one("Its rule; null where it has none.", allow_null=True)


class PlayAnswerShape(Shape):
    """Whether the action is legal, why, what to say next, and what happens then."""

    outcome = Choice("The outcome.", _OUTCOMES)
    legal = Flag("True for an action that is certainly legal.")
    game = Text("The slug of the game.")
    edition = Text("The slug of the rules document that was used.")
    action = Text("The verb of the action.")
    findings = PlayFindingShape.several("What is broken, what is unknown, what is remarked.")
    checked = CheckedPlayShape.several("Every rule that was checked.")
    asks = Texts("The paths of the facts to say next, such as `you.characters.a.ready`.")
    result = ObjectField("What happens then; null where rules alone don't settle it.", allow_null=True)
    working = WorkingShape.several("How the result was computed, line by line.")
    notes = Texts("What an answer takes for granted.")


class PlayQuestions(QuestionView):
    """Answer questions of play."""

    @describe_question(
        PlayRequestShape,
        PlayAnswerShape,
        "An attack by one's only character",
        position={
            "game": examples.GAME,
            "turn": {"phase": "combat", "step": "attack", "active": "you", "priority": "you", "chain": []},
            "you": {"characters": [{"id": "thor", "row": "front", "ready": True, "stunned": False}]},
            "opponent": {"characters": []},
        },
        action={"action": "attack", "attackers": ["thor"], "defender": "opponent"},
    )
    def post(self, request: Request) -> Response:
        """Say whether an action is legal in a position, by which rules, and what happens then. Nothing is stored.

        Of a list each unusable question gets `{"error": {"path", "message", "near"}}`; the others are answered. A
        single one is refused with that `error`.
        """
        given: Any = request.data
        if not isinstance(given, list):
            try:
                return Response(answer_question(given).as_dict())
            except UnreadableQuestion as exc:
                faults = [{"field": exc.place or "body", "message": exc.message}]
                return Response({**build_error_body(exc.code, str(exc), faults), "error": exc.as_dict()}, status=400)
        if len(given) > MAX_QUESTIONS:
            raise InputError(f"{len(given)} questions; at most {MAX_QUESTIONS}", place="body")
        return Response(list(answer_questions(given)))


class PlayRuleShape(Shape):
    """A rule of an action, in one edition."""

    code = Text("The code.")
    question = Text("What the rule asks.")
    broken = Text("What is said where it is broken.")
    citations = CitationShape.several("The rules behind it.")


class PlayRulesShape(Shape):
    """The rules of an action in one edition."""

    edition = Text("The slug of the edition.")
    rules = PlayRuleShape.several("In the order in which they are checked.")


class PlayActionShape(Shape):
    """An action that can be asked about."""

    action = Text("Its verb.")
    title = Text("Its title.")
    summary = Text("What it is.")
    event = Flag("True for what the game does rather than a player.")
    facts = ObjectField("What the action says: a list of facts with key, question, default and kind.")
    editions = PlayRulesShape.several("Its rules by edition.")


class PlayEditionShape(Shape):
    """An edition of a game's rules."""

    edition = Text("Its slug.")
    in_force_from = Text("The first day on which it counts.")


class OutOfReachShape(Shape):
    """What the judge doesn't decide."""

    topic = Text("What.")
    reason = Text("Why.")
    citations = CitationShape.several("The rules behind it.")


class PlayGameShape(Shape):
    """What can be asked about a game."""

    game = Text("The slug of the game.")
    editions = PlayEditionShape.several("The editions held, oldest first.")
    position = ObjectField("What a position holds: a list of facts with key, question, default and kind.")
    actions = PlayActionShape.several("The actions.")
    out_of_reach = OutOfReachShape.several("What isn't decided.")
    note = Recorded("What every legal answer takes for granted.")


class PlayActionsShape(Shape):
    """What can be asked, by game."""

    games = PlayGameShape.several("The games that have rules of play.")


class PlayActions(APIView):
    """What can be asked."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=PlayActionsShape)
    def get(self, request: Request) -> Response:
        """List every game's actions with their rules, codes, questions, citations and facts, from the tables."""
        return Response({"games": describe_play()})
