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
            "formats": {**_TEXTS, "description": "Formats to change. Default: all official formats."},
            "from": {"type": "string", "format": "date", "description": "Start date. Default: all dates."},
            "bans": {**_TEXTS, "description": "Cards to ban, by slug, printing, full title or name."},
            "lifts": {**_TEXTS, "description": "Cards to unban."},
            "sets_out": {**_TEXTS, "description": "Codes of sets to remove."},
            "sets_in": {**_TEXTS, "description": "Codes of sets to add."},
            "per_brand": {
                **_NUMBERS,
                "description": "For each brand, how many of its last expansions rotating formats keep.",
            },
            "first_rotation": {"type": "integer", "description": "First year of rotation for yearly pools."},
            "set_days": {**_DAYS, "description": "Sets with a new first legal date."},
            "errata": {
                "type": "array",
                "items": {"type": "object", "properties": {"card": {"type": "string"}}, "additionalProperties": True},
                "description": "Cards with changed facts, such as `{card, printed_limit: 1}`.",
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
        raise serializers.ValidationError("Send the proposal as a JSON object.")


class WhatIfRequestShape(Shape):
    """A proposal, and the decks to check."""

    proposal = ProposalField("The proposed changes, at most 40.")
    on = Day("The date to check on. Default: each deck's own date.", **OPTIONAL)
    in_format = Text("Check every deck of the game in this format. Default: each deck's own format.", **OPTIONAL)
    decks = Texts("Your own lists as text, at most 20.", **OPTIONAL)
    cursor = Text("The cursor of the previous answer, to check the next stored decks.", **OPTIONAL)


class TurnCountShape(Shape):
    """Number of decks by outcome before and after."""

    before = Text("Outcome now: legal, illegal or uncertain.")
    after = Text("Outcome with the proposal: legal, illegal or uncertain.")
    decks = Number("Number of decks.")


class RuleCountShape(Shape):
    """Number of decks that break a rule only with the proposal."""

    code = Text("The code of its findings.")
    citation = CitationShape.one("The rule.", allow_null=True)
    decks = Number("Number of decks.")


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
    """The effect on a deck in a format on a date."""

    format = Text("The slug of the format.", source="fmt.slug")
    as_of = Day("The date checked.", source="day")
    before = Text("Outcome now: legal, illegal or uncertain.")
    after = Text("Outcome with the proposal: legal, illegal or uncertain.")
    new_findings = CopiedFindingShape.several("Errors and unknowns that the proposal adds.", of=_with_copies("news"))
    settled_findings = CopiedFindingShape.several("Errors and unknowns that it removes.", of=_with_copies("gone"))


class StoredEffectShape(EffectShape):
    """The effect on a stored deck."""

    id = Number("The deck's number.")
    title = Text("The title.")

    def to_representation(self, instance: DeckEffect) -> dict[str, Any]:
        """The deck first, then what becomes of it."""
        row: Any = instance.row
        return {"id": row.pk, "title": row.title, **EffectShape(instance.effect).data}


class ListEffectShape(EffectShape):
    """The effect on a list you sent, or why it can't be checked."""

    name = Text("The title, or the number of the list.")
    problem = Text("Why the list can't be checked. Without it, the other fields are present.", required=False)
    format = Text("The slug of the format.", required=False)
    as_of = Day("The date checked.", required=False)
    before = Text("Outcome now: legal, illegal or uncertain.", required=False)
    after = Text("Outcome with the proposal: legal, illegal or uncertain.", required=False)
    new_findings = CopiedFindingShape.several("Errors and unknowns that the proposal adds.", required=False)
    settled_findings = CopiedFindingShape.several("Errors and unknowns that the proposal removes.", required=False)

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
    """The stored decks, in batches. Totals cover all batches so far."""

    asked = Number("Number of decks: public decks and your own.", source="decks")
    can_be_touched = Number("Decks that the proposal can affect. Only these are checked.", source="candidates")
    looked_at = Number("Decks checked so far, earlier batches included.", source="so_far.looked")
    outcomes = TurnCountShape.several("Their outcomes.", of=lambda told: build_outcome_rows(told.so_far.outcomes))
    otherwise = Number("Decks with the same outcome but other findings.", source="so_far.otherwise")
    not_shown = Number("Affected decks that aren't shared with you; staff only.", source="hidden")
    by_rule = RuleCountShape.several("Rules broken only with the proposal.", of=_list_rules)
    changed = StoredEffectShape.several("Affected decks of this batch.", source="listed")
    cursor = Recorded("The cursor of the next batch. Null after the last.")


class CardTurnShape(Shape):
    """An affected card."""

    card = Text("The slug.", source="what.slug")
    title = Text("The title.", source="what.title")
    before = Text("Status now: legal, banned, not in or unknown.")
    after = Text("Status with the proposal: legal, banned, not in or unknown.")


class SetTurnShape(Shape):
    """An affected set."""

    code = Text("The set code.", source="what.code")
    before = Text("Status now: in, out or unknown.")
    after = Text("Status with the proposal: in, out or unknown.")


class TeamLossShape(Shape):
    """A team, in Riftbound a domain, that loses cards."""

    name = Text("The name.")
    cards = Number("Number of legal cards now.")
    lost = Number("How many of them are no longer legal for certain.")


class PoolCountsShape(Shape):
    """Number of affected cards. The lists hold at most 500 each."""

    lost = Number("Cards that leave the card pool.", of=lambda pool: len(pool.lost))
    gained = Number("Cards that enter the card pool.", of=lambda pool: len(pool.gained))
    doubtful = Number("Cards whose status becomes unknown.", of=lambda pool: len(pool.doubtful))


def _get_size(place: int) -> Callable[[PoolEffect], int | None]:
    """What reads a size of a pool, without the proposal or with it."""
    return lambda pool: pool.sizes[place] if pool.cards else None


class PoolEffectShape(Shape):
    """The effect on the card pool of a format."""

    format = Text("The slug of the format.", source="fmt.slug")
    on = Day("The date.", source="day")
    sets = SetTurnShape.several("Affected sets.")
    cards_before = Number("Number of legal cards now. Null if no card is affected.", of=_get_size(0), allow_null=True)
    cards_after = Number(
        "Number of legal cards with the proposal. Null if no card is affected.", of=_get_size(1), allow_null=True
    )
    lost = CardTurnShape.several("Cards that leave the card pool.", of=lambda pool: pool.lost[:_MAX_CARDS])
    gained = CardTurnShape.several("Cards that enter the card pool.", of=lambda pool: pool.gained[:_MAX_CARDS])
    doubtful = CardTurnShape.several("Cards whose status becomes unknown.", of=lambda pool: pool.doubtful[:_MAX_CARDS])
    counts = PoolCountsShape.one("Numbers of affected cards.", of=lambda pool: pool)
    teams = TeamLossShape.several("Teams that lose the largest share of their cards.", source="teams_hit")


@extend_schema_field({"type": "object", "additionalProperties": True})
class QuestionField(Field, serializers.ReadOnlyField):
    """The question as understood."""


class WhatIfShape(Shape):
    """The effects of a proposal. Nothing is stored."""

    question = QuestionField("The question as understood. You can send it again.", source="trial.question.plain")
    data_version = Text("The fingerprint of the facts with the proposal.", source="trial.after.data_version")
    decks = TriedDecksShape.one("Stored decks.", source="stored")
    lists = ListEffectShape.several("The lists you sent; first batch only.")
    pools = PoolEffectShape.several("Affected formats; first batch only.")


class WhatIf(QuestionView):
    """Try a proposed ban, rotation or erratum."""

    @describe_question(
        WhatIfRequestShape,
        WhatIfShape,
        "A ban in one format",
        proposal={"game": examples.GAME, "formats": ["silver-age"], "bans": ["Enemy of My Enemy"]},
        on="2008-07-01",
    )
    def post(self, request: Request) -> Response:
        """Try a proposal on public decks, your own decks and the lists you send. Nothing is stored.

        Stored decks are checked in batches. For the next batch, send the same question with the `cursor` of the answer.
        """
        given: Any = request.data
        if not isinstance(given, dict):
            raise InputError("send a JSON object with a proposal", place="body")
        question = question_from_dict(given)
        answer = run_what_if(question, viewer_of_request(request), cursor=str(given.get("cursor") or ""))
        return Response(WhatIfShape(answer).data, headers={"Cache-Control": "private, no-store"})
