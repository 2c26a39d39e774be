"""What `POST /api/v1/repair` takes and answers."""

from __future__ import annotations

from typing import Any

from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from vsdb.api.check_serializers import CitationShape, DeckField, FindingShape
from vsdb.api.shapes import Choice, Day, Flag, Number, Shape, StrictShape, Text, Texts

_OUTCOMES = (LEGAL, ILLEGAL, UNCERTAIN)


class RepairRequestShape(StrictShape):
    """A deck, the format and the day. What is missing comes from the deck's own comment lines."""

    deck = DeckField(help_text="The deck, as text or as a list.")
    game = Text("The slug of the game.", required=False, allow_null=True, max_length=80)
    format = Text("The slug of the format.", required=False, allow_null=True, max_length=120)
    as_of = Text("The day, YYYY-MM-DD; else today.", required=False, allow_null=True, max_length=40)

    there_is = "a repair has"


class RepairOutShape(Shape):
    """What goes."""

    card = Text("The card's slug; null for a line that names no card.", allow_null=True)
    name = Text("The card's title, or the line as it was written.")
    section = Text("The section that it goes out of.")


class RepairInShape(Shape):
    """What comes."""

    card = Text("The card's slug.")
    name = Text("The card's title.")
    section = Text("The section that it comes into.")


class RepairChangeShape(Shape):
    """So many copies that go, come, make way for others or move."""

    kind = Choice("What happens to them.", ("out", "in", "exchange", "move"))
    count = Number("How many copies; as many changes.")
    choices = Texts(
        "The slugs of other cards that may come instead, the most like what goes first; each by itself does."
    )

    def get_fields(self) -> dict[str, Any]:
        """`out` and `in`, of which the latter is no name in Python."""
        fields = super().get_fields()
        fields["out"] = RepairOutShape(allow_null=True, help_text="What goes; null where nothing does.")
        fields["in"] = RepairInShape(allow_null=True, help_text="What comes; null where nothing does.")
        return fields


class RepairReasonShape(Shape):
    """A step of the proof."""

    text = Text("What a rule asks for, in words.")
    citation = CitationShape(allow_null=True, help_text="The rule; null for a sum of what rules ask for.")
    out = Number("How many copies have to go for it at least.")

    def get_fields(self) -> dict[str, Any]:
        """`in` is no name in Python."""
        fields = super().get_fields()
        fields["in"] = Number("How many copies have to come for it at least.")
        return fields


class RepairShape(Shape):
    """The fewest changes found, and what is proven of them."""

    game = Text("The slug of the game.")
    format = Text("The slug of the format.")
    as_of = Day("The day.")
    data_version = Text("The fingerprint of the facts it rests on.")
    before = Choice("The outcome of the deck as it is.", _OUTCOMES)
    after = Choice("That of the repaired deck; null where no repair was found.", _OUTCOMES, allow_null=True)
    found = Flag("Whether a repair was found, or none is needed.")
    changes = RepairChangeShape(many=True, help_text="The changes.")
    size = Number("How many changes: the greater of the copies out and the copies in.", allow_null=True)
    at_least = Number("No repair has fewer changes: that is proven.")
    smallest = Flag("Whether it is proven that no repair is smaller than this one.")
    proof = RepairReasonShape(many=True, help_text="Why fewer can't.")
    left = FindingShape(many=True, help_text="The findings that no change of cards can settle.")
    deck = Text("The repaired list as text.", allow_null=True)
    verdicts = Number("How many decks were judged on the way.")
