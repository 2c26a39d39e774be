"""In which order loyalty lets the characters of a deck come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.games import game_of


@dataclass(frozen=True, eq=False, slots=True)
class LoyaltyOrder:
    """The characters by when they can come first.

    `layers`: whoever needs nobody, then whoever those let in, and so on. `uncertain`: those that hang on a fact that
    isn't recorded or on a line that names no one card. `unreachable`: those that nobody can ever let in.
    `lets_in`: for each of the layers with Loyalty or Dual Loyalty, those of earlier layers that share an affiliation.
    """

    loyal: tuple[Card, ...]
    layers: tuple[tuple[Card, ...], ...]
    uncertain: tuple[Card, ...]
    unreachable: tuple[Card, ...]
    lets_in: Mapping[Card, tuple[Card, ...]]


def find_loyalty_order(deck: Deck) -> LoyaltyOrder | None:
    """Who can be recruited before whom; `None` in games where loyalty is no matter of recruiting."""
    read = game_of(deck.game).stats.loyalty_order
    return read(deck) if read else None
