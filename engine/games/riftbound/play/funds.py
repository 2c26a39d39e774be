"""What a player can pay with: the pool, runes, and abilities that add (162-167, 429)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from engine.games.riftbound.play.facts import ANY, AddAbility, Rune, Side
from engine.play.truth import Truth, Unknown


class Energy(NamedTuple):
    """How much energy can be paid: so much certainly, so much at most (None: who knows), and what would tell."""

    least: int
    most: int | None
    asks: tuple[str, ...]

    def covers(self, cost: int) -> Truth:
        """Whether the cost can be paid."""
        if self.least >= cost:
            return True
        return False if self.most is not None and self.most < cost else Unknown(self.asks)


class Powers(NamedTuple):
    """How much power of each domain can be paid certainly, how much more at most, and what would tell."""

    least: Mapping[str, int]
    more: int | None
    asks: tuple[str, ...]

    def covers(self, cost: Mapping[str, int]) -> Truth:
        """Whether the cost can be paid: each domain by its own, gaps by universal power, "any" by what is left."""
        if _pays(self.least, cost):
            return True
        if self.more is not None:
            at_most = {**self.least, ANY: self.least.get(ANY, 0) + self.more}
            if not _pays(at_most, cost):
                return False
        return Unknown(self.asks)


def count_energy(side: Side, exhausted: str | Unknown | None = None) -> Energy:
    """What energy a side can pay: its pool, one for each ready rune, and what it can add while paying.

    A rune that the cost itself exhausts pays none.
    """
    least, most = 0, 0
    asks: list[str] = []
    known = not isinstance(side.energy, Unknown)
    if isinstance(side.energy, Unknown):
        asks += side.energy.asks if isinstance(side.runes, Unknown) else ()
    else:
        least += side.energy
    for rune in _runes(side):
        if rune.id == exhausted:
            continue
        if isinstance(rune.ready, Unknown):
            most += 1
            asks += rune.ready.asks
        else:
            least += rune.ready
    for add in _usable(side):
        if isinstance(add.reaction, Unknown):
            most += add.energy
            asks += add.reaction.asks if add.energy else ()
        else:
            least += add.energy
    bounded = known or not isinstance(side.runes, Unknown)
    return Energy(least, least + most if bounded else None, tuple(dict.fromkeys(asks)))


def count_power(side: Side) -> Powers:
    """What power a side can pay: its pool, one of its domain for each rune, and what it can add while paying."""
    least: dict[str, int] = {}
    more = 0
    asks: list[str] = []
    if isinstance(side.power, Unknown):
        asks += side.power.asks if isinstance(side.runes, Unknown) else ()
    else:
        _add(least, side.power)
    for rune in _runes(side):
        if isinstance(rune.domain, Unknown):
            more += 1
            asks += rune.domain.asks
        else:
            _add(least, ((rune.domain, 1),))
    for add in _usable(side):
        if isinstance(add.reaction, Unknown):
            more += sum(number for _, number in add.power)
            asks += add.reaction.asks if add.power else ()
        else:
            _add(least, add.power)
    bounded = not isinstance(side.power, Unknown) or not isinstance(side.runes, Unknown)
    return Powers(least, more if bounded else None, tuple(dict.fromkeys(asks)))


def _runes(side: Side) -> tuple[Rune, ...]:
    return () if isinstance(side.runes, Unknown) else side.runes


def _usable(side: Side) -> tuple[AddAbility, ...]:
    """Abilities that may add while something is paid: only those with Reaction (357.1.a)."""
    return tuple(each for each in side.adds if each.ready and each.use_now is not False and each.reaction is not False)


def _add(held: dict[str, int], power: tuple[tuple[str, int], ...]) -> None:
    for domain, number in power:
        held[domain] = held.get(domain, 0) + number


def _pays(held: Mapping[str, int], cost: Mapping[str, int]) -> bool:
    gaps = sum(max(0, number - held.get(domain, 0)) for domain, number in cost.items() if domain != ANY)
    return gaps <= held.get(ANY, 0) and sum(cost.values()) <= sum(held.values())
