"""How questions of the 2PCG begin for people: who is on the table, and what usually holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.play.rules import Start

_MINE = {"front": [{"id": "attacker"}]}
_THEIRS = {"front": [{"id": "defender"}]}
_ONE = {"you": {"characters": [{"id": "character"}]}}
_MAIN: Mapping[str, Any] = {"turn.phase": "main", "turn.step": "no-combat", "turn.active": "you"}
_MAIN_SAID = "It is your main phase, and no combat is under way"
_FIGHT: Mapping[str, Any] = {"attackers": ["attacker"], "defenders": ["defender"], "last": "none", "passes": 0}
_IN_COMBAT: Mapping[str, Any] = {
    "turn.phase": "main",
    "turn.step": "during-combat",
    "turn.active": "you",
    "turn.priority": "you",
    "turn.combat": _FIGHT,
}


def _step(step: str) -> dict[str, Any]:
    return {"turn.phase": "build", "turn.step": step, "turn.active": "you"}


STARTS: Mapping[str, Start] = {
    "attack": Start(
        {"you": _MINE, "opponent": _THEIRS}, {"attackers": ["attacker"], "defender": "defender"}, _MAIN, _MAIN_SAID
    ),
    "recruit": Start({}, {"card": {"type": "supporting"}}, _step("recruit"), "It is your recruit step"),
    "play-equipment": Start(
        {"you": {"characters": [{"id": "bearer"}]}},
        {"onto": "bearer", "card": {"type": "equipment"}},
        _step("recruit"),
        "It is your recruit step",
    ),
    "play-resource": Start(
        {}, {}, {**_step("resource"), "turn.resource_played": False}, "It is your resource step, and none is played yet"
    ),
    "play-plot-twist": Start({}, {"card": {"type": "plot-twist"}}, _MAIN, _MAIN_SAID),
    "use-super-power": Start(
        _ONE, {"character": "character"}, {**_MAIN, "turn.super_powers_used": []}, f"{_MAIN_SAID}; no power was used"
    ),
    "power-up": Start(
        {"you": _MINE, "opponent": _THEIRS},
        {"character": "attacker"},
        _IN_COMBAT,
        "Your character attacks, and it is your chance to act",
    ),
    "move": Start(_ONE, {"character": "character"}, _step("formation"), "It is your formation step"),
    "recover": Start(
        _ONE, {"character": "character"}, {"turn.phase": "recovery", "turn.active": "you"}, "It is your recovery phase"
    ),
    "pass": Start({"you": _MINE, "opponent": _THEIRS}, {}, _IN_COMBAT, "A combat is under way, and it is your chance"),
    "resolve-combat": Start(
        {"you": _MINE, "opponent": _THEIRS, "turn": {"combat": _FIGHT}},
        {},
        {"turn.phase": "main", "turn.step": "combat-resolution", "turn.active": "you"},
        "You attack, and both players have passed",
    ),
    "level-up": Start(_ONE, {"character": "character"}),
    "stun": Start(_ONE, {"character": "character"}),
    "calculate": Start(_ONE, {"character": "character"}),
    "draw": Start({}, {}, {"turn.phase": "draw", "turn.active": "you", "turn.drawn": False}, "It is your draw phase"),
    "mulligan": Start({}, {}, {"turn.phase": "setup", "turn.step": "opening-hand"}, "You look at your opening hand"),
}
