"""Odds over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework.request import Request
from rest_framework.response import Response

from engine import InputError
from engine.simulation.odds.counting import Work
from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_question
from vsdb.api.shapes import OPTIONAL, Decimal, Field, Number, Numbers, Recorded, Shape, Text, Texts
from vsdb.check.api import CitationShape
from vsdb.simulations.odds.questions import answer_odds

MAX_QUESTIONS = 20  #: in one request


@extend_schema_field({"type": "object", "additionalProperties": True})
class ObjectField(Field):
    """Plain data that the engine reads."""

    def to_internal_value(self, data: Any) -> Any:
        return data


class OddsRequestShape(Shape):
    """A deck, and a question about it. A list of at most 20 gives a list of answers."""

    deck = ObjectField(
        "The deck: `size` with `groups` or `cells` of counts, or `list` as deck text with `groups` of `names` or `q`.",
        **OPTIONAL,
    )
    question = ObjectField(
        "The question: `game`, `want`, `mulligan`, `first`, `distinct`, `turns`; or `parts`, each with its own deck."
    )


class TurnOddsShape(Shape):
    """The odds by one turn."""

    turn = Number("The turn.", required=False)
    answer = Recorded("The exact fraction in lowest terms. Null if it is a range.")
    decimal = Decimal("The same to six places. Null if it is a range.", allow_null=True)
    least = Text("The least that it can be; of a range only.", required=False)
    most = Text("The most that it can be; of a range only.", required=False)
    least_decimal = Decimal("The least to six places; of a range only.", required=False)
    most_decimal = Decimal("The most to six places; of a range only.", required=False)


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer"}})
class HandField(ObjectField):
    """Copies by group; `rest` are those that nothing asks for."""


class ChangedHandShape(Shape):
    """A hand that the best policy changes."""

    hand = HandField("Copies by group; `rest` are those that nothing asks for.")
    aside = HandField("The copies that go.")


class OddsShape(TurnOddsShape):
    """The odds, what they assume, and the rules that they follow."""

    answers = TurnOddsShape.several("The odds by each turn that was asked for.", required=False)
    keeps = HandField(
        "The hands that the best policy keeps, as a list; of `best` only. Of `parts` a list of them, null where a "
        "part's policy is another.",
        required=False,
    )
    changes = ChangedHandShape.several("The hands that it changes; of `best` only.", required=False)
    seen = Numbers("The cards seen by each turn from 0; of `parts` a list of them.")
    assumes = Texts("What the answer takes for granted.")
    citations = CitationShape.several("The rules of opening hand, mulligan and draw.")


class OddsQuestions(QuestionView):
    """Count the odds of draws exactly."""

    @describe_question(
        OddsRequestShape,
        OddsShape,
        "A four-drop by turn 4, hands without one sent back",
        deck={"size": 60, "groups": {"4-drops": 8}},
        question={
            "game": examples.GAME,
            "want": [{"of": "4-drops", "by": 4}],
            "mulligan": {"do": "keep-if", "keep": [[{"of": "4-drops"}]]},
        },
    )
    def post(self, request: Request) -> Response:
        """Answer a question about the odds of a deck, as an exact fraction. Nothing is stored.

        A card of which it can't be said whether it is in a group makes the answer a range.
        """
        given: Any = request.data
        if not isinstance(given, list):
            return Response(answer_odds(given).as_dict())
        if len(given) > MAX_QUESTIONS:
            raise InputError(f"{len(given)} questions; at most {MAX_QUESTIONS}", place="body")
        work = Work()
        return Response([_answer_one(each, work) for each in given])


def _answer_one(given: object, work: Work) -> Mapping[str, Any]:
    try:
        return answer_odds(given, work).as_dict()
    except InputError as error:
        return {"error": {"path": error.place, "message": error.message}}
