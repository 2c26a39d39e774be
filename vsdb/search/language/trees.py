"""Small work on trees: joining, negating, walking, asking on a day."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from vsdb.search.language.field_types import Field, Kind
from vsdb.search.language.fields import field
from vsdb.search.language.syntax import And, Not, Or, Term, Tree, Word

_FLAGS_ON_DAYS = ("legal", "banned")


def joined(joiner: type[And] | type[Or], trees: Iterable[Tree | None]) -> Tree | None:
    """Those that are trees, together; one alone is itself."""
    parts = tuple(tree for tree in trees if tree is not None)
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else joiner(parts)


def negated(tree: Tree) -> Tree:
    """The complement, without two negations in a row."""
    return tree.inner if isinstance(tree, Not) else Not(tree)


def terms_of(tree: Tree) -> Iterator[Term]:
    """Every term in it, in the order of the text."""
    if isinstance(tree, Term):
        yield tree
    elif isinstance(tree, Not):
        yield from terms_of(tree.inner)
    else:
        for part in tree.parts:
            yield from terms_of(part)


def takes_a_day(known: Field, value: str) -> bool:
    """Whether a field with that value is asked on a day: legality is."""
    return known.kind is Kind.LEGALITY or (known.name == "is" and value.casefold() in _FLAGS_ON_DAYS)


def asked_on(tree: Tree, on: date | str) -> Tree:
    """The tree with every legality in it that names no day of its own asked on that day."""
    if isinstance(tree, Not):
        return Not(asked_on(tree.inner, on))
    if not isinstance(tree, Term):
        return type(tree)(tuple(asked_on(part, on) for part in tree.parts))
    known = field(tree.field)
    has_day = known is not None and isinstance(tree.value, Word) and takes_a_day(known, tree.value.text)
    return replace(tree, on=on) if has_day and tree.on is None else tree
