"""A position as JSON, and the changes that actions make to it.

Only what is known changes: a number that the position doesn't say stays unsaid.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.facts import OPPONENT, YOU
from engine.play.truth import Unknown

Json = dict[str, Any]
Values = Mapping[str, Any]


def turned(position: Json, **changes: Any) -> Json:
    position["turn"] = {**position.get("turn", {}), **changes}
    return position


def acted(attempt: Attempt, position: Json) -> Json:
    """Whoever acted keeps priority, and nobody has passed since."""
    return turned(position, passed=0, priority=attempt.by)


def opened(attempt: Attempt, position: Json) -> Json:
    """The start of the step is over: its player gets priority (403.1, 405.1)."""
    return turned(position, opening=False, priority=attempt.by, passed=0)


def primary(attempt: Attempt, position: Json) -> Json:
    """The primary player gets priority: whose step it is, else who has the initiative (400.5)."""
    turn = attempt.turn
    for each in (turn.active, turn.initiative):
        if not isinstance(each, Unknown) and each != "none":
            return turned(position, priority=each, passed=0)
    return turned(position, passed=0)


def change_character(position: Json, side: str, name: str, **changes: Any) -> None:
    """Change a character; one that isn't listed joins its side, where the characters of that side are given at all.

    Who is stunned loses its cosmic counter (706.7c).
    """
    held = position.setdefault(side, {})
    for each in held.get("characters", ()):
        if each.get("id") == name:
            each.update(changes)
            if changes.get("stunned"):
                each.pop("cosmic_counter", None)
            return
    if "characters" in held:
        held["characters"].append({"id": name, **changes})


def leave_play(position: Json, side: str, names: Collection[str]) -> None:
    """Take characters, locations and equipment of these ids off a side."""
    held = position.get(side, {})
    for key in ("characters", "locations"):
        if key in held:
            held[key] = [each for each in held[key] if each.get("id") not in names]
    for each in held.get("characters", ()):
        if "equipment" in each:
            each["equipment"] = [one for one in each["equipment"] if isinstance(one, str) or one.get("id") not in names]


def entering(position: Json, side: str, card: Any, area: str | None) -> Json:
    """A character that enters play, ready, with what its card says."""
    taken = {each.get("id") for each in position.get(side, {}).get("characters", ())}
    wanted = card.id or (card.name if isinstance(card.name, str) else "") or "character"
    free = next(each for each in (wanted, *(f"{wanted} {n}" for n in range(2, len(taken) + 3))) if each not in taken)
    keys = ("name", "version", "affiliations", "cost", "atk", "def_", "flight", "range")
    entered: Json = {"id": free, **known(card, *keys), "ready": True, "stunned": False, "equipment": []}
    entered |= {key: True for key in ("costless", "army", "non_unique", "invulnerability") if getattr(card, key)}
    if card.names:
        entered["names"] = list(card.names)
    if card.cosmic:
        entered["cosmic_counter"] = True
    if area == "hidden":
        entered["area"] = area
    return {**entered, "recruited_this_turn": True}


def known(card: Any, *keys: str) -> Json:
    said = {key.rstrip("_"): getattr(card, key) for key in keys}
    return {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in said.items()
        if not isinstance(value, Unknown)
    }


def pay(position: Json, attempt: Attempt, values: Values) -> None:
    if "points_left" in values:
        position.setdefault(attempt.by, {})["resource_points"] = values["points_left"]


def add(position: Json, side: str, **changes: int) -> None:
    """Add to numbers of a side that the position says."""
    held = position.setdefault(side, {})
    for key, change in changes.items():
        if key in held and change:
            held[key] = held[key] + change if key == "endurance" else max(held[key] + change, 0)


def other(side: str) -> str:
    return OPPONENT if side == YOU else YOU
