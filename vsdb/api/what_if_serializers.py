"""What `POST /api/v1/what-if` takes and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from vsdb.api.check_serializers import CitationShape, FindingShape
from vsdb.api.shapes import Counts, Day, Number, Shape, Text, Texts

_TEXTS = {"type": "array", "items": {"type": "string"}}


@extend_schema_field(
    {
        "type": "object",
        "properties": {
            "game": {"type": "string", "description": "The slug of the game."},
            "formats": {**_TEXTS, "description": "Formats in which cards and sets move; left out: every official one."},
            "from": {"type": "string", "format": "date", "description": "From when it counts; left out: always."},
            "bans": {**_TEXTS, "description": "Cards by slug, printing, full title or name."},
            "lifts": {**_TEXTS, "description": "Cards whose recorded bans would be lifted."},
            "sets_out": {**_TEXTS, "description": "Codes of sets that would leave."},
            "sets_in": {**_TEXTS, "description": "Codes of sets that would come in."},
            "per_brand": {
                "type": "object",
                "additionalProperties": {"type": "integer"},
                "description": "How many of a brand's last expansions rotating formats would keep.",
            },
            "first_rotation": {"type": "integer", "description": "The year from which yearly pools would rotate."},
            "set_days": {
                "type": "object",
                "additionalProperties": {"type": "string", "format": "date"},
                "description": "Sets with the day from which they would be legal.",
            },
            "errata": {
                "type": "array",
                "items": {"type": "object", "properties": {"card": {"type": "string"}}, "additionalProperties": True},
                "description": "Cards with the facts that they would have, as `{card, printed_limit: 1}`.",
            },
        },
        "required": ["game"],
        "additionalProperties": False,
    }
)
class ProposalField(serializers.Field[Any, Any, Any, Any]):
    """A proposal as plain data; what stands in it is read by the engine."""

    def to_internal_value(self, data: Any) -> Mapping[str, Any]:
        if isinstance(data, Mapping):
            return data
        raise serializers.ValidationError("A proposal is a JSON object.")


class WhatIfRequestShape(Shape):
    """A proposal and what to try it on."""

    proposal = ProposalField(help_text="The changes, at most 40.")
    on = Day("The day to judge on; else each deck's own.", required=False, allow_null=True)
    in_format = Text("Judge every deck of the game in this format; else in its own.", required=False, allow_null=True)
    decks = Texts("Deck texts of your own, at most 20.", required=False, allow_null=True)
    cursor = Text("From the answer before, for the next stored decks.", required=False, allow_null=True)


class TurnCountShape(Shape):
    """How many decks go from one outcome to another, or keep it."""

    before = Text("Without the proposal: legal, illegal or uncertain.")
    after = Text("With it: legal, illegal or uncertain.")
    decks = Number("How many.")


class RuleCountShape(Shape):
    """How many decks break a rule only with the proposal."""

    code = Text("The code of its findings.")
    citation = CitationShape(allow_null=True, help_text="Where the rule stands.")
    decks = Number("How many.")


class CopiedFindingShape(FindingShape):
    """A finding with how many copies of its cards the deck has."""

    copies = Counts("Copies by the card's slug.")


class EffectShape(Shape):
    """What becomes of a deck in a format on a day."""

    format = Text("The slug of the format.")
    as_of = Day("The day that it was judged on.")
    before = Text("Its outcome without the proposal: legal, illegal or uncertain.")
    after = Text("Its outcome with it: legal, illegal or uncertain.")
    new_findings = CopiedFindingShape(many=True, help_text="Errors and unknowns that only the proposal brings.")
    settled_findings = CopiedFindingShape(many=True, help_text="Errors and unknowns that it takes away.")


class StoredEffectShape(EffectShape):
    """What becomes of a stored deck."""

    id = Number("The deck's number.")
    title = Text("Its title.")


class ListEffectShape(EffectShape):
    """What becomes of a list that came along, or why it can't be judged."""

    name = Text("Its title, else its number.")
    problem = Text("Why it can't be judged; then nothing else is there.", required=False)
    format = Text("The slug of the format.", required=False)
    as_of = Day("The day that it was judged on.", required=False)
    before = Text("Its outcome without the proposal: legal, illegal or uncertain.", required=False)
    after = Text("Its outcome with it: legal, illegal or uncertain.", required=False)
    new_findings = CopiedFindingShape(many=True, required=False, help_text="What only the proposal brings.")
    settled_findings = CopiedFindingShape(many=True, required=False, help_text="What it takes away.")


class TriedDecksShape(Shape):
    """The stored decks, a slice at a time; the sums count all slices so far."""

    asked = Number("Decks that are asked about: public ones and your own.")
    can_be_touched = Number("Those that the proposal can touch; only they are judged.")
    looked_at = Number("How many have been judged so far, the slices before included.")
    outcomes = TurnCountShape(many=True, help_text="What became of them.")
    otherwise = Number("Decks of which other things are said while the outcome stays.")
    not_shown = Number("Changed decks that aren't yours to see; for staff.")
    by_rule = RuleCountShape(many=True, help_text="Rules that are broken only with the proposal.")
    changed = StoredEffectShape(many=True, help_text="The decks of this slice that change.")
    cursor = Text("Asks for the next slice; null after the last.", allow_null=True)


class CardTurnShape(Shape):
    """A card that stands otherwise."""

    card = Text("Its slug.")
    title = Text("Its title.")
    before = Text("Without the proposal: legal, banned, not in or unknown.")
    after = Text("With it: legal, banned, not in or unknown.")


class SetTurnShape(Shape):
    """A set that stands otherwise."""

    code = Text("Its code.")
    before = Text("Without the proposal: in, out or unknown.")
    after = Text("With it: in, out or unknown.")


class TeamLossShape(Shape):
    """A team, in Riftbound a domain, that loses cards."""

    name = Text("Its name.")
    cards = Number("Its legal cards without the proposal.")
    lost = Number("How many of them are no longer certainly legal.")


class PoolCountsShape(Shape):
    """How many cards move; the lists beside hold 500 of each at most."""

    lost = Number("Cards that leave.")
    gained = Number("Cards that come in.")
    doubtful = Number("Cards of which it isn't established any more.")


class PoolEffectShape(Shape):
    """What becomes of a format's pool."""

    format = Text("The slug of the format.")
    on = Day("The day.")
    sets = SetTurnShape(many=True, help_text="The sets that move.")
    cards_before = Number("Legal cards without it; null: none moves.", allow_null=True)
    cards_after = Number("Legal cards with it; null: none moves.", allow_null=True)
    lost = CardTurnShape(many=True, help_text="The cards that leave.")
    gained = CardTurnShape(many=True, help_text="The cards that come in.")
    doubtful = CardTurnShape(many=True, help_text="The cards of which it isn't established any more.")
    counts = PoolCountsShape(help_text="How many there are of each.")
    teams = TeamLossShape(many=True, help_text="The teams that lose the largest shares.")


@extend_schema_field({"type": "object", "additionalProperties": True})
class QuestionField(serializers.ReadOnlyField):
    """The question as it was understood."""


class WhatIfShape(Shape):
    """What a proposal would do. Nothing of it is stored."""

    question = QuestionField(help_text="The question as it was understood; it can be sent again.")
    data_version = Text("The facts with the fingerprint of the proposal.")
    decks = TriedDecksShape(help_text="The stored decks.")
    lists = ListEffectShape(many=True, help_text="The decks that came along, on the first slice.")
    pools = PoolEffectShape(many=True, help_text="The formats that change, on the first slice.")
