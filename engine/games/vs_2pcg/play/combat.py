"""How a combat is resolved: who strikes whom, in which wave, and who is stunned."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.vs_2pcg.play.attempt import Attempt, Figure
from engine.games.vs_2pcg.play.facts import BACK, OPPONENT, YOU
from engine.play.facts import Maybe
from engine.play.truth import Truth, Unknown, all_in_order, all_of, equals, negate

#: What a keyword adds to the ATK and DEF: attacking, defending, or in melee on either side.
_ADDED = {"Martial Artist": (2, 2), "Master Martial Artist": (4, 4)}
#: The keywords that add to the ATK.
_STRENGTHENING = (*_ADDED, "Hunter", "Wrecking Crew")


class Fight:
    """A combat about to be resolved, with what is found out on the way."""

    def __init__(self, attempt: Attempt) -> None:
        combat = attempt.turn.combat
        attackers = () if isinstance(combat, Unknown) or isinstance(combat.attackers, Unknown) else combat.attackers
        defenders = () if isinstance(combat, Unknown) or isinstance(combat.defenders, Unknown) else combat.defenders
        self.attempt = attempt
        self.attacking_side = _side_of_attack(attempt, attackers, defenders)
        self.defending_side = OPPONENT if self.attacking_side == YOU else YOU
        self.attackers = tuple(attempt.figure(each, self.attacking_side) for each in dict.fromkeys(attackers))
        self.defenders = tuple(attempt.figure(each, self.defending_side) for each in dict.fromkeys(defenders))
        self.ranged: Truth = equals(self.attackers[0].row, BACK) if self.attackers else False
        self.asks: list[str] = []
        self.lines: list[str] = []
        self.cited: list[str] = []  #: the headings of keywords and counters that work
        self.fell: dict[Figure, int] = {}  #: who is stunned, and in which wave
        self.choice: str | None = None
        self.options: dict[str, bool] = {}
        self.choice_decides = False  #: whether who strikes in the second wave hangs on the choice

    @property
    def is_team(self) -> bool:
        """Whether several attack."""
        return len(self.attackers) > 1

    def has(self, figure: Figure, keyword: str) -> bool:
        """Whether the keyword works; face-down characters have none. A keyword that works is cited."""
        works = figure.has(keyword) and bool(self.know(figure.face_up))
        if works:
            self.cite(f"Keyword Glossary > {keyword}")
        return works

    def cite(self, heading: str) -> None:
        """Note a heading of the rulebook, once."""
        if heading not in self.cited:
            self.cited.append(heading)

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
        if self.has(target, "Air Superiority") and self.know(all_in_order((figure.face_up, self._flight(figure)))):
            return False
        if self.has(target, "Bulletproof") and self.know(all_of((figure.face_up, figure.range))):
            return False
        return attacks or self._strikes_back(figure, target, melee)

    def _strikes_back(self, figure: Figure, target: Figure, melee: bool) -> bool:
        if not melee and (self.has(target, "Quick Draw") or not self.know(all_of((figure.face_up, figure.range)))):
            return False
        if self.has(target, "Pounce") and not self.know(figure.facts.ready):
            return isinstance(figure.facts.ready, Unknown)
        return not (self.has(target, "Invade") and self.know(equals(figure.row, BACK)))

    def _flight(self, figure: Figure) -> Truth:
        return True if figure.has("Leap") and figure.side == self.attacking_side else figure.flight

    def strike(self, figure: Figure, target: Figure, *, is_told: bool = True) -> int | None:
        """With how much it strikes this opponent; zero while its ATK is asked for, None where it doesn't strike."""
        if not self._is_harmless(figure) and not self.may_strike(figure, target):
            self.lines += [f"{figure.name} doesn’t strike {target.name}"] if is_told else []
            return None
        base, added = self.know(figure.atk), self._list_added(figure, 0)
        atk = base + sum(number for number, _ in added)
        if atk < 1 and isinstance(figure.atk, int):
            self.lines += [f"{figure.name} has {atk} ATK and doesn’t strike {target.name}"] if is_told else []
            return None
        doubled = list(self._list_doublings(figure, target))
        total: int = atk * 2 ** len(doubled)
        if is_told and (added or doubled):
            self.lines.append(f"{figure.name} strikes {target.name}: ATK {_say_sum(base, added, doubled, total)}")
        return total

    def _is_harmless(self, figure: Figure) -> bool:
        """Whether its ATK is below 1 and no keyword adds to it, so that it strikes nobody whatever else is true."""
        adds = figure.face_up is not False and any(figure.has(each) for each in _STRENGTHENING)
        return isinstance(figure.atk, int) and figure.atk < 1 and not adds

    def _list_added(self, figure: Figure, which: int) -> list[tuple[int, str]]:
        """What keywords add to the ATK (0) or the DEF (1), each with its keyword."""
        added = [
            (figures[which], name) for name, figures in _ADDED.items() if not self.ranged and self.has(figure, name)
        ]
        crew = self._crew(figure)
        added += [(crew, "Wrecking Crew")] if crew else []
        attacks = figure in self.attackers
        if which == 0 and attacks and self.has(figure, "Hunter"):
            added.append((3, "Hunter"))
        if which == 1 and not attacks and self.has(figure, "Hunted"):
            added.append((3, "Hunted"))
        return added

    def _list_doublings(self, figure: Figure, target: Figure) -> Iterator[str]:
        """The keywords that double its strike."""
        if figure not in self.attackers:
            yield from ("Noble",) if self.has(figure, "Noble") else ()
            return
        if self.has(figure, "Fearless") and self.know(target.facts.main):
            yield "Fearless"
        if self.has(figure, "Violent") and self.know(negate(target.facts.main)):
            yield "Violent"

    def _crew(self, figure: Figure) -> int:
        """What the other members of a Wrecking Crew add to ATK and DEF."""
        if not self.has(figure, "Wrecking Crew"):
            return 0
        for row in ("front", "back"):
            if unlisted := self.attempt.row_open(figure.side, row):
                self.know(unlisted)
        others = (each for each in self.attempt.on_side(figure.side) if each is not figure and each not in self.fell)
        return 2 * sum(each.has("Wrecking Crew") and self.know(each.face_up) for each in others)

    def defence(self, figure: Figure) -> tuple[int, str]:
        """The DEF that strikes are compared with, and the same in words."""
        base, added = self.know(figure.defence), self._list_added(figure, 1)
        doubled = ["Acrobatic"] if self.has(figure, "Acrobatic") else []
        total = (base + sum(number for number, _ in added)) * 2 ** len(doubled)
        words = f"DEF {_say_sum(base, added, doubled, total)}" if added or doubled else f"DEF {total}"
        return total, words

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

    def acts_later(self, figure: Figure) -> bool:
        """Whether an attacker still does something after the first wave, unless it is stunned in it."""
        later = [each for each in self.attackers if not self.is_quick(each)]
        if not later or figure in later:
            return bool(later)
        in_crew = figure.has("Wrecking Crew") and any(each.has("Wrecking Crew") for each in later)
        return in_crew or figure.has("Lethal")

    def wounding(self, figure: Figure) -> tuple[Figure, ...]:
        """The attackers that still have their powers as a stunned character is wounded."""
        return tuple(each for each in self.attackers if self.fell.get(each, self.fell[figure]) >= self.fell[figure])


def resolve(fight: Fight) -> tuple[tuple[Figure, ...], dict[str, int]]:
    """Who is stunned, in order, and the total that each defender was struck with."""
    struck: dict[Figure, list[int]] = {each: [] for each in (*fight.defenders, *fight.attackers)}
    for number, wave in enumerate(fight.waves()):
        attackers = [each for each in fight.attackers if each not in fight.fell]
        defenders = [each for each in fight.defenders if each not in fight.fell]
        if not attackers or not defenders:
            break
        for defender in defenders:
            for each in attackers:
                if each in wave:
                    _strike(fight, each, defender, struck)
        for defender in defenders:
            if defender in wave:
                _strike_back(fight, defender, attackers, struck)
        fallen = [each for each in (*defenders, *attackers) if _falls(fight, each, struck[each])]
        if fight.choice_decides and not set(fallen).issuperset(defenders):
            fight.know(Unknown(("action.strikes",)))
        fight.fell |= dict.fromkeys(fallen, number)
    return tuple(fight.fell), {each.facts.id: sum(struck[each]) for each in fight.defenders}


def _strike(fight: Fight, figure: Figure, target: Figure, struck: dict[Figure, list[int]]) -> None:
    """Add a strike to those that its target takes, if it strikes at all."""
    strike = fight.strike(figure, target)
    if strike is not None:
        struck[target].append(strike)


def _strike_back(fight: Fight, defender: Figure, attackers: list[Figure], struck: dict[Figure, list[int]]) -> None:
    monstrous = not fight.know(fight.ranged) and fight.has(defender, "Monstrous")
    if len(attackers) == 1 or monstrous:
        for each in attackers:
            _strike(fight, defender, each, struck)
        return
    leader = any(fight.has(each, "Leader") for each in attackers)
    fight.choice = fight.attacking_side if leader else fight.defending_side
    chosen = fight.attempt.says.strikes
    if chosen is not None:
        for each in attackers:
            if each.facts.id == chosen:
                _strike(fight, defender, each, struck)
        return
    for each in attackers:
        strike = fight.strike(defender, each, is_told=False)
        fight.options[each.facts.id] = strike is not None and strike >= fight.defence(each)[0]
    if fight.is_quick(defender):
        fight.choice_decides = any(fight.options[each.facts.id] for each in attackers if fight.acts_later(each))


def _falls(fight: Fight, figure: Figure, strikes: list[int]) -> bool:
    """Whether its DEF is reached; where nobody strikes it, the DEF doesn't matter."""
    if not strikes:
        return False
    defence, words = fight.defence(figure)
    falls = sum(strikes) >= defence
    total = f"{' + '.join(map(str, strikes))} = {sum(strikes)}" if len(strikes) > 1 else str(strikes[0])
    sign, what = ("≥", "stunned") if falls else ("<", "not stunned")
    fight.lines.append(f"{total} {sign} {words}: {figure.name} is {what}")
    return falls


def _say_sum(base: int, added: list[tuple[int, str]], doubled: list[str], total: int) -> str:
    """A figure with what keywords make of it: "3 + 3 (Hunter), doubled (Fearless) = 12"."""
    terms = " + ".join([str(base), *(f"{number} ({name})" for number, name in added)])
    return f"{', '.join([terms, *(f'doubled ({name})' for name in doubled)])} = {total}"


def _side_of_attack(attempt: Attempt, attackers: tuple[str, ...], defenders: tuple[str, ...]) -> str:
    """Whose turn it is; where that isn't said, on whose side the fighters stand."""
    if isinstance(attempt.turn.active, str):
        return attempt.turn.active
    for each in attackers:
        if each in attempt.by_id:
            return attempt.by_id[each].side
    for each in defenders:
        if each in attempt.by_id:
            return OPPONENT if attempt.by_id[each].side == YOU else YOU
    return attempt.by
