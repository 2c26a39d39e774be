"""One change to a deck under construction: the copies of one card in one section."""

from __future__ import annotations

from dataclasses import replace

from engine.decklists.default_sections import section_sort_key
from engine.decklists.items import disambiguating_code
from engine.decklists.lines import MAX_COPIES
from engine.decklists.reading import MAX_CARDS
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import READ, Deck, DeckEntry
from engine.model.errors import InputError


def set_copies(deck: Deck, card: Card, section: str, count: int, catalog: Catalog) -> Deck:
    """The deck with exactly so many copies of the card in that section; 0 takes it out.

    They stand on the card's first line there, its other lines there are gone; a new card stands last in its section,
    and a new section in the order of its game. Raises InputError for a count that no deck has.
    """
    if not 0 <= count <= MAX_COPIES:
        raise InputError(f"{count} copies; a list can have 0 to {MAX_COPIES:,}", place="count")
    kept: list[DeckEntry] = []
    is_placed = False
    for entry in deck.entries:
        if entry.state != READ or entry.card is not card or entry.section != section:
            kept.append(entry)
        elif count and not is_placed:
            kept.append(replace(entry, count=count))
            is_placed = True
    if count and not is_placed:
        entry = DeckEntry(section, count, card, name=card.title, printing=disambiguating_code(card, catalog))
        at = find_place(kept, section, deck.game)
        kept.insert(at, entry)
    if sum(entry.count for entry in kept) > MAX_CARDS:
        raise InputError(f"the list would have more than {MAX_CARDS:,} cards", place="count", code="too-long")
    return replace(deck, entries=tuple(kept))


def move_copies(deck: Deck, card: Card, count: int, sections: tuple[str, str], catalog: Catalog) -> Deck:
    """The deck with so many copies of the card out of the first section in the second, as far as there are as many."""
    start, goal = sections
    there = count_copies(deck, card, start)
    going = min(count, there)
    left = set_copies(deck, card, start, there - going, catalog)
    return set_copies(left, card, goal, count_copies(left, card, goal) + going, catalog)


def set_printing(deck: Deck, card: Card, section: str, printing: str) -> Deck:
    """The deck with the copies of the card in that section as a printing, by its code; empty for any.

    Raises InputError for a code that the card doesn't have.
    """
    if printing and printing not in {each.code for each in card.printings}:
        raise InputError(f"{card.title} has no printing {printing[:20]!r}", place="printing")
    return replace(
        deck,
        entries=tuple(
            replace(entry, printing=printing) if entry.card is card and entry.section == section else entry
            for entry in deck.entries
        ),
    )


def remove_line(deck: Deck, line: int) -> Deck:
    """The deck without the line of that number: one that couldn't be read, say."""
    return replace(deck, entries=tuple(entry for entry in deck.entries if entry.line != line))


def count_copies(deck: Deck, card: Card, section: str) -> int:
    """How many copies of a card stand in a section."""
    return dict(deck.read(section)).get(card, 0)


def find_place(entries: list[DeckEntry], section: str, game: str) -> int:
    """Behind the last line of its section or, of a new section, before the first line of one that comes later."""
    ours = [at for at, entry in enumerate(entries) if entry.section == section]
    if ours:
        return ours[-1] + 1
    later = (
        at
        for at, entry in enumerate(entries)
        if section_sort_key(entry.section, game) > section_sort_key(section, game)
    )
    return next(later, len(entries))
