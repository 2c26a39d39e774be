"""What `POST /api/v1/repair` takes and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from vsdb.api.check_serializers import CitationShape, DeckField, FindingShape
from vsdb.api.serializers import Shape

_OUTCOMES = (LEGAL, ILLEGAL, UNCERTAIN)


class RepairRequestShape(Shape):
    """A deck, the format and the day. What is missing comes from the deck's own comment lines."""

    deck = DeckField(help_text="The deck, as text or as a list.")
    game = serializers.CharField(required=False, allow_null=True, max_length=80, help_text="The slug of the game.")
    format = serializers.CharField(required=False, allow_null=True, max_length=120, help_text="The slug of the format.")
    as_of = serializers.CharField(
        required=False, allow_null=True, max_length=40, help_text="The day, YYYY-MM-DD; else today."
    )

    def to_internal_value(self, data: Any) -> Any:
        """A field of another name is refused: a misspelt `as_of` would else be answered for today."""
        if isinstance(data, Mapping) and (others := [str(name) for name in data if name not in self.fields]):
            said = f"There is no such field; a repair has {', '.join(self.fields)}."
            raise serializers.ValidationError({name[:80]: said for name in others[:20]})
        return super().to_internal_value(data)


class RepairOutShape(Shape):
    """What goes."""

    card = serializers.CharField(allow_null=True, help_text="The card's slug; null for a line that names no card.")
    name = serializers.CharField(help_text="The card's title, or the line as it was written.")
    section = serializers.CharField(help_text="The section that it goes out of.")


class RepairInShape(Shape):
    """What comes."""

    card = serializers.CharField(help_text="The card's slug.")
    name = serializers.CharField(help_text="The card's title.")
    section = serializers.CharField(help_text="The section that it comes into.")


class RepairChangeShape(Shape):
    """So many copies that go, come, make way for others or move."""

    kind = serializers.ChoiceField(("out", "in", "exchange", "move"), help_text="What happens to them.")
    count = serializers.IntegerField(help_text="How many copies; as many changes.")
    choices = serializers.ListField(
        child=serializers.CharField(),
        help_text="The slugs of other cards that may come instead, the most like what goes first; each by itself does.",
    )

    def get_fields(self) -> dict[str, Any]:
        """`out` and `in`, of which the latter is no name in Python."""
        fields = super().get_fields()
        fields["out"] = RepairOutShape(allow_null=True, help_text="What goes; null where nothing does.")
        fields["in"] = RepairInShape(allow_null=True, help_text="What comes; null where nothing does.")
        return fields


class RepairReasonShape(Shape):
    """A step of the proof."""

    text = serializers.CharField(help_text="What a rule asks for, in words.")
    citation = CitationShape(allow_null=True, help_text="The rule; null for a sum of what rules ask for.")
    out = serializers.IntegerField(help_text="How many copies have to go for it at least.")

    def get_fields(self) -> dict[str, Any]:
        """`in` is no name in Python."""
        fields = super().get_fields()
        fields["in"] = serializers.IntegerField(help_text="How many copies have to come for it at least.")
        return fields


class RepairShape(Shape):
    """The fewest changes found, and what is proven of them."""

    game = serializers.CharField(help_text="The slug of the game.")
    format = serializers.CharField(help_text="The slug of the format.")
    as_of = serializers.DateField(help_text="The day.")
    data_version = serializers.CharField(help_text="The fingerprint of the facts it rests on.")
    before = serializers.ChoiceField(_OUTCOMES, help_text="The outcome of the deck as it is.")
    after = serializers.ChoiceField(
        _OUTCOMES, allow_null=True, help_text="That of the repaired deck; null where no repair was found."
    )
    found = serializers.BooleanField(help_text="Whether a repair was found, or none is needed.")
    changes = RepairChangeShape(many=True, help_text="The changes.")
    size = serializers.IntegerField(
        allow_null=True, help_text="How many changes: the greater of the copies out and the copies in."
    )
    at_least = serializers.IntegerField(help_text="No repair has fewer changes: that is proven.")
    smallest = serializers.BooleanField(help_text="Whether it is proven that no repair is smaller than this one.")
    proof = RepairReasonShape(many=True, help_text="Why fewer can't.")
    left = FindingShape(many=True, help_text="The findings that no change of cards can settle.")
    deck = serializers.CharField(allow_null=True, help_text="The repaired list as text.")
    verdicts = serializers.IntegerField(help_text="How many decks were judged on the way.")
