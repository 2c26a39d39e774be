"""What decides most decks by numbers alone: a list added up in one pass, and what these totals rule out.

Rules stay what they are, small functions that say what they find in words. A guard tells from the totals of a deck, or
from those of many decks at once, that the rules of some codes find nothing; only the others are then asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import groupby
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from engine.model.cards import Card
    from engine.model.decks import DeckEntry
    from engine.model.formats import Construction, Format

#: A whole number or a truth; of many decks an array of them. Guards combine them by `|`, `&` and comparisons alone.
Numbers = Any
Relation = Callable[["Card", "Card"], bool | None]

#: A figure that no deck reaches: it stands for a limit that isn't set.
NO_LIMIT = 1 << 40
#: What the groups of sections call every other section.
OTHERS = "*"
#: Of a guard that asks more of a deck than its key tells, whatever cards it has.
ANY_CARDS = -1
_SECTION = attrgetter("section")


class Totals(Protocol):
    """A deck in numbers; or many decks, each number an array with one place a deck."""

    @property
    def unsettled(self) -> Numbers:
        """Whether a line names no one card."""

    @property
    def noted(self) -> Numbers:
        """Whether the reader had to settle something."""

    @property
    def bits(self) -> Numbers:
        """The bits of all its cards put together."""

    def size(self, section: str) -> Numbers:
        """How many cards stand in a section."""

    def is_beyond(self, sections: Collection[str]) -> Numbers:
        """Whether there are other sections than these."""

    def bits_of(self, section: str) -> Numbers:
        """The bits of all cards of a section put together."""

    def most(self, group: str) -> Numbers:
        """The most copies of any one card in a group of sections."""

    def exceeds(self, group: str, most: int, without: int = 0) -> Numbers:
        """Whether there are more copies of any one card in a group of sections, of a card with none of some bits."""

    def count(self, bit: int, beside: str = "") -> Numbers:
        """How many cards have a bit, those of a section left out."""

    def most_of(self, bit: int) -> Numbers:
        """The most copies of any one card among those of which a printing has a bit."""

    def exceeds_by_name(self, bit: int, most: int) -> Numbers:
        """Whether there are more than so many cards of one name, among the names of cards with a bit."""

    def repeats(self, bits: int) -> Numbers:
        """Whether two lines have cards with the same of these bits."""

    def lacks(self, one: str, other: str, relation: Relation) -> Numbers:
        """Whether it isn't so that two sections have one line each and the first card is related so to the second."""

    def differs(self, bit: int, section: str, relation: Relation) -> Numbers:
        """Whether there are cards with a bit, and it isn't so that each is related so to the one card of a section."""


class Guard(NamedTuple):
    """Which rules, by code, may find something in a deck with such totals; where not, they certainly find nothing.

    `only_notes`: what they find is never more than a warning. Decks with the same `DeckTotals.key` have the same
    answer, but for those that `of_cards` names: with cards that have one of these bits, or all if a guard asks how two
    cards are related (`ANY_CARDS`). `breaks` tells of decks whose lines are settled that they surely find an error.
    """

    codes: frozenset[str]
    may_find: Callable[[Totals], Numbers]
    only_notes: bool = False
    of_cards: int = 0
    breaks: Callable[[Totals], Numbers] | None = None

    def asks_of_cards(self, bits: int) -> bool:
        """Whether the cards of a deck whose bits put together are these tell more than its key."""
        return self.of_cards == ANY_CARDS or bool(self.of_cards & bits)


def guard(
    codes: str,
    may_find: Callable[[Totals], Numbers],
    *,
    only_notes: bool = False,
    of_cards: int = 0,
    breaks: Callable[[Totals], Numbers] | None = None,
) -> Guard:
    """A guard of the rules of these codes, which are given as words."""
    return Guard(frozenset(codes.split()), may_find, only_notes, of_cards, breaks)


def _no_bits(card: Card) -> int:
    return 0


def _no_guards(figures: Construction, asked: Any) -> Iterable[Guard]:
    return ()


def _nothing(fmt: Format) -> Hashable:
    return None


@dataclass(frozen=True, kw_only=True)
class FastPath:
    """How a game's decks are added up, and what the totals rule out. Rules that no guard names are always asked.

    `bits` are what the guards ask of a card, below 2**62; `groups` names, by section, the group of sections in which
    copies of one card count together; `asks` is what the rules of a list ask of a format beside its figures.
    """

    bits: Callable[[Card], int] = _no_bits
    groups: Mapping[str, str] = field(default_factory=dict)
    asks: Callable[[Format], Hashable] = _nothing
    guards: Callable[[Construction, Any], Iterable[Guard]] = _no_guards


class DeckTotals:
    """The totals of one list, added up in one pass.

    `cards` are those of its lines, in order, once for each line; `sizes` are by section, in the order of the list.
    `key` is what the totals are, but for which cards they come from.
    """

    __slots__ = (
        *("bits", "cards", "key", "noted", "sizes", "unsettled"),
        *("_bits", "_card_bits", "_copies", "_counts", "_firsts", "_keys", "_lines", "_most", "_names", "_runs"),
    )

    def __init__(self, entries: Iterable[DeckEntry], groups: Mapping[str, str]) -> None:
        self.unsettled = self.noted = False
        self.sizes: dict[str, int] = {}
        self.cards: list[Card] = []
        self._counts: list[int] = []
        self._card_bits: list[int] = []
        self._keys: list[str] = []
        self._names: dict[str, int] = {}
        self._bits: dict[str, int] = {}
        self._lines: dict[str, int] = {}
        self._runs: list[tuple[str, int]] = []
        self._firsts: dict[str, Card] = {}
        self._copies: dict[str, dict[str, int]] = {}
        for section, of_section in groupby(entries, _SECTION):
            self._add(section, of_section, groups.get(section) or groups.get(OTHERS))
        self.bits = reduce(or_, self._bits.values(), 0)
        self._most = {group: max(copies.values(), default=0) for group, copies in self._copies.items()}
        sizes, bits, most = self.sizes, self._bits.values(), self._most
        self.key: Hashable = (self.unsettled, self.noted, *sizes, *sizes.values(), *bits, *most, *most.values())

    def _add(self, section: str, entries: Iterable[DeckEntry], group: str | None) -> None:
        cards, counts, card_bits, keys, names = self.cards, self._counts, self._card_bits, self._keys, self._names
        before = len(cards)
        size, bits = self.sizes.get(section, 0), self._bits.get(section, 0)
        copies = {} if group is None else self._copies.setdefault(group, {})
        for entry in entries:
            count, card = entry.count, entry.card
            size += count
            if card is None or entry.state != "read":
                self.unsettled = True
                continue
            if entry.notes:
                self.noted = True
            cards.append(card)
            counts.append(count)
            own = card.bits
            card_bits.append(own)
            bits |= own
            key, name = card.copy_key, card.folded_name
            keys.append(key)
            copies[key] = copies.get(key, 0) + count
            names[name] = names.get(name, 0) + count
        self.sizes[section], self._bits[section] = size, bits
        self._runs.append((section, len(cards) - before))
        if len(cards) > before:
            self._firsts.setdefault(section, cards[before])
            self._lines[section] = self._lines.get(section, 0) + len(cards) - before

    def size(self, section: str) -> int:
        """How many cards stand in a section."""
        return self.sizes.get(section, 0)

    def is_beyond(self, sections: Collection[str]) -> bool:
        """Whether there are other sections than these."""
        return any(section not in sections for section in self.sizes)

    def bits_of(self, section: str) -> int:
        """The bits of all cards of a section put together."""
        return self._bits.get(section, 0)

    def most(self, group: str) -> int:
        """The most copies of any one card in a group of sections."""
        return self._most.get(group, 0)

    def exceeds(self, group: str, most: int, without: int = 0) -> bool:
        """Whether there are more copies of any one card in a group of sections, of a card with none of some bits."""
        if self._most.get(group, 0) <= most:
            return False
        copies = self._copies[group]
        lines = zip(self._keys, self._card_bits, strict=True)
        return any(copies.get(key, 0) > most for key, own in lines if not own & without)

    def count(self, bit: int, beside: str = "") -> int:
        """How many cards have a bit, those of a section left out."""
        if not self._bits.get(beside, 0) & bit:
            held = zip(self._card_bits, self._counts, strict=True) if self.bits & bit else ()
            return sum(count for own, count in held if own & bit)
        sections = [section for section, lines in self._runs for _ in range(lines)]
        lines = zip(sections, self._card_bits, self._counts, strict=True)
        return sum(count for section, own, count in lines if own & bit and section != beside)

    def most_of(self, bit: int) -> int:
        """The most copies of any one card among those of which a printing has a bit."""
        if not self.bits & bit:
            return 0
        keys = self._keys
        copies = {key: 0 for key, own in zip(keys, self._card_bits, strict=True) if own & bit}
        for key, count in zip(keys, self._counts, strict=True):
            if key in copies:
                copies[key] += count
        return max(copies.values())

    def exceeds_by_name(self, bit: int, most: int) -> bool:
        """Whether there are more than so many cards of one name, among the names of cards with a bit."""
        names = self._names
        if not names or max(names.values()) <= most:
            return False
        return any(own & bit and names[card.folded_name] > most for card, own in self._each())

    def _each(self) -> Iterable[tuple[Card, int]]:
        return zip(self.cards, self._card_bits, strict=True)

    def repeats(self, bits: int) -> bool:
        """Whether two lines have cards with the same of these bits."""
        found = [own & bits for own in self._card_bits] if self.bits & bits else []
        return sum(found) != reduce(or_, found, 0)

    def lacks(self, one: str, other: str, relation: Relation) -> bool:
        """Whether it isn't so that two sections have one line each and the first card is related so to the second."""
        lines = self._lines
        return lines.get(one) != 1 or lines.get(other) != 1 or not relation(self._firsts[one], self._firsts[other])

    def differs(self, bit: int, section: str, relation: Relation) -> bool:
        """Whether there are cards with a bit, and it isn't so that each is related so to the one card of a section."""
        if not self.bits & bit:
            return False
        one = self._firsts.get(section) if self._lines.get(section) == 1 else None
        return one is None or not all(relation(card, one) for card, own in self._each() if own & bit)
