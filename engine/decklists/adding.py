"""Copies of a card into a deck under construction and out of it, wherever they belong there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.decklists.changing import count_copies, set_copies
from engine.decklists.default_sections import find_default_section, section_sort_key
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import DECK, PILE, SIDEBOARD, Deck, DeckEntry


def add_copies(deck: Deck, card: Card, count: int, catalog: Catalog, section: str = "") -> Deck:
    """The deck with so many more copies: in the section, or else each where it belongs once the one before stands.

    So of three copies of a champion unit the first becomes the chosen champion and the others go to the deck.
    """
    while count > 0:
        home = section or find_default_section(card, deck)
        one = set_copies(deck, card, home, count_copies(deck, card, home) + 1, catalog)
        count -= 1
        if section or find_default_section(card, one) == home:
            return set_copies(one, card, home, count_copies(one, card, home) + count, catalog)
        deck = one
    return deck


def add_entries(deck: Deck, entries: Iterable[DeckEntry], catalog: Catalog) -> Deck:
    """The deck with the lines of another list, each in its section; copies of a card that stands there are added up.

    What leads that list goes where it belongs in this deck, so that a second champion unit joins the others.
    """
    for entry in entries:
        card, section = entry.card, entry.section
        if card and section not in (DECK, SIDEBOARD) and not section.startswith(PILE):
            section = find_default_section(card, deck)
        if card and (section != entry.section or count_copies(deck, card, section)):
            deck = add_copies(deck, card, entry.count, catalog, section)
        else:
            deck = replace(deck, entries=(*deck.entries, entry))
    return deck


def remove_copies(deck: Deck, card: Card, count: int, catalog: Catalog, section: str = "") -> Deck:
    """The deck with so many fewer copies, as far as there are as many: of the section, or else from the last on."""
    sections = (section,) if section else _sections_with(card, deck)
    for place in sections:
        there = count_copies(deck, card, place)
        going = min(count, there)
        deck = set_copies(deck, card, place, there - going, catalog)
        count -= going
    return deck


def set_total_copies(deck: Deck, card: Card, total: int, catalog: Catalog) -> Deck:
    """The deck with so many copies of the card in all its sections together."""
    held = deck.counts.get(card, 0)
    if total >= held:
        return add_copies(deck, card, total - held, catalog)
    return remove_copies(deck, card, held - total, catalog)


def _sections_with(card: Card, deck: Deck) -> tuple[str, ...]:
    """The sections in which a card stands, those first that are written last."""
    held = (section for section in deck.sections if count_copies(deck, card, section))
    return tuple(sorted(held, key=lambda section: section_sort_key(section, deck.game), reverse=True))
