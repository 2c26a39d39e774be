"""Proposals over HTTP: what they would do to decks and pools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from engine import Citation, Finding, InputError
from vsdb.api import examples
from vsdb.api.base import QuestionView, describe_question, viewer_of_request
from vsdb.api.shapes import OPTIONAL, Counts, Day, Field, Number, Recorded, Shape, Text, Texts
from vsdb.check.api import CitationShape, FindingShape
from vsdb.what_if.questions import question_from_dict
from vsdb.what_if.services import EffectBatch, run_what_if
from vsdb.what_if.trials import DeckEffect, PoolEffect, ProposalEffect

_MAX_FINDINGS = 20
_MAX_CARDS = 500  #: of a pool in one answer

_TEXTS = {"type": "array", "items": {"type": "string"}}
_NUMBERS = {"type": "object", "additionalProperties": {"type": "integer"}}
_DAYS = {"type": "object", "additionalProperties": {"type": "string", "format": "date"}}


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
                **_NUMBERS,
                "description": "How many of a brand's last expansions rotating formats would keep.",
            },
            "first_rotation": {"type": "integer", "description": "The year from which yearly pools would rotate."},
            "set_days": {**_DAYS, "description": "Sets with the day from which they would be legal."},
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
class ProposalField(Field):
    """A proposal as plain data; what stands in it is read by the engine."""

    def to_internal_value(self, data: Any) -> Mapping[str, Any]:
        if isinstance(data, Mapping):
            return data
        raise serializers.ValidationError("A proposal is a JSON object.")


class WhatIfRequestShape(Shape):
    """A proposal and what to try it on."""

    proposal = ProposalField("The changes, at most 40.")
    on = Day("The day to judge on; else each deck's own.", **OPTIONAL)
    in_format = Text("Judge every deck of the game in this format; else in its own.", **OPTIONAL)
    decks = Texts("Deck texts of your own, at most 20.", **OPTIONAL)
    cursor = Text("From the answer before, for the next stored decks.", **OPTIONAL)


class TurnCountShape(Shape):
    """How many decks go from one outcome to another, or keep it."""

    before = Text("Without the proposal: legal, illegal or uncertain.")
    after = Text("With it: legal, illegal or uncertain.")
    decks = Number("How many.")


class RuleCountShape(Shape):
    """How many decks break a rule only with the proposal."""

    code = Text("The code of its findings.")
    citation = CitationShape.one("Where the rule stands.", allow_null=True)
    decks = Number("How many.")


class CopiedFindingShape(FindingShape):
    """A finding with how many copies of its cards the deck has."""

    copies = Counts("Copies by the card's slug.")

    def to_representation(self, instance: tuple[Finding, Mapping[str, int]]) -> dict[str, Any]:
        """A finding, told with the counts of the deck's cards."""
        finding, held = instance
        copies = {card.slug: held[card.slug] for card in finding.cards if card.slug in held}
        return {**finding.as_dict(), "copies": copies}


def _with_copies(name: str) -> Callable[[ProposalEffect], list[tuple[Finding, Mapping[str, int]]]]:
    """What reads the findings of that name, each with the copies that the deck holds."""
    return lambda effect: [(finding, effect.held) for finding in getattr(effect, name)[:_MAX_FINDINGS]]


class EffectShape(Shape):
    """What becomes of a deck in a format on a day."""

    format = Text("The slug of the format.", source="fmt.slug")
    as_of = Day("The day that it was judged on.", source="day")
    before = Text("Its outcome without the proposal: legal, illegal or uncertain.")
    after = Text("Its outcome with it: legal, illegal or uncertain.")
    new_findings = CopiedFindingShape.several(
        "Errors and unknowns that only the proposal brings.", of=_with_copies("news")
    )
    settled_findings = CopiedFindingShape.several("Errors and unknowns that it takes away.", of=_with_copies("gone"))


class StoredEffectShape(EffectShape):
    """What becomes of a stored deck."""

    id = Number("The deck's number.")
    title = Text("Its title.")

    def to_representation(self, instance: DeckEffect) -> dict[str, Any]:
        """The deck first, then what becomes of it."""
        row: Any = instance.row
        return {"id": row.pk, "title": row.title, **EffectShape(instance.effect).data}


class ListEffectShape(EffectShape):
    """What becomes of a list that came along, or why it can't be judged."""

    name = Text("Its title, else its number.")
    problem = Text("Why it can't be judged; then nothing else is there.", required=False)
    format = Text("The slug of the format.", required=False)
    as_of = Day("The day that it was judged on.", required=False)
    before = Text("Its outcome without the proposal: legal, illegal or uncertain.", required=False)
    after = Text("Its outcome with it: legal, illegal or uncertain.", required=False)
    new_findings = CopiedFindingShape.several("What only the proposal brings.", required=False)
    settled_findings = CopiedFindingShape.several("What it takes away.", required=False)

    def to_representation(self, instance: DeckEffect) -> dict[str, Any]:
        """The list first, then what becomes of it or the problem."""
        told = EffectShape(instance.effect).data if instance.effect else {"problem": instance.problem}
        return {"name": instance.name, **told}


def build_outcome_rows(outcomes: Counter[tuple[str, str]]) -> list[dict[str, Any]]:
    """How many decks go from which outcome to which, those that stay among them."""
    return [{"before": before, "after": after, "decks": n} for (before, after), n in sorted(outcomes.items())]


def _list_rules(told: EffectBatch) -> list[dict[str, Any]]:
    """How many decks break a rule that they don't break without the proposal, most first."""
    ranked = sorted(told.so_far.rules.items(), key=lambda each: (-each[1], each[0]))
    found = ((code, Citation(document, rule) if document else None, count) for (code, document, rule), count in ranked)
    return [{"code": code, "citation": citation, "decks": count} for code, citation, count in found]


class TriedDecksShape(Shape):
    """The stored decks, a slice at a time; the sums count all slices so far."""

    asked = Number("Decks that are asked about: public ones and your own.", source="decks")
    can_be_touched = Number("Those that the proposal can touch; only they are judged.", source="candidates")
    looked_at = Number("How many have been judged so far, the slices before included.", source="so_far.looked")
    outcomes = TurnCountShape.several("What became of them.", of=lambda told: build_outcome_rows(told.so_far.outcomes))
    otherwise = Number("Decks of which other things are said while the outcome stays.", source="so_far.otherwise")
    not_shown = Number("Changed decks that aren't yours to see; for staff.", source="hidden")
    by_rule = RuleCountShape.several("Rules that are broken only with the proposal.", of=_list_rules)
    changed = StoredEffectShape.several("The decks of this slice that change.", source="listed")
    cursor = Recorded("Asks for the next slice; null after the last.")


class CardTurnShape(Shape):
    """A card that stands otherwise."""

    card = Text("Its slug.", source="what.slug")
    title = Text("Its title.", source="what.title")
    before = Text("Without the proposal: legal, banned, not in or unknown.")
    after = Text("With it: legal, banned, not in or unknown.")


class SetTurnShape(Shape):
    """A set that stands otherwise."""

    code = Text("Its code.", source="what.code")
    before = Text("Without the proposal: in, out or unknown.")
    after = Text("With it: in, out or unknown.")


class TeamLossShape(Shape):
    """A team, in Riftbound a domain, that loses cards."""

    name = Text("Its name.")
    cards = Number("Its legal cards without the proposal.")
    lost = Number("How many of them are no longer certainly legal.")


class PoolCountsShape(Shape):
    """How many cards move; the lists beside hold 500 of each at most."""

    lost = Number("Cards that leave.", of=lambda pool: len(pool.lost))
    gained = Number("Cards that come in.", of=lambda pool: len(pool.gained))
    doubtful = Number("Cards of which it isn't established any more.", of=lambda pool: len(pool.doubtful))


def _get_size(place: int) -> Callable[[PoolEffect], int | None]:
    """What reads a size of a pool, without the proposal or with it."""
    return lambda pool: pool.sizes[place] if pool.cards else None


class PoolEffectShape(Shape):
    """What becomes of a format's pool."""

    format = Text("The slug of the format.", source="fmt.slug")
    on = Day("The day.", source="day")
    sets = SetTurnShape.several("The sets that move.")
    cards_before = Number("Legal cards without it; null: none moves.", of=_get_size(0), allow_null=True)
    cards_after = Number("Legal cards with it; null: none moves.", of=_get_size(1), allow_null=True)
    lost = CardTurnShape.several("The cards that leave.", of=lambda pool: pool.lost[:_MAX_CARDS])
    gained = CardTurnShape.several("The cards that come in.", of=lambda pool: pool.gained[:_MAX_CARDS])
    doubtful = CardTurnShape.several(
        "The cards of which it isn't established any more.", of=lambda pool: pool.doubtful[:_MAX_CARDS]
    )
    counts = PoolCountsShape.one("How many there are of each.", of=lambda pool: pool)
    teams = TeamLossShape.several("The teams that lose the largest shares.", source="teams_hit")


@extend_schema_field({"type": "object", "additionalProperties": True})
class QuestionField(Field, serializers.ReadOnlyField):
    """The question as it was understood."""


class WhatIfShape(Shape):
    """What a proposal would do. Nothing of it is stored."""

    question = QuestionField("The question as it was understood; it can be sent again.", source="trial.question.plain")
    data_version = Text("The facts with the fingerprint of the proposal.", source="trial.after.data_version")
    decks = TriedDecksShape.one("The stored decks.", source="stored")
    lists = ListEffectShape.several("The decks that came along, on the first slice.")
    pools = PoolEffectShape.several("The formats that change, on the first slice.")


class WhatIf(QuestionView):
    """What would a ban, a rotation or an erratum do to decks and pools?"""

    @describe_question(
        WhatIfRequestShape,
        WhatIfShape,
        "A ban in one format",
        proposal={"game": examples.GAME, "formats": ["silver-age"], "bans": ["Enemy of My Enemy"]},
        on="2008-07-01",
    )
    def post(self, request: Request) -> Response:
        """Try a proposal on public decks, on your own and on decks that come along; nothing is stored.

        Stored decks are judged a slice at a time: send the same question with the `cursor` of the answer for the next.
        """
        given: Any = request.data
        if not isinstance(given, dict):
            raise InputError("a JSON object with a proposal is needed", place="body")
        question = question_from_dict(given)
        answer = run_what_if(question, viewer_of_request(request), cursor=str(given.get("cursor") or ""))
        return Response(WhatIfShape(answer).data, headers={"Cache-Control": "private, no-store"})
