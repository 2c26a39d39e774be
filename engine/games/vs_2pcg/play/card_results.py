"""What follows from equipment, plot twists, super powers and levelling up, and the position after them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.vs_2pcg.play.attempt import Attempt
from engine.games.vs_2pcg.play.citing import cite_headings
from engine.games.vs_2pcg.play.equipping import bearer_of, is_machine
from engine.games.vs_2pcg.play.facts import DURING, FACE_UP
from engine.games.vs_2pcg.play.names import names_of
from engine.games.vs_2pcg.play.recruiting import pay_points, points_left
from engine.games.vs_2pcg.play.turn_checks import subject
from engine.model.verdicts import ILLEGAL
from engine.play.facts import write_facts
from engine.play.rules import Line, Result, Row
from engine.play.truth import Unknown

Json = dict[str, Any]
_ROWS = ("front", "back", "characters")
#: What a higher level brings; what it doesn't say is no longer known.
_PRINTED = ("name", "aka", "level", "set", "teams", "keywords", "health", "flight", "range")


def put_on_equipment(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The points left, and the older equipment, which is KO'd."""
    if outcome == ILLEGAL:
        return None
    left, cost, bearer = points_left(attempt), attempt.says.card.cost, bearer_of(attempt)
    values: Json = {"ready": True, "ko": list(bearer.facts.equipment) if bearer else []}
    lines = []
    if not isinstance(left, Unknown) and not isinstance(cost, Unknown):
        values["recruit_points_left"] = left - cost
        lines.append(Line(f"{left} recruit points − {cost} = {left - cost}", cite_headings("Playing Equipment")[0]))
    return Result(values, working=tuple(lines))


def pay_for_power(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Which locations turn face down, and how many cards are discarded, where the payment is said."""
    if outcome == ILLEGAL or attempt.says.pay is None:
        return None
    payments = attempt.says.payments
    turned = [each.id for each in payments if each.from_ == "row"]
    return Result({"face_down": turned, "discarded": sum(each.from_ == "hand" for each in payments)})


def level_up(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """No XP any more; how it lies, its wounds, counters and equipment stay."""
    figure = subject(attempt)
    if outcome == ILLEGAL or figure is None:
        return None
    facts = figure.facts
    known = {"state": facts.state, "ready": facts.ready, "wounds": facts.wounds}
    values: Json = {"xp": 0} | {key: each for key, each in known.items() if not isinstance(each, Unknown)}
    return Result({**values, "equipment": list(facts.equipment), "counters": dict(facts.counters)})


def apply_equipment(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The bearer with its new equipment, or the Machine in its row; the points paid, the card out of hand."""
    position = write_facts(attempt.position)
    card, held = attempt.says.card, position.setdefault(attempt.by, {})
    name = card.name if isinstance(card.name, str) else card.id or "equipment"
    pay_points(position, attempt, values)
    if is_machine(attempt):
        taken = set(attempt.by_id)
        free = next(each for each in (name, *(f"{name} {n}" for n in range(2, len(taken) + 3))) if each not in taken)
        machine = {"id": free, "type": "machine", "name": name}
        if attempt.says.row in held:
            held[attempt.says.row].append(machine)
        else:
            held.setdefault("characters", []).append({**machine, "row": attempt.says.row})
    for each in _named(position, attempt.by, attempt.says.onto):
        each["equipment"] = [name]
    _take_from_hand(held, write_facts(card))
    return position


def apply_twist(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The twist out of hand; in a combat, the chance to act is the other player's."""
    position = write_facts(attempt.position)
    if attempt.by in position:
        _take_from_hand(position[attempt.by], write_facts(attempt.says.card))
    return _with_chance_passed(position, attempt)


def apply_power(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The payment made and the use noted; in a combat, the chance to act is the other player's."""
    position = write_facts(attempt.position)
    held = position.setdefault(attempt.by, {})
    for each in held.get("resources", ()):
        if each.get("id") in values.get("face_down", ()):
            each["face"] = "down"
    for payment in attempt.says.payments:
        if payment.from_ == "hand":
            _take_from_hand(held, write_facts(payment.card))
    turn = position.setdefault("turn", {})
    if "super_powers_used" in turn:
        turn["super_powers_used"] = [*turn["super_powers_used"], [attempt.says.character, attempt.says.power.name]]
    return _with_chance_passed(position, attempt)


def apply_level(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The character as its next level, without XP; the card out of the level-up zone."""
    position = write_facts(attempt.position)
    said = write_facts(attempt.says.to)
    for each in _named(position, attempt.by, attempt.says.character):
        for key in (*_PRINTED, "atk", "def", "base_atk", "base_def", "level_up"):
            each.pop(key, None)
        each.update({key: said[key] for key in _PRINTED if key in said}, xp=0)
        each.update({f"base_{key}": said[key] for key in ("atk", "def") if key in said})
        if each.get("state") == FACE_UP and not each.get("counters") and not each.get("modifiers"):
            each.update({key: said[key] for key in ("atk", "def") if key in said})
    held = position[attempt.by]
    zone = attempt.own.level_up_zone
    if not isinstance(zone, Unknown):
        wanted = names_of(attempt.says.to.name, ())
        for number, card in enumerate(zone):
            if names_of(card.name, ()) == wanted and card.level == attempt.says.to.level:
                held["level_up_zone"].pop(number)
                break
    return position


def _with_chance_passed(position: Json, attempt: Attempt) -> Json:
    turn = position.get("turn", {})
    if turn.get("step") == DURING and attempt.says.played.timing == "combat":
        turn["priority"] = attempt.enemy
        turn["combat"] = {**turn.get("combat", {}), "last": "action", "passes": 0}
    return position


def _named(position: Json, side: str, name: str) -> list[Json]:
    return [each for row in _ROWS for each in position.get(side, {}).get(row, ()) if each.get("id") == name]


def _take_from_hand(held: Json, card: Json) -> None:
    """Without the card in hand, where one of its id or name is listed there."""
    key = "id" if card.get("id") else "name"
    hand = held.get("hand", [])
    gone = next((each for each in hand if key in card and each.get(key) == card[key]), None)
    if gone is not None:
        hand.remove(gone)
