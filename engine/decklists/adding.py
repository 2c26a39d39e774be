"""Copies of a card into a deck under construction and out of it, wherever they belong there."""

from __future__ import annotations

from engine.decklists.changing import copies_in, with_count
from engine.decklists.homes import home_of, place_of
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import Deck


def added(deck: Deck, card: Card, count: int, catalog: Catalog, section: str = "") -> Deck:
    """The deck with so many more copies: in the section, or else each where it belongs once the one before stands.

    So of three copies of a champion unit the first becomes the chosen champion and the others go to the deck.
    """
    while count > 0:
        home = section or home_of(card, deck)
        one = with_count(deck, card, home, copies_in(deck, card, home) + 1, catalog)
        count -= 1
        if section or home_of(card, one) == home:
            return with_count(one, card, home, copies_in(one, card, home) + count, catalog)
        deck = one
    return deck


def taken_out(deck: Deck, card: Card, count: int, catalog: Catalog, section: str = "") -> Deck:
    """The deck with so many fewer copies, as far as there are as many: of the section, or else from the last on."""
    sections = (section,) if section else _sections_with(card, deck)
    for place in sections:
        there = copies_in(deck, card, place)
        going = min(count, there)
        deck = with_count(deck, card, place, there - going, catalog)
        count -= going
    return deck


def with_total(deck: Deck, card: Card, total: int, catalog: Catalog) -> Deck:
    """The deck with so many copies of the card in all its sections together."""
    held = deck.counts.get(card, 0)
    if total >= held:
        return added(deck, card, total - held, catalog)
    return taken_out(deck, card, held - total, catalog)


def _sections_with(card: Card, deck: Deck) -> tuple[str, ...]:
    """The sections in which a card stands, those first that are written last."""
    held = (section for section in deck.sections if copies_in(deck, card, section))
    return tuple(sorted(held, key=lambda section: place_of(section, deck.game), reverse=True))
