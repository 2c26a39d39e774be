"""Rules that hang on several facts: every way in which the missing ones may turn out is tried."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from engine.play.truth import Truth, Unknown


def try_completions(decide: Callable[..., bool], *truths: Truth) -> Truth:
    """What a rule gives for these truths; where it hangs on unknown ones, those alone are asked."""
    unknown = [place for place, truth in enumerate(truths) if isinstance(truth, Unknown)]
    tried: dict[tuple[bool, ...], bool] = {}
    for values in product((False, True), repeat=len(unknown)):
        completed: list[Truth] = list(truths)
        for place, value in zip(unknown, values, strict=True):
            completed[place] = value
        tried[values] = decide(*completed)
    if len(set(tried.values())) == 1:
        return next(iter(tried.values()))
    asks = [ask for at, place in enumerate(unknown) if _matters(tried, at) for ask in _asks(truths[place])]
    return Unknown(tuple(dict.fromkeys(asks)))


def _matters(tried: dict[tuple[bool, ...], bool], at: int) -> bool:
    return any(found != tried[(*values[:at], not values[at], *values[at + 1 :])] for values, found in tried.items())


def _asks(truth: Truth) -> tuple[str, ...]:
    return truth.asks if isinstance(truth, Unknown) else ()
