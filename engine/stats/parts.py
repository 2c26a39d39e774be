"""Which cards of a list a figure is about, each with its copies."""

from __future__ import annotations

from engine.model.cards import Card
from engine.model.decks import Deck, count_cards
from engine.model.games import game_of

Tally = tuple[tuple[Card, int], ...]


def tally_main_deck(deck: Deck) -> Tally:
    """The cards that are drawn from: the deck, in some games with a chosen card before it."""
    return _of(deck, *game_of(deck.game).stats.drawn)


def tally_own_cards(deck: Deck) -> Tally:
    """The main deck, in some games with what starts beside it."""
    stats = game_of(deck.game).stats
    return _of(deck, *(stats.own or stats.drawn))


def tally_characters(deck: Deck) -> Tally:
    """The characters among its own cards, also those that may be one: their type isn't recorded."""
    types = game_of(deck.game).stats.characters
    return tuple((card, copies) for card, copies in tally_own_cards(deck) if card.type in types)


def _of(deck: Deck, *sections: str) -> Tally:
    held = [section for section in sections if section in deck.sections]
    if len(held) == 1:
        return deck.read(held[0])
    return count_cards(entry for section in held for entry in deck.sections[section])
