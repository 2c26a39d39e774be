"""The turn and the table in sentences: whose turn it is, which step, who may act, and who is in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vsdb.play.page.words import list_names, name_thing

_WHOSE = {"you": "Your", "opponent": "Your opponent’s"}
_WHO = {"you": "You have", "opponent": "Your opponent has", "none": "Nobody has"}
_UNNAMED = (None, "none")
_HAVE = {"you": "You have", "opponent": "Your opponent has"}
#: Lists of a side's characters, and what is said of those in them.
_ROWS = {"characters": "", "front": " in the front row", "back": " in the back row"}
_MOST_NAMED = 6


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


def say_table(position: Mapping[str, Any]) -> str:
    """Who is in play, where that is told: a list is complete, so that it decides who isn't. Empty where no list is."""
    names = list_names(position)
    told = [f"{_HAVE[side]} {_join(held, names)}." for side, held in _list_sides(position) if held is not None]
    return " ".join([*told, "Nobody else is in play."]) if told else ""


def _list_sides(position: Mapping[str, Any]) -> list[tuple[str, list[tuple[str, str]] | None]]:
    """By side the ids in its lists with their rows; None for a side of which no list is told."""
    board = position.get("board")
    found: list[tuple[str, list[tuple[str, str]] | None]] = []
    for side in _HAVE:
        held = position.get(side)
        lists = [(held[key], row) for key, row in _ROWS.items() if isinstance(held.get(key), list)] if held else []
        things = [(each["id"], row) for listed, row in lists for each in listed if each.get("id")]
        if isinstance(board, list):
            things += [(each["id"], "") for each in board if each.get("controller") == side and each.get("id")]
        found.append((side, things if lists or isinstance(board, list) else None))
    return found


def _join(things: list[tuple[str, str]], names: Mapping[str, str]) -> str:
    said = [f"{name_thing(key, names)}{row}" for key, row in things[:_MOST_NAMED]]
    if more := len(things) - _MOST_NAMED:
        said += [f"{more} more"] if more > 0 else []
    return " and ".join(filter(None, (", ".join(said[:-1]), said[-1]))) if said else "nobody"
