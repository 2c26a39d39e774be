"""How 2PCG deals its opening hand."""

from engine.model.verdicts import Citation
from engine.simulation.opening_rules import RESHUFFLE, OpeningRule

OPENING = OpeningRule(
    hand_size=7,
    mulligan=RESHUFFLE,
    draws_per_turn=2,
    dealt_by=Citation("pcg-5.0", "Setting Up the Game"),
    mulligan_by=Citation("pcg-5.0", "Setting Up the Game"),
    drawn_by=Citation("pcg-5.0", "Draw Phase"),
    on_first_turn=(0, 2),
    deck_size=60,
    note="The player who goes first draws no card on the first turn. "
    "Cards that start in play are dealt like any other, since not all of them are recorded.",
)
