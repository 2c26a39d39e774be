"""The domains of a deck: the cards of each, the power they ask for, the runes that give it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.decks import Deck
from engine.model.games import game_of
from engine.stats.spreads import NOTHING, Share


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain: the cards of the main deck that are of it, a card of two in both, and the runes."""

    name: str
    cards: Share
    runes: Share

    @property
    def power(self) -> int:
        """The power that its cards ask for, all copies together; one of two domains may be paid with either."""
        return sum(card.power * copies for card, copies in self.cards.cards if isinstance(card.power, int))


@dataclass(frozen=True, slots=True)
class DomainStats:
    """The domains in the game's own order, then cards of none, and cards and runes of which it isn't recorded."""

    domains: tuple[Domain, ...] = ()
    colorless: Share = NOTHING
    unrecorded: Share = NOTHING
    unrecorded_runes: Share = NOTHING


def count_domains(deck: Deck) -> DomainStats:
    """The domains of a deck; none in a game without them."""
    read = game_of(deck.game).stats.domains
    return read(deck) if read else DomainStats()
