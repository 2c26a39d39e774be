"""A legal example of each action of the 2PCG, changed at paths."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from engine.model.verdicts import BROKEN, OK, UNKNOWN
from engine.play.judging import Answer, judge, read_question, rules_of
from engine.play.paths import with_fact, without_fact
from engine.play.rules import NOT_APPLICABLE, Broken
from engine.play.truth import Unknown
from tests.engine.play.cases import TODAY

RULES = rules_of("vs-2pcg")
ABSENT: Any = object()  #: takes the fact at a path away
Changes = Mapping[str, Any]

_MAIN = {"active": "you", "phase": "main", "step": "no-combat"}
_COMBAT = {"attackers": ["cap"], "defenders": ["loki"], "last": "none", "passes": 0}
_DURING = {"active": "you", "phase": "main", "step": "during-combat", "priority": "you", "combat": _COMBAT}


def fighter(name: str, **facts: Any) -> dict[str, Any]:
    """A face-up character with figures, without keywords."""
    known = {"state": "face-up", "ready": True, "flight": False, "range": False, "main": False, "keywords": []}
    return {"id": name.lower(), "name": name, **known, "atk": 3, "def": 4, "wounds": 0, "health": 3, **facts}


CAP = fighter("Cap", teams=["Avengers"])
THOR = fighter("Thor", teams=["Avengers"])
LOKI = fighter("Loki", teams=["Villains"])
_SIDES = {"you": {"front": [CAP, THOR], "back": []}, "opponent": {"front": [LOKI], "back": []}}
_RECRUIT = {"active": "you", "phase": "build", "step": "recruit", "recruit_points_left": 4}
EXAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "mulligan": (
        {"turn": {"phase": "setup", "step": "opening-hand", "first_player": "you"}, "you": {"mulligans": 0}},
        {},
    ),
    "draw": (
        {"turn": {"active": "you", "phase": "draw", "number": 5, "drawn": False}, "you": {"deck_size": 9}},
        {"count": 2},
    ),
    "recover": (
        {"turn": {"active": "you", "phase": "recovery"}, "you": {"front": [fighter("Cap", state="stunned")]}},
        {"character": "cap"},
    ),
    "play-resource": (
        {"turn": {"active": "you", "phase": "build", "step": "resource", "resource_played": False}},
        {"face": "up", "card": {"name": "Fortress", "type": "location"}},
    ),
    "recruit": (
        {"turn": _RECRUIT, "you": {"main_character": "Cap", "front": [CAP], "back": []}},
        {"card": {"name": "Medusa", "type": "supporting", "cost": 2, "keywords": []}, "row": "front"},
    ),
    "move": (
        {"turn": {"active": "you", "phase": "build", "step": "formation"}, **_SIDES},
        {"character": "cap", "to": "back"},
    ),
    "attack": ({"turn": _MAIN, **_SIDES}, {"attackers": ["cap"], "defender": "loki"}),
    "power-up": ({"turn": _MAIN, **_SIDES}, {"character": "cap", "discard": {"name": "Cap"}}),
    "pass": ({"turn": _DURING, **_SIDES}, {}),
    "resolve-combat": ({"turn": {**_DURING, "step": "combat-resolution"}, **_SIDES}, {}),
    "stun": ({"turn": _MAIN, **_SIDES}, {"character": "cap", "cause": "effect"}),
}


def example(verb: str, changes: Changes | None = None) -> dict[str, Any]:
    """The legal example of an action, with facts set or taken away at paths."""
    position, says = copy.deepcopy(EXAMPLES[verb])
    document = {"position": {"game": "vs-2pcg", **position}, "action": {"action": verb, **says}}
    action = RULES.action_of(verb)
    for path, value in (changes or {}).items():
        if value is ABSENT:
            document = without_fact(document, RULES, action, path)
        else:
            document = with_fact(document, RULES, action, path, value)
    return document


def ask(verb: str, changes: Changes | None = None) -> Answer:
    """What the judge answers to an example with changes."""
    return judge(read_question(example(verb, changes), today=TODAY))


def found(verb: str, code: str, changes: Changes | None = None) -> str:
    """What the rule of a code says: ok, broken, unknown or not applicable."""
    said = next(row.found for row in ask(verb, changes).rows if row.rule.code == code)
    if said is None:
        return NOT_APPLICABLE
    if isinstance(said, Unknown):
        return UNKNOWN
    return BROKEN if said is False or isinstance(said, Broken) else OK


def asks(verb: str, code: str, changes: Changes | None = None) -> tuple[str, ...]:
    """What the rule of a code asks of an example with changes."""
    said = next(row.found for row in ask(verb, changes).rows if row.rule.code == code)
    assert isinstance(said, Unknown), said
    return said.asks


def result(verb: str, changes: Changes | None = None) -> Mapping[str, Any]:
    """The values of an example's result."""
    held = ask(verb, changes).result
    assert held is not None
    assert held.values is not None
    return held.values


def next_position(verb: str, changes: Changes | None = None) -> dict[str, Any]:
    """The position after an example."""
    question = read_question(example(verb, changes), today=TODAY)
    held = judge(question).result
    assert question.action.apply is not None
    attempt = question.rules.prepare(question.position, question.says, question.edition)
    return question.action.apply(attempt, held.values or {} if held else {})


def one(side: str = "you.front", **facts: Any) -> Changes:
    """The attacker, or the defender of `opponent.front`, with other facts."""
    name = "cap" if side.startswith("you") else "loki"
    return {f"{side}.{name}.{key}": value for key, value in facts.items()}
