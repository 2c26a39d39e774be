"""Sums of energy and power, and discounts in the order that is best for the player (356.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from engine.games.riftbound.play.facts import ANY

if TYPE_CHECKING:
    from engine.games.riftbound.play.action_facts import Discount


class Sum(NamedTuple):
    """An amount of energy, and of power by domain."""

    energy: int
    power: Mapping[str, int]

    def plus(self, other: Sum) -> Sum:
        """Both together."""
        domains = dict.fromkeys((*self.power, *other.power))
        power = {domain: self.power.get(domain, 0) + other.power.get(domain, 0) for domain in domains}
        return Sum(self.energy + other.energy, power)

    def short(self) -> str:
        """The sum before a name: energy alone is a bare number."""
        return str(self.energy) if not any(self.power.values()) else f"{describe(self)},"


def describe(total: Sum) -> str:
    """The sum in words: "3 energy, 1 fury power and 1 power of any domain"."""
    power = [
        f"{number} power of any domain" if domain == ANY else f"{number} {domain} power"
        for domain, number in total.power.items()
        if number
    ]
    energy = [f"{total.energy} energy"] if total.energy or not power else []
    *first, last = (*energy, *power)
    return f"{', '.join(first)} and {last}" if first else last


def apply_discounts(total: Sum, discounts: Iterable[Discount], held: Mapping[str, int]) -> tuple[Sum, list[str]]:
    """Take discounts off a sum, best order first, with a line each.

    Those with the highest minimum go first, so that a minimum binds as little as it can; power of a domain goes before
    power of any, so that the latter finds what is left.
    """
    lines = []
    for discount in sorted(discounts, key=_best_first):
        energy, power = _minimums(discount)
        total = Sum(
            _take(total.energy, discount.energy, energy), _take_power(total.power, dict(discount.power), power, held)
        )
        off = Sum(discount.energy, dict(discount.power))
        lines.append(f"−{off.short()} discount, not below {max(energy, power)}")
    return total, lines


def _best_first(discount: Discount) -> tuple[int, bool]:
    return -max(_minimums(discount)), bool(dict(discount.power).get(ANY))


def _minimums(discount: Discount) -> tuple[int, int]:
    """The discount's own minimum of energy and of power; a bare number binds what the discount takes from."""
    least = discount.min or discount.minimum
    if isinstance(least, int):
        return (least, 0) if discount.energy else (0, least)
    return least.energy, sum(number for _, number in least.power)


def _take(held: int, off: int, least: int) -> int:
    return min(held, max(held - off, least))


def _take_power(power: Mapping[str, int], off: dict[str, int], least: int, held: Mapping[str, int]) -> dict[str, int]:
    """Take power off, never below the least in all: of any from where the player lacks most."""
    left = dict(power)
    spare = sum(left.values()) - least
    for domain, number in off.items():
        if domain != ANY:
            taken = max(0, min(left.get(domain, 0), number, spare))
            left[domain] = left.get(domain, 0) - taken
            spare -= taken
    for _ in range(min(off.get(ANY, 0), max(0, spare))):
        lacking = [domain for domain, number in left.items() if number and domain != ANY]
        domain = max(lacking, key=lambda each: left[each] - held.get(each, 0), default=ANY)
        left[domain] -= 1
    return {domain: number for domain, number in left.items() if number}
