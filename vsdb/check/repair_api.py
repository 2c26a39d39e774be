"""The smallest repair of a deck over HTTP."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from engine.repair import RepairChange
from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_question, read
from vsdb.api.shapes import Choice, Day, Flag, Number, Recorded, Shape, Slugs, StrictShape, Text
from vsdb.check.api import OUTCOMES, CitationShape, DeckField, FindingShape
from vsdb.check.repair import RepairedList, describe_gone, repair_list
from vsdb.core.dates import parse_day


class RepairRequestShape(StrictShape):
    """A deck, the format and the day. What is missing comes from the deck's own comment lines."""

    deck = DeckField("The deck, as text or as a list.")
    game = Text("The slug of the game.", required=False, allow_null=True, max_length=80)
    format = Text("The slug of the format.", required=False, allow_null=True, max_length=120)
    as_of = Text("The day, YYYY-MM-DD; else today.", required=False, allow_null=True, max_length=40)

    there_is = "a repair has"


class RepairOutShape(Shape):
    """What goes."""

    card = Text("The card's slug; null for a line that names no card.", source="gone.card.slug", allow_null=True)
    name = Text("The card's title, or the line as it was written.", of=describe_gone)
    section = Text("The section that it goes out of.", source="gone.section")


class RepairInShape(Shape):
    """What comes."""

    card = Text("The card's slug.", source="comes.slug")
    name = Text("The card's title.", source="comes.title")
    section = Text("The section that it comes into.", source="into")


class RepairChangeShape(Shape):
    """So many copies that go, come, make way for others or move."""

    kind = Choice("What happens to them.", ("out", "in", "exchange", "move"))
    count = Number("How many copies; as many changes.")
    choices = Slugs(
        "The slugs of other cards that may come instead, the most like what goes first; each by itself does."
    )

    def get_fields(self) -> dict[str, Any]:
        """`out` and `in`, of which the latter is no name in Python."""
        out = RepairOutShape.one(
            "What goes; null where nothing does.", allow_null=True, of=lambda change: change if change.gone else None
        )
        comes = RepairInShape.one(
            "What comes; null where nothing does.", allow_null=True, of=lambda change: change if change.comes else None
        )
        return {**super().get_fields(), "out": out, "in": comes}

    def to_representation(self, instance: RepairChange) -> dict[str, Any]:
        """The choices last, behind what they may come instead of."""
        told = super().to_representation(instance)
        choices = told.pop("choices")
        return {**told, "choices": choices}


class RepairReasonShape(Shape):
    """A step of the proof."""

    text = Text("What a rule asks for, in words.")
    citation = CitationShape.one("The rule; null for a sum of what rules ask for.", allow_null=True)
    out = Number("How many copies have to go for it at least.")

    def get_fields(self) -> dict[str, Any]:
        """`in` is no name in Python."""
        into = Number("How many copies have to come for it at least.", source="into")
        return {**super().get_fields(), "in": into}


def _size(found: RepairedList) -> int | None:
    return found.repair.size if found.repair.is_found else None


class RepairShape(Shape):
    """The fewest changes found, and what is proven of them."""

    game = Text("The slug of the game.", source="repair.before.game")
    format = Text("The slug of the format.", source="repair.before.format")
    as_of = Day("The day.", source="repair.before.as_of")
    data_version = Text("The fingerprint of the facts it rests on.", source="repair.before.data_version")
    before = Choice("The outcome of the deck as it is.", OUTCOMES, source="repair.before.outcome")
    after = Choice(
        "That of the repaired deck; null where no repair was found.",
        OUTCOMES,
        source="verdict.outcome",
        allow_null=True,
    )
    found = Flag("Whether a repair was found, or none is needed.", source="repair.is_found")
    changes = RepairChangeShape.several("The changes.")
    size = Number("How many changes: the greater of the copies out and the copies in.", of=_size, allow_null=True)
    at_least = Number("No repair has fewer changes: that is proven.", source="repair.at_least")
    smallest = Flag("Whether it is proven that no repair is smaller than this one.", source="repair.is_smallest")
    proof = RepairReasonShape.several("Why fewer can't.", source="repair.proof")
    left = FindingShape.several("The findings that no change of cards can settle.", source="repair.left")
    deck = Recorded("The repaired list as text.", source="text")
    verdicts = Number("How many decks were judged on the way.", source="repair.verdicts")


class Repairing(QuestionView):
    """Which are the fewest card changes that make this deck legal, and why can't fewer?"""

    @describe_question(
        RepairRequestShape,
        RepairShape,
        "A deck with a banned card",
        deck="4 Overload\n56 Sentinel Mark V, Army",
        game=examples.GAME,
        format="golden-age",
        as_of="2008-09-01",
    )
    def post(self, request: Request) -> Response:
        """Find the smallest repair. Nothing is stored."""
        given = read(RepairRequestShape, request)
        on = parse_day(given["as_of"], place="as_of") if given.get("as_of") else None
        found = repair_list(given["deck"], game=given.get("game"), fmt=given.get("format") or "", on=on)
        return Response(RepairShape(found).data)
