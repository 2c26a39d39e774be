"""The position after a walk, as JSON: what was paid, what entered the board, what is on the chain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.facts import ANY
from engine.games.riftbound.play.walk_results import LAST
from engine.play.facts import write_facts
from engine.play.truth import Unknown

JSON = dict[str, Any]


def apply_walk(attempt: Attempt, values: Mapping[str, Any]) -> JSON:
    """Pay, then let the permanent enter, or the item wait on the chain."""
    position = write_facts(attempt.position)
    if values.get("becomes") in {"nothing", "removed"} or attempt.last_step < LAST:
        return position
    exhaust_source(attempt, position)
    cost = values.get("cost")
    if cost is not None:
        pay(position, attempt.player, cost)
    if values.get("resolves_now"):
        add_to_pool(position, attempt.player, values["adds"])
    elif values.get("leaves_chain") and not values["waits"]:
        enter(attempt, position, values)
    else:
        put_on_chain(attempt, position, pending=bool(values.get("waits")))
    if attempt.is_from_hidden:
        change(position, "battlefields", attempt.says.card.hidden_at, {"facedown": False})
    return position


def enter(attempt: Attempt, position: JSON, values: Mapping[str, Any]) -> None:
    """Put the permanent on the board; in a showdown without a chain focus goes on, with a chain priority does."""
    card, board = attempt.says.card, position.get("board")
    if board is not None and "enters" in values:
        told = {} if isinstance(card.keywords, Unknown) else {"keywords": list(card.keywords)}
        might = {} if card.might is None else {"might": card.might}
        entered = {"id": new_id(card.id or card.name or attempt.kind, board), "type": attempt.kind}
        board.append({**entered, "controller": attempt.player, **values["enters"], **told, **might})
    if values.get("focus_passes"):
        give_focus(position, attempt.other)
    elif attempt.is_closed is True:
        position["turn"].pop("priority", None)
        position["turn"].update({"priority": values["priority"]} if "priority" in values else {})


def put_on_chain(attempt: Attempt, position: JSON, *, pending: bool) -> None:
    """Put an item on the chain: finalized with its controller in priority, or pending while something resolves."""
    turn = position.setdefault("turn", {})
    chain = turn.get("chain")
    if chain is None:
        chain = turn["chain"] = []
    kind = "ability" if attempt.is_ability else attempt.kind
    said = attempt.says.ability.source if attempt.is_ability else attempt.says.card.id or attempt.says.card.name
    name = kind if isinstance(said, Unknown) or not said else said
    item: JSON = {"id": new_id(name, chain), "kind": kind, "controller": attempt.player}
    if attempt.chosen:
        item["targets"] = list(dict.fromkeys(attempt.chosen))
    chain.append({**item, "pending": True} if pending else item)
    turn.pop("state", None)
    if not pending:
        turn["priority"] = attempt.player


def pay(position: JSON, player: str, cost: Mapping[str, Any]) -> None:
    """Take a cost from what is told of a side: first from its pool, then from its runes."""
    side = position.setdefault(player, {})
    runes = side.get("runes")
    short = _take(side, "energy", cost["energy"])
    for rune in runes or ():
        if short and rune.get("ready"):
            rune["ready"], short = False, short - 1
    power = side.get("power")
    for domain, number in sorted(cost["power"].items(), key=lambda each: each[0] == ANY):
        left = number
        for source in _sources(power, domain):
            left = _take(power, source, left)
        for rune in [each for each in runes or () if domain in {ANY, each.get("domain")}][:left]:
            runes.remove(rune)
            side["rune_deck"] = side.get("rune_deck", 12) + 1


def _sources(power: JSON | None, domain: str) -> list[str]:
    """Where power comes from: its domain, then universal power; power of any domain from what there is most of."""
    if power is None:
        return []
    if domain != ANY:
        return [each for each in (domain, ANY) if each in power]
    return sorted(power, key=lambda each: -power[each])


def _take(held: JSON, key: str, number: int) -> int:
    """Take so much of what is told, and give what is missing."""
    if key not in held:
        return number
    taken: int = min(held[key], number)
    held[key] -= taken
    return number - taken


def exhaust_source(attempt: Attempt, position: JSON) -> None:
    """Exhaust what an ability exhausts as its cost: something on the board, or a rune."""
    if attempt.exhausts is not None:
        change(position, "board", attempt.exhausts, {"ready": False})
        change(position.get(attempt.player, {}), "runes", attempt.exhausts, {"ready": False})


def add_to_pool(position: JSON, player: str, added: Mapping[str, Any]) -> None:
    """Add energy and power to what a side can pay with, where that is told."""
    side = position.setdefault(player, {})
    told_by_runes = "runes" in side
    if "energy" in side or told_by_runes:
        side["energy"] = side.get("energy", 0) + added.get("energy", 0)
    if "power" in side or told_by_runes:
        power = side.setdefault("power", {})
        for domain, number in added.get("power", {}).items():
            power[domain] = power.get(domain, 0) + number


def change(position: JSON, key: str, name: Any, facts: Mapping[str, Any]) -> None:
    """Change the thing of a list of a position or a side with this id, where it is told."""
    for each in position.get(key, ()):
        if each.get("id") == name:
            each.update(facts)


def give_focus(position: JSON, player: str) -> None:
    """Give a player focus, and with it priority (313.2)."""
    position.setdefault("turn", {}).update(focus=player, priority=player)


def new_id(name: str, things: list[JSON]) -> str:
    """The name, with a number behind it where something has it already."""
    taken = {each.get("id") for each in things}
    number = 2
    found = name
    while found in taken:
        found = f"{name}-{number}"
        number += 1
    return found
