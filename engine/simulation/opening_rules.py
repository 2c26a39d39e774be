"""How each game deals its opening hand, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.model.cards import RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.verdicts import Citation

BOTTOM = "bottom"  #: the hand goes below the deck, as many are drawn
RESHUFFLE = "reshuffle"  #: the hand is shuffled into the deck, as many are drawn
ASIDE = "aside"  #: some cards are set aside, as many are drawn, those set aside go below the deck


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """How a game deals: cards in the opening hand, how its one mulligan is done, cards drawn a turn.

    Of a rule that no document held here states, the citation is None. `note` says what else isn't established.
    """

    hand_size: int
    mulligan: str
    draws_per_turn: int
    dealt_by: Citation | None
    mulligan_by: Citation | None
    drawn_by: Citation | None
    most_aside: int = 0
    note: str = ""


OPENING_RULES: Mapping[str, OpeningRule] = {
    #: The edition of 2007 has the same under the same numbers.
    VS_CLASSIC: OpeningRule(
        hand_size=4,
        mulligan=BOTTOM,
        draws_per_turn=2,
        dealt_by=Citation("cr-2.7", "101.5"),
        mulligan_by=Citation("cr-2.7", "101.6"),
        drawn_by=Citation("cr-2.7", "401.1"),
    ),
    VS_2PCG: OpeningRule(
        hand_size=7,
        mulligan=RESHUFFLE,
        draws_per_turn=2,
        dealt_by=Citation("pcg-5.0", "Setting Up the Game"),
        mulligan_by=Citation("pcg-5.0", "Setting Up the Game"),
        drawn_by=Citation("pcg-5.0", "Draw Phase"),
        note="Whoever goes first draws none on the first turn. "
        "A card that starts the game in play is dealt like the others: which cards do isn't recorded.",
    ),
    RIFTBOUND: OpeningRule(
        hand_size=4,
        mulligan=ASIDE,
        draws_per_turn=1,
        dealt_by=None,
        mulligan_by=None,
        drawn_by=None,
        most_aside=2,
        note="Hand size, mulligan and draw are common knowledge: the documents held here don't state them.",
    ),
}
