"""What the actions of combat and scoring say: the battlefield, the damage that is assigned, who has passed."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.riftbound.play.action_facts import ActionFacts
from engine.games.riftbound.play.facts import SIDES
from engine.play.facts import Choice, ListOf, Maybe, Number, TableOf, Text, fact

CONQUER, HOLD, EFFECT = "conquer", "hold", "effect"
WAYS = (CONQUER, HOLD, EFFECT)
_DAMAGE = TableOf(Number(0, 10_000))

Damage = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AtBattlefield(ActionFacts):
    """At which battlefield it happens."""

    battlefield: Maybe[str] = fact(Text(), ask="At which battlefield?", label="battlefield")


@dataclass(frozen=True, slots=True, kw_only=True)
class AssignDamage(AtBattlefield):
    """How a side's combat damage is assigned."""

    damage: Maybe[Damage] = fact(_DAMAGE, ask="How much damage is assigned to each unit?", label="damage by unit")


@dataclass(frozen=True, slots=True, kw_only=True)
class AfterShowdown(AtBattlefield):
    """Who has passed focus, one after the other."""

    passed: Maybe[tuple[str, ...]] = fact(ListOf(Choice(SIDES)), ask="Who has passed?", label="have passed")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveCombat(AfterShowdown):
    """How both sides' combat damage is assigned; where that can't change who is killed, it needn't be said."""

    damage: Damage | None = fact(
        _DAMAGE,
        default=None,
        ask="How much damage is assigned to each unit, on both sides?",
        label="damage by unit; needs saying only where it decides who is killed",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Score(AtBattlefield):
    """How a point is gained."""

    how: Maybe[str] = fact(Choice(WAYS), ask="Is it a conquer, a hold, or an effect?", label="how")


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnOut(ActionFacts):
    """How many cards had to leave the main deck."""

    cards: int = fact(Number(1, 1000), default=1, label="cards to draw")
