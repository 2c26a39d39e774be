"""Exact odds of small decks against the count of all orders, each played out card by card."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.simulation.odds.exact import find_chance
from engine.simulation.odds.questions import Aside, Clauses, GroupedDeck, MulliganPolicy, Question, Want, group_cells
from engine.simulation.opening_rules import ASIDE, BOTTOM, RESHUFFLE, OpeningRule

GROUPS = ("A", "B", "C")
SMALL = {
    kind: OpeningRule(2, kind, 1, None, None, None, most_aside=2 if kind == ASIDE else 0)
    for kind in (BOTTOM, RESHUFFLE, ASIDE)
}
Order = tuple[frozenset[str], ...]


def count(cards: Sequence[frozenset[str]], of: Sequence[str]) -> int:
    return sum(not groups.isdisjoint(of) for groups in cards)


def holds(want: Want, cards: Sequence[frozenset[str]]) -> bool:
    found = count(cards, want.of)
    return found >= want.at_least and (want.at_most is None or found <= want.at_most)


def can_share(wants: Sequence[Want], cards: Sequence[frozenset[str]]) -> bool:
    """Whether different copies can be found for all: tried one by one."""
    needs = [want.of for want in wants for _ in range(want.at_least)]
    if not needs:
        return True
    return any(
        all(not groups.isdisjoint(of) for groups, of in zip(chosen, needs, strict=True))
        for chosen in permutations(cards, len(needs))
    )


def comes_true(question: Question, hand: Sequence[frozenset[str]], draws: Sequence[frozenset[str]]) -> bool:
    """Whether what is wanted comes true of a hand that is kept and the draws after it."""
    for clause in question.want:
        if question.distinct:
            if can_share(clause, (*hand, *draws[: clause[0].by])):
                return True
        elif all(holds(want, (*hand, *draws[: want.by])) for want in clause):
            return True
    return False


def choose(question: Question, hand: Order, most: int) -> list[int]:
    """The places that the policy sets aside, of alike ones the first."""
    gone: list[int] = []
    for entry in question.mulligan.aside:
        for place in range(len(hand)):
            left = [at for at in range(len(hand)) if at not in gone]
            belongs = [at for at in left if (not hand[at] if entry.of == "rest" else entry.of in hand[at])]
            if place in belongs and len(belongs) > entry.beyond and len(gone) < most:
                gone.append(place)
    return gone


def count_orders(cards: Order, question: Question, rule: OpeningRule) -> Fraction:
    """The share of all orders in which the question comes true, each played out as the rule and the policy say."""
    orders = list(permutations(cards))
    size, policy = rule.hand_size, question.mulligan
    fresh = Fraction(sum(comes_true(question, each[:size], each[size:]) for each in orders), len(orders))
    if policy.do in ("never", "always"):
        return fresh
    ways: dict[tuple[tuple[str, ...], ...], list[Order]] = defaultdict(list)
    for order in orders:
        ways[tuple(sorted(tuple(sorted(groups)) for groups in order[:size]))].append(order)
    total = Fraction(0)
    for found in ways.values():
        # Within a kind of hand the order is made one, so that a place in it means the same in all.
        alike = [(*sorted(each[:size], key=sorted), *each[size:]) for each in found]

        def share(play: Callable[[Order], bool], alike: Sequence[Order] = alike) -> Fraction:
            return Fraction(sum(map(play, alike)), len(alike))

        def keep(order: Order) -> bool:
            return comes_true(question, order[:size], order[size:])

        def put_aside(places: Sequence[int]) -> Callable[[Order], bool]:
            def play(order: Order) -> bool:
                kept = [card for at, card in enumerate(order[:size]) if at not in places]
                drawn = order[size : size + len(places)]
                return comes_true(question, (*kept, *drawn), order[size + len(places) :])

            return play

        def below(order: Order) -> bool:
            return comes_true(question, order[size : 2 * size], order[2 * size :])

        anew = fresh if rule.mulligan == RESHUFFLE else share(below)
        hand = alike[0][:size]
        is_kept = any(all(holds(want, hand) for want in clause) for clause in policy.keep)
        if policy.do == "best" and rule.mulligan == ASIDE:
            places = [each for number in range(3) for each in combinations(range(size), number)]
            chance = max(share(put_aside(each)) for each in places)
        elif policy.do == "best":
            chance = max(share(keep), anew)
        elif is_kept:
            chance = share(keep)
        else:
            chance = share(put_aside(choose(question, hand, rule.most_aside))) if policy.do == "aside" else anew
        total += chance * Fraction(len(found), len(orders))
    return total


@st.composite
def wants(draw: st.DrawFn, last_turn: int) -> Want:
    of = tuple(sorted(draw(st.sets(st.sampled_from(GROUPS), min_size=1, max_size=2))))
    at_most = draw(st.sampled_from([None, None, None, 0, 1, 2]))
    at_least = draw(st.integers(0 if at_most is not None else 1, 2 if at_most is None else at_most))
    return Want(of, at_least, at_most, draw(st.integers(0, last_turn)))


def clauses(last_turn: int) -> st.SearchStrategy[Clauses]:
    clause = st.lists(wants(last_turn), min_size=1, max_size=3).map(tuple)
    return st.lists(clause, min_size=1, max_size=2).map(tuple)


@st.composite
def small_questions(draw: st.DrawFn) -> tuple[Order, Question, OpeningRule]:
    """Six cards in up to three groups that may overlap, with any policy of any way of mulligan."""
    cards = tuple(draw(st.lists(st.frozensets(st.sampled_from(GROUPS), max_size=2), min_size=6, max_size=6)))
    rule = SMALL[draw(st.sampled_from([BOTTOM, RESHUFFLE, ASIDE]))]
    do = draw(
        st.sampled_from(
            ["never", "aside", "best"] if rule.mulligan == ASIDE else ["never", "always", "keep-if", "best"]
        )
    )
    keep = (
        draw(clauses(0))
        if do == "keep-if"
        else draw(st.sampled_from([(), ((Want(("A",)),),)]))
        if do == "aside"
        else ()
    )
    # What the policy tells apart may not depend on which of two alike copies goes: no group asked for lies in another.
    if do == "aside":
        cards = tuple(frozenset(sorted(groups)[:1]) for groups in cards)
    of_aside = st.builds(Aside, st.sampled_from([*GROUPS, "rest"]), st.integers(0, 1))
    aside = tuple(draw(st.lists(of_aside, min_size=1, max_size=3))) if do == "aside" else ()
    return cards, Question("small", draw(clauses(2)), MulliganPolicy(do, keep, aside)), rule


def grouped(cards: Order) -> GroupedDeck:
    return group_cells({groups: cards.count(groups) for groups in cards}, len(cards))


class TestAllOrders:
    """Every order of a small deck, played out card by card."""

    @settings(max_examples=200, deadline=None)
    @given(small_questions())
    def test_count_the_same(self, asked: tuple[Order, Question, OpeningRule]) -> None:
        cards, question, rule = asked
        assert find_chance(grouped(cards), question, rule).value == count_orders(cards, question, rule)

    @pytest.mark.parametrize("order", [("rest",), ("rest", "A")])
    def test_count_the_same_where_a_group_is_not_asked_for(self, order: tuple[str, ...]) -> None:
        cards = (frozenset("A"), frozenset("B"), frozenset("B"), *(frozenset[str]() for _ in range(3)))
        policy = MulliganPolicy("aside", (), tuple(Aside(of) for of in order))
        question = Question("small", ((Want(("A",), by=1),),), policy)
        assert find_chance(grouped(cards), question, SMALL[ASIDE]).value == count_orders(cards, question, SMALL[ASIDE])

    @settings(max_examples=40, deadline=None)
    @given(
        st.lists(st.frozensets(st.sampled_from(GROUPS), max_size=3), min_size=6, max_size=6).map(tuple),
        st.lists(
            st.builds(Want, st.sampled_from([("A",), ("B",), ("A", "C")]), st.integers(1, 2), by=st.just(1)),
            min_size=1,
            max_size=2,
        ).map(tuple),
    )
    def test_count_the_same_for_different_copies(self, cards: Order, clause: tuple[Want, ...]) -> None:
        question = Question("small", (clause,), distinct=True)
        assert find_chance(grouped(cards), question, SMALL[BOTTOM]).value == count_orders(
            cards, question, SMALL[BOTTOM]
        )
