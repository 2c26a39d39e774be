"""How an attack concludes (602.6-602.10): ATK against DEF, stuns, breakthrough, and who readies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.games.vs_classic.play.attempt import Attempt, has_left
from engine.games.vs_classic.play.characters import find_character, is_stunned, name_of, side_name
from engine.games.vs_classic.play.citing import cite_new
from engine.games.vs_classic.play.facts import OPPONENT, SIDES, YOU, Attack, Character
from engine.play.facts import Maybe
from engine.play.rules import Applied, Broken, Found, Line, Missing, Result, Row
from engine.play.truth import Unknown


@dataclass
class Combat:
    """An attack that concludes: who is still in it, and what comes out, gathered step by step."""

    attempt: Attempt
    attack: Attack
    by: str
    against: str
    attackers: tuple[Character, ...]  #: those still in the attack
    defender: Character | None  #: None for a player, and where the defender has left
    is_direct: bool
    is_team: bool
    stunned: list[str] = field(default_factory=list)
    loss: dict[str, int] = field(default_factory=dict)
    breakthrough: int = 0
    breakthrough_by: dict[str, int] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    applied: list[Applied] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)

    def say(self, text: str, rule: str) -> None:
        """Add a line to the working."""
        self.lines.append(Line(text, cite_new(rule)[0]))

    def apply(self, code: str, rules: str) -> None:
        """Note a rule that the result was computed by."""
        self.applied.append(Applied(code, cite_new(rules)))

    def lack(self, code: str, rules: str, asks: Iterable[str]) -> None:
        """Note what can't be told; asking for nothing lacks nothing."""
        distinct = tuple(dict.fromkeys(asks))
        if distinct:
            self.missing.append(Missing(code, cite_new(rules), distinct))


def running(stage: str) -> Any:
    """The check that an attack is at this stage, and that it says who attacks whom."""

    def check(attempt: Attempt) -> Found:
        attack = attempt.attack
        if attack is None:
            return Broken("No attack is under way.")
        if isinstance(attack, Unknown):
            return attack
        if not isinstance(attack.stage, Unknown) and attack.stage != stage:
            return Broken("The attack isn’t in its substep yet." if stage == "substep" else "The attack has started.")
        asks = [
            ask
            for each in (attack.stage, attack.by, attack.attackers, attack.defender)
            if isinstance(each, Unknown)
            for ask in each.asks
        ]
        return Unknown(tuple(asks)) if asks else True

    check.__doc__ = f"An attack is at the stage {stage}."
    return check


def combat_of(attempt: Attempt) -> Combat | None:
    """The attack that concludes; None where the position doesn't say who attacks whom."""
    attack = attempt.attack
    if attack is None or isinstance(attack, Unknown):
        return None
    by, named, defending = attack.by, attack.attackers, attack.defender
    if isinstance(by, Unknown) or isinstance(named, Unknown) or isinstance(defending, Unknown):
        return None
    against = OPPONENT if by == YOU else YOU
    distinct = tuple(dict.fromkeys(named))
    sides = (attempt.side(by), attempt.side(against))
    everybody = [find_character(name, *sides) for name in distinct]
    remaining = tuple(each for each in everybody if not has_left(attack, each, "attacker"))
    is_direct = defending in SIDES
    target = None if is_direct else find_character(defending, sides[1], sides[0])
    defender = None if target is None or has_left(attack, target, "defender") else target
    is_team = len(distinct) > 1 if attack.team is None else attack.team
    return Combat(attempt, attack, by, against, remaining, defender, is_direct, is_team)


def strike_choice(attempt: Attempt) -> Found:
    """The defender of a team attack strikes one of the attackers that are left."""
    combat = combat_of(attempt)
    if combat is None or combat.defender is None or not combat.attackers:
        return None
    strike = attempt.says.strike
    if isinstance(strike, Unknown):
        return strike if len(combat.attackers) > 1 else None
    return strike in {each.id for each in combat.attackers}


def order_complete(attempt: Attempt) -> Found:
    """The order of a team that causes breakthrough names each attacker that is left."""
    combat = combat_of(attempt)
    if combat is None or combat.defender is None or not combat.attack.team_breakthrough or not combat.is_team:
        return None
    order = combat.attack.order
    return None if isinstance(order, Unknown) else {each.id for each in combat.attackers} <= set(order)


def conclude(attempt: Attempt, rows: tuple[Row, ...], outcome: str) -> Result | None:
    """What the conclusion of an attack does."""
    combat = combat_of(attempt)
    if combat is None or outcome == "illegal" or attempt.in_substep is not True or any(attempt.contradictions):
        return None
    ready: list[str] = []
    if not combat.attackers:
        combat.apply("no-attacker-left", "602.6a")
        combat.say("No attacker is left: nothing happens.", "602.6a")
    elif combat.is_direct:
        _hit_player(combat)
    elif combat.defender is None:
        ready = sorted(each.id for each in combat.attackers)
        combat.apply("no-defender-left", "602.6b")
        combat.say(f"No defender is left: {_list(combat.attackers)} ready.", "602.6b")
    else:
        _compare(combat, combat.defender)
    if combat.missing or outcome != "legal":
        return Result(None, tuple(combat.applied), tuple(combat.missing), tuple(combat.lines))
    values = {
        "stunned": sorted(combat.stunned),
        "stun_loss": combat.loss,
        "breakthrough": combat.breakthrough,
        "breakthrough_by": combat.breakthrough_by,
        "ready": ready,
        "endurance": _endurance(combat),
    }
    return Result(values, tuple(combat.applied), (), tuple(combat.lines))


def effective(printed: Maybe[int], character: Character) -> Maybe[int]:
    """ATK or DEF with power-ups; below 0 it counts as 0 (104.1)."""
    return printed if isinstance(printed, Unknown) else max(printed + character.power_ups, 0)


def stun_cost(character: Character) -> Maybe[int]:
    """The endurance that a character's stun costs (708.11b); none with invulnerability or without a cost."""
    if character.invulnerability or character.costless:
        return 0
    return character.cost


def _hit_player(combat: Combat) -> None:
    """The whole ATK is breakthrough (602.10)."""
    able = [each for each in combat.attackers if not each.cannot_cause_breakthrough]
    total = _sum(combat, able, "direct-damage", "602.10a, 602.10b, 602.10c")
    combat.apply("direct-damage", "602.10a, 602.10b, 602.10c, 602.10d")
    if total is None:
        return
    combat.breakthrough = total
    combat.breakthrough_by = {each.id: value for each, value in _values(able) if value}
    combat.say(f"Direct attack: all {total} ATK is breakthrough.", "602.10c")


def _compare(combat: Combat, defender: Character) -> None:
    """ATK against DEF, both ways at once (602.7)."""
    struck = _struck(combat)
    atk, defence = effective(defender.atk, defender), effective(defender.def_, defender)
    own_def = effective(struck.def_, struck) if struck else Unknown(())
    figures = [*(value for _, value in _values_or_unknown(combat.attackers)), defence, atk, own_def]
    combat.lack("compare-atk-def", "602.7", (ask for each in figures if isinstance(each, Unknown) for ask in each.asks))
    combat.apply("compare-atk-def", "602.7, 602.7a, 602.7b, 602.7d, 104.1, 104.2")
    if (
        combat.missing
        or struck is None
        or isinstance(atk, Unknown)
        or isinstance(own_def, Unknown)
        or isinstance(defence, Unknown)
    ):
        return
    total = _total(combat, combat.attackers)
    total = _total(combat, combat.attackers)
    combat.loss = {YOU: 0, OPPONENT: 0}
    _meet(combat, total, defence, defender)
    _meet(combat, atk, own_def, struck)
    _break_through(combat, defender, total, defence)


def _struck(combat: Combat) -> Character | None:
    """The attacker that the defender strikes (602.6c); None where that isn't chosen."""
    if len(combat.attackers) == 1:
        return combat.attackers[0]
    strike = combat.attempt.says.strike
    return next((each for each in combat.attackers if each.id == strike), None)


def _meet(combat: Combat, atk: int, defence: int, target: Character) -> None:
    """One side's ATK meets a character's DEF: it is stunned by as much or more, and its controller loses its cost."""
    name = name_of(target)
    if atk < defence:
        combat.say(f"{atk} < DEF {defence}: {name} isn’t stunned.", "602.7a")
        return
    if target.cannot_be_stunned:
        combat.apply("cannot-be-stunned", "103.2")
        combat.say(f"{atk} ≥ DEF {defence}, but {name} can’t be stunned.", "103.2")
        return
    combat.stunned.append(target.id)
    combat.say(f"{atk} ≥ DEF {defence}: {name} is stunned.", "602.7a" if target is combat.defender else "602.7d")
    cost = stun_cost(target)
    combat.apply("stun-loss", "708.11b, 708.11d" if not target.invulnerability else "706.6, 708.11i")
    if isinstance(cost, Unknown):
        combat.lack("stun-loss", "708.11b", cost.asks)
        return
    combat.loss[side_name(target)] += cost
    combat.say(f"Stun endurance loss for {name}: {cost}.", "708.11b")


def _break_through(combat: Combat, defender: Character, total: int, defence: int) -> None:
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
    combat.say(f"Breakthrough {total} − {defence} = {combat.breakthrough}.", "602.7b")


def _parts(combat: Combat, defence: int) -> dict[str, int] | None:
    """The breakthrough of each attacker, ATK applied to the defender's DEF in the order chosen; None without one."""
    values = {each.id: value for each, value in _values(combat.attackers)}
    order: tuple[str, ...] = tuple(values)
    if len(values) > 1:
        said = combat.attack.order
        if isinstance(said, Unknown):
            return None
        order = tuple(each for each in dict.fromkeys(said) if each in values)
    parts: dict[str, int] = {}
    for name in order:
        over = max(values[name] - defence, 0)
        defence = max(defence - values[name], 0)
        parts[name] = over
    return parts


def _sum(combat: Combat, attackers: Iterable[Character], code: str, rules: str) -> int | None:
    """The attackers' ATK together, each below 0 as 0; None where one isn't known."""
    found = _values_or_unknown(attackers)
    unknown = [ask for _, value in found if isinstance(value, Unknown) for ask in value.asks]
    combat.lack(code, rules, unknown)
    return None if unknown else _total(combat, attackers)


def _total(combat: Combat, attackers: Iterable[Character]) -> int:
    """The sum of the attackers' ATK that are known, with its working."""
    known = _values(attackers)
    for each, value in known:
        if each.power_ups:
            combat.say(f"{name_of(each)} {each.atk} ATK + {each.power_ups} power-up = {value} ATK", "708.5a")
    total = sum(value for _, value in known)
    combat.say(f"{' + '.join(f'{name_of(each)} {value}' for each, value in known) or '0'} = {total} ATK", "602.7")
    return total


def _values_or_unknown(attackers: Iterable[Character]) -> list[tuple[Character, Maybe[int]]]:
    return [(each, effective(each.atk, each)) for each in attackers]


def _values(attackers: Iterable[Character]) -> list[tuple[Character, int]]:
    return [(each, value) for each, value in _values_or_unknown(attackers) if not isinstance(value, Unknown)]


def _endurance(combat: Combat) -> dict[str, int]:
    """The endurance afterwards of each side that the conclusion bears on, as far as it is known."""
    losses = dict(combat.loss)
    if combat.breakthrough or combat.is_direct:
        losses[combat.against] = losses.get(combat.against, 0) + combat.breakthrough
    after = {}
    for side, loss in losses.items():
        held = combat.attempt.side(side).endurance
        if not isinstance(held, Unknown):
            after[side] = held - loss
            if loss:
                combat.say(f"Endurance of {side}: {held} − {loss} = {held - loss}.", "708.11b")
    return after


def _list(characters: Iterable[Character]) -> str:
    return ", ".join(sorted(name_of(each) for each in characters))


def becomes_stunned(character: Character) -> Maybe[bool]:
    """Whether a stun changes anything: a stunned character and one that can't be stunned stay as they are."""
    if character.cannot_be_stunned:
        return False
    stunned = is_stunned(character)
    return stunned if isinstance(stunned, Unknown) else not stunned
