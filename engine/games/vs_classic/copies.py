"""How many of each card a classic deck has, counted as the game counts: by name and versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine.model.cards import Card
from engine.model.decks import UNREADABLE, Deck, written_name

ARMY = "Army"


@dataclass(slots=True)
class DoubtfulCopies:
    """Cards of one name that may be of any version: recorded without one, or on lines that name no one card."""

    count: int = 0
    cards: tuple[Card, ...] = ()
    lines: tuple[int, ...] = ()


@dataclass(slots=True)
class CopyCounts:
    """A deck's cards, copies of one card together.

    `counts` are those that the four per deck rule binds, by copy key, and `most` the largest of them; `in_doubt` is, by
    name, what may belong to any card of the name.
    """

    counts: dict[str, int] = field(default_factory=dict)
    most: int = 0
    most_of_army: int = 0
    in_doubt: dict[str, DoubtfulCopies] = field(default_factory=dict)


def count_copies(deck: Deck) -> CopyCounts:
    """The copies in a deck, counted once."""
    return deck.once(_count_without_army)


def list_settled_copies(deck: Deck, name: str) -> tuple[int, ...]:
    """How many copies a deck has of each card of a name whose version is known and that the limit binds."""
    counts = count_copies(deck).counts
    return tuple(counts[key] for key in group_by_name(deck).get(name, ()) if key in counts)


def group_by_name(deck: Deck) -> Mapping[str, Mapping[str, None]]:
    """By the name of a deck's cards the copy keys that are of it, told apart by versions."""
    return deck.once(_group_keys)


def _group_keys(deck: Deck) -> Mapping[str, Mapping[str, None]]:
    found: dict[str, dict[str, None]] = {}
    for card in deck.cards:
        found.setdefault(card.folded_name, {})[card.copy_key] = None
    return found


@lru_cache(maxsize=16_384)
def is_free_of_copy_limit(card: Card) -> bool:
    """Whether a card is free of the four per deck rule; further versions don't matter."""
    return ARMY in card.versions or card.has_keyword(ARMY)


def _count_without_army(deck: Deck) -> CopyCounts:
    found = CopyCounts()
    of_army: dict[str, int] = {}
    for card, count in deck.counts.items():
        if is_free_of_copy_limit(card):
            of_army[card.copy_key] = of_army.get(card.copy_key, 0) + count
        elif card.versions_known:
            found.counts[card.copy_key] = found.counts.get(card.copy_key, 0) + count
        else:
            _add(found.in_doubt, card.folded_name, count, deck.lines[card], card)
    for entry in deck.unsettled:
        if entry.state != UNREADABLE:
            _add(found.in_doubt, written_name(entry), entry.count, (entry.line,))
    found.most = max(found.counts.values(), default=0)
    found.most_of_army = max(of_army.values(), default=0)
    return found


def _add(in_doubt: dict[str, DoubtfulCopies], name: str, count: int, lines: tuple[int, ...], *cards: Card) -> None:
    held = in_doubt.setdefault(name, DoubtfulCopies())
    held.count += count
    held.cards += cards
    held.lines += lines
