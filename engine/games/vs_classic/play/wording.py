"""Rules that several actions share: code, check and words, to be bound to where each action's document has them."""

from __future__ import annotations

from typing import NamedTuple

from engine.games.vs_classic.play import cards, costs, timing
from engine.games.vs_classic.play.citing import TableRow
from engine.play.rules import Check


class Wording(NamedTuple):
    """A rule without its citations."""

    code: str
    check: Check
    question: str
    broken: str

    def at(self, new: str, old: str = "") -> TableRow:
        """The rule where 2.7 has it, and where the edition of 2007 does, if it does."""
        return (*self, new, old)


PRIORITY = Wording(
    "no-priority",
    timing.has_priority,
    "Does the acting player have priority?",
    "The acting player doesn’t have priority.",
)
EMPTY_CHAIN = Wording("chain-not-empty", timing.chain_empty, "Is the chain empty?", "Recruiting needs an empty chain.")
RECRUIT_STEP = Wording(
    "not-your-recruit-step",
    timing.own_step("recruit"),
    "Is it the acting player’s own recruit step?",
    "This is done in one’s own recruit step.",
)
OPENING = Wording(
    "opening-passed",
    timing.still_opening,
    "Is the step just beginning?",
    "The start of the step is over.",
)
SUBSTEP = Wording(
    "not-in-attack-substep",
    timing.in_attack_substep,
    "Is an attack substep running?",
    "This is done in an attack substep.",
)
NO_CONTRADICTION = Wording(
    "contradictory-position",
    timing.no_contradiction,
    "Is every character either ready or exhausted?",
    "A stunned character is exhausted.",
).at("701.12, 701.12a")
IN_HAND = Wording("not-in-hand", cards.from_hand, "Is the card in hand?", "The card has to be in hand.")
IN_RESOURCE_ROW = Wording(
    "not-in-resource-row",
    cards.in_own_row,
    "Is the card in the acting player’s resource row?",
    "The card has to be in one’s own resource row.",
)
RECRUIT_ZONE = Wording(
    "recruit-zone",
    cards.recruit_zone,
    "May the card be recruited from there?",
    "Characters and equipment are recruited from the hand.",
)
FACE_DOWN = Wording(
    "already-face-up", cards.face_down, "Is the resource face down?", "The resource is face up already."
)
RESTRICTION = Wording(
    "play-restriction",
    cards.restriction_met,
    "Is the restriction on the card met?",
    "The restriction on the card isn’t met.",
)
ADDITIONAL_COST = Wording(
    "additional-cost-unpaid",
    costs.additional_cost_payable,
    "Can the additional cost be paid?",
    "The additional cost can’t be paid.",
)
ENOUGH_POINTS = Wording(
    "not-enough-points",
    costs.enough_points,
    "Are there resource points enough?",
    "There are too few resource points.",
)
THRESHOLD = Wording(
    "threshold-not-met",
    costs.threshold_met,
    "Are there resources enough for the threshold?",
    "There are too few resources for the threshold.",
)
ENOUGH_TARGETS = Wording(
    "not-enough-targets", cards.enough_targets, "Are there legal targets enough?", "There are too few legal targets."
)
TARGETS_DIFFER = Wording(
    "same-target-twice", cards.targets_differ, "Are all targets different?", "One card is chosen for two targets."
)
DURATION = Wording(
    "not-in-attack-substep",
    cards.within_duration,
    "Is it inside the duration of the effect?",
    "The effect lasts this attack, and no attack substep is running.",
)
BOOST = Wording(
    "boost-not-on-card", costs.boost_on_card, "Is the boost paid the card’s?", "The card has another boost cost."
)


def card_type(kind: str, broken: str) -> Wording:
    """The rule that the card has the type for this action."""
    return Wording("wrong-card-type", cards.has_type(kind), f"Is the card of type {kind}?", broken)
