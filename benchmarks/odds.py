"""Opening hands a second with one group counted, by NumPy and by `random.shuffle`; the time of exact answers.

`python -m benchmarks.simulation` runs it too, `python -m benchmarks.odds` it alone. Both ways of dealing are measured
in turns in one run, by the time of the processor; the ratio is the median of the rounds. Before that both ways of an
answer and of a game are held against each other. No question is asked twice in a round, and nothing is kept between.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from statistics import median
from time import process_time
from typing import Any

from engine.simulation.odds.answers import AskedDeck, answer, group_cards
from engine.simulation.odds.counting import Work
from engine.simulation.odds.exact import count_chance, find_chance
from engine.simulation.odds.questions import Aside, GroupedDeck, MulliganPolicy, Question, Want, group_cells
from engine.simulation.odds.reading import find_opening
from engine.simulation.odds.sampling import OddsRun

ROUNDS = 7
SIZE, COPIES = 60, 12
CHECKED, SHUFFLED_HANDS, BULK_HANDS = 2_000, 20_000, 409_600
GOAL_RATIO, GOAL_MICROSECONDS = 90, 5

KEEP = ((Want(("A",)),),)
POLICIES = {
    "never": ("vs-classic", MulliganPolicy()),
    "hands without it go, classic": ("vs-classic", MulliganPolicy("keep-if", KEEP)),
    "hands without it go, 2PCG": ("vs-2pcg", MulliganPolicy("keep-if", KEEP)),
    "two others set aside, Riftbound": ("riftbound", MulliganPolicy("aside", KEEP, (Aside("rest"),))),
}

Asked = tuple[GroupedDeck, Question]


def main() -> str | None:
    """Check, measure and print."""
    print(f"Python {sys.version.split()[0]}, one core, {ROUNDS} rounds in turns")
    return print_figures()


def print_figures() -> str | None:
    """Check, measure and print; a word to standard error where two ways differ."""
    return print_hands() or print_answers()


def print_hands() -> str | None:
    """Opening hands with a copy of a group: dealt by the words of a seed, and shuffled one by one."""
    deck, question = ask(SIZE, COPIES, Question("vs-classic", ((Want(("A",)),),)))
    asked = [AskedDeck(question, group_cards(deck), deck.size, find_opening(question.game))]
    plain, bulk = OddsRun(asked, 1), OddsRun(asked, 1, in_bulk=True)
    if plain.play_portion(0, CHECKED) != bulk.play_portion(0, CHECKED):
        return "opening hands: the two paths differ"
    rates = [
        (
            SHUFFLED_HANDS / _seconds(lambda: shuffle_hands(SHUFFLED_HANDS)),
            BULK_HANDS / _seconds(lambda: bulk.play_portion(0, BULK_HANDS)),
        )
        for _ in range(ROUNDS)
    ]
    ratio = median(other / one for one, other in rates)
    many, few = max(other for _, other in rates), max(one for one, _ in rates)
    print(f"opening hands, a group counted; goal: {GOAL_RATIO} times `random.shuffle`")
    print(f"{'':<32}{many:>12,.0f} by NumPy {few:>10,.0f} shuffled {ratio:>6.1f} times; {CHECKED:,} hands checked")
    return None


def shuffle_hands(hands: int) -> int:
    """How many of so many opening hands have a copy, the whole deck shuffled for each."""
    cards = [True] * COPIES + [False] * (SIZE - COPIES)
    hits = 0
    for _ in range(hands):
        random.shuffle(cards)
        hits += any(cards[:4])
    return hits


def print_answers() -> str | None:
    """Exact answers of the commonest questions, each about another deck or turn."""
    print(f"one group by a turn, in µs; goal: {GOAL_MICROSECONDS}")
    for name, (game, policy) in POLICIES.items():
        size = 39 if game == "riftbound" else 60
        asked = [
            ask(size + more, copies, Question(game, ((Want(("A",), by=turn),),), policy))
            for copies, turn, more in product(range(1, 13), range(8), range(-5, 6))
        ]
        if fault := _print_times(name, asked):
            return fault
    for groups in (2, 4, 6):
        curve = tuple(Want((name,), by=turn) for turn, name in enumerate("ABCDEF"[:groups], start=1))
        asked = [
            (group_cells({frozenset(want.of): copies for want in curve}, size), Question("vs-classic", (curve,)))
            for copies, size in product(range(3, 9), range(55, 66))
        ]
        if fault := _print_times(f"curve of {groups}", asked):
            return fault
    return None


def ask(size: int, copies: int, question: Question) -> Asked:
    """A question about a deck with so many copies of a group."""
    return group_cells({frozenset("A"): copies}, size), question


def _print_times(name: str, asked: Sequence[Asked]) -> str | None:
    rule = find_opening(asked[0][1].game)

    def find(one: Asked) -> Fraction:
        return find_chance(*one, rule).value

    def count(one: Asked) -> Fraction:
        return count_chance(*one, rule, Work()).value

    if any(find(one) != count(one) for one in asked):
        return f"{name}: the formula and the count differ"
    whole = [[AskedDeck(question, group_cards(deck), deck.size, rule)] for deck, question in asked]
    chance, said, counted = (_time_each(*each) for each in ((find, asked), (answer, whole), (count, asked)))
    print(f"{name:<32}{chance:>8.1f} {said:>8.1f} as a whole answer {counted:>10.1f} by counting")
    return None


def _time_each(work: Callable[[Any], object], asked: Sequence[Any]) -> float:
    """Microseconds of one, in the best round."""

    def do_all() -> None:
        for one in asked:
            work(one)

    return min(_seconds(do_all) for _ in range(ROUNDS)) / len(asked) * 1e6


def _seconds(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


if __name__ == "__main__":
    sys.exit(main())
