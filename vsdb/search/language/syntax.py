"""What a query was read as, frozen values with the places in the text that they came from; and small work on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from vsdb.search.language.field_types import FIGURES, FieldKind, SearchField
from vsdb.search.language.fields import find_field


@dataclass(frozen=True, slots=True)
class QuerySpan:
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
class NumberSum:
    """A sum of figures: each a factor times a number field, or with no field a plain number: `atk+def`, `cost*4`."""

    parts: tuple[tuple[int, str | None], ...]


@dataclass(frozen=True, slots=True)
class Subquery:
    """A query inside a field: `flip:(lv=2 atk>=7)`; `copies` is the comparison behind it, as in `contains:(…)>=3`."""

    tree: Tree
    copies: tuple[str, int] | None = None


Value = Word | Pattern | Several | NumberSum | Subquery


@dataclass(frozen=True, slots=True)
class Term:
    """`field op value`; `field` is the canonical name, or empty for bare words and `!"exact name"` (op `=`).

    A field that there isn't stands as it was typed: such a term finds nothing.

    `on` is the day after an `@`, or what was written there where it isn't a day (a set, an event).
    `left` is set where figures are compared with figures.
    """

    field: str
    op: str
    value: Value
    span: QuerySpan
    on: date | str | None = None
    left: NumberSum | None = None


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
class QueryNote:
    """What was not understood or can't be answered, where it stands and what can stand there instead, nearest first.

    Of an unknown field `without` is the query without the parts that ask for one, which find nothing; else it is None.
    """

    message: str
    span: QuerySpan
    suggestions: tuple[str, ...] = ()
    without: str | None = None


@dataclass(frozen=True, slots=True)
class DisplayOptions:
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
    display: DisplayOptions = DisplayOptions()
    as_of: date | str | None = None
    notes: tuple[QueryNote, ...] = ()


def sort_notes(notes: Iterable[QueryNote]) -> tuple[QueryNote, ...]:
    """Put unknown fields first, which decide what is found, and all others in the order of the text."""
    return tuple(sorted(notes, key=lambda note: (note.without is None, note.span.start, note.span.end)))


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


_FLAGS_ON_DAYS = ("legal", "banned")


def join_trees(joiner: type[And] | type[Or], trees: Iterable[Tree | None]) -> Tree | None:
    """Those that are trees, together; one alone is itself."""
    parts = tuple(tree for tree in trees if tree is not None)
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else joiner(parts)


def negate_tree(tree: Tree) -> Tree:
    """The complement, without two negations in a row."""
    return tree.inner if isinstance(tree, Not) else Not(tree)


def walk_terms(tree: Tree) -> Iterator[Term]:
    """Every term in it, in the order of the text."""
    if isinstance(tree, Term):
        yield tree
    elif isinstance(tree, Not):
        yield from walk_terms(tree.inner)
    else:
        for part in tree.parts:
            yield from walk_terms(part)


def list_positive_terms(tree: Tree, through: tuple[type[And | Or], ...] = (And, Or)) -> Iterator[Term]:
    """The terms that aren't negated, in the order of the text; those alone that every card has through And."""
    if isinstance(tree, Term):
        yield tree
    elif isinstance(tree, through):
        for part in tree.parts:
            yield from list_positive_terms(part, through)


def takes_a_day(known: SearchField, value: str) -> bool:
    """Whether a field with that value is asked on a day: legality is."""
    return known.kind is FieldKind.LEGALITY or (known.name == "is" and value.casefold() in _FLAGS_ON_DAYS)


def add_day_to_legality(tree: Tree, on: date | str) -> Tree:
    """The tree with every legality in it that names no day of its own asked on that day."""
    if isinstance(tree, Not):
        return Not(add_day_to_legality(tree.inner, on))
    if not isinstance(tree, Term):
        return type(tree)(tuple(add_day_to_legality(part, on) for part in tree.parts))
    known = find_field(tree.field)
    has_day = known is not None and isinstance(tree.value, Word) and takes_a_day(known, tree.value.text)
    return replace(tree, on=on) if has_day and tree.on is None else tree


_PART = re.compile(r"(?P<sign>[+-]?)(?P<product>\w+(?:\*\w+)*)", re.ASCII)
_SPACE = re.compile(r"\s+")
_MAX_PARTS = 20
_MAX_VALUE = 999_999
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def read_figures(text: str) -> NumberSum | None:
    """`atk+def`, `cost*4-1`; nothing where it isn't a sum of number fields and whole numbers."""
    text = _SPACE.sub("", text)
    parts = []
    place = 0
    while place < len(text):
        found = _PART.match(text, place)
        if not found or (place and not found["sign"]):
            return None
        part = _product(found["product"])
        if part is None:
            return None
        parts.append((-part[0] if found["sign"] == "-" else part[0], part[1]))
        place = found.end()
    return NumberSum(tuple(parts)) if 0 < len(parts) <= _MAX_PARTS else None


def _product(text: str) -> tuple[int, str | None] | None:
    factor, name = 1, None
    for word in text.split("*"):
        if word.isdecimal():
            if len(word) > 6:
                return None
            factor *= int(word)
        else:
            known = find_field(word)
            if known is None or known.kind not in FIGURES or name is not None:
                return None
            name = known.name
        if factor > _MAX_VALUE:
            return None
    return factor, name


def list_fields(figures: NumberSum) -> tuple[str, ...]:
    """The fields that stand in it."""
    return tuple(name for _, name in figures.parts if name is not None)


def build_comparison(left: NumberSum, op: str, right: NumberSum, span: QuerySpan) -> Term | None:
    """The term of two sums compared, where a plain number on the left changes sides; None of numbers alone."""
    op = "=" if op == ":" else op
    if not list_fields(left):
        left, right, op = right, left, _TURNED.get(op, op)
    if not list_fields(left):
        return None
    name = list_fields(left)[0]
    is_plain = left.parts == ((1, name),) and not list_fields(right)
    return Term(name, op, right, span, left=None if is_plain else left)


def write_figures(figures: NumberSum) -> str:
    """The sum as it is typed."""
    text = ""
    for factor, name in figures.parts:
        sign = "-" if factor < 0 else "+" if text else ""
        size = abs(factor)
        text += sign + (str(size) if name is None else name if size == 1 else f"{name}*{size}")
    return text


NONE = "none"


UNKNOWN = "unknown"


ANY = "*"


def get_written_word(value: Value) -> str | None:
    """The one word or number that was written; None for a pattern, a set, a sum or a query."""
    if isinstance(value, Word):
        return value.text
    if isinstance(value, Several) and len(value.items) == 1:
        return value.items[0]
    if isinstance(value, NumberSum) and len(value.parts) == 1:
        factor, name = value.parts[0]
        return str(factor) if name is None else name if factor == 1 else None
    return None


def list_items(value: Value) -> tuple[str, ...]:
    """The words of a value, one by one."""
    if isinstance(value, Several):
        return value.items
    word = get_written_word(value)
    return () if word is None else (word,)


def is_word(term: Term, word: str) -> bool:
    """Whether a term asks for exactly this word, with an operator that means having it."""
    said = get_written_word(term.value)
    return term.op in (":", "=") and said is not None and said.strip().casefold() == word


def get_state(term: Term) -> str:
    """What a term asks instead of a value: `ANY`, `NONE` or `UNKNOWN`; empty where it asks for a value."""
    return next((state for state in (ANY, NONE, UNKNOWN) if is_word(term, state)), "")
