"""The number of orders of a deck in which conditions come true, counted exactly.

Cards are counted by class: copies that the same conditions ask for. A walk goes from one turn that something is due on
to the next, over the classes that open conditions still ask for. A condition that is met, and a class that none asks
for any more, leave the walk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, prod

from engine.model.errors import InputError

MAX_WORK = 450_000_000  #: products of numbers for one question: 20 to 30 s
QUICK_WORK = 900_000  #: of an answer that a page waits for: some 50 ms
#: What takes as long as so many products: a chance, a state of the walk, a row of draws, a settling, a condition of it.
_CHANCE, _STATE, _ROW, _SETTLING, _CONDITION = 150, 100, 16, 10, 12
TOO_MUCH = "too-much-work"  #: the code of what takes too long to count

Counts = tuple[int, ...]  #: copies by class


@dataclass(frozen=True, slots=True)
class Condition:
    """From `least` to `most` copies of some classes together, by a turn."""

    classes: tuple[int, ...]
    least: int
    most: int | None
    by: int


@dataclass(frozen=True, slots=True)
class Conditions:
    """Conditions, and the clauses that are made of them: sets of their places as bits, any of which is enough."""

    table: tuple[Condition, ...]
    clauses: tuple[int, ...]

    def settle(self, clauses: tuple[int, ...], seen: Sequence[int], turn: int) -> tuple[int, ...] | bool:
        """What is open of the clauses once the cards of a turn are seen; True where one is met, False where none can
        be any more.
        """
        left = []
        for clause in clauses:
            still = self._settle_clause(clause, seen, turn)
            if still == 0:
                return True
            if still is not None and still not in left:
                left.append(still)
        return tuple(left) or False

    def _settle_clause(self, clause: int, seen: Sequence[int], turn: int) -> int | None:
        """What is open of a clause, 0 where it is met, None where it can't be any more."""
        still = 0
        for place in _list_bits(clause):
            each = self.table[place]
            count = sum(seen[at] for at in each.classes)
            if each.most is not None and count > each.most:
                return None
            if count >= each.least and (each.most is None or each.by <= turn):
                continue
            if each.by <= turn:
                return None
            still |= 1 << place
        return still

    def hold(self, seen: Sequence[int]) -> bool:
        """Whether a clause is met when all is seen."""
        return self.settle(self.clauses, seen, max((each.by for each in self.table), default=0)) is True

    def list_asked(self, clauses: tuple[int, ...]) -> tuple[int, ...]:
        """The classes that open clauses ask for."""
        asked = {at for clause in clauses for place in _list_bits(clause) for at in self.table[place].classes}
        return tuple(sorted(asked))

    def find_enough(self, classes: int) -> Counts:
        """By class the number of copies from which one more changes no condition."""
        enough = [0] * classes
        for each in self.table:
            needed = each.least if each.most is None else max(each.least, each.most + 1)
            for at in each.classes:
                enough[at] = max(enough[at], needed)
        return tuple(enough)


@dataclass(slots=True)
class Work:
    """How many products of numbers may still be taken before a count is given up."""

    left: int = MAX_WORK

    def spend(self, products: int) -> None:
        """Take so many more. Raises InputError once it is too much."""
        self.left -= products
        if self.left < 0:
            raise InputError(
                "too much to count exactly; ask for fewer groups, copies or turns", place="want", code=TOO_MUCH
            )


@dataclass(slots=True)
class Walk:
    """Draws from a shuffled pile: `counts` copies by class among `size` cards, `drawn` of which are seen by each turn
    that something is due on.
    """

    conditions: Conditions
    counts: Counts
    size: int
    drawn: dict[int, int]  #: by turn, in order
    work: Work = field(default_factory=Work)
    _memo: dict[tuple[int, int, tuple[int, ...], Counts], int] = field(default_factory=dict)
    _enough: Counts = ()
    _weights: tuple[int, ...] = ()  #: what it takes to look at each condition
    _steps: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        self._enough = self.conditions.find_enough(len(self.counts))
        self._steps = tuple(self.drawn.items())
        self._weights = tuple(_CONDITION + len(each.classes) // 4 for each in self.conditions.table)

    def find_chance(self, seen: Counts | None = None, hand_size: int = 0) -> Fraction:
        """The chance that a clause comes true, after a hand with these copies; its cards are among those drawn."""
        self.work.spend(_CHANCE)
        start = seen if seen is not None else (0,) * len(self.counts)
        left = self.size - hand_size
        ways = self._count(0, self.conditions.clauses, start, left)
        return Fraction(ways, self._count_all(0, left))

    def _count_all(self, step: int, left: int) -> int:
        """The ways in which all draws from a step on can fall, of so many cards left."""
        total = 1
        for _, drawn in self._steps[step:]:
            count = left - (self.size - drawn)
            total *= comb(left, count)
            left -= count
        return total

    def _count(self, step: int, clauses: tuple[int, ...], seen: Sequence[int], left: int) -> int:
        """Those of them in which a clause comes true."""
        asked = self.conditions.list_asked(clauses)
        key = (step, left, clauses, tuple(seen[at] for at in asked))
        if (known := self._memo.get(key)) is not None:
            return known
        effort = sum(self._weights[place] for clause in clauses for place in _list_bits(clause))
        self.work.spend(_STATE + effort)
        turn, drawn = self._steps[step]
        count = left - (self.size - drawn)
        others = left - sum(self.counts[at] - seen[at] for at in asked)
        after, ways = left - count, 0
        here = [0] * len(self.counts)
        for at in asked:
            here[at] = seen[at]
        for reached, weight in self._draw(asked, 0, here, [1], count, others):
            self.work.spend(_SETTLING + effort)
            settled = self.conditions.settle(clauses, reached, turn)
            if settled is True:
                ways += weight * self._count_all(step + 1, after)
            elif settled is not False:
                ways += weight * self._count(step + 1, settled, reached, after)
        self._memo[key] = ways
        return ways

    def _draw(
        self, asked: tuple[int, ...], place: int, reached: list[int], ways: list[int], count: int, others: int
    ) -> Iterator[tuple[list[int], int]]:
        """Each number of copies that can be reached by class, with the ways in which `count` draws do so.

        `ways` has the ways to draw so many of the classes before this place. More than enough is as good as enough.
        """
        self.work.spend(_ROW + 2 * len(ways))
        if place == len(asked):
            if weight := sum(way * comb(others, count - n) for n, way in enumerate(ways) if way and n <= count):
                yield reached, weight
            return
        at = asked[place]
        had, remaining, enough = reached[at], self.counts[at] - reached[at], self._enough[at]
        most = min(remaining, count)
        short = min(max(enough - had, 0), most + 1)
        chosen = [comb(remaining, more) for more in range(most + 1)]
        for more in range(short):
            reached[at] = had + more
            yield from self._draw(asked, place + 1, reached, _shift(ways, more, chosen[more], count), count, others)
        if short <= most:
            reached[at] = had + short
            self.work.spend(_ROW + len(ways) * (most + 1 - short))
            many = _multiply(ways, [0] * short + chosen[short:], count)
            yield from self._draw(asked, place + 1, reached, many, count, others)
        reached[at] = had


def count_hands(counts: Counts, others: int, hand_size: int) -> Iterator[tuple[Counts, int]]:
    """Each hand as copies by class, with the number of ways to be dealt it."""

    def deal(place: int, left: int, held: Counts) -> Iterator[Counts]:
        if place == len(counts):
            yield held
            return
        for count in range(min(counts[place], left) + 1):
            yield from deal(place + 1, left - count, (*held, count))

    for hand in deal(0, hand_size, ()):
        rest = hand_size - sum(hand)
        if ways := comb(others, rest) * prod(comb(had, held) for had, held in zip(counts, hand, strict=True)):
            yield hand, ways


def _shift(ways: list[int], more: int, by: int, most: int) -> list[int]:
    return [0] * more + [way * by for way in ways[: max(most + 1 - more, 0)]]


def _multiply(ways: list[int], others: list[int], most: int) -> list[int]:
    product = [0] * min(len(ways) + len(others) - 1, most + 1)
    for at, way in enumerate(ways):
        if way:
            for beside, other in enumerate(others[: max(len(product) - at, 0)]):
                product[at + beside] += way * other
    return product


def _list_bits(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
