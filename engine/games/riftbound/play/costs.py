"""What a card or an ability costs in all: base, additional costs, increases, discounts (356)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from engine.games.riftbound.play.discounts import Sum, apply_discounts, describe
from engine.games.riftbound.play.facts import ANY, Amount
from engine.games.riftbound.play.targets import deflect_value
from engine.play.truth import Unknown

if TYPE_CHECKING:
    from engine.games.riftbound.play.action_facts import Ability, PlayedCard
    from engine.games.riftbound.play.attempt import Attempt

ACCELERATE, REPEAT, DEFLECT, PRINTED = "Accelerate", "Repeat", "Deflect", "printed"


@dataclass(frozen=True)
class Total:
    """The cost in all, with the working; what isn't known is unknown, with what to ask."""

    energy: int | Unknown
    power: Mapping[str, int] | Unknown
    least: Sum  #: what it certainly costs, whatever isn't known
    others: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()  #: what to ask before the cost is known

    def as_dict(self) -> dict[str, Any] | None:
        """The cost as a result gives it; None while it isn't known."""
        if isinstance(self.energy, Unknown) or isinstance(self.power, Unknown):
            return None
        return {"energy": self.energy, "power": {domain: each for domain, each in self.power.items() if each}}

    @property
    def is_nothing(self) -> bool:
        """True where there is certainly nothing to pay."""
        return self.energy == 0 and not self.others and self.as_dict() == {"energy": 0, "power": {}}


@dataclass
class _Parts:
    """The components of a cost, and what isn't known of them."""

    components: list[tuple[str, Sum]] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    no_energy: list[str] = field(default_factory=list)
    no_power: list[str] = field(default_factory=list)
    may_grow: bool = False  #: by the power that choosing something may cost, which is asked for as it is chosen

    def add(self, name: str, energy: int, power: Iterable[tuple[str, int]], others: Iterable[str] = ()) -> None:
        self.components.append((name, Sum(energy, dict(power))))
        self.others += others

    def lack(self, unknown: Unknown) -> None:
        """Note that energy and power hang on what isn't known."""
        self.no_energy += unknown.asks
        self.no_power += unknown.asks


def compute_total(attempt: Attempt, accelerate_domain: str | None = None) -> Total:
    """Sum the cost up: the base, then additional costs, each with discounts of its own, increases, other discounts."""
    parts = _Parts()
    played = attempt.played
    if attempt.is_ability:
        _add_ability_base(parts, attempt, played)
    else:
        _add_card_base(parts, attempt, played)
    for each in played.mandatory:
        parts.add(each.id or "additional cost", each.energy, each.power, each.other)
    _add_deflect(parts, attempt)
    _add_optional(parts, attempt, accelerate_domain)
    return _sum_up(parts, attempt)


def _add_card_base(parts: _Parts, attempt: Attempt, card: PlayedCard) -> None:
    """Add the printed cost, what replaces it, and what of it is ignored (356.1); face down it is ignored (811.1.b)."""
    instead = Amount(path="", energy=card.for_, power=()) if isinstance(card.for_, int) else card.for_
    energy: int | Unknown | None = card.energy if instead is None else instead.energy
    power = card.power if instead is None else instead.power
    ignored = {"energy", "power"} if card.ignore == "cost" or attempt.is_from_hidden else {card.ignore}
    if "energy" in ignored:
        energy = 0
    elif energy is None:
        energy = Unknown((f"{card.path}.energy",))
    if isinstance(energy, Unknown):
        parts.no_energy += energy.asks
    parts.add(PRINTED, energy if isinstance(energy, int) else 0, () if "power" in ignored else power)


def _add_ability_base(parts: _Parts, attempt: Attempt, ability: Ability) -> None:
    """Add what stands before the colon; of a trigger, what it says must be done to do more, mostly nothing (403.1)."""
    cost = ability.cost
    if not isinstance(cost, Unknown):
        ignored = {"energy", "power"} if ability.ignore == "cost" else {ability.ignore}
        energy = 0 if "energy" in ignored else cost.energy
        parts.add(PRINTED, energy, () if "power" in ignored else cost.power, cost.other)
    elif attempt.kind == "activated":
        parts.lack(cost)
    else:
        parts.add(PRINTED, 0, ())


def _add_deflect(parts: _Parts, attempt: Attempt) -> None:
    """Add power for each time that a permanent of an opponent with Deflect is chosen (809.1.c)."""
    parts.may_grow = any(isinstance(names, Unknown) for names in attempt.target_lists)
    for name in attempt.chosen:
        found = attempt.find_permanent(name)
        if isinstance(found, Unknown):
            parts.may_grow = True
            # What has to fit a target is asked for there.
            parts.no_power += found.asks if attempt.played.target is None else ()
            continue
        if found.controller == attempt.player:
            continue
        if isinstance(found.keywords, Unknown):
            parts.no_power += found.keywords.asks
        elif value := deflect_value(found.keywords):
            if isinstance(found.controller, Unknown):
                parts.no_power += found.controller.asks
            parts.add(DEFLECT, 0, ((ANY, value),))


def _add_optional(parts: _Parts, attempt: Attempt, accelerate_domain: str | None) -> None:
    """Add the optional costs that are said to be paid (356.2.b)."""
    played = attempt.played
    offered = {each.id: each for each in played.optional}
    for name in sorted(attempt.pays, key=attempt.pays.index):
        if name == ACCELERATE and attempt.kind == "unit":
            domain = accelerate_domain or attempt.accelerate_domains
            if isinstance(domain, Unknown):
                parts.no_power += domain.asks
                parts.add(name, 1, ())
            else:
                parts.add(name, 1, ((domain if isinstance(domain, str) else domain[0], 1),))
        elif name == REPEAT and attempt.offers_repeat:
            cost = played.repeat
            if cost is None or isinstance(cost, Unknown):
                parts.lack(Unknown((f"{played.path}.repeat",)))
            else:
                parts.add(name, cost.energy, cost.power, cost.other)
        elif name in offered:
            parts.add(name, offered[name].energy, offered[name].power, offered[name].other)


def _sum_up(parts: _Parts, attempt: Attempt) -> Total:
    played = attempt.played
    total = Sum(0, {})
    lines = []
    for name, component in parts.components:
        own = [each for each in played.discounts if each.of and each.of.lower() == name.lower()]
        reduced, discounted = apply_discounts(component, own, {})
        total = total.plus(reduced)
        lines += [f"Printed {describe(component)}" if name == PRINTED else f"+{component.short()} {name}", *discounted]
    for increase in played.increases:
        more = Sum(increase.energy, dict(increase.power))
        total = total.plus(more)
        lines.append(f"+{more.short()} {increase.id or 'increase'}")
    reduced, discounted = apply_discounts(total, [each for each in played.discounts if not each.of], attempt.powers)
    lines += discounted
    missing = tuple(dict.fromkeys((*parts.no_energy, *parts.no_power)))
    # A discount of power takes what the player lacks most, so that what isn't known changes what is left of the rest.
    hangs_together = (parts.no_power or parts.may_grow) and any(dict(each.power) for each in played.discounts)
    if not missing and len(lines) > 1:
        lines.append(f"= {describe(reduced)}")
    return Total(
        energy=Unknown(tuple(dict.fromkeys(parts.no_energy))) if parts.no_energy else reduced.energy,
        power=Unknown(tuple(dict.fromkeys(parts.no_power))) if parts.no_power else reduced.power,
        least=Sum(reduced.energy, {} if hangs_together else reduced.power),
        others=tuple(dict.fromkeys(parts.others)),
        lines=() if missing else tuple(lines),
        missing=missing,
    )
