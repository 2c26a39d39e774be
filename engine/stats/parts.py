"""Which cards of a list a figure is about, each with its copies."""

from __future__ import annotations

from engine.games.vs_2pcg.card_facts import MAIN_CHARACTER as MAIN
from engine.games.vs_2pcg.card_facts import SUPPORTING_CHARACTER
from engine.model.cards import RIFTBOUND, VS_2PCG, Card
from engine.model.decks import CHAMPION, DECK, LEVEL_UP, MAIN_CHARACTER, Deck, tally

Tally = tuple[tuple[Card, int], ...]

_OWN = (MAIN_CHARACTER, LEVEL_UP, DECK)


def main_deck(deck: Deck) -> Tally:
    """The cards that are drawn from: the deck, in Riftbound with the chosen champion."""
    return _of(deck, CHAMPION, DECK) if deck.game == RIFTBOUND else deck.read()


def own_cards(deck: Deck) -> Tally:
    """The main deck, in 2PCG with the main character and the level-up zone before it."""
    return _of(deck, *_OWN) if deck.game == VS_2PCG else main_deck(deck)


def characters(deck: Deck) -> Tally:
    """The characters among its own cards, also those that may be one: their type isn't recorded."""
    kinds = {VS_2PCG: (None, MAIN, SUPPORTING_CHARACTER), RIFTBOUND: ()}.get(deck.game, (None, "Character"))
    return tuple((card, copies) for card, copies in own_cards(deck) if card.type in kinds)


def _of(deck: Deck, *sections: str) -> Tally:
    return tally(entry for section in sections for entry in deck.sections.get(section, ()))
