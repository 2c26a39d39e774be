"""The panel of a chosen thing: its facts as questions, with the answers that can be tapped."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from engine.play.facts import Choice, Either, Flag, Kind, ListOf, Number, Text, specs_of
from engine.play.paths import find_fact
from engine.play.rules import Action, PlayRules
from vsdb.play.table.layouts import Layout

BUTTONS, NUMBER, TEXT, TEXTS = "buttons", "number", "text", "texts"
_WORDS: Mapping[Any, str] = {True: "Yes", False: "No"}


class Option(NamedTuple):
    """An answer that can be tapped, as JSON; an empty one leaves the fact out."""

    value: str
    words: str
    is_chosen: bool


class Question(NamedTuple):
    """A fact of a thing: what is asked, how it is answered, and what is said so far."""

    key: str
    label: str
    ask: str
    way: str
    said: str
    options: tuple[Option, ...] = ()


def list_questions(
    rules: PlayRules, action: Action, layout: Layout, ref: str, thing: Mapping[str, Any], places: tuple[str, ...] = ()
) -> tuple[tuple[Question, ...], tuple[Question, ...]]:
    """The facts that matter most on a table, then all others; `places` are the words that a location may be."""
    cls = find_fact(rules, action, ref).kind.of  # type: ignore[attr-defined]  # a path of a list's element is a record
    name = str(thing.get("name") or thing.get("id") or "it")
    found = list(_iterate_questions(cls, thing, name, places))
    first = sorted(
        (each for each in found if each.key in layout.main_facts), key=lambda each: layout.main_facts.index(each.key)
    )
    return tuple(first), tuple(each for each in found if each.key not in layout.main_facts)


def read_answer(rules: PlayRules, action: Action, ref: str, key: str, raw: str) -> Any:
    """What was tapped or typed for a fact, as JSON; None where it is to be left out. What is nonsense stays text, and
    the position's reader says so."""
    if raw == "":
        return None
    kind = find_fact(rules, action, f"{ref}.{key}").kind
    if _way_of(kind) == TEXTS:
        return [each.strip() for each in raw.split(",") if each.strip()]
    if isinstance(kind, (Text, Choice)):
        return raw
    try:
        held = json.loads(raw)
    except ValueError:
        return raw
    return held if isinstance(held, (bool, int, str)) else raw


def _iterate_questions(cls: Any, thing: Mapping[str, Any], name: str, places: tuple[str, ...]) -> Iterator[Question]:
    for spec in specs_of(cls).values():
        if spec.key in {"id", "slug"}:
            continue
        way = _way_of(spec.kind)
        if not way:
            continue
        held = thing.get(spec.key)
        label = spec.label or spec.key.replace("_", " ")
        ask = spec.ask.replace("{it}", name)
        values = _values_of(spec.kind) if spec.key != "location" or not places else places
        if values and way != NUMBER:
            chosen = held if held is not None or not spec.has_default else spec.default
            options = [
                Option(_written(each), _WORDS.get(each, str(each).capitalize()), each == chosen) for each in values
            ]
            if not spec.has_default:
                options.append(Option("", "Not known", held is None))
            yield Question(spec.key, label[:1].upper() + label[1:], ask, BUTTONS, "", tuple(options))
            continue
        said = ", ".join(map(_name, held)) if isinstance(held, list) else "" if held is None else str(held)
        yield Question(spec.key, label[:1].upper() + label[1:], ask, way, said)


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _name(held: Any) -> str:
    return str(held.get("name") or held.get("id")) if isinstance(held, Mapping) else str(held)


def _way_of(kind: Kind) -> str:
    """How a kind is answered in a panel; empty for what has a form of its own elsewhere."""
    if isinstance(kind, (Flag, Choice)):
        return BUTTONS
    if isinstance(kind, Number):
        return NUMBER
    if isinstance(kind, Text):
        return TEXT
    if isinstance(kind, ListOf):
        return TEXTS if _way_of(kind.of) == TEXT else ""
    if isinstance(kind, Either):
        ways = [way for each in kind.kinds if (way := _way_of(each))]
        return NUMBER if NUMBER in ways else ways[0] if ways else ""
    return ""


def _values_of(kind: Kind) -> tuple[Any, ...]:
    if isinstance(kind, Flag):
        return (True, False)
    if isinstance(kind, Choice):
        return kind.options
    if isinstance(kind, Either) and not any(isinstance(each, (Number, Text)) for each in kind.kinds):
        return tuple(value for each in kind.kinds for value in _values_of(each))
    return ()
