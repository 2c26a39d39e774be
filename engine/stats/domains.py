"""The domains of a Riftbound deck: the cards of each, the power they ask for, the runes that give it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.cards import RIFTBOUND, Card
from engine.model.decks import RUNES, Deck
from engine.stats.parts import main_deck
from engine.stats.spreads import NOTHING, Share, spread

DOMAINS = ("Fury", "Calm", "Mind", "Body", "Chaos", "Order")


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
class DomainFigures:
    """The domains in the game's own order, then cards of none, and cards and runes of which it isn't recorded."""

    domains: tuple[Domain, ...] = ()
    colorless: Share = NOTHING
    unrecorded: Share = NOTHING
    unrecorded_runes: Share = NOTHING


def domain_figures(deck: Deck) -> DomainFigures:
    """The domains of a Riftbound deck; none in the other games."""
    if deck.game != RIFTBOUND:
        return DomainFigures()
    cards, runes = spread(main_deck(deck), _domains), spread(deck.read(RUNES), _domains)
    of_cards, of_runes = ({share.name: share for share in each.shares} for each in (cards, runes))
    return DomainFigures(
        tuple(
            Domain(name, of_cards.get(name, Share(name, ())), of_runes.get(name, Share(name, ())))
            for name in dict.fromkeys((*DOMAINS, *of_cards, *of_runes))
            if name in of_cards or name in of_runes
        ),
        cards.without,
        cards.unrecorded,
        Share("", runes.without.cards + runes.unrecorded.cards),
    )


def _domains(card: Card) -> tuple[str, ...] | None:
    return card.domains
