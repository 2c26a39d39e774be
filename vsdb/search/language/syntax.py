"""What a query was read as: frozen values, each with the place in the text that it came from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True, slots=True)
class Span:
    """A place in the query: from `start` to `end`, in characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a phrase as it was typed; a phrase stood in quotes."""

    text: str
    is_phrase: bool = False


@dataclass(frozen=True, slots=True)
class Pattern:
    """A regular expression between slashes."""

    text: str


@dataclass(frozen=True, slots=True)
class Several:
    """A set between braces: `{x-men,avengers}`."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """A sum of figures: each a factor times a number field, or with no field a plain number: `atk+def`, `cost*4`."""

    parts: tuple[tuple[int, str | None], ...]


@dataclass(frozen=True, slots=True)
class Subquery:
    """A query inside a field: `flip:(lv=2 atk>=7)`; `copies` is the comparison behind it, as in `contains:(…)>=3`."""

    tree: Tree
    copies: tuple[str, int] | None = None


Value = Word | Pattern | Several | Figures | Subquery


@dataclass(frozen=True, slots=True)
class Term:
    """`field op value`; `field` is the canonical name, or empty for bare words and `!"exact name"` (op `=`).

    `on` is the day after an `@`, or what was written there where it isn't a day (a set, an event).
    `left` is set where figures are compared with figures.
    """

    field: str
    op: str
    value: Value
    span: Span
    on: date | str | None = None
    left: Figures | None = None


@dataclass(frozen=True, slots=True)
class Not:
    """Every card that the inner tree doesn't find."""

    inner: Tree


@dataclass(frozen=True, slots=True)
class And:
    """All of these; without parts: every card."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of these."""

    parts: tuple[Tree, ...]


Tree = Term | Not | And | Or


@dataclass(frozen=True, slots=True)
class Note:
    """What was not understood or can't be answered, where it stands and what can stand there instead, nearest first."""

    message: str
    span: Span
    suggestions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Display:
    """How the answer is to be shown: `sort` keys, descending ones with a minus in front, `group`, `view`, `unique`."""

    sort: tuple[str, ...] = ()
    group: str = ""
    view: str = ""
    unique: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A query that was read: what couldn't be is in the notes, and the rest still runs."""

    text: str
    tree: Tree
    display: Display = Display()
    as_of: date | str | None = None
    notes: tuple[Note, ...] = field(default=())


def keep_parts(is_kept: Callable[[Tree], bool], tree: Tree) -> Tree:
    """Return the tree without the parts that aren't kept; an empty one where it isn't kept itself."""
    if not is_kept(tree):
        return And(())
    match tree:
        case Not():
            return Not(keep_parts(is_kept, tree.inner))
        case And() | Or():
            held = [keep_parts(is_kept, each) for each in tree.parts if is_kept(each)]
            return held[0] if len(held) == 1 else type(tree)(tuple(held))
    return tree
