"""How a combat is resolved: who strikes whom, in which wave, and who is stunned."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.facts import BACK, FACE_UP
from engine.play.facts import Maybe
from engine.play.truth import Truth, Unknown, all_in_order, all_of, compute, equals

#: What a keyword adds to the ATK and DEF: attacking, defending, or in melee on either side.
_ADDED = {"Martial Artist": (2, 2), "Master Martial Artist": (4, 4)}


class Fight:
    """A combat about to be resolved, with what is found out on the way."""

    def __init__(self, attempt: Attempt) -> None:
        combat = attempt.turn.combat
        attackers = () if isinstance(combat, Unknown) or isinstance(combat.attackers, Unknown) else combat.attackers
        defenders = () if isinstance(combat, Unknown) or isinstance(combat.defenders, Unknown) else combat.defenders
        active = attempt.turn.active
        self.attacking_side = active if isinstance(active, str) else attempt.by
        self.defending_side = "opponent" if self.attacking_side == "you" else "you"
        self.attempt = attempt
        self.attackers = tuple(attempt.figure(each, self.attacking_side) for each in attackers)
        self.defenders = tuple(attempt.figure(each, self.defending_side) for each in defenders)
        self.ranged: Truth = equals(self.attackers[0].row, BACK) if self.attackers else False
        self.asks: list[str] = []
        self.lines: list[str] = []
        self.keywords: list[str] = []
        self.choice: str | None = None
        self.options: dict[str, bool] = {}

    @property
    def is_team(self) -> bool:
        """Whether several attack."""
        return len(self.attackers) > 1

    def has(self, figure: Figure, keyword: str) -> bool:
        """Whether the keyword works; face-down characters have none. A keyword that works is cited."""
        works = figure.has(keyword) and figure.facts.state == FACE_UP
        if works and keyword not in self.keywords:
            self.keywords.append(keyword)
        return works

    def know(self, value: Maybe[int] | Truth) -> int:
        """The value, or zero with its question noted."""
        if isinstance(value, Unknown):
            self.asks += [each for each in value.asks if each not in self.asks]
            return 0
        return int(value)

    def may_strike(self, figure: Figure, target: Figure) -> bool:
        """Whether somebody strikes this opponent at all."""
        attacks = figure in self.attackers
        melee = not self.know(self.ranged)
        if not attacks and self.has(figure, "Passive"):
            return False
        if melee and (self.has(figure, "Intangible") or self.has(target, "Intangible")):
            return False
        flies = all_in_order((equals(figure.facts.state, FACE_UP), self._flight(figure)))
        if self.has(target, "Air Superiority") and self.know(flies):
            return False
        if self.has(target, "Bulletproof") and self.know(
            all_of((equals(figure.facts.state, FACE_UP), figure.facts.range))
        ):
            return False
        return attacks or self._strikes_back(figure, target, melee)

    def _strikes_back(self, figure: Figure, target: Figure, melee: bool) -> bool:
        if not melee and (
            self.has(target, "Quick Draw")
            or not self.know(all_of((equals(figure.facts.state, FACE_UP), figure.facts.range)))
        ):
            return False
        if self.has(target, "Pounce") and not self.know(figure.facts.ready):
            return isinstance(figure.facts.ready, Unknown)
        return not (self.has(target, "Invade") and figure.row == BACK)

    def _flight(self, figure: Figure) -> Truth:
        if figure.has("Leap") and figure.side == self.attempt.turn.active:
            return True
        return figure.facts.flight

    def strike(self, figure: Figure, target: Figure) -> int:
        """With how much it strikes this opponent; nothing below 1 ATK."""
        if not self.may_strike(figure, target):
            self.lines.append(f"{figure.name} doesn’t strike {target.name}")
            return 0
        atk = self.know(figure.facts.atk)
        atk += sum(added[0] for name, added in _ADDED.items() if not self.ranged and self.has(figure, name))
        atk += self._crew(figure)
        attacks = figure in self.attackers
        if attacks and self.has(figure, "Hunter"):
            atk += 3
        times = 1
        if attacks and self.has(figure, "Fearless") and self.know(target.facts.main):
            times *= 2
        if attacks and self.has(figure, "Violent") and self.know(compute(lambda main: not main, target.facts.main)):
            times *= 2
        if not attacks and self.has(figure, "Noble"):
            times *= 2
        return max(atk, 0) * times

    def _crew(self, figure: Figure) -> int:
        """What the other members of a Wrecking Crew add to ATK and DEF."""
        if not self.has(figure, "Wrecking Crew"):
            return 0
        for row in ("front", "back"):
            if unlisted := self.attempt.row_open(figure.side, row):
                self.know(unlisted)
        others = (each for each in self.attempt.on_side(figure.side) if each.facts.id != figure.facts.id)
        return 2 * sum(each.has("Wrecking Crew") and self.know(each.face_up) for each in others)

    def defence(self, figure: Figure) -> int:
        """The DEF that strikes are compared with."""
        figures = self.know(figure.facts.def_)
        figures += sum(added[1] for name, added in _ADDED.items() if not self.ranged and self.has(figure, name))
        figures += self._crew(figure)
        if figure in self.defenders and self.has(figure, "Hunted"):
            figures += 3
        return figures * (2 if self.has(figure, "Acrobatic") else 1)

    def is_quick(self, figure: Figure) -> bool:
        """Whether it strikes in the first wave."""
        return not self.know(self.ranged) and self.has(figure, "Ferocious")

    def waves(self) -> Iterator[frozenset[Figure]]:
        """Who strikes first, and who then; one wave where all or none are Ferocious."""
        everybody = frozenset((*self.attackers, *self.defenders))
        quick = frozenset(each for each in everybody if self.is_quick(each))
        if quick and quick != everybody:
            yield quick
        yield everybody - quick if quick != everybody else everybody


def resolve(fight: Fight) -> tuple[frozenset[Figure], dict[str, int]]:
    """Who is stunned, and the total that each defender was struck with."""
    stunned: set[Figure] = set()
    totals = {each.facts.id: 0 for each in fight.defenders}
    back: dict[Figure, int] = dict.fromkeys(fight.attackers, 0)
    for wave in fight.waves():
        attackers = [each for each in fight.attackers if each not in stunned]
        defenders = [each for each in fight.defenders if each not in stunned]
        if not attackers or not defenders:
            break
        for defender in defenders:
            for each in attackers:
                if each in wave:
                    totals[defender.facts.id] += fight.strike(each, defender)
        for defender in defenders:
            if defender in wave:
                _strike_back(fight, defender, attackers, back)
        fallen = {each for each in defenders if _falls(fight, each, totals[each.facts.id])}
        fallen |= {each for each in attackers if _falls(fight, each, back[each])}
        stunned |= fallen
    return frozenset(stunned), totals


def _strike_back(fight: Fight, defender: Figure, attackers: list[Figure], back: dict[Figure, int]) -> None:
    monstrous = not fight.know(fight.ranged) and fight.has(defender, "Monstrous")
    if len(attackers) == 1 or monstrous:
        for each in attackers:
            back[each] += fight.strike(defender, each)
        return
    leader = any(fight.has(each, "Leader") for each in attackers)
    fight.choice = fight.attacking_side if leader else fight.defending_side
    chosen = fight.attempt.says.strikes
    if isinstance(chosen, Unknown):
        for each in attackers:
            struck = fight.strike(defender, each)
            fight.options[each.facts.id] = struck > 0 and struck >= fight.defence(each)
        if fight.is_quick(defender) and not all(fight.is_quick(each) for each in attackers):
            fight.know(chosen)
        return
    for each in attackers:
        if each.facts.id == chosen:
            back[each] += fight.strike(defender, each)


def _falls(fight: Fight, figure: Figure, struck: int) -> bool:
    defence = fight.defence(figure)
    falls = 0 < struck >= defence
    if struck:
        sign, what = ("≥", "stunned") if falls else ("<", "not stunned")
        fight.lines.append(f"{struck} {sign} DEF {defence}: {figure.name} is {what}")
    return falls
