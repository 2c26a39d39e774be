"""How the Vs. System TCG deals its opening hand."""

from engine.model.verdicts import Citation
from engine.simulation.opening_rules import BOTTOM, OpeningRule

#: The edition of 2007 has the same under the same numbers.
OPENING = OpeningRule(
    hand_size=4,
    mulligan=BOTTOM,
    draws_per_turn=2,
    dealt_by=Citation("cr-2.7", "101.5"),
    mulligan_by=Citation("cr-2.7", "101.6"),
    drawn_by=Citation("cr-2.7", "401.1"),
)
