"""The turn in a sentence: whose it is, which step, and who may act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_WHOSE = {"you": "Your", "opponent": "Your opponent’s"}
_WHO = {"you": "You have", "opponent": "Your opponent has", "none": "Nobody has"}
_UNNAMED = (None, "none")


def say_turn(position: Mapping[str, Any]) -> str:
    """Whose turn it is and who has priority or focus; empty where neither is said."""
    turn = position.get("turn")
    if not isinstance(turn, dict):
        return ""
    chance = "the chance to act" if position.get("game") == "vs-2pcg" else "priority"
    said = [_say_moment(turn)]
    said += [
        f"{_WHO[turn[key]]} {word}."
        for key, word in (("priority", chance), ("focus", "focus"))
        if turn.get(key) in _WHO
    ]
    return " ".join(filter(None, said))


def _say_moment(turn: Mapping[str, Any]) -> str:
    step, phase, active = turn.get("step"), turn.get("phase"), turn.get("active")
    if step not in _UNNAMED:
        moment = f"{step.replace('-', ' ')} step"
    elif phase is not None:
        moment = f"{phase} phase"
    elif active in _WHOSE:
        moment = "turn"
    else:
        return ""
    return f"{_WHOSE.get(active or '', 'The')} {moment}."
