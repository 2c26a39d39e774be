"""The position after what the turn itself brings: passes, steps, an attack's start and end, the wrap-up."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.characters import side_name
from engine.games.vs_classic.play.facts import PHASE_OF, SIDES
from engine.games.vs_classic.play.next_position import (
    Json,
    Values,
    add,
    change_character,
    leave_play,
    opened,
    other,
    primary,
    turned,
)
from engine.play.facts import write_facts
from engine.play.truth import Unknown


def apply_start(attempt: Attempt, values: Values) -> Json:
    """The substep runs: its attackers exhaust, or nobody is in the attack (602.1)."""
    position = write_facts(attempt.position)
    if not values:
        return position
    attack = {**position["turn"]["attack"], "stage": "substep"}
    if not values["goes_on"]:
        attack["attackers"] = []
    for name in values["exhausted"]:
        change_character(position, attack["by"], name, ready=False)
    return primary(attempt, turned(position, attack=attack))


def apply_conclusion(attempt: Attempt, values: Values) -> Json:
    """Stuns, endurance and readied attackers; what lasts this attack ends (602.9)."""
    position = write_facts(attempt.position)
    if not values:
        return position
    by = position["turn"]["attack"]["by"]
    attackers = position["turn"]["attack"]["attackers"]
    for name in values["stunned"]:
        side = by if name in attackers else other(by)
        change_character(position, side, name, stunned=True, ready=False)
    for name in values["ready"]:
        change_character(position, by, name, ready=True)
    for name in attackers:
        change_character(position, by, name, attacked_this_turn=True)
    for side, endurance in values["endurance"].items():
        position[side] = {**position.get(side, {}), "endurance": endurance}
    for side in SIDES:
        for each in position.get(side, {}).get("characters", ()):
            for key in ("power_ups", "reinforcement", "removed_from_attack"):
                each.pop(key, None)
            if each.get("stunned"):
                each.pop("cosmic_counter", None)
    return primary(attempt, turned(position, attack=None))


def apply_form(attempt: Attempt, values: Values) -> Json:
    """The characters stand where they moved."""
    position = write_facts(attempt.position)
    moves = attempt.says.moves
    for move in () if isinstance(moves, Unknown) else moves:
        known: Json = {key: said for key in ("row", "column") if not isinstance(said := getattr(move, key), Unknown)}
        change_character(position, attempt.by, move.id, **known)
    return opened(attempt, position)


def apply_recover(attempt: Attempt, values: Values) -> Json:
    """The character is up, exhausted; no other recovers in this wrap-up."""
    position = write_facts(attempt.position)
    if values:
        change_character(position, attempt.by, attempt.says.character, stunned=values["stunned"], ready=False)
        position.setdefault(attempt.by, {})["recovered"] = attempt.own.recovered + 1
    return position


def apply_stun(attempt: Attempt, values: Values) -> Json:
    """The character is stunned, and its controller has lost endurance."""
    position = write_facts(attempt.position)
    if values.get("becomes_stunned"):
        side = side_name(attempt.own_character(attempt.says.character))
        change_character(position, side, attempt.says.character, stunned=True, ready=False)
        add(position, side, endurance=-values["stun_loss"])
    return position


def apply_mulligan(attempt: Attempt, values: Values) -> Json:
    """The mulligan is used."""
    position = write_facts(attempt.position)
    position.setdefault(attempt.by, {})["mulligans"] = attempt.own.mulligans + 1
    if attempt.turn.initiative == attempt.by:
        position = turned(position, initiative_decided=True)
    return position


def apply_wrap_up(attempt: Attempt, values: Values) -> Json:
    """The next turn's draw phase: who is KO'd has left, the others are ready, the initiative has passed.

    A game that is over stays as it is.
    """
    position = write_facts(attempt.position)
    if not values:
        return position
    if values["lose"]:
        return turned(position, priority="none")
    for name in SIDES:
        side = position.setdefault(name, {})
        leave_play(position, name, values["koed"])
        for each in side.get("characters", ()):
            if each.get("id") in values["recovered"]:
                each["stunned"] = False
            if each.get("id") in values["ready"]:
                each["ready"] = True
            for key in ("attacked_this_turn", "recruited_this_turn"):
                each.pop(key, None)
        for key in ("recovered", "resources_built", "press", "resource_points", "spent"):
            side.pop(key, None)
    initiative = values["initiative"]
    known = {} if initiative is None else {"initiative": initiative, "priority": initiative}
    number = attempt.turn.number
    turn: Json = {"phase": "draw", "chain": [], "passed": 0, **known}
    if number:
        turn["number"] = number + 1
    position["turn"] = turn
    return position


def apply_begin(attempt: Attempt, values: Values) -> Json:
    """Endurance and hands, the cards drawn, or the resource points of the step."""
    position = write_facts(attempt.position)
    if "endurance" in values:
        for name in SIDES:
            position[name] = {**position.get(name, {}), "endurance": values["endurance"], "hand": values["hand"]}
        return turned(position, phase="setup")
    for name, drawn in values.get("draw", {}).items():
        add(position, name, hand=drawn, deck=-drawn)
    if "resource_points" in values:
        position[attempt.by] = {**position.get(attempt.by, {}), "resource_points": values["resource_points"]}
    return position


def apply_pass(attempt: Attempt, values: Values) -> Json:
    """What follows the pass: priority, a resolution, the next step or phase."""
    position = write_facts(attempt.position)
    position.get("turn", {}).pop("opening", None)
    then = values.get("then", "")
    follow = next((follow for words, follow in _FOLLOWS if words in then), None)
    return follow(attempt, position, then) if follow else position


def _follow_priority(attempt: Attempt, position: Json, then: str) -> Json:
    return turned(position, priority=attempt.other.path, passed=1)


def _follow_resolution(attempt: Attempt, position: Json, then: str) -> Json:
    return primary(attempt, turned(position, chain=position["turn"]["chain"][:-1]))


def _follow_event(attempt: Attempt, position: Json, then: str) -> Json:
    """An event of the game has to be told next; nobody has priority until then."""
    more = {"wrap_up": True} if then == "wrap-up" else {}
    return turned(position, priority="none", passed=0, **more)


def _follow_step(attempt: Attempt, position: Json, then: str) -> Json:
    side, _, step = then.removesuffix(" step").partition(": ")
    turn = {key: value for key, value in position["turn"].items() if key not in {"priority", "opening", "attack"}}
    opens = {"opening": True} if step in {"resource", "formation"} else {"priority": side}
    position["turn"] = {
        **turn,
        "phase": PHASE_OF[step],
        "step": step,
        "active": side,
        "passed": 0,
        "chain": [],
        **opens,
    }
    if step == "attack":
        position["turn"]["attack"] = None
    for name in SIDES:
        held = position.setdefault(name, {})
        held.pop("resources_built" if step == "resource" else "resource_points" if step != "recruit" else "", None)
    resources = position[side].get("resources")
    if step == "recruit" and resources is not None:
        position[side]["resource_points"] = resources
    return position


def _follow_phase(attempt: Attempt, position: Json, then: str) -> Json:
    phase = then.removesuffix(" phase")
    kept = {key: position["turn"][key] for key in ("initiative", "number") if key in position["turn"]}
    first = kept.get("initiative", "none")
    position["turn"] = {**kept, "phase": phase, "step": "none", "priority": first, "passed": 0, "chain": []}
    return position


_Follow = Callable[[Attempt, Json, str], Json]
_FOLLOWS: tuple[tuple[str, _Follow], ...] = (
    ("priority to", _follow_priority),
    ("top effect", _follow_resolution),
    ("attack substep starts", _follow_event),
    ("attack concludes", _follow_event),
    ("wrap-up", _follow_event),
    (" step", _follow_step),
    (" phase", _follow_phase),
)
