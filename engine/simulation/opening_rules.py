"""How games deal their opening hands."""

from __future__ import annotations

from dataclasses import dataclass

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
