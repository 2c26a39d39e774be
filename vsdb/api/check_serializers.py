"""What `POST /api/v1/check` takes and answers."""

from __future__ import annotations

from collections.abc import Mapping
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
from vsdb.api.fields import Figure
from vsdb.api.serializers import Shape

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


class CheckRequestShape(Shape):
    """A deck and the formats and days to judge it in. What is missing comes from the deck's own comment lines."""

    deck = DeckField(help_text="The deck, as text or as a list.")
    game = serializers.CharField(
        required=False,
        allow_null=True,
        max_length=80,
        help_text="The slug of the game; else the deck or the formats say.",
    )
    formats = serializers.ListField(
        child=serializers.CharField(max_length=120),
        required=False,
        allow_null=True,
        help_text="Slugs of formats, at most 80.",
    )
    format = serializers.CharField(required=False, allow_null=True, max_length=120, help_text="One format instead.")
    dates = serializers.ListField(
        child=serializers.CharField(max_length=40),
        required=False,
        allow_null=True,
        help_text="Days as YYYY-MM-DD, at most 31; else today.",
    )
    as_of = serializers.CharField(required=False, allow_null=True, max_length=40, help_text="One day instead.")

    default_error_messages: ClassVar = {"invalid": "A JSON object with the deck and what to check is needed."}

    def to_internal_value(self, data: Any) -> Any:
        """A field of another name is refused: a misspelt `dates` would else be answered for today."""
        if isinstance(data, Mapping) and (others := [str(name) for name in data if name not in self.fields]):
            said = f"There is no such field; a check has {', '.join(self.fields)}."
            raise serializers.ValidationError({name[:80]: said for name in others[:20]})
        return super().to_internal_value(data)

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

    document = serializers.CharField(help_text="The slug of the document.")
    rule = serializers.CharField(help_text="The rule's number or heading.")


class FindingShape(Shape):
    """One thing that a rule has to say."""

    code = serializers.CharField(help_text="Its stable code, such as copy-limit.")
    severity = serializers.ChoiceField(
        SEVERITIES, help_text="error: broken; unknown: a fact is missing; warning; info."
    )
    message = serializers.CharField(help_text="What was found, then what is allowed.")
    citation = CitationShape(allow_null=True, help_text="The rule it rests on; null for lines that can't be read.")
    cards = serializers.ListField(child=serializers.CharField(), help_text="The slugs of the cards it is about.")
    found = Figure(help_text="The figure found.")
    allowed = Figure(help_text="The figure allowed.")
    section = serializers.CharField(allow_null=True, help_text="The section of the deck it is about.")
    lines = serializers.ListField(child=serializers.IntegerField(), help_text="The lines of the list, from 1.")
    suggestions = serializers.ListField(
        child=serializers.CharField(), help_text="Titles of cards that may be meant; those titled alike with a code."
    )


class CheckedShape(Shape):
    """A rule that was looked at."""

    code = serializers.CharField(help_text="The code that its findings have.")
    outcome = serializers.ChoiceField(
        (OK, BROKEN, UNKNOWN, NONE_RECORDED, NOT_APPLICABLE),
        help_text="What came of it; none recorded: taken on trust.",
    )
    citation = CitationShape(help_text="Where it stands.")
    found = Figure(help_text="The figure found.")
    allowed = Figure(help_text="The figure allowed.")
    section = serializers.CharField(allow_null=True, help_text="The section of the deck it looked at.")
    note = serializers.CharField(help_text="A remark, where there is one.")


class VerdictShape(Shape):
    """Whether a deck is legal in a format on a day, and why."""

    outcome = serializers.ChoiceField(OUTCOMES, help_text="The answer.")
    legal = serializers.BooleanField(help_text="True for legal only.")
    game = serializers.CharField(help_text="The slug of the game.")
    format = serializers.CharField(help_text="The slug of the format.")
    as_of = serializers.DateField(help_text="The day.")
    edition = serializers.CharField(help_text="The edition of the rules that was applied.")
    data_version = serializers.CharField(help_text="The fingerprint of the facts it rests on.")
    counts = serializers.DictField(child=serializers.IntegerField(), help_text="How many cards each section has.")
    findings = FindingShape(many=True, help_text="What the rules have to say, worst first.")
    checked = CheckedShape(many=True, help_text="Every rule that was looked at.")


class VerdictsShape(Shape):
    """The verdicts, formats outermost, in the order asked for."""

    verdicts = VerdictShape(many=True, help_text="One for each format and day.")


class FaultShape(Shape):
    """A single fault."""

    field = serializers.CharField(help_text="The field or place it is about.")
    message = serializers.CharField(help_text="What is wrong with it.")


class ErrorShape(Shape):
    """Every error of the API."""

    code = serializers.CharField(help_text="A stable code.")
    message = serializers.CharField(help_text="What was found, then what is allowed.")
    errors = FaultShape(  # type: ignore[assignment]
        many=True, help_text="The single faults, where there are several."
    )
