"""How questions of combat and scoring begin for people: who meets at which battlefield, and what usually holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.play.rules import Start

_MEETING: Mapping[str, Any] = {
    "board": [
        {"id": "attacker", "type": "unit", "controller": "you", "location": "battlefield"},
        {"id": "defender", "type": "unit", "controller": "opponent", "location": "battlefield"},
    ],
    "battlefields": [{"id": "battlefield", "controller": "opponent"}],
}
_OPEN: Mapping[str, Any] = {"turn.active": "you", "turn.phase": "main", "turn.showdown": False, "turn.chain": []}
_OPEN_SAID = "It is your main phase, without a chain and without a showdown"
_CLOSED: Mapping[str, Any] = {"turn.showdown": True, "turn.chain": [], "action.passed": ["you", "opponent"]}
_CLOSED_SAID = "Both have passed, and the chain is empty"
_HERE: Mapping[str, Any] = {"battlefield": "battlefield"}

COMBAT_STARTS: Mapping[str, Start] = {
    "start-showdown": Start(
        {**_MEETING, "board": _MEETING["board"][:1], "battlefields": [{"id": "battlefield", "controller": "none"}]},
        _HERE,
        _OPEN,
        _OPEN_SAID,
    ),
    "start-combat": Start(_MEETING, _HERE, _OPEN, _OPEN_SAID),
    "assign-damage": Start(_MEETING, _HERE, {"turn.showdown": True, "turn.chain": []}, "The chain is empty"),
    "resolve-combat": Start(_MEETING, _HERE, _CLOSED, _CLOSED_SAID),
    "conquer": Start(
        {"board": _MEETING["board"][:1], "battlefields": [{"id": "battlefield", "controller": "none"}]},
        _HERE,
        _CLOSED,
        _CLOSED_SAID,
    ),
    "hold": Start(
        {"battlefields": [{"id": "battlefield", "controller": "you"}]},
        _HERE,
        {"turn.active": "you", "turn.phase": "beginning"},
        "It is your beginning phase",
    ),
}
