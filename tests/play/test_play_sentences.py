"""What pages say of the turn, of who is in play, and of what was done."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.riftbound.play.facts import KEYWORDS_OF
from engine.play.facts import PlayInputError
from vsdb.play.page.turns import say_table
from vsdb.play.page.words import list_buttons, say_action
from vsdb.play.services import explain_error


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ({}, ""),
        ({"turn": {"active": "you"}}, ""),
        ({"you": {"energy": 3}}, ""),
        (
            {"you": {"characters": [{"id": "attacker"}]}, "opponent": {"characters": [{"id": "x", "name": "Hulk"}]}},
            "You have the attacker. Your opponent has Hulk. Nobody else is in play.",
        ),
        (
            {"you": {"front": [{"id": "a"}], "back": [{"id": "b"}]}, "opponent": {"front": []}},
            "You have a in the front row and b in the back row. Your opponent has nobody. Nobody else is in play.",
        ),
        (
            {"board": [{"id": "e1", "controller": "opponent"}, {"id": "u1", "controller": "you"}]},
            "You have u1. Your opponent has e1. Nobody else is in play.",
        ),
        (
            {"you": {"characters": [{"id": str(number)} for number in range(8)]}},
            "You have 0, 1, 2, 3, 4, 5 and 2 more. Nobody else is in play.",
        ),
    ],
)
def test_who_is_in_play_is_said_where_a_list_tells(position: dict[str, Any], said: str) -> None:
    assert say_table(position) == said


@pytest.mark.parametrize(
    ("says", "said"),
    [
        ({"attackers": ["a"], "defender": "d"}, "Attack: Thor attacks d"),
        ({"attackers": ["a", "b"], "defender": "d"}, "Attack: Thor, b attack d"),
        ({"card": {"id": "a"}, "from": "hand"}, "Attack: card Thor, from hand"),
        ({}, "Attack"),
    ],
)
def test_an_action_is_said_with_what_it_is_done_with(says: dict[str, Any], said: str) -> None:
    assert say_action("Attack", says, {"a": "Thor"}) == said


def test_keywords_that_are_said_often_are_one_tap_away() -> None:
    assert ("Reaction", ["Reaction"]) in list_buttons(KEYWORDS_OF)


def test_an_error_names_the_nearest_words() -> None:
    error = PlayInputError("action.card.keywords", "'Reacton' isn’t a keyword", ("Reaction",))
    assert explain_error(error) == "'Reacton' isn’t a keyword. Did you mean Reaction?"
    assert explain_error(error, with_place=True).startswith("Action.card.keywords: ")
