"""Exact odds: the known fractions, the closed formulas, the best policy, ranges, and what an answer says."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest

from engine.model.errors import InputError
from engine.model.verdicts import Citation
from engine.simulation.odds.answers import AskedDeck, answer
from engine.simulation.odds.questions import BEST, MulliganPolicy, Question, Want
from engine.simulation.odds.ranges import GroupedCard, find_range
from engine.simulation.odds.reading import find_opening
from tests.conftest import SHARED
from tests.engine.simulation.odds.asking import ask, miss, one_group

FILE = SHARED / "cases" / "odds.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else []


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


class TestBest:
    """The best policy says which hands it keeps."""

    def test_keeps_hands_with_the_card(self) -> None:
        told = one_group("vs-classic", 60, 4, by=4, mulligan={"do": "best"}).as_dict()
        assert told["keeps"] == [{"A": n, **({"rest": 4 - n} if n < 4 else {})} for n in range(1, 5)]
        assert told["changes"] == [{"hand": {"rest": 4}, "aside": {"rest": 4}}]

    def test_sets_aside_what_is_not_wanted(self) -> None:
        told = one_group("riftbound", 39, 3, by=3, mulligan={"do": "best"}).as_dict()
        assert told["changes"] == [{"hand": {"rest": 4}, "aside": {"rest": 2}}]

    def test_of_parts_is_what_is_best_for_each(self) -> None:
        best = {"game": "riftbound", "want": [{"of": "A", "by": 3}], "mulligan": {"do": "best"}}
        decks: list[dict[str, Any]] = [{"size": 39, "groups": {"A": 3}}, {"size": 40, "groups": {"A": 9}}]
        runes = {"game": "runes", "first": True, "want": [{"of": "A", "by": 2}]}
        parts = [{**runes, "deck": decks[0]}, *({**best, "deck": deck} for deck in decks)]
        told, alone = ask({"parts": parts}).as_dict(), [ask(best, deck).as_dict() for deck in decks]
        assert told["keeps"] == [None, *(each["keeps"] for each in alone)]
        assert told["changes"] == [None, *(each["changes"] for each in alone)]
        chances = [Fraction(each["answer"]) for each in (ask(runes, decks[0]).as_dict(), *alone)]
        assert Fraction(told["answer"]) == chances[0] * chances[1] * chances[2]

    def test_of_parts_is_not_told_of_none(self) -> None:
        part = {"game": "riftbound", "want": [{"of": "A"}], "deck": {"size": 39, "groups": {"A": 3}}}
        assert not {"keeps", "changes"} & ask({"parts": [part, part]}).as_dict().keys()

    def test_of_one_part_is_told_as_of_a_question_without_parts(self) -> None:
        best = {"game": "riftbound", "want": [{"of": "A", "by": 3}], "mulligan": {"do": "best"}}
        deck = {"size": 39, "groups": {"A": 3}}
        assert ask({"parts": [{**best, "deck": deck}]}).as_dict() == ask(best, deck).as_dict()

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

    def test_names_no_best_hands(self) -> None:
        question = Question("vs-classic", ((Want(("A",), by=2),),), MulliganPolicy(BEST))
        assert "keeps" not in answer([AskedDeck(question, self.CARDS, 60, self.RULE)]).as_dict()

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
