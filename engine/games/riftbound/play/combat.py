"""A combat: who attacks and who defends, the might of each unit, and how much damage is lethal (142-143, 454-460)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.games.riftbound.play.attempt import Attempt, has_keyword
from engine.games.riftbound.play.facts import ALL, NOBODY, OPPONENT, SIDES, YOU, Battlefield, Permanent
from engine.play.truth import Truth, Unknown, all_of, combine, compute, equals

#: When a unit is assigned damage: with Tank first, with Backline last.
FIRST, BETWEEN, LAST = 0, 1, 2
#: What it takes to kill a unit that no amount kills: more than anybody can assign.
NO_AMOUNT = 10**9


@dataclass(frozen=True)
class Fighter:
    """A unit in a combat, with the key that damage names it by: its id, else its place on the board."""

    key: str
    unit: Permanent
    attacks: bool

    @property
    def name(self) -> str:
        """What it is called."""
        return self.unit.name or self.key

    @property
    def bonus(self) -> int | Unknown:
        """What Assault adds to an attacker, Shield to a defender; several of them are summed (807.2, 814.2)."""
        return compute(sum_keyword, self.unit.keywords, self.keyword)

    @property
    def keyword(self) -> str:
        """The keyword that counts on this side."""
        return "Assault" if self.attacks else "Shield"

    @property
    def might(self) -> int | Unknown:
        """Its current might, which can be below 0."""
        return compute(lambda might, bonus: int(might + bonus), self.unit.might, self.bonus)

    @property
    def strength(self) -> int | Unknown:
        """What it adds to its side's damage: nothing while stunned (423.1.b), never below 0 (143.2.b)."""
        return 0 if self.unit.stunned else compute(lambda might: max(0, might), self.might)

    @property
    def is_exempt(self) -> bool:
        """Whether it can't be dealt damage, so that nobody has to assign it any (460.2.c.9)."""
        return self.unit.takes_no_damage

    @property
    def is_safe(self) -> bool:
        """Whether no amount of damage is lethal to it; what prevents all has its turn all the same (437.5.b)."""
        return self.is_exempt or self.unit.prevents == ALL

    @property
    def need(self) -> int | Unknown:
        """How much damage has to be assigned to be lethal, beside what is marked and with what is prevented."""
        return compute(self._need, self.might)

    def _need(self, might: int) -> int:
        lacking = max(1, might) - self.unit.damage
        if lacking <= 0:
            return 0
        return NO_AMOUNT if self.unit.prevents == ALL else lacking + int(self.unit.prevents)

    @property
    def order(self) -> tuple[int, ...] | Unknown:
        """When it is assigned damage; one of two times where it has both Tank and Backline (460.2.c.7)."""
        return compute(_order, self.unit.keywords)


@dataclass(frozen=True)
class Combat:
    """A combat of two sides at a battlefield."""

    field: Battlefield
    attacker: str
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]

    @property
    def defender(self) -> str:
        """The side that is attacked."""
        return other_side(self.attacker)

    @property
    def is_fought(self) -> bool:
        """Whether both sides have units here; else no damage is dealt (460.1)."""
        return bool(self.attackers and self.defenders)

    def fighters_of(self, side: str) -> tuple[Fighter, ...]:
        """The units of a side."""
        return self.attackers if side == self.attacker else self.defenders


def other_side(side: str) -> str:
    """The opponent of a side."""
    return YOU if side == OPPONENT else OPPONENT


def key_of(name: str, place: int) -> str:
    """What a permanent is named by: its id, else where it stands in the board's list."""
    return name or f"unit-{place + 1}"


def list_units(attempt: Attempt, place: str, side: str) -> tuple[tuple[str, Permanent], ...] | Unknown:
    """The units that a side has at a place, by their keys."""
    board = attempt.position.board
    if isinstance(board, Unknown):
        return board
    here = [(key_of(each.id, number), each, _stands_at(each, place, side)) for number, each in enumerate(board)]
    unknown = [truth for _, _, truth in here if isinstance(truth, Unknown)]
    return combine(*unknown) if unknown else tuple((key, each) for key, each, truth in here if truth is True)


def _stands_at(each: Permanent, place: str, side: str) -> Truth:
    return all_of((equals(each.location, place), equals(each.type, "unit"), equals(each.controller, side)))


def has_units(attempt: Attempt, place: str, side: str) -> Truth:
    """Whether a side has units at a place."""
    return compute(bool, list_units(attempt, place, side))


def find_field(attempt: Attempt) -> Battlefield | Unknown:
    """The battlefield that an action names."""
    named = attempt.says.battlefield
    return named if isinstance(named, Unknown) else attempt.find_battlefield(named)


def find_contester(attempt: Attempt, field: Battlefield) -> str | Unknown | None:
    """The side that made a battlefield contested; unless said, the one that has units there without control.

    None where nobody did. Asked where both sides have units at a battlefield that nobody controls (187.3.a).
    """
    if field.contested_by is not None:
        return None if field.contested_by == NOBODY else field.contested_by
    if isinstance(field.controller, Unknown):
        return field.controller
    there = [(side, has_units(attempt, field.id, side)) for side in SIDES if side != field.controller]
    unknown = [truth for _, truth in there if isinstance(truth, Unknown)]
    if unknown:
        return combine(*unknown)
    sides = [side for side, truth in there if truth is True]
    return Unknown((f"{field.path}.contested_by",)) if len(sides) > 1 else next(iter(sides), None)


def find_combat(attempt: Attempt) -> Combat | Unknown | None:
    """The combat at the battlefield that an action names; None where nobody contests it."""
    field = find_field(attempt)
    if isinstance(field, Unknown):
        return field
    attacker = find_contester(attempt, field)
    if attacker is None or isinstance(attacker, Unknown):
        return attacker
    attacking = list_units(attempt, field.id, attacker)
    defending = list_units(attempt, field.id, other_side(attacker))
    if isinstance(attacking, Unknown) or isinstance(defending, Unknown):
        return combine(*(each for each in (attacking, defending) if isinstance(each, Unknown)))
    return Combat(
        field,
        attacker,
        tuple(Fighter(key, unit, True) for key, unit in attacking),
        tuple(Fighter(key, unit, False) for key, unit in defending),
    )


def sum_strength(fighters: Iterable[Fighter]) -> int | Unknown:
    """How much damage these units deal together (460.2.a, 460.2.b)."""
    return compute(lambda *strengths: sum(strengths), *(each.strength for each in fighters))


def sum_keyword(keywords: tuple[str, ...], name: str) -> int:
    """The values of a keyword, summed; without a number it counts 1."""
    values = [each[len(name) :].strip() for each in keywords if has_keyword((each,), name) is True]
    return sum(int(value) if value.isdigit() else 1 for value in values)


def _order(keywords: tuple[str, ...]) -> tuple[int, ...]:
    times = ((FIRST,) if "Tank" in keywords else ()) + ((LAST,) if "Backline" in keywords else ())
    return times or (BETWEEN,)
