"""A question about draws, as values: the groups of a deck, what is wanted of them by which turn, and the mulligan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

NEVER, ALWAYS, KEEP_IF, SET_ASIDE, BEST = "never", "always", "keep-if", "aside", "best"  #: mulligan policies
REST = "rest"  #: what stands for the cards in no group


@dataclass(frozen=True, slots=True)
class Want:
    """So many copies of some groups, counted together, by a turn of one's own; turn 0 is the opening hand."""

    of: tuple[str, ...]
    at_least: int = 1
    at_most: int | None = None
    by: int = 0


Clause = tuple[Want, ...]  #: all of them
Clauses = tuple[Clause, ...]  #: any of them


@dataclass(frozen=True, slots=True)
class Aside:
    """Copies of a group that are set aside, those beyond so many in hand."""

    of: str
    beyond: int = 0


@dataclass(frozen=True, slots=True)
class MulliganPolicy:
    """What is done with an opening hand. `keep` says which are kept as they are; empty: none is."""

    do: str = NEVER
    keep: Clauses = ()
    aside: tuple[Aside, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupedDeck:
    """How many cards a deck has, and how many copies are in exactly these groups. The rest is in none."""

    size: int
    cells: tuple[tuple[frozenset[str], int], ...]

    @property
    def groups(self) -> frozenset[str]:
        """The names of all groups."""
        return frozenset().union(*(groups for groups, _ in self.cells))


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: any clause of `want`, in the game named, going first or second.

    `turns` asks the same for each of these turns; what is wanted then has no turn of its own.
    """

    game: str
    want: Clauses
    mulligan: MulliganPolicy = field(default_factory=MulliganPolicy)
    first: bool = True
    distinct: bool = False  #: a copy counts for one thing wanted, not for each whose group it is in
    turns: tuple[int, ...] = ()

    @property
    def last_turn(self) -> int:
        """The last turn that it asks about."""
        return max([*self.turns, *[want.by for clause in self.want for want in clause]])


def ask_by_turn(question: Question, turn: int | None) -> Question:
    """The question with all that is wanted due by a turn; None: as it is."""
    if turn is None:
        return question
    want = tuple(tuple(replace(each, by=turn) for each in clause) for clause in question.want)
    return replace(question, want=want, turns=())


def group_cells(cells: Mapping[frozenset[str], int], size: int) -> GroupedDeck:
    """A grouped deck, its cells in one order; the cards in no group aren't one."""
    found = sorted(((groups, count) for groups, count in cells.items() if groups), key=lambda cell: sorted(cell[0]))
    return GroupedDeck(size, tuple(found))
