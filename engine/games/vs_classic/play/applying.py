"""The position after somebody acted: cards and powers played, attacks proposed, power-ups, reinforcement.

Whoever plays an effect keeps priority, and nobody has passed any more (216.2, 505.1f).
"""

from __future__ import annotations

from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.characters import side_name
from engine.games.vs_classic.play.equipping import bearer
from engine.games.vs_classic.play.next_position import (
    Json,
    Values,
    acted,
    add,
    change_character,
    entering,
    known,
    leave_play,
    opened,
    pay,
    turned,
)
from engine.games.vs_classic.play.powers import source_character
from engine.games.vs_classic.play.supporting import target_of
from engine.play.facts import write_facts
from engine.play.truth import Unknown


def apply_attack(attempt: Attempt, values: Values) -> Json:
    """The attack is proposed; the attacking player keeps priority (601.1f)."""
    says = attempt.says
    attack: Json = {"stage": "proposed", "by": attempt.by}
    for key in ("attackers", "defender"):
        said = getattr(says, key)
        if not isinstance(said, Unknown):
            attack[key] = list(dict.fromkeys(said)) if isinstance(said, tuple) else said
    return acted(attempt, turned(write_facts(attempt.position), attack=attack))


def apply_power_up(attempt: Attempt, values: Values) -> Json:
    """The target is powered-up, and the hand has a card less."""
    position = acted(attempt, write_facts(attempt.position))
    target = target_of(attempt)
    if values and target is not None:
        change_character(position, side_name(target), target.id, power_ups=target.power_ups + values["atk"])
        add(position, attempt.by, hand=-1)
    return position


def apply_reinforce(attempt: Attempt, values: Values) -> Json:
    """The helper exhausts, and the defender has reinforcement."""
    position = acted(attempt, write_facts(attempt.position))
    for name in values.get("exhausted", ()):
        change_character(position, attempt.by, name, ready=False)
    for name in values.get("reinforcement", ()):
        change_character(position, attempt.by, name, reinforcement=True)
    return position


def apply_build(attempt: Attempt, values: Values) -> Json:
    """One resource more, and a card less in hand."""
    position = write_facts(attempt.position)
    add(position, attempt.by, hand=-1, resources=1)
    side = position.setdefault(attempt.by, {})
    side["resources_built"] = attempt.own.resources_built + 1
    return opened(attempt, position)


def apply_recruit(attempt: Attempt, values: Values) -> Json:
    """The character is in play, as if its effect had resolved; its cost is paid."""
    position = acted(attempt, write_facts(attempt.position))
    if not values:
        return position
    card, place = attempt.says.card, attempt.says.place
    pay(position, attempt, values)
    leave_play(position, attempt.by, values.get("to_ko_pile", ()))
    entered = entering(position, attempt.by, card, values["area"])
    if place is not None:
        for key in ("row", "column", "area"):
            said = getattr(place, key)
            if not isinstance(said, Unknown):
                entered[key] = said
    side = position.setdefault(attempt.by, {})
    side["characters"] = [*side.get("characters", []), entered]
    side["press"] = (attempt.own.press + 1) if card.press else 0
    add(position, attempt.by, **({"hand": -1} if attempt.says.from_ == "hand" else {"resources": -1}))
    return position


def apply_equip(attempt: Attempt, values: Values) -> Json:
    """The character has the equipment; its cost is paid."""
    position = acted(attempt, write_facts(attempt.position))
    target = bearer(attempt)
    if not values or target is None:
        return position
    card = attempt.says.card
    pay(position, attempt, values)
    leave_play(position, values["controller"], values.get("to_ko_pile", ()))
    held = position.get(values["controller"], {}).get("characters", [])
    worn: list[Json] = next((each.get("equipment", []) for each in held if each.get("id") == target.id), [])
    added = {"id": card.id or f"equipment {len(worn) + 1}", **known(card, "name")}
    if card.unique:
        added["unique"] = True
    change_character(position, values["controller"], target.id, equipment=[*worn, added])
    add(position, attempt.by, hand=-1)
    return position


def apply_twist(attempt: Attempt, values: Values) -> Json:
    """The effect is on the chain; a card played from the hand has left it."""
    position = acted(attempt, write_facts(attempt.position))
    chain = position["turn"].get("chain", [])
    name = attempt.says.card.name
    position["turn"]["chain"] = [*chain, "a plot twist" if isinstance(name, Unknown) else name]
    if attempt.says.from_ == "hand":
        add(position, attempt.by, hand=-1)
    return position


def apply_flip(attempt: Attempt, values: Values) -> Json:
    """The location is face up; others of its name have left."""
    position = acted(attempt, write_facts(attempt.position))
    if not values:
        return position
    side = position.setdefault(attempt.by, {})
    card = attempt.says.card
    gone = values.get("to_ko_pile", ())
    leave_play(position, attempt.by, gone)
    kept = side.get("locations", [])
    new = {"id": card.id or f"location {len(kept) + 1}", **known(card, "name")}
    if card.non_unique:
        new["non_unique"] = True
    side["locations"] = [*kept, new]
    return position


def apply_power(attempt: Attempt, values: Values) -> Json:
    """The effect is on the chain, and what it costs is paid."""
    position = acted(attempt, write_facts(attempt.position))
    power, source = attempt.says.power, attempt.says.source
    position["turn"]["chain"] = [*position["turn"].get("chain", []), f"a power of {source}"]
    add(position, attempt.by, endurance=-power.pay_endurance, resource_points=-power.pay_points)
    if power.activate and source_character(attempt) is not None:
        change_character(position, attempt.by, source, ready=False)
    for name in values.get("stunned", ()):
        change_character(position, attempt.by, name, stunned=True, ready=False)
        add(position, attempt.by, endurance=-values.get("stun_loss", {}).get(attempt.by, 0))
    return position


def apply_substitute(attempt: Attempt, values: Values) -> Json:
    """The card is in play instead of the removed character."""
    position = acted(attempt, write_facts(attempt.position))
    if not values:
        return position
    leave_play(position, attempt.by, [*values.get("to_ko_pile", ()), *values["removed_from_game"]])
    side = position.setdefault(attempt.by, {})
    entered = entering(position, attempt.by, attempt.says.card, values["area"])
    side["characters"] = [*side.get("characters", []), entered]
    add(position, attempt.by, hand=-1)
    return position
