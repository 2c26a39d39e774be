"""Exact odds: the known fractions, the closed formulas, and the count of all orders of small decks."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.errors import InputError
from engine.model.verdicts import Citation
from engine.simulation.odds.answers import AskedDeck, OddsAnswer, answer, group_cards
from engine.simulation.odds.counting import Condition, Conditions, Walk, Work
from engine.simulation.odds.exact import find_chance
from engine.simulation.odds.questions import Aside, Clauses, GroupedDeck, MulliganPolicy, Question, Want, group_cells
from engine.simulation.odds.ranges import GroupedCard, find_range
from engine.simulation.odds.reading import find_opening, list_parts, read_grouped_deck, read_question
from engine.simulation.opening_rules import ASIDE, BOTTOM, RESHUFFLE, OpeningRule
from tests.conftest import SHARED

FILE = SHARED / "cases" / "odds.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else []


def ask(question: Mapping[str, Any], deck: Mapping[str, Any] | None = None) -> OddsAnswer:
    """The answer to a question as JSON has it; a part of one has a deck of its own."""
    asked = []
    for place, part in list_parts(question):
        own = part["deck"] if place and isinstance(part, Mapping) else deck
        grouped = read_grouped_deck(own, f"{place}.deck" if place else "deck")
        read = read_question(part, grouped.groups, place)
        asked.append(AskedDeck(read, group_cards(grouped), grouped.size, find_opening(read.game)))
    return answer(asked)


def one_group(game: str, size: int, copies: int, **question: Any) -> OddsAnswer:
    """How likely one of so many copies is seen by a turn."""
    by = question.pop("by", 0)
    return ask({"game": game, "want": [{"of": "A", "by": by}], **question}, {"size": size, "groups": {"A": copies}})


def miss(size: int, copies: int, seen: int) -> Fraction:
    """How likely none of so many copies is among the cards seen."""
    return Fraction(comb(size - copies, seen), comb(size, seen))


@pytest.mark.shared
@pytest.mark.skipif(not CASES, reason="needs the official documents: name their folder in VSDB_SHARED")
class TestKnownAnswers:
    @pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
    def test_are_found_fraction_for_fraction(self, case: dict[str, Any]) -> None:
        told = ask(case["question"], case["deck"]).as_dict()
        assert (told["answer"], told["decimal"]) == (case["answer"], case["decimal"])


KEEP_A = {"do": "keep-if", "keep": [[{"of": "A"}]]}


class TestClosedFormulas:
    """One card wanted: the mulligan of each game adds to the cards seen what its rule says."""

    @pytest.mark.parametrize("turn", [0, 1, 4, 7])
    @pytest.mark.parametrize("copies", [1, 4, 12])
    def test_classic_mulligan_sees_four_more(self, turn: int, copies: int) -> None:
        seen = 4 + 2 * turn
        assert one_group("vs-classic", 60, copies, by=turn).odds[0].least == 1 - miss(60, copies, seen)
        found = one_group("vs-classic", 60, copies, by=turn, mulligan=KEEP_A)
        assert found.odds[0].least == 1 - miss(60, copies, seen + 4)

    @pytest.mark.parametrize(("first", "first_turn"), [(True, 0), (False, 2)])
    @pytest.mark.parametrize("turn", [1, 3, 7])
    def test_2pcg_mulligan_deals_anew(self, turn: int, first: bool, first_turn: int) -> None:
        seen = 7 + first_turn + 2 * (turn - 1)
        found = one_group("vs-2pcg", 60, 4, by=turn, first=first, mulligan=KEEP_A)
        assert found.odds[0].least == 1 - miss(60, 4, 7) * miss(60, 4, seen)

    @pytest.mark.parametrize("turn", [0, 1, 5])
    def test_riftbound_mulligan_sees_two_more(self, turn: int) -> None:
        policy = {"do": "aside", "keep": [[{"of": "A"}]], "aside": [{"of": "rest"}]}
        found = one_group("riftbound", 39, 3, by=turn, mulligan=policy)
        assert found.odds[0].least == 1 - miss(39, 3, 4 + turn + 2)

    @pytest.mark.parametrize(("first", "runes"), [(True, 2), (False, 3)])
    def test_who_goes_second_has_a_rune_more(self, first: bool, runes: int) -> None:
        found = one_group("runes", 12, 3, by=1, first=first)
        assert found.odds[0].least == 1 - miss(12, 3, runes)

    def test_all_runes_are_out_in_the_end(self) -> None:
        assert one_group("runes", 12, 1, by=9, first=True).odds[0].least == 1

    def test_curve_is_as_inclusion_and_exclusion_say(self) -> None:
        counts, seen = {"1": 8, "2": 8, "3": 8, "4": 6}, {"1": 6, "2": 8, "3": 10, "4": 12}
        chance = Fraction(0)
        for number in range(len(counts) + 1):
            for some in combinations(sorted(counts, key=lambda name: -seen[name]), number):
                term, placed = Fraction(1), 0
                for name in some:
                    term *= Fraction(comb(60 - seen[name] - placed, counts[name]), comb(60 - placed, counts[name]))
                    placed += counts[name]
                chance += (-1) ** number * term
        want = [{"of": name, "by": turn} for turn, name in enumerate("1234", start=1)]
        assert ask({"game": "vs-classic", "want": want}, {"size": 60, "groups": counts}).odds[0].least == chance


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


class TestBest:
    """The best policy says which hands it keeps."""

    def test_keeps_hands_with_the_card(self) -> None:
        told = one_group("vs-classic", 60, 4, by=4, mulligan={"do": "best"}).as_dict()
        assert told["keeps"] == [{"A": n, **({"rest": 4 - n} if n < 4 else {})} for n in range(1, 5)]
        assert told["changes"] == [{"hand": {"rest": 4}, "aside": {"rest": 4}}]

    def test_sets_aside_what_is_not_wanted(self) -> None:
        told = one_group("riftbound", 39, 3, by=3, mulligan={"do": "best"}).as_dict()
        assert told["changes"] == [{"hand": {"rest": 4}, "aside": {"rest": 2}}]

    def test_is_as_likely_as_any_other_policy_at_least(self) -> None:
        deck = {"size": 39, "groups": {"2": 10, "4": 8, "6": 4}}
        want = [{"of": "2", "by": 1}, {"of": "4", "by": 2}, {"of": "6", "by": 3}]
        policies: list[dict[str, Any]] = [
            {"do": "never"},
            {"do": "aside", "aside": [{"of": "rest"}, {"of": "6", "beyond": 1}]},
            {"do": "best"},
        ]
        *others, best = (
            ask({"game": "riftbound", "want": want, "mulligan": each}, deck).odds[0].least for each in policies
        )
        assert best > max(others)


class TestRanges:
    """A card of which it can't be said whether it is in a group."""

    CARDS = (GroupedCard(3, frozenset("A")), GroupedCard(2, undecided=frozenset("A")))
    RULE = find_opening("vs-classic")

    def find(self, question: Question) -> tuple[Fraction, Fraction]:
        found = find_range(self.CARDS, 60, question, self.RULE)
        return found.least.value, found.most.value

    def test_goes_from_out_to_in(self) -> None:
        question = Question("vs-classic", ((Want(("A",), by=2),),))
        assert self.find(question) == (1 - miss(60, 3, 8), 1 - miss(60, 5, 8))

    def test_turns_round_where_few_are_wanted(self) -> None:
        question = Question("vs-classic", ((Want(("A",), 0, 0, by=2),),))
        assert self.find(question) == (miss(60, 5, 8), miss(60, 3, 8))

    def test_has_no_one_answer(self) -> None:
        question = Question("vs-classic", ((Want(("A",), by=2),),))
        told = answer([AskedDeck(question, self.CARDS, 60, self.RULE)]).as_dict()
        assert told["answer"] is None
        assert Fraction(told["least"]) < Fraction(told["most"])
        assert any("range" in said for said in told["assumes"])

    def test_tries_every_combination_of_a_few(self) -> None:
        cards = (GroupedCard(2, undecided=frozenset("A")), GroupedCard(2, undecided=frozenset("B")))
        question = Question("vs-classic", ((Want(("A",), by=2), Want(("B",), 0, 0, by=2)),))
        found = find_range(cards, 60, question, self.RULE)
        assert found.least.value == 0
        assert found.most.value == 1 - miss(60, 2, 8)

    def test_refuses_too_many_that_may_lie_either_way(self) -> None:
        cards = tuple(GroupedCard(1, undecided=frozenset("A")) for _ in range(7))
        question = Question("vs-classic", ((Want(("A",), 0, 0, by=2),),))
        with pytest.raises(InputError, match="7 cards"):
            find_range(cards, 60, question, self.RULE)

    def test_takes_many_where_more_is_likelier(self) -> None:
        cards = tuple(GroupedCard(1, undecided=frozenset("A")) for _ in range(7))
        found = find_range(cards, 60, Question("vs-classic", ((Want(("A",), by=2),),)), self.RULE)
        assert (found.least.value, found.most.value) == (0, 1 - miss(60, 7, 8))


class TestAnswer:
    def test_has_one_chance_a_turn(self) -> None:
        told = ask(
            {"game": "vs-classic", "want": [{"of": "A"}], "turns": [1, 2, 3]}, {"size": 60, "groups": {"A": 4}}
        ).as_dict()
        assert [each["turn"] for each in told["answers"]] == [1, 2, 3]
        assert told["answers"][0]["answer"] == str(1 - miss(60, 4, 6))
        assert told["seen"] == [4, 6, 8, 10]

    def test_multiplies_independent_decks(self) -> None:
        deck = {"deck": {"size": 39, "groups": {"A": 3}}, "game": "riftbound", "want": [{"of": "A", "by": 2}]}
        runes = {
            "deck": {"size": 12, "groups": {"F": 6}},
            "game": "runes",
            "want": [{"of": "F", "by": 2}],
            "first": True,
        }
        told = ask({"parts": [deck, runes]}).as_dict()
        assert Fraction(told["answer"]) == (1 - miss(39, 3, 6)) * (1 - miss(12, 6, 4))
        assert told["seen"] == [[4, 5, 6], [0, 2, 4]]

    def test_cites_the_mulligan_where_there_may_be_one(self) -> None:
        told = one_group("vs-classic", 60, 4, by=1)
        assert told.citations == (Citation("cr-2.7", "101.5"), Citation("cr-2.7", "401.1"))
        kept = one_group("vs-classic", 60, 4, by=1, mulligan=KEEP_A)
        assert Citation("cr-2.7", "101.6") in kept.citations

    def test_marks_a_2pcg_deck_of_another_size(self) -> None:
        assert not any("exactly 60" in said for said in one_group("vs-2pcg", 60, 4, by=1, first=True).assumes)
        assert any("exactly 60" in said for said in one_group("vs-2pcg", 61, 4, by=1, first=True).assumes)

    @pytest.mark.parametrize(("game", "size"), [("vs-classic", 0), ("vs-classic", 1), ("riftbound", 5)])
    def test_refuses_a_deck_that_ends_before(self, game: str, size: int) -> None:
        with pytest.raises(InputError, match="the deck has") as refused:
            one_group(game, size, 0, by=2)
        assert refused.value.place == "deck.size"

    @pytest.mark.parametrize(("size", "is_enough"), [(12, True), (11, False)])
    def test_refuses_where_the_old_hand_comes_up_again(self, size: int, is_enough: bool) -> None:
        if is_enough:
            assert one_group("vs-classic", size, 1, by=2, mulligan=KEEP_A).odds[0].least == 1
            return
        with pytest.raises(InputError, match="below"):
            one_group("vs-classic", size, 1, by=2, mulligan=KEEP_A)

    def test_is_never_where_no_card_is_in_the_group(self) -> None:
        assert one_group("vs-classic", 60, 0, by=2).odds[0].least == 0

    def test_counts_a_deck_of_ten_thousand(self) -> None:
        assert one_group("vs-classic", 10_000, 4, by=4).odds[0].least == 1 - miss(10_000, 4, 12)


DECK = {"size": 60, "groups": {"A": 4, "B": 8}}


class TestRefusals:
    """What can't be read is told with its path."""

    def test_gives_up_what_takes_too_long(self) -> None:
        conditions = Conditions((Condition((0, 1), 3, None, 4),), (1,))
        with pytest.raises(InputError, match="fewer groups") as refused:
            Walk(conditions, (10, 10), 60, {4: 12}, Work(5)).find_chance()
        assert refused.value.code == "too-much-work"

    def test_counts_the_work_of_several_answers_together(self) -> None:
        grouped_deck = read_grouped_deck(DECK)
        question = read_question({"game": "vs-classic", "want": [{"of": "A", "by": 4}]}, grouped_deck.groups)
        asked = [AskedDeck(question, group_cards(grouped_deck), 60, find_opening("vs-classic"))]
        work = Work()
        answer(asked, work)
        spent = Work().left - work.left
        assert spent
        work = Work(2 * spent)
        answer(asked, work)
        answer(asked, work)
        with pytest.raises(InputError, match="fewer groups"):
            answer(asked, work)

    @pytest.mark.parametrize(
        ("question", "place", "said"),
        [
            ({"game": "vs-2pcg", "want": [{"of": "A"}]}, "first", "true or false"),
            ({"game": "runes", "want": [{"of": "A"}]}, "first", "true or false"),
            ({"game": "vs-clasic", "want": [{"of": "A"}]}, "game", "vs-classic"),
            ({"game": "vs-classic", "want": [{"of": "C"}]}, "want[0].of", "A, B"),
            ({"game": "vs-classic", "want": []}, "want", "empty"),
            ({"game": "vs-classic", "want": [{"of": [["A"]]}]}, "want[0].of", "not one of"),
            (
                {"game": "riftbound", "want": [{"of": "A"}], "mulligan": {"do": "aside", "aside": [{"of": ["A"]}]}},
                "mulligan.aside[0].of",
                "not one of",
            ),
            (
                {
                    "game": "vs-classic",
                    "want": [{"of": "A"}],
                    "mulligan": {"do": "keep-if", "keep": [{"of": "A", "by": 9}]},
                },
                "mulligan.keep[0].by",
                "opening hand",
            ),
            ({"game": "vs-classic", "want": [[{"of": "A"}], {"of": "A"}]}, "want", "mixes"),
            ({"game": "vs-classic", "want": [[{"of": "A"}, {"of": "A", "by": -1}]]}, "want[0][1].by", "from 0"),
            ({"game": "vs-classic", "want": [{"of": "A", "at_least": 0}]}, "want[0].at_least", "from 1"),
            ({"game": "vs-classic", "want": [{"of": "A", "at_least": 2, "at_most": 1}]}, "want[0].at_most", "less"),
            ({"game": "vs-classic", "want": [{"of": "A", "when": 2}]}, "want[0].when", "not one of"),
            ({"game": "vs-classic", "want": [{"of": "A", "at_least": True}]}, "want[0].at_least", "whole number"),
            ({"game": "vs-classic", "want": [{"of": "A"}], "mulligan": {"do": "aside"}}, "mulligan.do", "not one of"),
            ({"game": "riftbound", "want": [{"of": "A"}], "mulligan": {"do": "keep-if"}}, "mulligan.do", "not one of"),
            ({"game": "vs-classic", "want": [{"of": "A"}], "mulligan": {"do": "keep-if"}}, "mulligan.keep", "list"),
            (
                {"game": "vs-classic", "want": [{"of": "A"}], "mulligan": {"do": "never", "keep": [{"of": "A"}]}},
                "mulligan.keep",
                "takes none",
            ),
            (
                {"game": "riftbound", "want": [{"of": "A"}], "mulligan": {"do": "aside", "aside": [{"of": "X"}]}},
                "mulligan.aside[0].of",
                "not one of",
            ),
            ({"game": "vs-classic", "want": [{"of": "A", "by": 1}], "turns": [1]}, "want[0].by", "leave it out"),
            ({"game": "vs-classic", "want": [{"of": "A"}], "turns": list(range(60))}, "turns", "at most"),
            ({"game": "vs-classic", "want": [{"of": "A"}], "distinct": 1}, "distinct", "true or false"),
            (
                {"game": "vs-classic", "want": [{"of": "A"}, {"of": "B", "by": 1}], "distinct": True},
                "want",
                "one turn",
            ),
            ({"game": "vs-classic", "want": [{"of": "A"}] * 7, "distinct": True}, "want", "at most 6"),
            ({"game": "vs-classic", "want": [{"of": "A"}] * 400}, "want", "400 conditions; at most 60"),
            ({"game": 3, "want": [{"of": "A"}]}, "game", "must be text"),
            ([], "", "must be an object"),
            ({"parts": []}, "parts", "empty"),
            ({"parts": [{}] * 7}, "parts", "at most 6"),
            ({"parts": [{}], "turns": [1]}, "turns", "not one of"),
        ],
    )
    def test_names_the_place(self, question: Any, place: str, said: str) -> None:
        with pytest.raises(InputError, match=said.replace("(", "\\(")) as refused:
            ask(question, DECK)
        assert refused.value.place == place

    @pytest.mark.parametrize(
        ("deck", "place", "said"),
        [
            (None, "deck", "must be an object"),
            ({"size": 60}, "deck", "either groups or cells"),
            ({"size": 60, "groups": {"A": 61}}, "deck.groups", "61 cards"),
            ({"size": 60, "groups": {"A": -1}}, "deck.groups.A", "from 0"),
            ({"size": 60, "groups": {"rest": 1}}, "deck.groups.rest", "group's name"),
            ({"size": 10_001, "groups": {"A": 1}}, "deck.size", "from 0 to 10000"),
            ({"size": 60, "cells": {f"{n}": 1 for n in range(7)}}, "deck.cells", "7 groups; at most 6"),
            ({"size": 60, "cells": {"A&": 1}}, "deck.cells.A&", "group's name"),
        ],
    )
    def test_names_the_place_in_a_deck(self, deck: Any, place: str, said: str) -> None:
        with pytest.raises(InputError, match=said) as refused:
            ask({"game": "vs-classic", "want": [{"of": "A"}]}, deck)
        assert refused.value.place == place

    def test_refuses_more_hands_than_can_be_told_apart(self) -> None:
        cells = {"&".join(some): 1 for number in range(1, 7) for some in combinations("ABCDEF", number)}
        want = [{"of": group, "by": 3} for group in "ABCDEF"]
        question = {"game": "vs-2pcg", "want": want, "first": True, "mulligan": {"do": "best"}}
        with pytest.raises(InputError, match="different hands"):
            ask(question, {"size": 63, "cells": cells})
