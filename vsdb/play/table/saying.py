"""What a position says, read for drawing: what is left out stays visible as not known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from vsdb.play.table.shapes import UNKNOWN, Figure

Thing = Mapping[str, Any]


def list_things(holder: Thing, key: str) -> list[Thing]:
    """The things of a list; none where it isn't said."""
    held = holder.get(key)
    return [each for each in held if isinstance(each, Mapping)] if isinstance(held, list) else []


def part_of(holder: Thing, key: str) -> Thing:
    """An object of a position; an empty one where it isn't said."""
    held = holder.get(key)
    return held if isinstance(held, Mapping) else {}


def count_of(holder: Thing, key: str) -> int | None:
    """How many: a number, or a list's length; None where it isn't said."""
    held = holder.get(key)
    if isinstance(held, list):
        return len(held)
    return held if isinstance(held, int) and not isinstance(held, bool) else None


def number_of(holder: Thing, key: str) -> str:
    """A number as it is drawn."""
    held = holder.get(key)
    return UNKNOWN if held is None or isinstance(held, (bool, list, Mapping)) else str(held)


def name_of(thing: Thing) -> str:
    """The name of a thing, else its id."""
    return str(thing.get("name") or thing.get("id") or UNKNOWN)


def flag_words(thing: Thing, *pairs: tuple[str, str, str]) -> list[str]:
    """Words for flags by key: for true, for false; "… not known" for what isn't said. An empty word is left out."""
    found = []
    for key, yes, no in pairs:
        held = thing.get(key)
        found.append(yes if held is True else no if held is False else f"{yes} or not: not known")
    return [word for word in found if word]


def show_figures(side: str, holder: Thing, pairs: Iterable[tuple[str, str]]) -> list[Figure]:
    """The numbers of a side by key and title, lists by their length."""
    found = []
    for key, title in pairs:
        count = count_of(holder, key)
        found.append(Figure(side, title, UNKNOWN if count is None else str(count)))
    return found
