"""The position after a showdown, a combat, a score or a burn-out, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.riftbound.play.applying import change
from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.combat import key_of
from engine.games.riftbound.play.facts import BASE
from engine.play.facts import write_facts

Json = dict[str, Any]


def apply_showdown(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """A showdown is in progress; who has focus is left open where the rules do."""
    position = write_facts(attempt.position)
    if not values:
        return position
    turn = {key: value for key, value in position.get("turn", {}).items() if key not in {"state", "priority", "focus"}}
    focus = {"focus": values["focus"], "priority": values["focus"]} if "focus" in values else {}
    position["turn"] = {**turn, "chain": [], "showdown": True, "showdown_at": values["showdown_at"], **focus}
    change(position, "battlefields", values["showdown_at"], {"contested_by": values["contested_by"]})
    return position


def apply_combat(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The killed are gone, all damage is healed, attackers are recalled, and the battlefield has its controller."""
    position = write_facts(attempt.position)
    if not values:
        return position
    gone, recalled, assigned = set(values["killed"]), set(values["recalled"]), values["assigned"]
    board = {key_of(each.get("id", ""), number): each for number, each in enumerate(position["board"])}
    for key in gone:
        _bury(position, board[key])
    position["board"] = [
        _after_combat(key, each, recalled, assigned.get(key, 0)) for key, each in board.items() if key not in gone
    ]
    _end_showdown(position)
    if "controller" in values:
        _control(position, attempt.says.battlefield, values["controller"])
        if values["conquers"]:
            _score(position, values["conquers"], attempt.says.battlefield, values)
    return position


def apply_conquer(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The battlefield is controlled and scored."""
    position = write_facts(attempt.position)
    if values:
        _end_showdown(position)
        _control(position, attempt.says.battlefield, attempt.player)
        _score(position, attempt.player, attempt.says.battlefield, values)
    return position


def apply_score(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The score, and the battlefield that was scored."""
    position = write_facts(attempt.position)
    if values:
        _score(position, attempt.player, values["scores"], values)
    return position


def apply_burn_out(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The trash is the main deck, and the other has its points."""
    position = write_facts(attempt.position)
    if values:
        position[attempt.player] = {**position[attempt.player], "deck": values["deck"], "trash": 0}
        position[attempt.other] = {**position[attempt.other], "score": values["score"]}
    return position


def _bury(position: Json, each: Json) -> None:
    """A killed card goes to the trash: its controller's, as who owns it isn't said; a token ceases to exist (183.1)."""
    side = position.get(each["controller"], {})
    if "trash" in side and not each.get("token"):
        side["trash"] += 1


def _after_combat(name: str, each: Json, recalled: set[str], assigned: int) -> Json:
    kept = {key: value for key, value in each.items() if key != "damage"}
    if isinstance(kept.get("prevents"), int):
        kept["prevents"] = max(0, kept["prevents"] - assigned)
    if name in recalled:
        kept.pop("attached_to", None)
        return {**kept, "location": BASE}
    return {**kept, "location": BASE} if each.get("attached_to") in recalled else kept


def _end_showdown(position: Json) -> None:
    ended = {"state", "showdown", "showdown_at", "focus", "priority", "chain"}
    turn = {key: value for key, value in position.get("turn", {}).items() if key not in ended}
    position["turn"] = {**turn, "showdown": False, "chain": []}


def _control(position: Json, battlefield: str, controller: str) -> None:
    field = next(each for each in position["battlefields"] if each["id"] == battlefield)
    loses_hidden = field.get("controller") != controller and field.get("facedown")
    field.pop("contested_by", None)
    field |= {"controller": controller, **({"facedown": False} if loses_hidden else {})}


def _score(position: Json, player: str, battlefield: str | None, values: Mapping[str, Any]) -> None:
    side = {key: value for key, value in position.get(player, {}).items() if key != "score"}
    scored = [*side.get("scored_here", []), *([battlefield] if battlefield else [])]
    if "deck" in side:
        side["deck"] = max(0, side["deck"] - values.get("draws", 0))
    told = {"score": values["score"]} if "score" in values else {}
    position[player] = {**side, **told, "scored_here": scored}
