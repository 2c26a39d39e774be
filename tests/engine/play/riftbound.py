"""Positions of Riftbound for tests: an ordinary main phase, and what is asked of it."""

from __future__ import annotations

from datetime import date
from typing import Any

from engine.play.judging import Answer, judge, read_question
from engine.play.log import apply_move

DAY = date(2026, 6, 1)
JULY = "2026-08-01"

MAIN = {"number": 5, "active": "you", "phase": "main", "showdown": False, "chain": []}
THEIRS = {**MAIN, "number": 6, "active": "opponent"}
SPELL_OF_THEIRS = {"id": "s1", "kind": "spell", "controller": "opponent"}
CLOSED = {**THEIRS, "chain": [SPELL_OF_THEIRS], "priority": "you"}
SHOWDOWN = {**THEIRS, "showdown": True, "focus": "you"}
SHOWDOWN_CLOSED = {**CLOSED, "showdown": True}

BOARD = [
    {"id": "u1", "type": "unit", "controller": "you", "location": "b1", "ready": True, "might": 3, "keywords": []},
    {"id": "u2", "type": "unit", "controller": "you", "location": "b2", "ready": True, "might": 2, "keywords": []},
    {"id": "e1", "type": "unit", "controller": "opponent", "location": "b2", "ready": True, "might": 4, "keywords": []},
    {
        "id": "d1",
        "type": "unit",
        "controller": "opponent",
        "location": "b2",
        "ready": True,
        "might": 4,
        "keywords": ["Deflect 2"],
    },
    {"id": "g1", "type": "gear", "controller": "you", "location": "base", "ready": True, "keywords": []},
]
FIELDS = [
    {"id": "b1", "controller": "you", "facedown": False},
    {"id": "b2", "controller": "opponent", "facedown": False},
    {"id": "b3", "controller": "none", "facedown": False},
]
POSITION = {
    "game": "riftbound",
    "as_of": DAY.isoformat(),
    "turn": MAIN,
    "you": {"energy": 10, "power": {"fury": 4, "calm": 4}},
    "board": BOARD,
    "battlefields": FIELDS,
}
ENEMY = {"what": "unit", "where": "battlefield", "whose": "enemy", "count": 1}
#: What `said` gives of a legal answer.
LEGAL: tuple[str, list[str], list[str]] = ("legal", [], [])


def unit(*keywords: str, **more: Any) -> dict[str, Any]:
    """A unit that costs three."""
    return {"type": "unit", "energy": 3, "domains": ["fury"], "keywords": list(keywords), **more}


def gear(*keywords: str, **more: Any) -> dict[str, Any]:
    """A gear that costs two."""
    return {"type": "gear", "energy": 2, "domains": ["fury"], "keywords": list(keywords), **more}


def spell(*keywords: str, **more: Any) -> dict[str, Any]:
    """A spell that costs two, and a fury power."""
    return {"type": "spell", "energy": 2, "power": {"fury": 1}, "keywords": list(keywords), **more}


def trigger(**more: Any) -> dict[str, Any]:
    """To place a triggered ability."""
    said_of_action = {key: more.pop(key) for key in ("targets", "place", "able", "lost", "through") if key in more}
    ability = {"kind": "triggered", "condition_met": True, **more}
    return {"action": "place-trigger", "ability": ability, **said_of_action}


def play_unit(card: dict[str, Any], location: str | None = "base", **more: Any) -> dict[str, Any]:
    """To play a unit."""
    return {"action": "play-unit", "card": card, **({"location": location} if location else {}), **more}


def play_spell(target: dict[str, Any] | None, *targets: str, **more: Any) -> dict[str, Any]:
    """To play a spell, with what is said of its target and what is chosen."""
    card = spell(*more.pop("keywords", ()), **({"target": target} if target else {}), **more.pop("card", {}))
    return {"action": "play-spell", "card": card, "targets": list(targets), **more}


def answer(action: dict[str, Any], **position: Any) -> Answer:
    """What is answered in the ordinary position, changed by these facts; None leaves one out."""
    changed = {key: each for key, each in {**POSITION, **position}.items() if each is not None}
    return judge(read_question({"position": changed, "action": action}, today=DAY))


def after(action: dict[str, Any], **position: Any) -> Any:
    """The position after an action."""
    return apply_move({**POSITION, **position}, action, today=DAY).position


def codes(given: Answer) -> list[str]:
    """The broken rules; where there is none, the unknown ones."""
    severity = "error" if given.outcome == "illegal" else "unknown"
    return [finding.code for finding in given.findings if finding.severity == severity]


def said(given: Answer) -> tuple[str, list[str], list[str]]:
    """The outcome, the codes for it, and what is asked."""
    return given.outcome, codes(given), sorted(given.asks)


def illegal(*broken: str) -> tuple[str, list[str], list[str]]:
    """What `said` gives of an illegal answer."""
    return "illegal", list(broken), []


def unsure(*unknown: str, asks: list[str]) -> tuple[str, list[str], list[str]]:
    """What `said` gives of an uncertain answer."""
    return "uncertain", list(unknown), asks


def result(given: Answer) -> dict[str, Any]:
    """What follows."""
    assert given.result is not None
    assert given.result.values is not None
    return dict(given.result.values)


def shown(values: dict[str, Any], *keys: str) -> tuple[Any, ...]:
    """Some of the values of a result; None for each that it lacks."""
    return tuple(values.get(key) for key in keys)
