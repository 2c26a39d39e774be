"""Checking many decks in one request, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from vsdb.api import examples
from vsdb.api.base import QuestionView, read
from vsdb.api.errors import ErrorShape, handle
from vsdb.api.shapes import Number, Shape, StrictShape
from vsdb.check.api import CheckRequestShape, VerdictShape
from vsdb.check.batch import MAX_DECKS, DeckAnswer, DeckQuestion, check_each
from vsdb.check.many.judging import UNREADABLE, JudgedList, describe_verdict
from vsdb.check.many.reading import to_name
from vsdb.check.many.table import build_rows, write_csv
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


class TableRenderer(BaseRenderer):
    """The answers as the table that checks of many lists have, in CSV; an error stays JSON, as it is everywhere."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """A table that was written before, else the error as JSON."""
        if isinstance(data, str):
            return data.encode()
        response = (renderer_context or {}).get("response")
        if response is not None:
            response["Content-Type"] = JSONRenderer.media_type
        written: bytes = JSONRenderer().render(data)
        return written


_EXAMPLE = {
    "decks": [
        {"deck": "4 Savage Beatdown", "game": examples.GAME, "format": "golden-age", "as_of": "2007-04-15"},
        {"deck": "4 Flying Kick", "game": examples.GAME, "formats": ["golden-age", "silver-age"]},
    ]
}


class CheckBatch(QuestionView):
    """Check many decks at once."""

    renderer_classes = (JSONRenderer, TableRenderer)

    @extend_schema(
        request=CheckBatchRequestShape,
        responses={
            (200, "application/json"): DeckAnswersShape,
            (200, "text/csv"): str,
            **{(status, "application/json"): ErrorShape for status in (400, 404, 413, 429)},
        },
        examples=[OpenApiExample("Two decks", value=_EXAMPLE, request_only=True)],
    )
    def post(self, request: Request) -> Response:
        """Check up to 75 decks. An error of one deck is in its place and stops no other.

        All decks together get at most 400 verdicts; later ones get the error too-many. The batch counts as one check.
        With `Accept: text/csv` the answer is a table with a row for each verdict or error.
        """
        given = [_read_question(each) for each in read(_SentBatchShape, request)["decks"]]
        with bound_computing():
            answers = iter([*check_each([each for each in given if isinstance(each, DeckQuestion)])])
        if request.accepted_renderer.format == TableRenderer.format:
            return Response(write_csv(build_rows(_list_rows(given, answers))))
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


def _list_rows(
    given: Sequence[DeckQuestion | serializers.ValidationError], answers: Iterator[DeckAnswer]
) -> Iterator[tuple[int, JudgedList]]:
    """The rows of the answers, each with the number of its deck, from 1."""
    for number, each in enumerate(given, start=1):
        answer = None if isinstance(each, Exception) else next(answers)
        error = each if isinstance(each, Exception) else answer and answer.error
        if error:
            said = _tell_error(number, error)["error"] or {}
            problems = [f"{one['field']}: {one['message']}" for one in said.get("errors", ())]
            problem = "; ".join([str(said.get("message", "")), *problems])
            yield number, JudgedList(f"Deck {number}", UNREADABLE, problem)
        for checked in answer.checked if answer else ():
            deck = checked.deck
            name = to_name(deck.metadata.get("player") or deck.title) or f"Deck {number}"
            yield number, describe_verdict(name, deck, checked.fmt, checked.verdict)


def _tell(place: int, answer: DeckAnswer) -> dict[str, Any]:
    """The answer to one deck."""
    if answer.error:
        return _tell_error(place, answer.error)
    return {"place": place, "verdicts": [each.verdict.as_dict() for each in answer.checked], "error": None}


def _tell_error(place: int, error: Exception) -> dict[str, Any]:
    """What is wrong with one deck, as an address of its own would say it."""
    told = handle(error, {})
    return {"place": place, "verdicts": [], "error": told.data if told else None}
