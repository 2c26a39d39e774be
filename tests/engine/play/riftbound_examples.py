"""A legal example of each of Riftbound's showdowns, combats and scores, and small changes to it by paths of facts."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from datetime import date
from typing import Any

from engine.games.riftbound.play import PLAY
from engine.model.verdicts import BROKEN, NOT_APPLICABLE, OK, UNKNOWN
from engine.play.judging import Answer, judge, read_question
from engine.play.log import apply_move
from engine.play.paths import with_fact, without_fact
from engine.play.rules import Broken, Found
from engine.play.truth import Unknown

TODAY = date(2026, 6, 1)
MARCH, JULY = "2026-06-01", "2026-08-01"
EDITIONS = (MARCH, JULY)
ABSENT: Any = object()  #: takes the fact at a path away
Changes = Mapping[str, Any]


def unit(name: str, controller: str, might: int, *keywords: str, **more: Any) -> dict[str, Any]:
    """A unit at the first battlefield."""
    told = {"id": name, "type": "unit", "controller": controller, "location": "b1", "might": might}
    return {**told, "keywords": list(keywords), **more}


_OPEN = {"active": "you", "phase": "main", "showdown": False, "chain": []}
_SHOWDOWN = {**_OPEN, "showdown": True, "showdown_at": "b1"}
_FIELDS = [{"id": "b1", "controller": "opponent", "facedown": False}, {"id": "b2", "controller": "none"}]
_THREES = [unit(name, "opponent", 3) for name in "abcd"]
_ATTACK = {"board": [unit("x", "you", 5), *_THREES], "battlefields": _FIELDS}
_SCORES = {"you": {"score": 2}, "opponent": {"score": 4}}
_PASSED = ["you", "opponent"]

EXAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "start-showdown": (
        {"turn": _OPEN, "board": [unit("x", "you", 5)], "battlefields": _FIELDS},
        {"battlefield": "b1"},
    ),
    "start-combat": ({"turn": _OPEN, **_ATTACK}, {"battlefield": "b1"}),
    "assign-damage": ({"turn": _SHOWDOWN, **_ATTACK}, {"battlefield": "b1", "damage": {"a": 3, "b": 2}}),
    "resolve-combat": (
        {"turn": _SHOWDOWN, **_ATTACK, **_SCORES},
        {"battlefield": "b1", "passed": _PASSED, "damage": {"a": 3, "b": 2, "x": 12}},
    ),
    "conquer": (
        {"turn": _SHOWDOWN, "board": [unit("x", "you", 5)], "battlefields": _FIELDS, **_SCORES},
        {"battlefield": "b1", "passed": _PASSED},
    ),
    "hold": (
        {"turn": {**_OPEN, "phase": "beginning"}, "battlefields": [{"id": "b1", "controller": "you"}], **_SCORES},
        {"battlefield": "b1"},
    ),
    "score": ({"battlefields": _FIELDS, **_SCORES}, {"battlefield": "b1", "how": "conquer"}),
    "burn-out": ({"you": {"deck": 1, "trash": 9, "score": 2}, "opponent": {"score": 4}}, {"cards": 3}),
    "win": ({"you": {"score": 8}, "opponent": {"score": 7}}, {}),
}


def example(verb: str, changes: Changes | None = None, as_of: str = MARCH) -> dict[str, Any]:
    """The legal example of an action, with facts set or taken away at paths."""
    position, action = copy.deepcopy(EXAMPLES[verb])
    document = {"position": {"game": "riftbound", "as_of": as_of, **position}, "action": {"action": verb, **action}}
    rules = PLAY.by_verb[verb]
    for path, value in (changes or {}).items():
        taken = value is ABSENT
        document = without_fact(document, PLAY, rules, path) if taken else with_fact(document, PLAY, rules, path, value)
    return document


def ask(verb: str, changes: Changes | None = None, as_of: str = MARCH) -> Answer:
    """What the judge answers to an example with changes."""
    return judge(read_question(example(verb, changes, as_of), today=TODAY))


def found(verb: str, code: str, changes: Changes | None = None, as_of: str = MARCH) -> str:
    """What the rule of a code says of an example with changes: ok, broken, unknown or not applicable."""
    said: Found = next(row.found for row in ask(verb, changes, as_of).rows if row.rule.code == code)
    if said is None:
        return NOT_APPLICABLE
    if isinstance(said, Unknown):
        return UNKNOWN
    return BROKEN if said is False or isinstance(said, Broken) else OK


def asks(verb: str, code: str, changes: Changes) -> tuple[str, ...]:
    """What the rule of a code asks of an example with changes."""
    said = next(row.found for row in ask(verb, changes).rows if row.rule.code == code)
    assert isinstance(said, Unknown), said
    return said.asks


def result(verb: str, changes: Changes | None = None, as_of: str = MARCH) -> dict[str, Any]:
    """The values of an example's result."""
    held = ask(verb, changes, as_of).result
    assert held is not None
    assert held.values is not None
    return dict(held.values)


def working(verb: str, changes: Changes | None = None, as_of: str = MARCH) -> list[str]:
    """The lines of an example's working."""
    return [line.text for line in ask(verb, changes, as_of).working]


def after(verb: str, changes: Changes | None = None, as_of: str = MARCH) -> Any:
    """The position after an example."""
    document = example(verb, changes, as_of)
    return apply_move(document["position"], document["action"], today=TODAY).position
