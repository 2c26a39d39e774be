"""Checking many decks in one request, over HTTP."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_question, read
from vsdb.api.errors import ErrorShape, handle
from vsdb.api.shapes import Number, Shape, StrictShape
from vsdb.check.api import CheckRequestShape, VerdictShape
from vsdb.check.batch import MAX_DECKS, DeckAnswer, DeckQuestion, check_each
from vsdb.core.limits.computing import bound_computing


class CheckBatchRequestShape(StrictShape):
    """Decks to check, each as in a check of its own."""

    decks = CheckRequestShape.several(f"The decks, at most {MAX_DECKS}.", allow_empty=False)

    default_error_messages: ClassVar = {"invalid": "Send a JSON object with the decks to check."}
    there_is = "A batch takes"

    def validate_decks(self, value: list[Any]) -> list[Any]:
        """No more than one request answers."""
        if len(value) > MAX_DECKS:
            raise serializers.ValidationError(f"{len(value)} decks; at most {MAX_DECKS}.")
        return value


class _SentBatchShape(CheckBatchRequestShape):
    """The same with decks that are still to be read, each by itself, so that an error of one stops no other."""

    decks = serializers.ListField(child=serializers.JSONField(allow_null=True), allow_empty=False)


class DeckAnswerShape(Shape):
    """The answer to one deck: its verdicts or its error."""

    place = Number("The place of the deck in the request, from 0.")
    verdicts = VerdictShape.several("One for each format and date; empty if there is an error.")
    error = ErrorShape.one("Why this deck couldn't be checked; null: it was.", allow_null=True)


class DeckAnswersShape(Shape):
    """The answers, in the order sent."""

    results = DeckAnswerShape.several("One for each deck.")


class CheckBatch(QuestionView):
    """Check many decks at once."""

    @describe_question(
        CheckBatchRequestShape,
        DeckAnswersShape,
        "Two decks",
        decks=[
            {"deck": "4 Savage Beatdown", "game": examples.GAME, "format": "golden-age", "as_of": "2007-04-15"},
            {"deck": "4 Flying Kick", "game": examples.GAME, "formats": ["golden-age", "silver-age"]},
        ],
    )
    def post(self, request: Request) -> Response:
        """Check up to 75 decks. An error of one deck is in its place and stops no other.

        All decks together get at most 400 verdicts; later ones get the error too-many. The batch counts as one check.
        """
        given = [_read_question(each) for each in read(_SentBatchShape, request)["decks"]]
        with bound_computing():
            answers = iter([*check_each([each for each in given if isinstance(each, DeckQuestion)])])
        return Response(
            {
                "results": [
                    _tell_error(place, each) if isinstance(each, Exception) else _tell(place, next(answers))
                    for place, each in enumerate(given)
                ]
            }
        )


def _read_question(sent: Any) -> DeckQuestion | serializers.ValidationError:
    """A deck as it was sent, or what is wrong with its fields."""
    shape = CheckRequestShape(data=sent)
    try:
        shape.is_valid(raise_exception=True)
    except serializers.ValidationError as error:
        return error
    each = shape.validated_data
    return DeckQuestion(each["deck"], each.get("game"), each.get("formats") or (), each.get("dates") or ())


def _tell(place: int, answer: DeckAnswer) -> dict[str, Any]:
    """The answer to one deck."""
    if answer.error:
        return _tell_error(place, answer.error)
    return {"place": place, "verdicts": [each.verdict.as_dict() for each in answer.checked], "error": None}


def _tell_error(place: int, error: Exception) -> dict[str, Any]:
    """What is wrong with one deck, as an address of its own would say it."""
    told = handle(error, {})
    return {"place": place, "verdicts": [], "error": told.data if told else None}
