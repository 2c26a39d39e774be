"""Words of the 2PCG's answers: names in a row, and what isn't known yet."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.facts import SIDES, Character, Position
from engine.play.facts import Facts, Record, specs_of

_ROWS = ("front", "back", "characters")


def list_names(figures: Iterable[Figure], name: Callable[[Figure], str] = lambda each: each.name) -> str:
    """Characters by name: "Drax", "Drax and Thor", "Drax, Thor and Wasp"."""
    held = list(figures)
    named = [name(each) for each in held if each.is_named]
    nameless = len(held) - len(named)
    named += [f"{nameless} unnamed {'character' if nameless == 1 else 'characters'}"] if nameless else []
    *others, last = named
    return f"{', '.join(others)} and {last}" if others else last


def say_unknown(attempt: Attempt, asks: Iterable[str]) -> str:
    """The questions behind paths in one sentence: "Not known yet: what is the ATK of Loki?"."""
    asked = [_ask(attempt, path) for path in dict.fromkeys(asks)]
    return f"Not known yet: {' '.join(each[:1].lower() + each[1:] for each in asked)}"


def _ask(attempt: Attempt, path: str) -> str:
    first, *middle, key = path.split(".")
    if first in SIDES and middle and middle[0] in _ROWS:
        name = ".".join(middle[1:])
        figure = attempt.by_id.get(name)
        return specs_of(Character)[key].ask.format(it=figure.name if figure else name or "the character")
    cls: type[Facts] = type(attempt.says) if first == "action" else Position
    for part in (*middle,) if first == "action" else (first, *middle):
        kind = specs_of(cls)[part].kind
        cls = kind.of if isinstance(kind, Record) else cls
    return specs_of(cls)[key].ask
