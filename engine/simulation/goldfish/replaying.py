"""The opening hand of the game that is replayed, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.simulation.goldfish.cards import GoldfishCard
from engine.simulation.goldfish.dealing import Deal
from engine.simulation.goldfish.policy import Goldfish, PlayStep
from engine.simulation.opening_rules import ASIDE, OpeningRule


def describe_deal(deal: Deal, rule: OpeningRule, policy: Goldfish) -> list[PlayStep]:
    """What was dealt, and what the mulligan did with it and why."""
    names = name_cards(deal.opening)
    steps = [PlayStep("opening", f"Opening hand: {names}.", deal.opening, rule.dealt_by)]
    why = policy.policy["mulligan"]
    if not deal.gone:
        return [*steps, PlayStep("keep", f"Keeps it. Policy: {why}.", (), rule.mulligan_by)]
    gone = tuple(deal.opening[place] for place in deal.gone)
    did = f"Sets aside {name_cards(gone)}" if rule.mulligan == ASIDE else "Takes a mulligan"
    new = name_cards(deal.hand)
    return [*steps, PlayStep("mulligan", f"{did}. Policy: {why}. New hand: {new}.", deal.hand, rule.mulligan_by)]


def name_cards(cards: Sequence[GoldfishCard]) -> str:
    return ", ".join(card.title for card in cards) or "no cards"
