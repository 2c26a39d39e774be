"""What `POST /api/v1/check` takes and answers."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.model.verdicts import (
    BROKEN,
    ILLEGAL,
    LEGAL,
    NONE_RECORDED,
    NOT_APPLICABLE,
    OK,
    SEVERITIES,
    UNCERTAIN,
    UNKNOWN,
)
from vsdb.api.shapes import Choice, Counts, Day, Figure, Flag, Numbers, Shape, StrictShape, Text, Texts

OUTCOMES = (LEGAL, ILLEGAL, UNCERTAIN)


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "description": "Deck text, as people paste it."},
            {
                "type": "array",
                "description": "A line of deck text each, or an item each.",
                "items": {
                    "oneOf": [
                        {"type": "string"},
                        {
                            "type": "object",
                            "description": "A card by name, printing or slug; one of them is needed.",
                            "properties": {
                                "section": {"type": "string", "description": "Else the deck."},
                                "count": {"type": "integer", "minimum": 1, "default": 1},
                                "name": {"type": "string", "description": "Name, or full title with versions."},
                                "printing": {"type": "string", "description": "As in MOR-053."},
                                "slug": {"type": "string", "description": "As the API gives it."},
                            },
                            "additionalProperties": False,
                        },
                    ]
                },
            },
        ]
    }
)
class DeckField(serializers.Field[Any, Any, Any, Any]):
    """A deck as text or as a list; what stands in it is the reader's business."""

    def to_internal_value(self, data: Any) -> str | list[Any]:
        if isinstance(data, str | list):
            return data
        raise serializers.ValidationError("A deck is a text, or a list of lines or items.")


class CheckRequestShape(StrictShape):
    """A deck and the formats and days to judge it in. What is missing comes from the deck's own comment lines."""

    deck = DeckField(help_text="The deck, as text or as a list.")
    game = Text(
        "The slug of the game; else the deck or the formats say.", required=False, allow_null=True, max_length=80
    )
    formats = Texts("Slugs of formats, at most 80.", child=Text(max_length=120), required=False, allow_null=True)
    format = Text("One format instead.", required=False, allow_null=True, max_length=120)
    dates = Texts(
        "Days as YYYY-MM-DD, at most 31; else today.", child=Text(max_length=40), required=False, allow_null=True
    )
    as_of = Text("One day instead.", required=False, allow_null=True, max_length=40)

    default_error_messages: ClassVar = {"invalid": "A JSON object with the deck and what to check is needed."}

    there_is = "a check has"

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One format and one day may stand alone instead of in a list, not beside it."""
        for one, many in (("format", "formats"), ("as_of", "dates")):
            if attrs.get(one):
                if attrs.get(many):
                    raise serializers.ValidationError({one: f"Give {one} or {many}, not both."})
                attrs[many] = [attrs[one]]
        return attrs


class CitationShape(Shape):
    """Where a rule stands."""

    document = Text("The slug of the document.")
    rule = Text("The rule's number or heading.")


class FindingShape(Shape):
    """One thing that a rule has to say."""

    code = Text("Its stable code, such as copy-limit.")
    severity = Choice("error: broken; unknown: a fact is missing; warning; info.", SEVERITIES)
    message = Text("What was found, then what is allowed.")
    citation = CitationShape(allow_null=True, help_text="The rule it rests on; null for lines that can't be read.")
    cards = Texts("The slugs of the cards it is about.")
    found = Figure("The figure found.")
    allowed = Figure("The figure allowed.")
    section = Text("The section of the deck it is about.", allow_null=True)
    lines = Numbers("The lines of the list, from 1.")
    suggestions = Texts("Titles of cards that may be meant; those titled alike with a code.")


class CheckedShape(Shape):
    """A rule that was looked at."""

    code = Text("The code that its findings have.")
    outcome = Choice(
        "What came of it; none recorded: taken on trust.", (OK, BROKEN, UNKNOWN, NONE_RECORDED, NOT_APPLICABLE)
    )
    citation = CitationShape(help_text="Where it stands.")
    found = Figure("The figure found.")
    allowed = Figure("The figure allowed.")
    section = Text("The section of the deck it looked at.", allow_null=True)
    note = Text("A remark, where there is one.")


class VerdictShape(Shape):
    """Whether a deck is legal in a format on a day, and why."""

    outcome = Choice("The answer.", OUTCOMES)
    legal = Flag("True for legal only.")
    game = Text("The slug of the game.")
    format = Text("The slug of the format.")
    as_of = Day("The day.")
    edition = Text("The edition of the rules that was applied.")
    data_version = Text("The fingerprint of the facts it rests on.")
    counts = Counts("How many cards each section has.")
    findings = FindingShape(many=True, help_text="What the rules have to say, worst first.")
    checked = CheckedShape(many=True, help_text="Every rule that was looked at.")


class VerdictsShape(Shape):
    """The verdicts, formats outermost, in the order asked for."""

    verdicts = VerdictShape(many=True, help_text="One for each format and day.")


class FaultShape(Shape):
    """A single fault."""

    field = Text("The field or place it is about.")
    message = Text("What is wrong with it.")


class ErrorShape(Shape):
    """Every error of the API."""

    code = Text("A stable code.")
    message = Text("What was found, then what is allowed.")
    errors = FaultShape(  # type: ignore[assignment]
        many=True, help_text="The single faults, where there are several."
    )
