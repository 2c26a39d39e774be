"""A deck as it was written, line by line, with the cards its lines were found to name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar, TypeVarTuple, dataclass_transform

from engine.model.cards import Card
from engine.model.fast_path import DeckTotals
from engine.model.games import game_of
from engine.model.names import fold

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MAIN_CHARACTER = "main-character"
LEVEL_UP = "level-up"
DECK = "deck"
PILE = "pile:"  #: followed by the pile's name: `pile:Facehugger`
LEGEND = "legend"
ADDITIONAL_LEGENDS = "additional-legends"
CHAMPION = "champion"
RUNES = "runes"
BATTLEFIELDS = "battlefields"
SIDEBOARD = "sideboard"

READ = "read"
UNKNOWN = "unknown"
AMBIGUOUS = "ambiguous"
UNREADABLE = "unreadable"


@dataclass_transform(frozen_default=True)
def built_fast(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots for the type checker, which alone keeps its fields from being set: checking that at
    run time takes five times as long to build a value, and a list has one for each line."""
    return dataclass(slots=True, unsafe_hash=True)(cls)


@dataclass(frozen=True, slots=True)
class ReadingNote:
    """What the reader had to settle on a line: a stable code and a sentence for people."""

    code: str
    message: str


@built_fast
class DeckEntry:
    """One line of a list.

    `state` is READ (then `card` is set), UNKNOWN (no such card; `candidates` are the nearest), AMBIGUOUS
    (`candidates` are the cards it may be) or UNREADABLE (`problem` says why, `count` is 0).
    `line` counts from 1; `written` is the line as it was pasted. `printing` is the recorded printing that it names,
    where it names one.
    """

    section: str
    count: int
    card: Card | None = None
    state: str = READ
    line: int = 0
    written: str = ""
    name: str = ""
    candidates: tuple[Card, ...] = ()
    notes: tuple[ReadingNote, ...] = ()
    problem: str = ""
    printing: str = ""


def written_name(entry: DeckEntry) -> str:
    """The name on a line whose card isn't settled: that of the cards it may be, else what is written."""
    return fold(entry.candidates[0].name if entry.state == AMBIGUOUS else entry.name)


@dataclass(frozen=True, eq=False)
class Deck:
    """A deck list that was read: every line is kept, whether or not its card is known."""

    game: str
    entries: tuple[DeckEntry, ...] = ()
    title: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def contents(self) -> tuple[object, ...]:
        """What the list says, however it is written: equal for two decks with the same lines under the same title."""
        lines = ((e.section, e.count, e.state, e.card.slug if e.card else e.written.strip()) for e in self.entries)
        return (self.game, self.title, tuple(sorted(self.metadata.items())), tuple(lines))

    @cached_property
    def sections(self) -> Mapping[str, tuple[DeckEntry, ...]]:
        """The entries by section, sections in the order of their first line."""
        found: dict[str, list[DeckEntry]] = {}
        for entry in self.entries:
            found.setdefault(entry.section, []).append(entry)
        return {name: tuple(entries) for name, entries in found.items()}

    @cached_property
    def totals(self) -> DeckTotals:
        """The list in numbers."""
        return DeckTotals(self.entries, game_of(self.game).fast_path.groups)

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """How many cards stand in each section, unknown and ambiguous ones counted, unreadable lines not."""
        return {name: sum(entry.count for entry in entries) for name, entries in self.sections.items()}

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every different card that was read, in the order of the list."""
        return tuple(self.counts)

    def size(self, section: str = DECK) -> int:
        """How many cards stand in a section."""
        return self.sizes.get(section, 0)

    def read(self, section: str = DECK) -> tuple[tuple[Card, int], ...]:
        """The cards of a section with their counts, lines of one card added up, in the order of the list."""
        return self._tallies.get(section, ())

    @cached_property
    def _tallies(self) -> Mapping[str, tuple[tuple[Card, int], ...]]:
        return {name: count_cards(entries) for name, entries in self.sections.items()}

    @cached_property
    def unsettled(self) -> tuple[DeckEntry, ...]:
        """The lines that name no one card: unknown, ambiguous or unreadable."""
        return tuple(entry for entry in self.entries if entry.state != READ)

    def unsettled_in(self, *sections: str) -> int:
        """How many cards of these sections are unknown or ambiguous."""
        return sum(entry.count for entry in self.unsettled if entry.section in sections)

    def once(self, work_out: Callable[[Deck, *Ts], T], *args: *Ts) -> T:
        """What a function makes of this list, worked out once and kept with it."""
        key = (work_out, *args)
        known: T | None = self._worked_out.get(key)
        if known is None:
            known = self._worked_out[key] = work_out(self, *args)
        return known

    @cached_property
    def _worked_out(self) -> dict[object, Any]:
        return {}

    @cached_property
    def folded_names(self) -> frozenset[str]:
        """The names of its cards and of its lines whose card isn't settled, in the spelling that counts."""
        unsettled = (name for entry in self.unsettled for name in (entry.name, *(c.name for c in entry.candidates)))
        return frozenset((*(card.folded_name for card in self.cards), *map(fold, unsettled)))

    @cached_property
    def keyword_names(self) -> frozenset[str]:
        """The keywords that any of its cards has, without their parameters."""
        return frozenset().union(*(card.keyword_names for card in self.cards if card.keywords))

    @cached_property
    def noted(self) -> tuple[DeckEntry, ...]:
        """The lines on which something had to be settled."""
        return tuple(entry for entry in self.entries if entry.notes)

    @cached_property
    def counts(self) -> Mapping[Card, int]:
        """How many copies of each card stand in all sections together, in the order of the list."""
        return dict(count_cards(self.entries) if len(self.sections) > 1 else chain(*self._tallies.values()))

    @cached_property
    def lines(self) -> Mapping[Card, tuple[int, ...]]:
        """The line numbers on which each card stands."""
        return _list_lines(self.entries)

    @cached_property
    def section_lines(self) -> Mapping[str, Mapping[Card, tuple[int, ...]]]:
        """The same, by section."""
        return {section: _list_lines(entries) for section, entries in self.sections.items()}


def _list_lines(entries: Iterable[DeckEntry]) -> Mapping[Card, tuple[int, ...]]:
    found: dict[Card, tuple[int, ...]] = {}
    for entry in entries:
        card = entry.card
        if card:
            found[card] = (*found[card], entry.line) if card in found else (entry.line,)
    return found


def count_cards(entries: Iterable[DeckEntry]) -> tuple[tuple[Card, int], ...]:
    """The cards of some lines with their counts added up."""
    counts: dict[Card, int] = {}
    for entry in entries:
        card = entry.card
        if card:
            counts[card] = counts.get(card, 0) + entry.count
    return tuple(counts.items())
