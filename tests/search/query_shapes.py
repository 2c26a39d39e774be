"""Trees as short text, without their places: what the tests of the language compare."""

from __future__ import annotations

from dataclasses import replace

from vsdb.search.language.parser import parse
from vsdb.search.language.syntax import Not, NumberSum, QuerySpan, Subquery, Term, Tree, Word
from vsdb.search.language.writing import unparse

_NOWHERE = QuerySpan(0, 0)


def understood(text: str) -> str:
    """The query as it was understood, written again."""
    return unparse(parse(text))


def messages(text: str) -> list[str]:
    """What the notes say."""
    return [note.message for note in parse(text).notes]


def marked(text: str) -> list[str]:
    """What the notes' places mark in the text."""
    return [text[note.span.start : note.span.end] for note in parse(text).notes]


def shape(tree: Tree) -> Tree:
    """The tree without places."""
    if isinstance(tree, Term):
        inner = tree.value
        value = Subquery(shape(inner.tree)) if isinstance(inner, Subquery) else inner
        return replace(tree, span=_NOWHERE, value=value)
    if isinstance(tree, Not):
        return Not(shape(tree.inner))
    return type(tree)(tuple(map(shape, tree.parts)))


def spans(tree: Tree) -> list[QuerySpan]:
    """The place of every term, those of inner queries too."""
    if isinstance(tree, Term):
        inner = spans(tree.value.tree) if isinstance(tree.value, Subquery) else []
        return [tree.span, *inner]
    if isinstance(tree, Not):
        return spans(tree.inner)
    return [span for part in tree.parts for span in spans(part)]


def only(text: str) -> Term:
    """The one term of the query."""
    tree = parse(text).tree
    assert isinstance(tree, Term), tree
    return tree


def word(text: str) -> Word:
    """A word that stood alone."""
    return Word(text)


def number(value: int) -> NumberSum:
    """A plain number."""
    return NumberSum(((value, None),))
