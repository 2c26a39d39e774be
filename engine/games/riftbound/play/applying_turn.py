"""The position after passing, resolving, hiding, moving, and the start or the end of a turn, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.riftbound.play.applying import JSON, change, give_focus, pay
from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.facts import OPPONENT, YOU, ChainItem
from engine.games.riftbound.play.responses import find_item
from engine.play.facts import write_facts


def apply_pass(attempt: Attempt, values: Mapping[str, Any]) -> JSON:
    """Priority or focus goes on; a showdown in which all have passed is over."""
    position = write_facts(attempt.position)
    turn = position["turn"]
    then = values.get("then")
    if then == "priority passes":
        turn["priority"] = attempt.other
    elif then == "focus passes":
        give_focus(position, attempt.other)
    elif then == "showdown ends":
        for key in ("state", "focus", "priority"):
            turn.pop(key, None)
        turn.update(showdown=False, chain=[])
    return position


def apply_leaving(attempt: Attempt, values: Mapping[str, Any]) -> JSON:
    """An item leaves the chain; the controller of the newest one left acts, or in a showdown focus goes on."""
    position = write_facts(attempt.position)
    item = find_item(attempt, attempt.says.item)
    turn = position["turn"]
    if not isinstance(item, ChainItem) or "chain" not in turn:
        return position
    turn["chain"] = chain = [each for each in turn["chain"] if each.get("id") != item.id]
    turn.pop("priority", None)
    turn.pop("resolving", None)
    if chain:
        if "controller" in chain[-1]:
            turn["priority"] = chain[-1]["controller"]
    elif "focus" in turn:
        # A chain that an ability opened may have been a trigger's, after which focus stays (346.1): it is asked anew.
        held = turn.pop("focus")
        if item.kind == "spell":
            give_focus(position, YOU if held == OPPONENT else OPPONENT)
    return position


def apply_hide(attempt: Attempt, values: Mapping[str, Any]) -> JSON:
    """A power is paid, and a card lies face down."""
    position = write_facts(attempt.position)
    pay(position, attempt.player, {"energy": 0, "power": {"any": 1}})
    change(position, "battlefields", attempt.says.location, {"facedown": True})
    return position


def apply_move(attempt: Attempt, values: Mapping[str, Any]) -> JSON:
    """The units are exhausted and elsewhere."""
    position = write_facts(attempt.position)
    for name in values.get("exhausted", ()):
        change(position, "board", name, {"ready": False, "location": values["location"]})
    return position


def apply_mulligan(attempt: Attempt, values: Mapping[str, Any]) -> JSON:
    """The mulligan is taken."""
    position = write_facts(attempt.position)
    side = position.setdefault(attempt.player, {})
    side["mulligans"] = side.get("mulligans", 0) + 1
    return position


def apply_begin_turn(attempt: Attempt, values: Mapping[str, Any]) -> JSON:
    """What the player has is ready, battlefields are held, runes channeled, a card drawn, pools emptied: main phase."""
    position = write_facts(attempt.position)
    side = position.setdefault(attempt.player, {})
    for each in position.get("board", ()):
        if each.get("controller") == attempt.player:
            each["ready"] = True
    empty_pools(position)
    if "runes" in side:
        side["runes"] = [{**rune, "ready": True} for rune in side["runes"]] + [{"ready": True}] * values["channels"]
    side["rune_deck"] = side.get("rune_deck", 12) - values["channels"]
    if side.get("deck"):
        side["deck"] -= values["draws"]
    if values.get("holds"):
        side["scored_here"] = values["holds"]
        if "score" in side:
            side["score"] += len(values["holds"])
    position["turn"] = {**_settled(position), "phase": "main"}
    return position


def apply_end_turn(attempt: Attempt, values: Mapping[str, Any]) -> JSON:
    """Damage is healed, nobody is stunned, the pools are empty, and the other's turn is about to begin."""
    position = write_facts(attempt.position)
    for each in position.get("board", ()):
        each.pop("damage", None)
        each.pop("stunned", None)
    empty_pools(position)
    position.get(attempt.player, {}).pop("first_turn", None)
    for player in (YOU, OPPONENT):
        position.get(player, {}).pop("scored_here", None)
    turn = {**_settled(position), "active": attempt.other, "phase": "awaken"}
    if "number" in turn:
        turn["number"] += 1
    position["turn"] = turn
    return position


def empty_pools(position: JSON) -> None:
    """Empty both pools; what a side can pay isn't known then unless its runes are told (166)."""
    for player in (YOU, OPPONENT):
        side = position.get(player, {})
        side.pop("energy", None)
        side.pop("power", None)


def _settled(position: JSON) -> JSON:
    """The turn with neither chain nor showdown, and nobody's focus."""
    kept = {key: each for key, each in position.get("turn", {}).items() if key in {"active", "number"}}
    return {**kept, "showdown": False, "chain": []}
