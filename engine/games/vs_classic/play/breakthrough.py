"""Breakthrough: what is over a defender's DEF, or all of a direct attack's ATK (602.7b, 602.7c, 602.10)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.vs_classic.play.characters import name_of
from engine.games.vs_classic.play.combat import Combat, add_up, values, values_or_unknown
from engine.games.vs_classic.play.facts import Character
from engine.play.truth import Unknown


def hit_player(combat: Combat) -> None:
    """The whole ATK of a direct attack is breakthrough (602.10)."""
    able = [each for each in combat.attackers if not each.cannot_cause_breakthrough]
    unknown = [ask for _, value in values_or_unknown(able) if isinstance(value, Unknown) for ask in value.asks]
    combat.lack("direct-damage", "602.10a, 602.10b, 602.10c", unknown)
    combat.apply("direct-damage", "602.10a, 602.10b, 602.10c, 602.10d")
    if unknown:
        return
    if len(able) < len(combat.attackers):
        combat.apply("cannot-cause-breakthrough", "103.2")
        combat.say(f"{list_unable(combat)} can’t cause breakthrough.", "103.2")
    total = add_up(combat, able, breakthrough_rule(combat))
    combat.breakthrough = total
    combat.breakthrough_by = {each.id: value for each, value in values(able) if value}
    if total:
        combat.say(f"Direct attack: all {total} ATK is breakthrough.", "602.10c")
    else:
        combat.say("Direct attack with 0 ATK: no breakthrough.", "602.10d")


def breakthrough_rule(combat: Combat) -> str:
    """The rule that says how much endurance breakthrough costs in this attack."""
    if combat.is_direct:
        return "602.10b" if combat.is_team else "602.10a"
    return "602.7c" if combat.is_team else "602.7b"


def break_through(combat: Combat, defender: Character, total: int, defence: int) -> None:
    """What is over the defender's DEF is breakthrough, unless a team attacks or the defender is reinforced."""
    if total <= defence:
        return
    if combat.is_team and not combat.attack.team_breakthrough:
        combat.apply("team-breakthrough", "602.7b, 602.2b")
        combat.say("A team attack causes no breakthrough.", "602.7b")
        return
    if defender.reinforcement:
        combat.apply("reinforcement", "708.7a, 701.10a")
        combat.say(f"{name_of(defender)} has reinforcement: no breakthrough.", "708.7a")
        return
    if combat.is_team:
        combat.apply("breakthrough-order", "602.7c, 602.6c")
    parts = _parts(combat, defence)
    if parts is None:
        combat.lack("breakthrough-order", "602.7c, 602.6c", ("turn.attack.order",))
        return
    kept = {each.id for each in combat.attackers if each.cannot_cause_breakthrough}
    combat.breakthrough_by = {name: value for name, value in parts.items() if value and name not in kept}
    combat.breakthrough = sum(combat.breakthrough_by.values())
    combat.say(f"Breakthrough {total} − {defence} = {total - defence}.", breakthrough_rule(combat))
    if combat.breakthrough < total - defence:
        left = combat.breakthrough or "none"
        combat.apply("cannot-cause-breakthrough", "103.2")
        combat.say(f"{list_unable(combat)} can’t cause breakthrough: {left} is left.", "103.2")


def list_unable(combat: Combat) -> str:
    """The attackers that can't cause breakthrough."""
    return list_names(each for each in combat.attackers if each.cannot_cause_breakthrough)


def list_names(characters: Iterable[Character]) -> str:
    """Characters by name, in alphabetical order."""
    return ", ".join(sorted(name_of(each) for each in characters))


def _parts(combat: Combat, defence: int) -> dict[str, int] | None:
    """The breakthrough of each attacker, ATK applied to the defender's DEF in the order chosen; None without one."""
    held = {each.id: value for each, value in values(combat.attackers)}
    order: tuple[str, ...] = tuple(held)
    if len(held) > 1:
        said = combat.attack.order
        if isinstance(said, Unknown):
            return None
        order = tuple(each for each in dict.fromkeys(said) if each in held)
    parts: dict[str, int] = {}
    for name in order:
        over = max(held[name] - defence, 0)
        defence = max(defence - held[name], 0)
        parts[name] = over
    return parts
