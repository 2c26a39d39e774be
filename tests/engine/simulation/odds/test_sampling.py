"""Sampled odds: near the exact ones, the same in plain Python and in bulk, in one portion and in several."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.errors import InputError
from engine.simulation.odds import sampled_policies
from engine.simulation.odds.answers import AskedDeck, answer, answer_within
from engine.simulation.odds.questions import BEST, MulliganPolicy, Question, Want
from engine.simulation.odds.ranges import GroupedCard
from engine.simulation.odds.reading import find_opening
from engine.simulation.odds.sampling import MAX_GAMES, OddsRun, OddsSample, join_portions, sample_odds
from tests.conftest import SHARED
from tests.engine.simulation.odds.asking import read_asked

FILE = SHARED / "cases" / "odds.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else []
GAMES = 100_000
NEAR = 4  #: standard errors
SEED = 17

#: A deck and a question of each way of mulligan and each policy, of parts, of several turns.
CURVE = {"size": 60, "groups": {"1": 8, "2": 8, "3": 8, "4": 6}}
WANT = [{"of": "1", "by": 1}, {"of": "2", "by": 2}, {"of": ["3", "4"], "at_least": 2, "at_most": 3, "by": 3}]
KEEP = {"do": "keep-if", "keep": [[{"of": "1"}, {"of": "2"}], [{"of": "3", "at_least": 2}]]}
SMALL = {"size": 39, "cells": {"A": 5, "A&B": 2, "B": 4, "C": 8}}
ASIDE = {"do": "aside", "keep": [{"of": "A"}, {"of": "B"}], "aside": [{"of": "C", "beyond": 1}, {"of": "rest"}]}
PART = {"game": "riftbound", "want": [{"of": "A", "by": 2}, {"of": "B", "by": 3}]}
RUNES = {"deck": {"size": 12, "groups": {"F": 6}}, "game": "runes", "want": [{"of": "F", "at_least": 2, "by": 2}]}
ASKED: dict[str, tuple[dict[str, Any], dict[str, Any] | None]] = {
    "never": ({"game": "vs-classic", "want": WANT}, CURVE),
    "below": ({"game": "vs-classic", "want": WANT, "mulligan": KEEP}, CURVE),
    "anew": ({"game": "vs-2pcg", "first": True, "want": WANT, "mulligan": KEEP}, CURVE),
    "always": ({"game": "vs-2pcg", "first": False, "want": WANT, "mulligan": {"do": "always"}}, CURVE),
    "aside": ({**PART, "mulligan": ASIDE}, SMALL),
    "best-below": ({"game": "vs-classic", "want": WANT, "mulligan": {"do": "best"}}, CURVE),
    "best-anew": (
        {"game": "vs-2pcg", "first": False, "want": WANT[:2], "mulligan": {"do": "best"}},
        {"size": 60, "groups": {"1": 8, "2": 8, "3": 8, "4": 6}},
    ),
    "best-aside": ({**PART, "mulligan": {"do": "best"}}, SMALL),
    "distinct": (
        {"game": "riftbound", "want": [{"of": "A", "by": 2}, {"of": "B", "by": 2}], "distinct": True},
        SMALL,
    ),
    "either": (
        {"game": "vs-classic", "want": [[{"of": "1", "by": 3}, {"of": "4", "by": 5}], [{"of": "3", "by": 0}]]},
        CURVE,
    ),
    "turns": (
        {"game": "vs-classic", "want": [{"of": "4"}], "turns": [0, 2, 5], "mulligan": {"do": "best"}},
        CURVE,
    ),
    "kept-by-turn": ({"game": "vs-classic", "want": [{"of": "4"}], "turns": [1, 4], "mulligan": KEEP}, CURVE),
    "parts": ({"parts": [{"deck": SMALL, **PART, "mulligan": ASIDE}, {**RUNES, "first": False}]}, None),
    "opening": ({"game": "runes", "first": True, "want": [{"of": "F", "by": 0}]}, RUNES["deck"]),
}


def is_near(sample: OddsSample, exact: Fraction, at: int = 0) -> bool:
    """Whether an estimate is within four standard errors, those of the exact chance."""
    chance = float(exact)
    return abs(sample.odds[at].least.mean - chance) <= NEAR * sqrt(chance * (1 - chance) / sample.tally.games)


@pytest.mark.shared
@pytest.mark.skipif(not CASES, reason="needs the official documents: name their folder in VSDB_SHARED")
class TestKnownAnswers:
    @pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
    def test_lie_within_four_errors(self, case: dict[str, Any]) -> None:
        asked = read_asked(case["question"], case["deck"])
        sample = sample_odds(asked, games=GAMES, seed=SEED, in_bulk=True)
        assert is_near(sample, Fraction(case["answer"]))

    def test_would_show_a_card_more_or_less(self) -> None:
        """The test above can fail: against decks with one copy more or less every estimate is too far off."""
        case = next(each for each in CASES if each["id"] == "classic-army-twelve")
        for copies in (11, 13):
            sample = sample_odds(
                read_asked(case["question"], {"size": 60, "groups": {"A": copies}}), games=GAMES, in_bulk=True
            )
            assert not is_near(sample, Fraction(case["answer"]))


class TestEveryPolicy:
    @pytest.mark.parametrize("name", ASKED)
    def test_comes_near_the_exact_chance(self, name: str) -> None:
        asked = read_asked(*ASKED[name])
        sample, exact = sample_odds(asked, games=GAMES, seed=SEED, in_bulk=True), answer(asked)
        assert [each.turn for each in sample.odds] == [each.turn for each in exact.odds]
        for at, odds in enumerate(exact.odds):
            if asked[0].question.mulligan.do == BEST:
                # What is best is tried out, so that a hand may be played a little less well.
                assert float(odds.least) - 0.005 <= sample.odds[at].least.mean
            else:
                assert is_near(sample, odds.least, at)
            assert sample.odds[at].least.mean <= float(odds.least) + NEAR * sample.odds[at].least.error

    @pytest.mark.parametrize("name", ASKED)
    def test_is_played_the_same_in_bulk(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sampled_policies, "MOST_TRIES", 3)
        asked = read_asked(*ASKED[name])
        plain, bulk = (sample_odds(asked, games=400, seed=SEED, in_bulk=each) for each in (False, True))
        assert plain.tally == bulk.tally
        assert any(0 < hits < 400 for turn in plain.tally.hits for hits in turn) or name == "opening"

    @pytest.mark.parametrize("in_bulk", [False, True])
    @pytest.mark.parametrize("name", ["anew", "parts", "turns"])
    def test_is_the_same_in_one_portion_and_in_seven(self, name: str, in_bulk: bool) -> None:
        run = OddsRun(read_asked(*ASKED[name]), SEED, in_bulk)
        portions = [run.play_portion(start, start + 30) for start in range(0, 210, 30)]
        whole = OddsSample(run, run.play_portion(0, 210))
        assert join_portions(run, reversed(portions)).as_dict() == whole.as_dict()

    @settings(max_examples=40, deadline=None)
    @given(st.data())
    def test_is_played_the_same_in_bulk_whatever_is_asked(self, data: st.DataObject) -> None:
        question, deck = data.draw(questions())
        asked = read_asked(question, deck)
        seed = data.draw(st.integers(0, 2**64 - 1))
        assert OddsRun(asked, seed).play_portion(3, 60) == OddsRun(asked, seed, in_bulk=True).play_portion(3, 60)


@st.composite
def questions(draw: st.DrawFn) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """A question about overlapping groups, with any policy but the best."""
    cells = draw(st.dictionaries(st.sampled_from(["A", "B", "A&B", "C", "B&C"]), st.integers(0, 9), min_size=1))
    names = sorted({name for cell in cells for name in cell.split("&")})
    one = st.fixed_dictionaries(
        {"of": st.lists(st.sampled_from(names), min_size=1, max_size=2), "at_least": st.integers(1, 3)}
    )
    by = st.fixed_dictionaries(
        {
            "of": st.lists(st.sampled_from(names), min_size=1, max_size=2),
            "at_least": st.integers(0, 2),
            "at_most": st.integers(2, 3),
            "by": st.integers(0, 5),
        }
    )
    game = draw(st.sampled_from(["vs-classic", "vs-2pcg", "riftbound"]))
    keep = draw(st.lists(st.lists(one, min_size=1, max_size=2), min_size=1, max_size=2))
    aside = [{"of": name, "beyond": draw(st.integers(0, 2))} for name in draw(st.permutations([*names, "rest"]))]
    policies = (
        [{"do": "never"}, {"do": "aside", "keep": keep, "aside": aside}]
        if game == "riftbound"
        else [{"do": "always"}, {"do": "keep-if", "keep": keep}]
    )
    want = draw(st.lists(st.lists(by, min_size=1, max_size=3), min_size=1, max_size=2))
    question = {"game": game, "first": draw(st.booleans()), "want": want, "mulligan": draw(st.sampled_from(policies))}
    return question, {"size": draw(st.integers(45, 70)), "cells": cells}


class TestRanges:
    """A card of which it can't be said whether it is in a group: each deck that there may be is played."""

    CARDS = (GroupedCard(3, frozenset("A")), GroupedCard(6, undecided=frozenset("A")))
    QUESTION = Question("vs-classic", ((Want(("A",), by=2),),))

    def sample(self, *questions: Question, games: int = 20_000) -> OddsSample:
        rule = find_opening("vs-classic")
        return sample_odds(
            [AskedDeck(each, self.CARDS, 60, rule) for each in questions], games=games, in_bulk=games > 100
        )

    def test_go_from_out_to_in(self) -> None:
        sample = self.sample(self.QUESTION)
        exact = answer([AskedDeck(self.QUESTION, self.CARDS, 60, find_opening("vs-classic"))]).odds[0]
        assert sample.odds[0].least.mean == pytest.approx(float(exact.least), abs=NEAR * sample.odds[0].least.error)
        assert sample.odds[0].most.mean == pytest.approx(float(exact.most), abs=NEAR * sample.odds[0].most.error)
        assert sample.as_dict().keys() >= {"least", "most"}

    def test_of_parts_try_each_combination(self) -> None:
        other = Question("vs-classic", ((Want(("A",), 0, 0, by=2),),))
        sample = self.sample(self.QUESTION, other)
        least, most = sample.odds[0].least.mean, sample.odds[0].most.mean
        assert len(sample.tally.hits[0]) == 4
        seen, missed = self.sample(self.QUESTION).odds[0], self.sample(other).odds[0]
        assert least == pytest.approx(seen.least.mean * missed.least.mean, abs=0.02)
        assert most == pytest.approx(seen.most.mean * missed.most.mean, abs=0.02)

    def test_refuse_too_many_combinations(self) -> None:
        with pytest.raises(InputError, match="too many cards"):
            self.sample(*[self.QUESTION] * 7)


class TestResult:
    def test_says_all_that_it_rests_on(self) -> None:
        asked = read_asked(*ASKED["below"])
        told, exact = sample_odds(asked, games=400, seed=5).as_dict(), answer(asked).as_dict()
        assert (told["games"], told["seed"], told["generator"]) == (400, 5, "Philox4x64-10")
        assert told["se"] == pytest.approx(sqrt(told["mean"] * (1 - told["mean"]) / 400), abs=1e-6)
        assert all(told[key] == exact[key] for key in ("seen", "assumes", "citations"))

    def test_has_one_estimate_a_turn(self) -> None:
        question, deck = ASKED["turns"]
        told = sample_odds(read_asked({**question, "mulligan": {"do": "never"}}, deck), games=100).as_dict()
        assert [each["turn"] for each in told["answers"]] == [0, 2, 5]
        assert told["answers"][0]["mean"] <= told["answers"][1]["mean"] <= told["answers"][2]["mean"]

    def test_of_parts_has_the_cards_seen_of_each(self) -> None:
        assert sample_odds(read_asked(*ASKED["parts"]), games=10).as_dict()["seen"] == [[4, 5, 6, 7], [0, 3, 5]]

    def test_says_how_the_best_was_found(self) -> None:
        sample = sample_odds(read_asked(*ASKED["best-below"]), games=10, in_bulk=True)
        assert any("1000 games each" in said for said in sample.assumes)

    @pytest.mark.parametrize(
        ("asked", "place"), [({"games": 0}, "games"), ({"games": MAX_GAMES + 1}, "games"), ({"seed": -1}, "seed")]
    )
    def test_refuses_what_is_out_of_range(self, asked: dict[str, int], place: str) -> None:
        with pytest.raises(InputError) as refused:
            sample_odds(read_asked(*ASKED["never"]), **{"games": 1, **asked})
        assert refused.value.place == place

    def test_refuses_a_deck_that_ends_before(self) -> None:
        asked = read_asked({"game": "vs-classic", "want": [{"of": "A", "by": 3}]}, {"size": 9, "groups": {"A": 4}})
        with pytest.raises(InputError, match="the deck has 9"):
            sample_odds(asked, games=1)

    def test_refuses_the_best_of_more_hands_than_can_be_tried(self) -> None:
        names = "ABCDEF"
        cells = {"&".join(sorted({one, other})): 1 for one in names for other in names}
        want = [{"of": name, "by": 3} for name in names]
        question = {"game": "vs-2pcg", "first": True, "want": want, "mulligan": {"do": "best"}}
        with pytest.raises(InputError, match="too many to try"):
            sample_odds(read_asked(question, {"size": 60, "cells": cells}), games=1)


class TestAnswerWithin:
    """An exact answer, or none where it takes more work than is allowed."""

    def test_is_the_answer_where_it_is_quick(self) -> None:
        asked = read_asked(*ASKED["aside"])
        assert answer_within(asked) == answer(asked)

    def test_is_none_where_it_takes_more_work(self) -> None:
        assert answer_within(read_asked(*ASKED["below"]), 10) is None

    def test_is_none_where_too_many_hands_are_told_apart(self) -> None:
        names = "ABCDEF"
        cells = {"&".join(sorted({one, other})): 1 for one in names for other in names}
        keep = [[{"of": name}] for name in names]
        want = [{"of": name, "by": 3} for name in names]
        question = {"game": "vs-2pcg", "first": True, "want": want, "mulligan": {"do": "keep-if", "keep": keep}}
        asked = read_asked(question, {"size": 60, "cells": cells})
        assert answer_within(asked) is None
        assert 0 < sample_odds(asked, games=1_000, in_bulk=True).odds[0].least.mean < 1

    def test_refuses_what_cannot_be_asked(self) -> None:
        question = Question("vs-classic", ((Want(("A",), by=9),),), MulliganPolicy())
        with pytest.raises(InputError, match="cards are seen"):
            answer_within([AskedDeck(question, (GroupedCard(9, frozenset("A")),), 9, find_opening("vs-classic"))])
