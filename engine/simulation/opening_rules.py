"""How games deal their opening hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from engine.model.verdicts import Citation

if TYPE_CHECKING:
    from datetime import date

    from engine.model.games import Game

T = TypeVar("T")

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
    #: The cards drawn on the first turn by who goes first and by who goes second; None: as on every other.
    on_first_turn: tuple[int, int] | None = None
    first_turn_by: Citation | None = None  #: where that stands, if elsewhere
    may_run_out: bool = False  #: a turn draws what is left
    deck_size: int | None = None  #: of a deck that has exactly so many cards

    def count_seen(self, turn: int, *, first: bool) -> int:
        """The cards seen by the end of the draws of one's own turn; turn 0 is the opening hand."""
        if not turn:
            return self.hand_size
        at_first = self.on_first_turn[0 if first else 1] if self.on_first_turn else self.draws_per_turn
        return self.hand_size + at_first + self.draws_per_turn * (turn - 1)

    def count_drawn(self, turn: int, *, first: bool) -> int:
        """The cards drawn on one's own turn of a number, from 1."""
        return self.count_seen(turn, first=first) - self.count_seen(turn - 1, first=first)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """Where it stands how the game deals, each rule once."""
        found = (self.dealt_by, self.mulligan_by, self.drawn_by, self.first_turn_by)
        return tuple(dict.fromkeys(each for each in found if each))


def find_by_edition(game: Game, by_edition: Mapping[str, T], as_of: date | None, default: T) -> T:
    """What the edition of a game's rules in force on a day has; before the oldest, what the oldest has.

    The default without a day, and where the edition has nothing of its own.
    """
    if as_of is None or not by_edition:
        return default
    in_force = [each for each in game.rulesets if each.in_force_from <= as_of]
    return by_edition.get((in_force or game.rulesets[:1])[-1].edition, default)
