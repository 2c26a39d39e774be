"""What one deck has that another hasn't."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.identities import SectionCount, count_by_section

Key = tuple[str, str]  #: section and identity

ADDED = "added"
REMOVED = "removed"
CHANGED = "changed"

_NONE = SectionCount("", "", 0)


@dataclass(frozen=True, slots=True)
class CountChange:
    """A card of a section that has another count than before; `card` is None for a line that names no one card."""

    section: str
    name: str
    card: Card | None
    before: int
    after: int

    @property
    def kind(self) -> str:
        """Whether it was ADDED, REMOVED or CHANGED in number."""
        if not self.before:
            return ADDED
        return CHANGED if self.after else REMOVED

    @property
    def by(self) -> int:
        """How many copies more there are, or fewer below zero."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class SectionMove:
    """Copies of a card that stand in another section than before."""

    name: str
    card: Card | None
    count: int
    source: str
    target: str


@dataclass(frozen=True)
class DeckDifferences:
    """What has changed between two decks of a game.

    A change that moves explain wholly isn't among the `changes`; one that they explain in part is, with its counts as
    they were and are.
    """

    changes: tuple[CountChange, ...] = ()
    moves: tuple[SectionMove, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.changes or self.moves)

    @cached_property
    def by_section(self) -> Mapping[str, tuple[CountChange, ...]]:
        """The changes by section, sections in the order in which the decks have them."""
        found: dict[str, list[CountChange]] = {}
        for change in self.changes:
            found.setdefault(change.section, []).append(change)
        return {section: tuple(changes) for section, changes in found.items()}


def compare_decks(before: Deck, after: Deck) -> DeckDifferences:
    """What was added, removed, changed in number or moved; printings, spelling and order make no difference."""
    then, now = count_by_section(before), count_by_section(after)
    pairs = ((key, then.get(key, _NONE), now.get(key, _NONE)) for key in dict.fromkeys((*then, *now)))
    changes = {key: change for key, one, other in pairs if (change := _change(one, other)).by}
    unexplained: dict[str, dict[Key, int]] = {}
    for key, change in changes.items():
        unexplained.setdefault(key[1], {})[key] = change.by
    moves = tuple(
        SectionMove(changes[source].name, changes[source].card, count, changes[source].section, changes[target].section)
        for sections in unexplained.values()
        for source, target, count in _moves(sections)
    )
    return DeckDifferences(tuple(change for key, change in changes.items() if unexplained[key[1]][key]), moves)


def _change(before: SectionCount, after: SectionCount) -> CountChange:
    standing = after if after.count else before
    return CountChange(standing.section, standing.name, standing.card, before.count, after.count)


def _moves(left: dict[Key, int]) -> Iterator[tuple[Key, Key, int]]:
    """From where to where copies of one card went, as many as are gone there and new here; those are taken off."""
    for source, target in product(left, left):
        count = min(-left[source], left[target])
        if count > 0:
            left[source] += count
            left[target] -= count
            yield source, target, count
