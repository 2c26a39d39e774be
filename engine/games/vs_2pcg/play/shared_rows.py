"""Rows that the tables of several actions share, with the heading that each action cites for them."""

from __future__ import annotations

from engine.games.vs_2pcg.play import timing
from engine.games.vs_2pcg.play import turn_checks as checks
from engine.games.vs_2pcg.play.citing import TableRow


def turn_row(heading: str) -> TableRow:
    """The row that it is the player's own turn."""
    return ("not-your-turn", timing.own_turn, "Is it your turn?", "That belongs to your own turn.", heading)


def hand_row(heading: str) -> TableRow:
    """The row that a card is played from hand."""
    return ("not-from-hand", checks.from_hand, "Does the card come from hand?", "The card isn’t in hand.", heading)


def step_row(step: str, heading: str) -> TableRow:
    """The row that it is a step of the build phase, or that of the opening hand."""
    return (
        "wrong-step",
        timing.in_step(step, "setup" if step == "opening-hand" else "build"),
        f"Is it the {step} step?",
        f"That belongs to the {step} step.",
        heading,
    )


COMBAT_ROWS: tuple[TableRow, ...] = (
    (
        "wrong-combat-step",
        timing.combat_running,
        "Is it the During Combat step, in which players act?",
        "It isn’t the During Combat step, the only one in which players act.",
        "Combat Step Overview; Combat Resolution",
    ),
    (
        "not-your-opportunity",
        timing.has_opportunity,
        "Is it your chance to act?",
        "It is the other player’s chance.",
        "During Combat",
    ),
)
