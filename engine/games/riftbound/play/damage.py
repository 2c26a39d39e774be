"""Assigning combat damage: how much, to whom first, and where there is no choice (460.2.c; July 465.2.c)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.games.riftbound.play.attempt import Attempt
from engine.games.riftbound.play.combat import Combat, Fighter, find_combat, sum_strength
from engine.games.riftbound.play.combat_facts import ResolveCombat
from engine.games.riftbound.play.facts import SIDES
from engine.play.rules import Broken, Found
from engine.play.truth import Unknown, combine

#: The documents exempt a unit that takes no damage from what must be assigned; whether it may be preferred they don't
#: say.
NOBODY_KNOWS = Unknown(())
#: To be asked where damage that isn't said decides who is killed.
UNSAID = Unknown(("action.damage",))


@dataclass(frozen=True)
class Assignment:
    """What a side assigns to the other's units: its damage in all, and how much of it to each by id."""

    side: str
    victims: tuple[Fighter, ...]
    total: int
    given: Mapping[str, int]

    def given_to(self, fighter: Fighter) -> int:
        """How much a unit is assigned."""
        return self.given.get(fighter.key, 0)

    def is_lethal_to(self, fighter: Fighter) -> bool:
        """Whether a unit is assigned enough."""
        return not fighter.is_exempt and self.given_to(fighter) >= known(fighter.need)

    @property
    def spared(self) -> tuple[Fighter, ...]:
        """The units that could be assigned lethal damage and aren't."""
        return tuple(each for each in self.victims if not each.is_exempt and not self.is_lethal_to(each))


def known(value: Any) -> Any:
    """A value of which `ask_for_fighters` has made sure that it is known, as the types can't tell."""
    return value


def assigning_sides(attempt: Attempt) -> tuple[str, ...]:
    """Who assigns: the player who acts, or both where a whole combat is resolved."""
    return SIDES if isinstance(attempt.says, ResolveCombat) else (attempt.player,)


def ask_for_fighters(combat: Combat) -> Unknown | None:
    """What isn't known about the might of the units in a combat, and about when they are assigned damage."""
    facts = [
        fact
        for each in (*combat.attackers, *combat.defenders)
        for fact in (each.strength, each.order, *(() if each.is_exempt else (each.need,)))
    ]
    unknown = [fact for fact in facts if isinstance(fact, Unknown)]
    return combine(*unknown) if unknown else None


def assign_units(attempt: Attempt) -> Found:
    """Damage is assigned to units of the other side in this combat (460.2.c)."""
    combat, damage = find_combat(attempt), attempt.says.damage
    if combat is None or isinstance(damage, Unknown | None) or (isinstance(combat, Combat) and not combat.is_fought):
        return None
    if isinstance(combat, Unknown):
        return combat
    allowed = {each.key for side in assigning_sides(attempt) for each in _victims(combat, side)}
    for name, _ in damage:
        if name in allowed:
            continue
        found = attempt.find_permanent(name)
        if isinstance(found, Unknown):
            return found
        return Broken(f"{found.name or name} isn’t a unit of the other side in this combat.")
    return True


def list_assignments(attempt: Attempt) -> tuple[Assignment, ...] | Unknown | None:
    """The assignments to look at; None where no damage is assigned or who is assigned it isn't right."""
    combat = find_combat(attempt)
    if combat is None or isinstance(combat, Unknown):
        return combat
    if not combat.is_fought:
        return None
    unknown = ask_for_fighters(combat)
    if unknown is not None:
        return unknown
    damage = attempt.says.damage
    if isinstance(damage, Unknown):
        return damage
    if damage is not None and assign_units(attempt) is not True:
        return None
    found = [_assignment(attempt, combat, side) for side in assigning_sides(attempt)]
    return UNSAID if None in found else tuple(each for each in found if each is not None)


def _victims(combat: Combat, side: str) -> tuple[Fighter, ...]:
    return combat.defenders if side == combat.attacker else combat.attackers


def _assignment(attempt: Attempt, combat: Combat, side: str) -> Assignment | None:
    """What a side assigns: as said, else as it can't matter otherwise; None where it does and isn't said."""
    victims, total = _victims(combat, side), known(sum_strength(combat.fighters_of(side)))
    said = dict(attempt.says.damage or ())
    given: Mapping[str, int] | None = {each.key: said[each.key] for each in victims if each.key in said}
    if not given and isinstance(attempt.says, ResolveCombat):
        forced = force_assignment(victims, total)
        given = forced if forced is not None or attempt.says.damage is None else given
    return None if given is None else Assignment(side, victims, total, given)


def force_assignment(victims: tuple[Fighter, ...], total: int) -> Mapping[str, int] | None:
    """Who is assigned how much where the choice can't matter: who is killed is certain. None where it matters."""
    mortal = [each for each in victims if not each.is_exempt]
    needs = {each.key: int(known(each.need)) for each in mortal}
    has_choice = len(mortal) < len(victims) or any(len(known(each.order)) > 1 for each in mortal)
    if has_choice and total < sum(needs.values()):
        return None
    given: dict[str, int] = {}
    for group in _group_by_order(mortal):
        wanted = sum(needs[name] for name in group)
        if total < wanted:
            return {**given, group[0]: total} if total < min(needs[name] for name in group) else None
        given |= {name: needs[name] for name in group}
        total -= wanted
    last = (mortal or victims)[-1].key
    return {**given, last: given.get(last, 0) + total}


def _group_by_order(mortal: list[Fighter]) -> list[list[str]]:
    times = sorted({known(each.order)[0] for each in mortal})
    return [[each.key for each in mortal if known(each.order)[0] == time] for time in times]


def _check_each(attempt: Attempt, check: Callable[[Assignment], Found]) -> Found:
    found = list_assignments(attempt)
    if found is None or isinstance(found, Unknown):
        return found
    results = [check(each) for each in found]
    worst = (each for each in results if each is not True)
    return next(iter(sorted(worst, key=lambda each: isinstance(each, Unknown))), True)


def assign_total(attempt: Attempt) -> Found:
    """Each side assigns exactly its summed might (460.2.c)."""
    return _check_each(attempt, _assigns_all)


def _assigns_all(assignment: Assignment) -> Found:
    said = sum(assignment.given.values())
    if said == assignment.total:
        return True
    names = " and ".join(each.name for each in assignment.victims)
    return Broken(f"{said} damage is assigned to {names}; the might against them is {assignment.total}.")


def assign_lethal(attempt: Attempt) -> Found:
    """A unit is assigned lethal damage in full before another is assigned any (460.2.c.3)."""
    return _check_each(attempt, _assigns_in_full)


def _assigns_in_full(assignment: Assignment) -> Found:
    partly = [each for each in assignment.spared if assignment.given_to(each) > 0]
    if len(partly) <= 1:
        return True
    names = " and ".join(each.name for each in partly)
    return Broken(f"{names} are each assigned some damage, but not enough: one must have its full share first.")


def assign_excess(attempt: Attempt) -> Found:
    """No unit is assigned more than is lethal while another has less (460.2.c.4)."""
    return _check_each(attempt, _assigns_no_more)


def _assigns_no_more(assignment: Assignment) -> Found:
    if not assignment.spared:
        return True
    spared = assignment.spared[0]
    for each in assignment.victims:
        if not each.is_exempt and assignment.given_to(each) > known(each.need):
            return Broken(f"{each.name} is assigned more than the {each.need} that it takes, and {spared.name} less.")
    return NOBODY_KNOWS if any(each.is_exempt and assignment.given_to(each) for each in assignment.victims) else True


def assign_order(attempt: Attempt) -> Found:
    """Tank first, Backline last; a unit with both counts as either (460.2.c.5-8, 815, 826)."""
    return _check_each(attempt, _assigns_in_order)


def _assigns_in_order(assignment: Assignment) -> Found:
    problems = [_find_early(assignment, times) for times in _orders(assignment)]
    return True if None in problems else Broken(f"{problems[0]} is assigned damage before its turn.")


def _orders(assignment: Assignment) -> Iterator[dict[str, int]]:
    """The orders that suit an assignment best: of two times a unit has the first if it has enough, the last if none."""
    for partly in (0, -1):
        yield {each.key: known(each.order)[_time_of(assignment, each, partly)] for each in assignment.victims}


def _time_of(assignment: Assignment, each: Fighter, partly: int) -> int:
    if each not in assignment.spared:
        return 0
    return partly if assignment.given_to(each) else -1


def _find_early(assignment: Assignment, times: Mapping[str, int]) -> str | None:
    for each in assignment.victims:
        earlier = any(times[spared.key] < times[each.key] for spared in assignment.spared)
        if assignment.given_to(each) and earlier:
            return each.name
    return None
