"""A legal example of each classic action, and small changes to it by the paths of facts."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from engine.model.verdicts import BROKEN, NOT_APPLICABLE, OK, UNKNOWN
from engine.play.facts import PlayInputError
from engine.play.judging import Answer, judge, read_question, rules_of
from engine.play.paths import with_fact
from engine.play.rules import Broken, Found
from engine.play.truth import Unknown
from tests.engine.play.cases import TODAY

RULES = rules_of("vs-classic")
ABSENT: Any = object()  #: takes the fact at a path away
Changes = Mapping[str, Any]

_RECRUIT_STEP = {"phase": "build", "step": "recruit", "active": "you", "priority": "you", "chain": []}
_ATTACK_STEP = {"phase": "combat", "step": "attack", "active": "you", "priority": "you", "chain": [], "attack": None}
_DEFENDING = {
    **_ATTACK_STEP,
    "active": "opponent",
    "attack": {"stage": "substep", "by": "opponent", "attackers": ["a"], "defender": "x"},
}
_THOR = {"id": "a", "name": "Thor", "ready": True, "row": "front", "column": 1, "affiliations": ["Avengers"]}
_STORM = {"id": "x", "name": "Storm", "stunned": False, "row": "front", "column": 1, "affiliations": ["X-Men"]}
_HULK = {
    "id": "b",
    "name": "Hulk",
    "ready": True,
    "row": "front",
    "column": 2,
    "affiliations": ["Avengers", "Warbound"],
}
_BEAST = {"id": "r", "name": "Beast", "ready": True, "row": "support", "column": 1, "affiliations": ["X-Men"]}

EXAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "build-resource": (
        {"turn": {"phase": "build", "step": "resource", "active": "you", "opening": True}},
        {"from": "hand"},
    ),
    "recruit": (
        {"turn": _RECRUIT_STEP, "you": {"resource_points": 5, "characters": [{**_THOR, "row": "support"}]}},
        {
            "from": "hand",
            "card": {"type": "character", "name": "Hulk", "cost": 5, "concealed": False, "affiliations": ["Avengers"]},
            "place": {"row": "front", "column": 1, "area": "visible"},
        },
    ),
    "equip": (
        {"turn": _RECRUIT_STEP, "you": {"resource_points": 2, "characters": [{**_THOR, "equipment": []}]}},
        {"from": "hand", "target": "a", "card": {"type": "equipment", "name": "Mjolnir", "cost": 2}},
    ),
    "play-plot-twist": (
        {"turn": {**_DEFENDING, "priority": "you"}, "you": {"resources": 4}},
        {"from": "hand", "card": {"type": "plot twist", "threshold": 4}},
    ),
    "flip-location": (
        {"turn": _ATTACK_STEP, "you": {"resources": 2, "locations": []}},
        {"from": "resource-row", "card": {"type": "location", "name": "Asgard", "threshold": 2, "face": "down"}},
    ),
    "reveal-resource": ({"turn": _ATTACK_STEP}, {"from": "resource-row", "card": {"face": "down"}}),
    "use-power": (
        {"turn": _RECRUIT_STEP, "you": {"characters": [_THOR]}},
        {"source": "a", "power": {"activate": True}},
    ),
    "substitute": (
        {"turn": _RECRUIT_STEP, "you": {"characters": [{**_THOR, "cost": 5}]}},
        {"from": "hand", "remove": "a", "card": {"type": "character", "name": "Hulk", "cost": 5}},
    ),
    "form": (
        {
            "turn": {"phase": "build", "step": "formation", "active": "you", "opening": True},
            "you": {"characters": [_THOR, _HULK]},
        },
        {"moves": [{"id": "a", "row": "support", "column": 2}]},
    ),
    "attack": (
        {"turn": _ATTACK_STEP, "you": {"characters": [_THOR, _HULK]}, "opponent": {"characters": [_STORM]}},
        {"attackers": ["a"], "defender": "x"},
    ),
    "power-up": (
        {"turn": _DEFENDING, "you": {"characters": [_STORM]}, "opponent": {"characters": [_THOR]}},
        {"target": "x", "from": "hand", "card": {"type": "character", "name": "Storm"}},
    ),
    "reinforce": (
        {"turn": _DEFENDING, "you": {"characters": [_STORM, _BEAST]}, "opponent": {"characters": [_THOR]}},
        {"defender": "x", "with": "r"},
    ),
    "pass": ({"turn": {**_ATTACK_STEP, "passed": 0}, "you": {"characters": [_THOR]}}, {}),
    "recover": (
        {"turn": {"phase": "recovery", "wrap_up": True}, "you": {"characters": [{"id": "a", "stunned": True}]}},
        {"character": "a"},
    ),
    "keep": (
        {"you": {"characters": [{"id": "a", "name": "Thor", "stunned": True}]}},
        {"character": "a", "recover": "a"},
    ),
    "mulligan": ({"turn": {"phase": "setup", "initiative": "you"}}, {}),
    "begin": ({"you": {"resources": 6}}, {"what": "recruit"}),
    "start-attack": (
        {
            "turn": {**_ATTACK_STEP, "attack": {**_DEFENDING["attack"], "by": "you", "stage": "proposed"}},
            "you": {"characters": [_THOR]},
            "opponent": {"characters": [_STORM]},
        },
        {},
    ),
    "conclude-attack": (
        {
            "turn": {"attack": {**_DEFENDING["attack"], "by": "you", "attackers": ["a", "b"]}},
            "you": {"endurance": 50, "characters": [{**_THOR, "atk": 5, "def": 5}, {**_HULK, "atk": 4, "def": 6}]},
            "opponent": {"endurance": 50, "characters": [{**_STORM, "atk": 3, "def": 6, "cost": 4}]},
        },
        {"strike": "a"},
    ),
    "stun": ({"you": {"characters": [{"id": "a", "stunned": False, "cost": 5}]}}, {"character": "a"}),
    "wrap-up": (
        {
            "turn": {"phase": "recovery", "initiative": "you"},
            "you": {
                "endurance": 20,
                "characters": [{"id": "a", "stunned": True}, {"id": "b", "ready": False, "stunned": False}],
            },
            "opponent": {"endurance": 10, "characters": [{"id": "x", "stunned": True}]},
        },
        {"recover": {"you": "a", "opponent": None}},
    ),
}


def example(verb: str, changes: Changes | None = None, as_of: str | None = None) -> dict[str, Any]:
    """The legal example of an action, with facts set or taken away at paths."""
    position, action = copy.deepcopy(EXAMPLES[verb])
    day = {"as_of": as_of} if as_of else {}
    document = {"position": {"game": "vs-classic", **day, **position}, "action": {"action": verb, **action}}
    for path, value in (changes or {}).items():
        document = without(document, path) if value is ABSENT else put(document, path, value)
    return document


def put(document: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The document with a fact at a path."""
    action = RULES.action_of(document["action"]["action"])
    return with_fact(document, RULES, action, path, value)


def without(document: dict[str, Any], path: str) -> dict[str, Any]:
    """The document without the fact at a path."""
    changed = copy.deepcopy(document)
    root = "action" if path.startswith("action.") else "position"
    *way, last = path.removeprefix("action.").split(".")
    held: Any = changed[root]
    for step in way:
        held = next(each for each in held if each["id"] == step) if isinstance(held, list) else held[step]
    del held[last]
    return changed


def answer(document: dict[str, Any]) -> Answer:
    """What the judge answers."""
    return judge(read_question(document, today=TODAY))


def ask(verb: str, changes: Changes | None = None, as_of: str | None = None) -> Answer:
    """What the judge answers to an example with changes."""
    return answer(example(verb, changes, as_of))


def found(verb: str, code: str, changes: Changes | None = None, as_of: str | None = None) -> str:
    """What the rule of a code says of an example with changes: ok, broken, unknown or not applicable."""
    return outcome_of(next(row.found for row in ask(verb, changes, as_of).rows if row.rule.code == code))


def outcome_of(said: Found) -> str:
    """The word for what a rule found."""
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


def result(verb: str, changes: Changes | None = None, as_of: str | None = None) -> Mapping[str, Any]:
    """The values of an example's result."""
    held = ask(verb, changes, as_of).result
    assert held is not None
    assert held.values is not None
    return held.values


def is_refused(document: dict[str, Any]) -> bool:
    """Whether a document can't be read."""
    try:
        read_question(document, today=TODAY)
    except PlayInputError:
        return True
    return False
