"""Copies out of a deck and into it, as figures that can be searched."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.decklists.changing import count_copies, set_copies
from engine.model.cards import Card
from engine.model.catalog import Catalog
from engine.model.decks import READ, UNREADABLE, Deck, DeckEntry

#: Copies of one card in one section, by its slug, or those of a line that names no one card, by `#` and its number.
Item = tuple[str, str]
Copies = Mapping[Item, int]


@dataclass(frozen=True)
class RepairEdit:
    """How many copies of what go, and how many of what come."""

    out: Copies = field(default_factory=dict)
    into: Copies = field(default_factory=dict)

    @property
    def sizes(self) -> tuple[int, int]:
        """How many copies go and how many come."""
        return (sum(self.out.values()), sum(self.into.values()))

    @property
    def size(self) -> int:
        """How many changes it is."""
        return max(self.sizes)

    @property
    def key(self) -> tuple[frozenset[tuple[Item, int]], frozenset[tuple[Item, int]]]:
        """Equal for the same copies out and in, in whatever order."""
        return (frozenset(self.out.items()), frozenset(self.into.items()))

    def with_removed(self, item: Item, count: int = 1) -> RepairEdit:
        """With so many further copies out."""
        return RepairEdit({**self.out, item: self.out.get(item, 0) + count}, self.into)

    def with_added(self, item: Item, count: int = 1) -> RepairEdit:
        """With so many further copies in."""
        return RepairEdit(self.out, {**self.into, item: self.into.get(item, 0) + count})


def make_item(entry: DeckEntry) -> Item:
    """What a line's copies are counted under; a line that can't be read stands in no section, as no size counts it."""
    if entry.state == UNREADABLE:
        return ("", f"#{entry.line}")
    return (entry.section, entry.card.slug if entry.state == READ and entry.card else f"#{entry.line}")


def count_items(deck: Deck) -> dict[Item, int]:
    """How many copies there are of what; a line that can't be read is one."""
    found: dict[Item, int] = {}
    for entry in deck.entries:
        item = make_item(entry)
        found[item] = found.get(item, 0) + (1 if entry.state == UNREADABLE else entry.count)
    return found


def find_items(deck: Deck, test: Callable[[DeckEntry], bool]) -> frozenset[Item]:
    """What stands on the lines that pass a test."""
    return frozenset(make_item(entry) for entry in deck.entries if test(entry))


def find_card_items(deck: Deck, cards: Collection[Card], sections: Collection[str] = ()) -> frozenset[Item]:
    """Where these cards stand, in these sections or in all."""
    return find_items(deck, lambda entry: entry.card in cards and (not sections or entry.section in sections))


def apply_edit(deck: Deck, edit: RepairEdit, catalog: Catalog) -> Deck:
    """The deck with an edit made, quickly: what comes stands last, so that the verdict is right and the list untidy."""
    left = dict(edit.out)
    entries: list[DeckEntry] = []
    for entry in deck.entries:
        going = left.get(make_item(entry), 0)
        if not going:
            entries.append(entry)
            continue
        taken = min(going, entry.count)
        left[make_item(entry)] = going - max(taken, 1)
        if entry.count > taken:
            entries.append(replace(entry, count=entry.count - taken))
    entries += (DeckEntry(section, count, catalog.by_slug[slug]) for (section, slug), count in edit.into.items())
    return replace(deck, entries=tuple(entries))


def apply_edit_in_order(deck: Deck, edit: RepairEdit, catalog: Catalog) -> Deck:
    """The deck with an edit made, each copy that comes where a person would look for it."""
    deck = apply_edit(deck, RepairEdit(edit.out), catalog)
    for (section, slug), count in edit.into.items():
        card = catalog.by_slug[slug]
        deck = set_copies(deck, card, section, count_copies(deck, card, section) + count, catalog)
    return deck


def count_total(copies: Copies, items: Iterable[Item]) -> int:
    """How many copies these are together."""
    return sum(copies.get(item, 0) for item in items)
