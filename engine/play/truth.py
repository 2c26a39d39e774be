"""Three values: yes, no, and unknown with what to ask.

A fact that a position leaves out is an `Unknown` that names its own path. Rules are formulas over facts, so that what a
rule has to ask follows from its formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class Unknown(NamedTuple):
    """What isn't known: the paths of the facts to ask for, in order."""

    asks: tuple[str, ...]


Truth = bool | Unknown


def all_of(truths: Iterable[Truth]) -> Truth:
    """False if any is false; else unknown with the questions of all that are; else true."""
    asks: list[str] = []
    for truth in truths:
        if truth is False:
            return False
        if truth is not True:
            asks += truth.asks
    return _unknown(asks) if asks else True


def any_of(truths: Iterable[Truth]) -> Truth:
    """True if any is true; else unknown with the questions of all that are; else false."""
    asks: list[str] = []
    for truth in truths:
        if truth is True:
            return True
        if truth is not False:
            asks += truth.asks
    return _unknown(asks) if asks else False


def all_in_order(truths: Iterable[Truth]) -> Truth:
    """Like `all_of`, but ask for the first unknown alone: the others wait for its answer."""
    return _first(all_of, truths)


def any_in_order(truths: Iterable[Truth]) -> Truth:
    """Like `any_of`, but ask for the first unknown alone: the others wait for its answer."""
    return _first(any_of, truths)


def negate(truth: Truth) -> Truth:
    """The opposite; unknown stays unknown."""
    return truth if isinstance(truth, Unknown) else not truth


def compute(function: Callable[..., T], *values: Any) -> T | Unknown:
    """What the function gives for these values; unknown, with the questions of all, where one is unknown."""
    asks = [ask for value in values if isinstance(value, Unknown) for ask in value.asks]
    return _unknown(asks) if asks else function(*values)


def equals(value: Any, expected: Any) -> Truth:
    """Whether a fact has this value."""
    return value if isinstance(value, Unknown) else bool(value == expected)


def is_in(value: Any, options: Iterable[Any]) -> Truth:
    """Whether a fact is one of these values."""
    return value if isinstance(value, Unknown) else value in options


def at_least(value: int | Unknown, bound: int | Unknown) -> Truth:
    """Whether a number reaches a bound."""
    return compute(lambda number, least: bool(number >= least), value, bound)


def combine(*unknowns: Unknown) -> Unknown:
    """Unknown for all these reasons."""
    return _unknown([ask for unknown in unknowns for ask in unknown.asks])


def _unknown(asks: list[str]) -> Unknown:
    return Unknown(tuple(dict.fromkeys(asks)))


def _first(combination: Callable[[Iterable[Truth]], Truth], truths: Iterable[Truth]) -> Truth:
    held = tuple(truths)
    if not isinstance(combination(held), Unknown):
        return combination(held)
    return next(truth for truth in held if isinstance(truth, Unknown))
