"""How many of each card a classic deck has, counted as the game counts: by name and versions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from engine.cards import Card
from engine.decks import AMBIGUOUS, UNREADABLE, Deck, Entry
from engine.names import fold

ARMY = "Army"


@dataclass(slots=True)
class InDoubt:
    """Cards of one name that may be of any version: recorded without one, or on lines that name no one card."""

    count: int = 0
    cards: tuple[Card, ...] = ()
    lines: tuple[int, ...] = ()


@dataclass(slots=True)
class Copies:
    """A deck's cards, copies of one card together.

    `limited` are those that the four per deck rule binds, `settled` their numbers by name, `in_doubt` what may belong
    to any card of its name.
    """

    limited: tuple[tuple[tuple[Card, ...], int], ...] = ()
    most: int = 0
    most_of_army: int = 0
    settled: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    in_doubt: Mapping[str, InDoubt] = field(default_factory=dict)


_known: WeakKeyDictionary[Deck, Copies] = WeakKeyDictionary()


def copies_of(deck: Deck) -> Copies:
    """The copies in a deck, counted once."""
    found = _known.get(deck)
    if found is None:
        found = _known[deck] = _count(deck)
    return found


def is_army(card: Card) -> bool:
    """Whether a card is free of the four per deck rule; further versions don't matter."""
    return ARMY in card.versions or card.has_keyword(ARMY)


def written_name(entry: Entry) -> str:
    """The name on a line whose card isn't settled: that of the cards it may be, else what is written."""
    return fold(entry.candidates[0].name if entry.state == AMBIGUOUS else entry.name)


def _count(deck: Deck) -> Copies:
    same: dict[str, list[Card]] = {}
    in_doubt: dict[str, InDoubt] = {}
    for card in deck.cards:
        if card.versions_known or is_army(card):
            same.setdefault(card.copy_key, []).append(card)
        else:
            _add(in_doubt, fold(card.name), deck.counts[card], deck.lines[card], card)
    for entry in deck.unsettled:
        if entry.state != UNREADABLE:
            _add(in_doubt, written_name(entry), entry.count, (entry.line,))
    counted = [(tuple(cards), sum(deck.counts[card] for card in cards)) for cards in same.values()]
    limited = tuple((cards, count) for cards, count in counted if not is_army(cards[0]))
    settled: dict[str, tuple[int, ...]] = {}
    for cards, count in limited:
        name = fold(cards[0].name)
        settled[name] = (*settled.get(name, ()), count)
    return Copies(
        limited=limited,
        most=max((count for _, count in limited), default=0),
        most_of_army=max((count for cards, count in counted if is_army(cards[0])), default=0),
        settled=settled,
        in_doubt=in_doubt,
    )


def _add(in_doubt: dict[str, InDoubt], name: str, count: int, lines: tuple[int, ...], *cards: Card) -> None:
    held = in_doubt.setdefault(name, InDoubt())
    held.count += count
    held.cards += cards
    held.lines += lines
