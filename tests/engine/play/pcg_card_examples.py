"""Legal examples of playing cards, powers, levels, looks, claims and figures in the 2PCG, changed at paths."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from engine.model.verdicts import BROKEN, OK, UNKNOWN
from engine.play.judging import Answer, judge, read_question
from engine.play.paths import with_fact, without_fact
from engine.play.rules import NOT_APPLICABLE, Broken
from engine.play.truth import Unknown
from tests.engine.play.cases import TODAY
from tests.engine.play.pcg_examples import ABSENT, RULES, Changes, fighter

CAP = fighter("Cap", teams=["Avengers"], base_atk=3, base_def=4, level=1, set="A", xp=3, level_up=3, good=True)
LOKI = fighter("Loki", teams=["Villains"], main=True)
SIDES: dict[str, Any] = {"you": {"front": [CAP], "back": []}, "opponent": {"front": [LOKI], "back": []}}
MAIN = {"active": "you", "phase": "main", "step": "no-combat", "super_powers_used": []}
COMBAT: dict[str, Any] = {
    "turn.step": "during-combat",
    "turn.priority": "you",
    "turn.combat": {"attackers": ["cap"], "defenders": ["loki"], "last": "none", "passes": 0},
}
_RECRUIT = {"active": "you", "phase": "build", "step": "recruit", "recruit_points_left": 4}
_TO = {"name": "Cap", "level": 2, "set": "A", "teams": ["Avengers"]}
_ROW = [{"id": "r1", "name": "Fortress", "face": "up", "symbols": ["Might"]}]
CARD_EXAMPLES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "play-equipment": (
        {"turn": _RECRUIT, **SIDES},
        {"card": {"name": "Shield", "type": "equipment", "cost": 1, "teams": []}, "onto": "cap"},
    ),
    "play-plot-twist": (
        {"turn": MAIN, **SIDES},
        {"card": {"name": "Ambush", "type": "plot-twist", "timing": "main", "teams": []}},
    ),
    "use-super-power": (
        {"turn": MAIN, **SIDES, "you": {**SIDES["you"], "resources": _ROW, "hand": []}},
        {
            "character": "cap",
            "power": {"name": "Charge", "timing": "main", "cost": ["Might"]},
            "pay": [{"from": "row", "id": "r1"}],
        },
    ),
    "level-up": (
        {**SIDES, "you": {**SIDES["you"], "level_up_zone": [{"name": "Cap", "level": 2}]}},
        {"character": "cap", "to": _TO},
    ),
    "look-at": ({}, {"what": "enemy ko pile"}),
    "claim-win": (
        {"turn": MAIN, "you": {"main_characters_left": 1}, "opponent": {"main_characters_left": 0}},
        {},
    ),
    "calculate": (SIDES, {"character": "cap"}),
}


def ask(verb: str, changes: Changes | None = None) -> Answer:
    """What the judge answers to an example with changes."""
    return judge(read_question(document(verb, changes), today=TODAY))


def document(verb: str, changes: Changes | None = None) -> dict[str, Any]:
    """The legal example of an action, with facts set or taken away at paths."""
    position, says = copy.deepcopy(CARD_EXAMPLES[verb])
    held = {"position": {"game": "vs-2pcg", **position}, "action": {"action": verb, **says}}
    action = RULES.action_of(verb)
    for path, value in (changes or {}).items():
        held = (
            without_fact(held, RULES, action, path)
            if value is ABSENT
            else with_fact(held, RULES, action, path, copy.deepcopy(value))
        )
    return held


def found(verb: str, code: str, changes: Changes | None = None) -> tuple[str, tuple[str, ...]]:
    """What the rule of a code says, and what it asks."""
    said = next(row.found for row in ask(verb, changes).rows if row.rule.code == code)
    if isinstance(said, Unknown):
        return UNKNOWN, said.asks
    if said is None:
        return NOT_APPLICABLE, ()
    return (BROKEN if said is False or isinstance(said, Broken) else OK), ()


def next_position(verb: str, changes: Changes | None = None) -> dict[str, Any]:
    """The position after an example."""
    question = read_question(document(verb, changes), today=TODAY)
    held = judge(question).result
    assert question.action.apply is not None
    values: Mapping[str, Any] = (held.values or {}) if held else {}
    return question.action.apply(question.rules.prepare(question.position, question.says, question.edition), values)
