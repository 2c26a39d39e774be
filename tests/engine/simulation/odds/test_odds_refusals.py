"""What can't be read or counted of a question about odds."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from engine.model.errors import InputError
from engine.simulation.odds.answers import AskedDeck, answer, group_cards
from engine.simulation.odds.counting import Condition, Conditions, Walk, Work
from engine.simulation.odds.reading import find_opening, read_grouped_deck, read_question
from tests.engine.simulation.odds.asking import HOSTILE, HOSTILE_DECK, ask, forbid_counting

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
            ({"size": 60, "groups": {"rest": 1}}, "deck.groups.rest", "group’s name"),
            ({"size": 10_001, "groups": {"A": 1}}, "deck.size", "from 0 to 10000"),
            ({"size": 60, "cells": {f"{n}": 1 for n in range(7)}}, "deck.cells", "7 groups; at most 6"),
            ({"size": 60, "cells": {"A&": 1}}, "deck.cells.A&", "group’s name"),
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


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_counting(monkeypatch)


@pytest.mark.usefixtures("no_work")
class TestHostileQuestions:
    """They are refused by what is read of them: nothing is counted, however long it would take."""

    def test_of_many_groups_are_refused_unread(self) -> None:
        with pytest.raises(InputError, match="7 groups; at most 6"):
            ask(HOSTILE, HOSTILE_DECK)

    def test_of_many_conditions_are_refused_unread(self) -> None:
        with pytest.raises(InputError, match="400 conditions; at most 60"):
            ask(HOSTILE, {"size": 60, "groups": dict.fromkeys("ABCDEF", 8)})

    def test_would_be_seen_to_count(self) -> None:
        with pytest.raises(AssertionError, match="products counted"):
            ask({"game": "vs-classic", "want": [{"of": "A"}]}, DECK)
