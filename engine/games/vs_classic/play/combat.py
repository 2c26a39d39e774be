"""An attack that concludes: who is still in it, and what comes out, gathered step by step (602)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.games.vs_classic.play.attempt import Attempt, has_left
from engine.games.vs_classic.play.characters import find_character, name_of
from engine.games.vs_classic.play.citing import cite_new
from engine.games.vs_classic.play.facts import OPPONENT, SIDES, YOU, Attack, Character
from engine.games.vs_classic.play.figures import signed
from engine.play.facts import Maybe
from engine.play.rules import Applied, Line, Missing
from engine.play.truth import Unknown
from engine.rules.messages import quantity


@dataclass
class Combat:
    """An attack that concludes: who is still in it, and what comes out, gathered step by step."""

    attempt: Attempt
    attack: Attack
    by: str
    against: str
    named: tuple[str, ...]  #: all whom the attack names as attackers, each once
    attackers: tuple[Character, ...]  #: those still in the attack
    defender: Character | None  #: None for a player, and where the defender has left
    is_direct: bool
    is_team: bool
    stunned: list[str] = field(default_factory=list)
    ready: list[str] = field(default_factory=list)
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
    return Combat(attempt, attack, by, against, distinct, remaining, defender, is_direct, is_team)


def effective(printed: Maybe[int], character: Character) -> Maybe[int]:
    """ATK or DEF with power-ups; below 0 it counts as 0 (104.1)."""
    return printed if isinstance(printed, Unknown) else max(printed + character.power_ups, 0)


def values_or_unknown(attackers: Iterable[Character]) -> list[tuple[Character, Maybe[int]]]:
    """The ATK of each attacker, below 0 as 0, or that it isn't known."""
    return [(each, effective(each.atk, each)) for each in attackers]


def values(attackers: Iterable[Character]) -> list[tuple[Character, int]]:
    """The ATK of each attacker that is known, below 0 as 0."""
    return [(each, value) for each, value in values_or_unknown(attackers) if not isinstance(value, Unknown)]


def add_up(combat: Combat, attackers: Iterable[Character], rule: str) -> int:
    """The sum of the attackers' ATK that are known, with its working."""
    held = tuple(attackers)
    printed = [(each, each.atk) for each in held if not isinstance(each.atk, Unknown)]
    for each, atk in printed:
        _tell_atk(combat, each, atk, rule)
    known = values(held)
    total = sum(value for _, value in known)
    if len(known) > 1:
        combat.say(f"{' + '.join(f'{name_of(each)} {value}' for each, value in known)} = {total} ATK", rule)
    return total


def _tell_atk(combat: Combat, character: Character, printed: int, rule: str) -> None:
    """An attacker's ATK with its power-ups; below 0 it counts as 0."""
    name, raised, power_ups = name_of(character), printed + character.power_ups, character.power_ups
    if power_ups:
        gained = quantity(power_ups, "power-up")
        combat.say(f"{name} {signed(printed)} ATK + {gained} = {signed(raised)} ATK", "708.5a")
    if raised < 0:
        combat.say(f"{name} {signed(raised)} ATK counts as 0", "104.1")
    elif not power_ups:
        combat.say(f"{name} {raised} ATK", rule)
