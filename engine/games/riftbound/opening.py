"""How Riftbound deals its opening hand."""

from engine.simulation.opening_rules import ASIDE, OpeningRule

OPENING = OpeningRule(
    hand_size=4,
    mulligan=ASIDE,
    draws_per_turn=1,
    dealt_by=None,
    mulligan_by=None,
    drawn_by=None,
    most_aside=2,
    note="Hand size, mulligan and draw are common knowledge; no document on record states them.",
)
