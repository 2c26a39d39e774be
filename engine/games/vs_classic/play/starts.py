"""How questions of the classic game begin for people: who is on the table, and what usually holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.play.rules import Start

_MINE = {"characters": [{"id": "attacker"}]}
_THEIRS = {"characters": [{"id": "defender"}]}
_ATTACK_STEP: Mapping[str, Any] = {
    "turn.phase": "combat",
    "turn.step": "attack",
    "turn.active": "you",
    "turn.priority": "you",
    "turn.chain": [],
    "turn.attack": None,
}


def _step(step: str) -> dict[str, Any]:
    return {
        "turn.phase": "build",
        "turn.step": step,
        "turn.active": "you",
        "turn.priority": "you",
        "turn.chain": [],
    }


def _opening(step: str) -> dict[str, Any]:
    """A step that is just beginning: nobody has priority yet."""
    return {"turn.phase": "build", "turn.step": step, "turn.active": "you", "turn.chain": [], "turn.opening": True}


_RECRUIT_SAID = "It is your recruit step, you have priority, and the chain is empty"
_SUBSTEP: Mapping[str, Any] = {
    "turn.phase": "combat",
    "turn.step": "attack",
    "turn.active": "opponent",
    "turn.priority": "you",
    "turn.chain": [],
    "turn.attack": {"stage": "substep", "by": "opponent", "attackers": ["attacker"], "defender": "defender"},
}
_SUBSTEP_SAID = "Your character defends in an attack, and you have priority"
_FIGHT: Mapping[str, Any] = {
    "turn.attack": {"stage": "substep", "by": "you", "attackers": ["attacker"], "defender": "defender"}
}

STARTS: Mapping[str, Start] = {
    "attack": Start(
        {"you": _MINE, "opponent": _THEIRS},
        {"attackers": ["attacker"], "defender": "defender"},
        _ATTACK_STEP,
        "It is your attack step, you have priority, the chain is empty, and no attack is under way",
    ),
    "recruit": Start(
        {}, {"from": "hand", "card": {"type": "character", "concealed": False}}, _step("recruit"), _RECRUIT_SAID
    ),
    "equip": Start(
        {"you": {"characters": [{"id": "bearer"}]}},
        {"from": "hand", "target": "bearer", "card": {"type": "equipment"}},
        _step("recruit"),
        _RECRUIT_SAID,
    ),
    "build-resource": Start({}, {"from": "hand"}, _opening("resource"), "It is the start of your resource step"),
    "play-plot-twist": Start({}, {"from": "hand", "card": {"type": "plot twist"}}),
    "flip-location": Start({}, {"from": "resource-row", "card": {"type": "location", "face": "down"}}),
    "reveal-resource": Start({}, {"from": "resource-row", "card": {"face": "down"}}),
    "use-power": Start({"you": {"characters": [{"id": "source"}]}}, {"source": "source", "power": {"activate": True}}),
    "substitute": Start(
        {"you": {"characters": [{"id": "leaving"}]}},
        {"remove": "leaving", "from": "hand"},
        _step("recruit"),
        "It is your recruit step, and you have priority",
    ),
    "form": Start(
        {"you": {"characters": [{"id": "mover"}]}},
        {"moves": [{"id": "mover", "row": "front", "column": 1}]},
        _opening("formation"),
        "It is the start of your formation step",
    ),
    "power-up": Start(
        {"you": {"characters": [{"id": "defender"}]}},
        {"target": "defender", "from": "hand", "card": {"type": "character"}},
        _SUBSTEP,
        _SUBSTEP_SAID,
    ),
    "reinforce": Start(
        {"you": {"characters": [{"id": "defender"}, {"id": "helper"}]}},
        {"defender": "defender", "with": "helper"},
        _SUBSTEP,
        _SUBSTEP_SAID,
    ),
    "recover": Start(
        {"you": {"characters": [{"id": "character"}]}},
        {"character": "character"},
        {"turn.phase": "recovery", "turn.wrap_up": True},
        "It is the wrap-up of the recovery phase",
    ),
    "keep": Start(
        {"you": {"characters": [{"id": "character"}]}},
        {"character": "character"},
        {"turn.phase": "recovery", "turn.wrap_up": True},
        "It is the wrap-up of the recovery phase",
    ),
    "conclude-attack": Start(
        {"you": _MINE, "opponent": _THEIRS, "turn": {"attack": _FIGHT["turn.attack"]}}, {}, {}, ""
    ),
    "stun": Start({"you": {"characters": [{"id": "character"}]}}, {"character": "character"}),
}
