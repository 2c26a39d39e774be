"""The power symbols of a deck: which cards give them, and whose super powers ask for them."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.decks import Deck
from engine.model.games import game_of
from engine.stats.spreads import NOTHING, Share


@dataclass(frozen=True, slots=True)
class Symbol:
    """A power symbol: the locations that give it, those that give it or another, and the characters that ask for it."""

    name: str
    gives: Share
    may_give: Share
    asks: Share

    @property
    def is_missing(self) -> bool:
        """Whether it is asked for and no recorded location gives it."""
        return bool(self.asks.cards) and not (self.gives.cards or self.may_give.cards)


@dataclass(frozen=True, slots=True)
class SymbolStats:
    """The symbols that a deck's cards give or ask for; `unrecorded` are locations and characters without recorded ones.

    A character without recorded symbols may have no super power; a location without has an unknown one.
    """

    symbols: tuple[Symbol, ...] = ()
    unrecorded_locations: Share = NOTHING
    unrecorded_characters: Share = NOTHING


def count_power_symbols(deck: Deck) -> SymbolStats:
    """The power symbols of a deck, in the rulebook's order; none in a game without them."""
    read = game_of(deck.game).stats.power_symbols
    return read(deck) if read else SymbolStats()
