"""How an attack concludes (602.6-602.10): ATK against DEF, stuns, breakthrough, and who readies."""

from __future__ import annotations

from typing import Any

from engine.games.vs_classic.play.attempt import Attempt
from engine.games.vs_classic.play.breakthrough import break_through, breakthrough_rule, hit_player, list_names
from engine.games.vs_classic.play.characters import name_of, side_name
from engine.games.vs_classic.play.combat import Combat, add_up, combat_of, effective, values_or_unknown
from engine.games.vs_classic.play.facts import OPPONENT, SIDES, YOU, Character
from engine.games.vs_classic.play.figures import signed, whose
from engine.games.vs_classic.play.stunning import stun_cost, stun_rules, tell_loss
from engine.play.facts import Maybe
from engine.play.rules import Broken, Found, Result, Row
from engine.play.truth import Unknown


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


def strike_choice(attempt: Attempt) -> Found:
    """The defender of a team attack strikes one of the attackers that are left."""
    combat = combat_of(attempt)
    if combat is None:
        return None
    strike = attempt.says.strike
    if strike and strike not in combat.named:
        return False
    if combat.defender is None or not combat.attackers:
        return None
    if not strike:
        return Unknown(("action.strike",)) if len(combat.attackers) > 1 else None
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
    if not combat.attackers:
        _do_nothing(combat)
    elif combat.is_direct:
        hit_player(combat)
    elif combat.defender is None:
        _ready_attackers(combat)
    else:
        _compare(combat, combat.defender)
    if combat.missing or outcome != "legal":
        return Result(None, tuple(combat.applied), tuple(combat.missing), tuple(combat.lines))
    values = {
        "stunned": sorted(combat.stunned),
        "stun_loss": combat.loss,
        "breakthrough": combat.breakthrough,
        "breakthrough_by": combat.breakthrough_by,
        "ready": combat.ready,
        "endurance": _endurance(combat),
    }
    return Result(values, tuple(combat.applied), (), tuple(combat.lines))


def _do_nothing(combat: Combat) -> None:
    """No attacker is left (602.6a), perhaps no defender either (602.6d)."""
    if combat.is_direct or combat.defender is not None:
        combat.apply("no-attacker-left", "602.6a")
        combat.say("No attacker is left: nothing happens.", "602.6a")
    else:
        combat.apply("no-attacker-left", "602.6a, 602.6b, 602.6d")
        combat.say("Neither an attacker nor the defender is left: nothing happens.", "602.6d")


def _ready_attackers(combat: Combat) -> None:
    """No defender is left: the attackers ready, except those that can't (602.6b)."""
    able = [each for each in combat.attackers if not each.cannot_ready]
    held = [each for each in combat.attackers if each.cannot_ready]
    combat.ready = sorted(each.id for each in able)
    combat.apply("no-defender-left", "602.6b, 103.2" if held else "602.6b")
    readied = f"{list_names(able)} {'readies' if len(able) == 1 else 'ready'}" if able else "nobody readies"
    combat.say(f"No defender is left: {readied}.", "602.6b")
    if held:
        combat.say(f"{list_names(held)} can’t ready.", "103.2")


def _compare(combat: Combat, defender: Character) -> None:
    """ATK against DEF, both ways at once (602.7). The blow at an attacker that can't be stunned needs no figures."""
    struck = _struck(combat)
    atk, defence = effective(defender.atk, defender), effective(defender.def_, defender)
    own_def: Maybe[int] = effective(struck.def_, struck) if struck else Unknown(())
    back = () if struck is not None and struck.cannot_be_stunned else (atk, own_def)
    figures = [*(value for _, value in values_or_unknown(combat.attackers)), defence, *back]
    combat.lack("compare-atk-def", "602.7", (ask for each in figures if isinstance(each, Unknown) for ask in each.asks))
    combat.apply("compare-atk-def", "602.7, 602.7a, 602.7b, 602.7d, 104.1, 104.2")
    if combat.missing or struck is None or isinstance(defence, Unknown):
        return
    total = add_up(combat, combat.attackers, "602.7")
    combat.loss = {YOU: 0, OPPONENT: 0}
    _meet(combat, total, defence, defender, "602.7a")
    if isinstance(atk, Unknown) or isinstance(own_def, Unknown):
        _spare(combat, struck, "")
    else:
        _meet(combat, atk, own_def, struck, "602.7d")
    break_through(combat, defender, total, defence)


def _struck(combat: Combat) -> Character | None:
    """The attacker that the defender strikes (602.6c); None where that isn't chosen."""
    if len(combat.attackers) == 1:
        return combat.attackers[0]
    strike = combat.attempt.says.strike
    return next((each for each in combat.attackers if each.id == strike), None)


def _meet(combat: Combat, atk: int, defence: int, target: Character, rule: str) -> None:
    """One side's ATK meets a character's DEF: it is stunned by as much or more, and its controller loses its cost."""
    name = name_of(target)
    if atk < defence:
        combat.say(f"{atk} < DEF {defence}: {name} isn’t stunned.", rule)
        return
    if target.cannot_be_stunned:
        _spare(combat, target, f"{atk} ≥ DEF {defence}, but ")
        return
    combat.stunned.append(target.id)
    combat.say(f"{atk} ≥ DEF {defence}: {name} is stunned.", rule)
    cost = stun_cost(target)
    combat.apply("stun-loss", stun_rules(target))
    if isinstance(cost, Unknown):
        combat.lack("stun-loss", "708.11b", cost.asks)
        return
    combat.loss[side_name(target)] += cost
    combat.lines.append(tell_loss(target, cost))


def _spare(combat: Combat, target: Character, figures: str) -> None:
    """A character that can't be stunned isn't, whatever the figures."""
    combat.apply("cannot-be-stunned", "103.2")
    combat.say(f"{figures}{name_of(target)} can’t be stunned.", "103.2")


def _endurance(combat: Combat) -> dict[str, int]:
    """The endurance of both sides afterwards, as far as it is known."""
    after = {}
    for side in SIDES:
        held = combat.attempt.side(side).endurance
        if isinstance(held, Unknown):
            continue
        stun, broken = combat.loss.get(side, 0), combat.breakthrough if side == combat.against else 0
        after[side] = held - stun - broken
        lost = f"{stun} stun − {broken} breakthrough" if stun and broken else stun or broken
        if lost:
            rule = breakthrough_rule(combat) if broken else "708.11b"
            combat.say(f"{whose(side)} endurance: {signed(held)} − {lost} = {signed(after[side])}.", rule)
    return after
