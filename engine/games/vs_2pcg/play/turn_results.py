"""What follows from the actions of a turn, and the position after them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.vs_2pcg.play.attempt import Attempt, has_keyword
from engine.games.vs_2pcg.play.citing import cite_headings
from engine.games.vs_2pcg.play.drawing import TWO_HEADS, draws_of
from engine.games.vs_2pcg.play.facts import BACK, DURING, FACE_UP, FRONT, RESOLUTION
from engine.games.vs_2pcg.play.figures import PLUS
from engine.games.vs_2pcg.play.names import names_of
from engine.games.vs_2pcg.play.recruiting import enters_by_spider_verse, pay_points, points_left
from engine.games.vs_2pcg.play.stunning import counters_kept, takes_wound
from engine.games.vs_2pcg.play.turn_checks import movers, subject
from engine.games.vs_2pcg.play.wording import say_unknown
from engine.model.verdicts import ILLEGAL, LEGAL
from engine.play.facts import write_facts
from engine.play.rules import Applied, Line, Missing, Result, Row
from engine.play.truth import Unknown

Json = dict[str, Any]


def take_mulligan(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    return None if outcome == ILLEGAL else Result({"hand": 7, "must_keep": True})


def draw_cards(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """As many cards as the deck has; the rest is skipped."""
    due = draws_of(attempt)
    if outcome == ILLEGAL:
        return None
    if isinstance(due, Unknown):
        return None if due.asks else Result(None, missing=(TWO_HEADS,))
    deck = attempt.own.deck_size
    drawn = due if isinstance(deck, Unknown) else min(due, deck)
    values = {"draw": drawn, "skipped": due - drawn}
    return Result(values, (Applied("empty-deck-no-loss", cite_headings("Running Out Of Cards")),))


def recover_character(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    figure = subject(attempt)
    if outcome == ILLEGAL or figure is None:
        return None
    facts = figure.facts
    by_phase = attempt.says.cause != "effect"
    values: Json = {"state": FACE_UP, "ready": (by_phase and not facts.frozen) or facts.ready is True}
    if not isinstance(facts.wounds, Unknown):
        values["wounds"] = facts.wounds
    return Result(values)


def recruit_character(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """The points left, and who leaves because of the same name; unsaid where that may be somebody unlisted."""
    if outcome == ILLEGAL:
        return None
    card, left = attempt.says.card, points_left(attempt)
    values: Json = {"ready": True}
    if not isinstance(left, Unknown) and not isinstance(card.cost, Unknown) and not enters_by_spider_verse(attempt):
        values["recruit_points_left"] = left - card.cost
    older, is_certain = _list_older(attempt)
    if older or is_certain:
        values["ko"] = sorted(older)
    return Result(values)


def _list_older(attempt: Attempt) -> tuple[list[str], bool]:
    """Those of the recruit's name on its player's side, and whether these are certainly all."""
    card = attempt.says.card
    if has_keyword(card.keywords, "Swarm"):
        return [], True
    named = names_of(card.name, card.aka)
    others = [each for each in attempt.on_side(attempt.by) if each.facts.main is not True]
    names = [names_of(each.facts.name, each.facts.aka) for each in others]
    older = [
        each.key
        for each, other in zip(others, names, strict=True)
        if not isinstance(named, Unknown) and not isinstance(other, Unknown) and named & other
    ]
    listed = not any(attempt.row_open(attempt.by, row) for row in (FRONT, BACK))
    return older, listed and not any(isinstance(each, Unknown) for each in (named, *names))


def add_power_up(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    figure = subject(attempt)
    if outcome == ILLEGAL or figure is None:
        return None
    values: Json = {}
    for key, held in (("atk", figure.atk), ("def", figure.defence)):
        if not isinstance(held, Unknown):
            values[key] = held + 1
    lines = [Line(f"{figure.name} {key.upper()} {n - 1} + 1 power-up = {n}") for key, n in values.items()]
    return Result(values, working=tuple(lines))


def pass_chance(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """Whose chance comes next, once it may be passed: the other player's, or none after two passes in a row."""
    combat = attempt.turn.combat
    if outcome != LEGAL:
        return None
    if isinstance(combat, Unknown):
        return _ask_for_passes(attempt, combat.asks)
    if combat.passes == 1 or combat.last == "pass":
        return Result({"next": RESOLUTION})
    if isinstance(combat.last, Unknown) and combat.passes is None:
        return _ask_for_passes(attempt, combat.last.asks)
    return Result({"next": attempt.enemy})


def _ask_for_passes(attempt: Attempt, asks: tuple[str, ...]) -> Result:
    return Result(
        None,
        missing=(Missing("players-still-acting", cite_headings("During Combat"), asks, say_unknown(attempt, asks)),),
    )


def _change(position: Json, name: str, **changes: Any) -> None:
    for side in ("you", "opponent"):
        for row in ("front", "back", "characters"):
            for each in position.get(side, {}).get(row, ()):
                if each.get("id") == name:
                    each.update(changes)


def apply_draw(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    position = write_facts(attempt.position)
    position.setdefault("turn", {})["drawn"] = True
    held = position.setdefault(attempt.by, {})
    if "deck_size" in held:
        held["deck_size"] -= values["draw"]
    return position


def apply_changes(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The character as the result says it."""
    position = write_facts(attempt.position)
    keys = {"state", "ready", "atk", "def", "wounds"}
    _change(position, attempt.says.character, **{key: each for key, each in values.items() if key in keys})
    return position


def apply_power_up(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The character with its counter; in a combat, the chance to act is the other player's."""
    position = apply_changes(attempt, values)
    turn = position.get("turn", {})
    if turn.get("step") == DURING:
        turn["priority"] = attempt.enemy
        turn["combat"] = {**turn.get("combat", {}), "last": "action", "passes": 0}
    return position


def apply_stun(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The character face-down with its wounds and without counters and equipment, or gone; out of the combat."""
    position = apply_changes(attempt, values)
    name = attempt.says.character
    if attempt.says.cause != "wound":
        _strip(position, attempt, name)
    _use_vitality(position, attempt, name, attempt.says.cause)
    if values.get("ko"):
        _remove(position, {name})
    combat = position.get("turn", {}).get("combat")
    if combat and values.get("leaves_combat"):
        for role in ("attackers", "defenders"):
            combat[role] = [each for each in combat.get(role, ()) if each != name]
    return position


def _strip(position: Json, attempt: Attempt, name: str) -> None:
    """Without equipment, and without counters but those that Symbiosis keeps."""
    held = attempt.by_id.get(name)
    kept = counters_kept(held) if held else 0
    _change(position, name, equipment=[], counters={PLUS: kept} if kept else {})


def _use_vitality(position: Json, attempt: Attempt, name: str, cause: str) -> None:
    """A vitality counter takes the wound that a character would have got."""
    held = attempt.by_id.get(name)
    if held is not None and held.facts.vitality and takes_wound(attempt, held, cause) is True:
        _change(position, name, vitality=held.facts.vitality - 1)


def _remove(position: Json, names: set[str]) -> None:
    for side in ("you", "opponent"):
        held = position.get(side, {})
        for row in ("front", "back", "characters"):
            if row in held:
                held[row] = [each for each in held[row] if each.get("id") not in names]


def apply_resource(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    position = write_facts(attempt.position)
    position.setdefault("turn", {})["resource_played"] = True
    held = position.get(attempt.by, {})
    if "resources" in held:
        card = {"id": f"resource {len(held['resources']) + 1}", "face": attempt.says.face}
        said = write_facts(attempt.says.card)
        held["resources"].append(card | {key: said[key] for key in ("name", "symbols", "team") if key in said})
    return position


def apply_recruit(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The character in its row, those of its name gone, the points paid."""
    position = write_facts(attempt.position)
    held = position.setdefault(attempt.by, {})
    for row in ("front", "back"):
        if row in held:
            held[row] = [each for each in held[row] if each.get("id", each.get("name")) not in values.get("ko", ())]
    pay_points(position, attempt, values)
    said = write_facts(attempt.says.card)
    keys = ("name", "aka", "teams", "keywords", "atk", "def", "health", "flight", "range")
    name = said.get("id") or said.get("name") or "character"
    taken = set(attempt.by_id)
    free = next(each for each in (name, *(f"{name} {n}" for n in range(2, len(taken) + 3))) if each not in taken)
    new = {key: said[key] for key in keys if key in said}
    new |= {"id": free, "state": FACE_UP, "ready": True, "main": False, "wounds": 0}
    _put(held, new, attempt.says.row)
    return position


def apply_move(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """Each mover in its new row; one that no row lists yet is listed by itself."""
    position = write_facts(attempt.position)
    held = position.setdefault(attempt.by, {})
    for figure, to in movers(attempt):
        if figure is None or isinstance(to, Unknown):
            continue
        _change(position, figure.facts.id, row=to)
        if attempt.phase == "main":
            _change(position, figure.facts.id, moved_by_mobile=True)
        for row in ("front", "back"):
            gone = [each for each in held.get(row, ()) if each.get("id") == figure.facts.id]
            for each in gone:
                held[row].remove(each)
                _put(held, {key: value for key, value in each.items() if key != "row"}, str(to))
    return position


def _put(held: Json, character: Json, row: str) -> None:
    """A character in a row; where the row isn't listed, a list of one would say that nobody else is there."""
    if row in held:
        held[row].append(character)
    else:
        held.setdefault("characters", []).append({**character, "row": row})


def apply_pass(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    position = write_facts(attempt.position)
    turn = position.setdefault("turn", {})
    combat = turn.setdefault("combat", {})
    if values["next"] == RESOLUTION:
        combat |= {"last": "pass", "passes": 2}
        turn["step"] = RESOLUTION
    else:
        combat |= {"last": "pass", "passes": 1}
        turn["priority"] = values["next"]
    return position


def apply_resolved(attempt: Attempt, values: Mapping[str, Any]) -> Json:
    """The combat over: stunned characters face-down with their wounds, KO'd ones gone."""
    position = write_facts(attempt.position)
    for name in values["stunned"]:
        _change(position, name, state="stunned", ready=False)
        _strip(position, attempt, name)
    for name in {*values["stunned"], *values["wounds"]}:
        _use_vitality(position, attempt, name, "combat")
    for name, wounds in values["wounds"].items():
        _change(position, name, wounds=wounds)
    _remove(position, set(values["ko"]))
    turn = position.setdefault("turn", {})
    turn.pop("combat", None)
    turn.pop("priority", None)
    turn["step"] = "no-combat"
    return position
