"""Changes of a position: a thing put, moved, copied or taken away, or one of its facts said; each a new document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine import InputError
from vsdb.play.table.layouts import Layout
from vsdb.play.table.shapes import Place

Document = Mapping[str, Any]
_DEFAULTS = {"area": "visible"}  #: said by leaving it out


def split_ref(layout: Layout, ref: str) -> tuple[str, str]:
    """The list that holds a thing, and the thing's id. Raises InputError for what is on no table."""
    for holder in layout.holders:
        if ref.startswith(f"{holder}.") and len(ref) > len(holder) + 1:
            return holder, ref[len(holder) + 1 :]
    raise _not_there(ref)


def find_thing(document: Document, layout: Layout, ref: str) -> dict[str, Any]:
    """The thing of a path. Raises InputError where it isn't on the table."""
    holder, name = split_ref(layout, ref)
    found = next((each for each in _list_at(document, holder) if each.get("id") == name), None)
    if found is None:
        raise _not_there(ref)
    return found


def put_thing(document: Document, place: Place, thing: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """A new thing at a place, with an id that is free; the document and the thing's path."""
    name = free_id(document, str(thing.get("name") or thing.get("id") or "card"))
    placed = _without_defaults({"id": name, **{key: each for key, each in thing.items() if key != "id"}, **place.facts})
    changed = _with_list(document, place.holder, [*_list_at(document, place.holder), placed])
    return changed, f"{place.holder}.{name}"


def move_thing(document: Document, layout: Layout, ref: str, place: Place) -> tuple[dict[str, Any], str]:
    """A thing at another place, under its own id."""
    thing = find_thing(document, layout, ref)
    holder, name = split_ref(layout, ref)
    row = {} if holder == place.holder else {"row": None}  # a list that is a row says it itself
    moved = _without_defaults({key: each for key, each in {**thing, **row, **place.facts}.items() if each is not None})
    if holder == place.holder:
        held = [moved if each.get("id") == name else each for each in _list_at(document, holder)]
        return _with_list(document, holder, held), ref
    taken = remove_thing(document, layout, ref)
    if any(each.get("id") == name for each in _list_at(taken, place.holder)):
        moved["id"] = name = free_id(document, name)
    changed = _with_list(taken, place.holder, [*_list_at(taken, place.holder), moved])
    return changed, f"{place.holder}.{name}"


def remove_thing(document: Document, layout: Layout, ref: str) -> dict[str, Any]:
    """The table without a thing."""
    find_thing(document, layout, ref)
    holder, name = split_ref(layout, ref)
    return _with_list(document, holder, [each for each in _list_at(document, holder) if each.get("id") != name])


def copy_thing(document: Document, layout: Layout, ref: str) -> tuple[dict[str, Any], str]:
    """The table with a second thing of the same facts; its column is asked for anew."""
    thing = {key: each for key, each in find_thing(document, layout, ref).items() if key != "column"}
    holder, name = split_ref(layout, ref)
    fresh = free_id(document, name)
    return _with_list(document, holder, [*_list_at(document, holder), {**thing, "id": fresh}]), f"{holder}.{fresh}"


def say_fact(document: Document, layout: Layout, ref: str, key: str, value: Any) -> dict[str, Any]:
    """A thing with a fact said; None leaves it out, so that it isn't known. Ready and stunned exclude each other."""
    thing = find_thing(document, layout, ref)
    holder, name = split_ref(layout, ref)
    changed = {known: each for known, each in thing.items() if known != key}
    if value is not None:
        changed[key] = value
    if value is True and key in {"ready", "stunned"}:
        changed.pop("stunned" if key == "ready" else "ready", None)
    held = [changed if each.get("id") == name else each for each in _list_at(document, holder)]
    return _with_list(document, holder, held)


def free_id(document: Document, name: str) -> str:
    """An id after a name that nothing on the table has."""
    taken = set(_iterate_ids(document.get("position")))
    short = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")[:24] or "card"
    base = re.sub(r"-\d+$", "", short) or short
    return next(
        each
        for number in range(1, len(taken) + 2)
        if (each := base if number == 1 else f"{base}-{number}") not in taken
    )


def _iterate_ids(held: Any) -> list[str]:
    if isinstance(held, Mapping):
        own = [held["id"]] if isinstance(held.get("id"), str) else []
        return own + [each for inner in held.values() for each in _iterate_ids(inner)]
    return [each for inner in held for each in _iterate_ids(inner)] if isinstance(held, list) else []


def _without_defaults(thing: dict[str, Any]) -> dict[str, Any]:
    return {key: each for key, each in thing.items() if _DEFAULTS.get(key, object()) != each}


def _list_at(document: Document, holder: str) -> list[dict[str, Any]]:
    held: Any = document.get("position") or {}
    for key in holder.split("."):
        held = held.get(key) if isinstance(held, Mapping) else None
    return [each for each in held if isinstance(each, dict)] if isinstance(held, list) else []


def _with_list(document: Document, holder: str, things: list[dict[str, Any]]) -> dict[str, Any]:
    position = dict(document.get("position") or {})
    side, _, key = holder.partition(".")
    position[side] = {**(position.get(side) or {}), key: things} if key else things
    return {**document, "position": position}


def _not_there(ref: str) -> InputError:
    return InputError(f"nothing on this table is called {ref[:80]!r}; choose a card that is on it", place="at")
