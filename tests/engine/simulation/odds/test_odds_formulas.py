"""The closed formulas against the count of hands and turns, and which questions they take."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.errors import InputError
from engine.simulation.odds.classes import require_enough_cards
from engine.simulation.odds.counting import Work
from engine.simulation.odds.exact import FORMULA_WORK, count_chance, find_chance
from engine.simulation.odds.formulas import MAX_CURVE, MAX_TERMS, find_by_formula
from engine.simulation.odds.questions import Aside, GroupedDeck, MulliganPolicy, Question, Want, group_cells
from engine.simulation.odds.reading import find_opening
from engine.simulation.opening_rules import OpeningRule

Asked = tuple[GroupedDeck, Question, OpeningRule]

KEEP_A = ((Want(("A",)),),)
POLICIES = {
    "vs-classic": [MulliganPolicy(), MulliganPolicy("always"), MulliganPolicy("keep-if", KEEP_A)],
    "vs-2pcg": [MulliganPolicy(), MulliganPolicy("always"), MulliganPolicy("keep-if", KEEP_A)],
    "riftbound": [MulliganPolicy(), MulliganPolicy("aside", KEEP_A, (Aside("rest"),))],
    "runes": [MulliganPolicy()],
}
SIZES = {"vs-classic": (24, 70), "vs-2pcg": (24, 70), "riftbound": (12, 45), "runes": (4, 16)}


@st.composite
def wants(draw: st.DrawFn, group: str) -> Want:
    """Some copies of a group: any number, at least so many, or within bounds."""
    at_most = draw(st.sampled_from([None, None, 0, 1, 3]))
    at_least = draw(st.integers(1, 4)) if at_most is None else draw(st.integers(0, at_most))
    return Want((group,), at_least, at_most, draw(st.integers(0, 6)))


@st.composite
def of_one_group(draw: st.DrawFn) -> Asked:
    """A question about one group by one turn, under each policy that the formulas know."""
    game = draw(st.sampled_from(sorted(POLICIES)))
    size = draw(st.integers(*SIZES[game]))
    copies = draw(st.integers(0, size))
    question = Question(
        game, ((draw(wants("A")),),), draw(st.sampled_from(POLICIES[game])), draw(st.booleans()), draw(st.booleans())
    )
    return group_cells({frozenset("A"): copies}, size), question, find_opening(game)


@st.composite
def curves(draw: st.DrawFn) -> Asked:
    """A copy of each of some groups, none of whose cards is in two, by turns in any order."""
    game = draw(st.sampled_from(sorted(POLICIES)))
    size = draw(st.integers(*SIZES[game]))
    names = "ABCDEF"[: draw(st.integers(2, 4))]
    cells = {frozenset(name): draw(st.integers(0, size // len(names))) for name in names}
    want = tuple(Want((name,), by=draw(st.integers(0, 5))) for name in names)
    policy = draw(st.sampled_from([each for each in POLICIES[game] if not each.keep]))
    return group_cells(cells, size), Question(game, (want,), policy, draw(st.booleans())), find_opening(game)


def require_the_same(asked: Asked) -> None:
    """The formula takes a question that can be asked, and says what the count says."""
    deck, question, rule = asked
    require_enough_cards(deck.size, question, rule)
    found = find_by_formula(deck, question, rule)
    assert found is not None
    assert found == count_chance(deck, question, rule, Work()).value


class TestFormulas:
    @settings(max_examples=500, deadline=None)
    @given(of_one_group())
    def test_of_one_group_are_as_the_count(self, asked: Asked) -> None:
        require_the_same(asked)

    @pytest.mark.parametrize(("game", "policy"), [(game, each) for game in POLICIES for each in POLICIES[game]])
    @pytest.mark.parametrize("bounds", [(1, None), (2, None), (0, 1), (2, 3)])
    def test_of_one_group_are_as_the_count_under_each_policy(
        self, game: str, policy: MulliganPolicy, bounds: tuple[int, int | None]
    ) -> None:
        size = SIZES[game][1]
        for copies in (0, 4, size - 3, size):
            for turn in (0, 3):
                question = Question(game, ((Want(("A",), *bounds, turn),),), policy)
                require_the_same((group_cells({frozenset("A"): copies}, size), question, find_opening(game)))

    @settings(max_examples=200, deadline=None)
    @given(curves())
    def test_of_curves_are_as_the_count(self, asked: Asked) -> None:
        require_the_same(asked)

    def test_of_a_curve_of_six_is_as_the_count(self) -> None:
        cells = {frozenset(name): 4 + at for at, name in enumerate("ABCDEF")}
        want = tuple(Want((name,), by=7 - at) for at, name in enumerate("ABCDEF"))
        require_the_same((group_cells(cells, 60), Question("vs-classic", (want,)), find_opening("vs-classic")))

    def test_of_a_curve_of_which_a_group_is_nearly_the_whole_deck(self) -> None:
        """It can't be missed: the term of the other, laid behind it, isn't asked for."""
        cells = {frozenset("A"): 22, frozenset("B"): 2}
        want = (Want(("A",), by=2), Want(("B",), by=1))
        require_the_same((group_cells(cells, 24), Question("vs-classic", (want,)), find_opening("vs-classic")))


DECK = group_cells({frozenset("A"): 8, frozenset("B"): 6}, 60)
ONE, TWO = ((Want(("A",), by=2),),), ((Want(("A",), by=2), Want(("B",), by=3)),)


class TestChoice:
    """What no formula fits is counted."""

    @pytest.mark.parametrize(
        "question",
        [
            Question("vs-classic", (*ONE, *TWO)),
            Question("vs-classic", TWO, distinct=True),
            Question("vs-classic", TWO, MulliganPolicy("keep-if", KEEP_A)),
            Question("vs-classic", ((Want(("A",), 2), Want(("B",))),)),
            Question("vs-classic", ((Want(("A",), 0, 2), Want(("B",))),)),
            Question("vs-classic", ((Want(("A",)), Want(("A", "B"), by=1)),)),
            Question("vs-classic", ((Want(("A",)),) * (MAX_CURVE + 1),)),
            Question("vs-classic", ((Want(("A",), MAX_TERMS + 1),),)),
            Question("vs-classic", ((Want(("A",), 0, MAX_TERMS + 1),),)),
            Question("vs-classic", ONE, MulliganPolicy("best")),
            Question("vs-classic", ONE, MulliganPolicy("keep-if", ((Want(("B",)),),))),
            Question("vs-classic", ONE, MulliganPolicy("keep-if", ((Want(("A",), 2),),))),
            Question("vs-classic", ONE, MulliganPolicy("keep-if", ((Want(("A",), 1, 2),),))),
            Question("vs-classic", ONE, MulliganPolicy("keep-if", (*KEEP_A, *KEEP_A))),
            Question("vs-classic", ONE, MulliganPolicy("keep-if", TWO)),
            Question("riftbound", ONE, MulliganPolicy("aside", KEEP_A, (Aside("rest"),))),
            Question("riftbound", ONE, MulliganPolicy("aside", KEEP_A, (Aside("B"), Aside("rest")))),
            Question("riftbound", ONE, MulliganPolicy("aside", KEEP_A, (Aside("B"),))),
            Question("riftbound", ONE, MulliganPolicy("aside", KEEP_A, (Aside("rest", 1),))),
            Question("riftbound", ONE, MulliganPolicy("aside", (), (Aside("rest"),))),
            Question("riftbound", ONE, MulliganPolicy("best", KEEP_A)),
        ],
    )
    def test_leaves_out(self, question: Question) -> None:
        rule = find_opening(question.game)
        assert find_by_formula(DECK, question, rule) is None
        assert find_chance(DECK, question, rule) == count_chance(DECK, question, rule, Work())

    def test_takes_a_formula_for_little_work(self) -> None:
        question, rule, work = Question("vs-classic", TWO), find_opening("vs-classic"), Work(FORMULA_WORK)
        found = find_chance(DECK, question, rule, work)
        assert (found.value, work.left) == (count_chance(DECK, question, rule, Work()).value, 0)

    def test_refuses_a_formula_where_no_work_is_left(self) -> None:
        with pytest.raises(InputError, match="too much"):
            find_chance(DECK, Question("vs-classic", ONE), find_opening("vs-classic"), Work(FORMULA_WORK - 1))

    def test_counts_copies_of_several_groups_together(self) -> None:
        question, rule = Question("vs-classic", ((Want(("A", "B"), 2, by=2),),)), find_opening("vs-classic")
        assert find_by_formula(DECK, question, rule) == count_chance(DECK, question, rule, Work()).value

    def test_is_the_formula_of_one_group_where_copies_are_told_apart(self) -> None:
        question, rule = Question("vs-classic", ONE, distinct=True), find_opening("vs-classic")
        alike = replace(question, distinct=False)
        found = {find_by_formula(DECK, each, rule) for each in (question, alike)}
        assert found == {count_chance(DECK, question, rule, Work()).value}
        assert found != {Fraction(0)}
