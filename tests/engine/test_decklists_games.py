"""The game of a list that doesn't say it is the one whose cards most of its lines name."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from engine.decklists import MAX_LINE_LENGTH
from engine.decklists.games import (
    CLEAN,
    NAMED,
    NOTHING,
    count_named,
    find_game_of_lines,
    find_most_named,
    is_about_card,
    weigh_line,
)
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.errors import InputError
from engine.model.reference import Reference
from tests.engine.decklist_cards import CLASSIC, ON
from tests.engine.real_lists import read_sample

DAY = date(2026, 6, 1)

Load = Callable[[str], Reference]


def find(reference: Load, *lines: str) -> str:
    """The game of some lines, out of all that are recorded."""
    return find_game_of_lines(lines, [reference(game) for game in GAMES], DAY)


class TestTheGame:
    @pytest.mark.parametrize(
        ("sample", "game"),
        [("secret-avengers", VS_CLASSIC), ("warbound", VS_CLASSIC), ("a-force", VS_2PCG), ("jinx", RIFTBOUND)],
    )
    def test_of_a_sample_is_told_by_its_cards_alone(self, reference: Load, sample: str, game: str) -> None:
        lines = [line for line in read_sample(sample).splitlines() if not line.startswith("#")]
        assert find(reference, *lines) == game

    def test_is_that_of_most_lines(self, reference: Load) -> None:
        assert find(reference, "4 Mobilize", "3 Jinx, Rebel", "1 Nobody At All") == RIFTBOUND
        assert find(reference, "4 Mobilize", "4 Savage Beatdown", "1 Nobody At All") == VS_CLASSIC

    def test_is_that_of_lines_without_anything_to_settle_before_that_of_more_lines(self) -> None:
        weighed = {VS_CLASSIC: [NAMED, NAMED, NAMED], VS_2PCG: [CLEAN, NOTHING, NOTHING]}
        assert find_most_named(weighed) == VS_2PCG

    def test_is_that_of_more_lines_where_as_many_need_nothing_settled(self) -> None:
        weighed = {VS_CLASSIC: [CLEAN, NAMED], VS_2PCG: [CLEAN, NOTHING]}
        assert find_most_named(weighed) == VS_CLASSIC

    @pytest.mark.parametrize(
        ("lines", "why"),
        [
            (("4 Mobilize",), "the cards fit Vs. System TCG and Riftbound; choose the game"),
            (("4 Nobody At All", "# Savage Beatdown"), "no line names a recorded card; check the lines"),
            ((), "no line names a recorded card"),
        ],
    )
    def test_is_asked_for_where_the_lines_tell_no_one_game(
        self, reference: Load, lines: tuple[str, ...], why: str
    ) -> None:
        with pytest.raises(InputError, match=f"the game is unclear: {why}") as caught:
            find(reference, *lines)
        assert (caught.value.code, caught.value.place) == ("game-missing", "game")

    def test_is_asked_for_where_no_game_is_known(self) -> None:
        with pytest.raises(InputError, match="no line names a recorded card"):
            find_game_of_lines(["4 Savage Beatdown"], [], DAY)


class TestALine:
    @pytest.mark.parametrize(
        ("line", "weight"),
        [
            ("4 X-23", CLEAN),
            ("4 X-23 # for now", CLEAN),
            ("4 Boris", NAMED),  # without its version
            ("2 Ghost Rider", NAMED),  # one of two
            ("1 Boriss", NOTHING),
            ("# 4 X-23", NOTHING),
            ("", NOTHING),
            ("4 X-23" + " " * MAX_LINE_LENGTH, NOTHING),  # too long to be read
            ("¤¤¤", NOTHING),
        ],
    )
    def test_says_of_a_game_whether_it_names_a_card_and_how_clearly(self, line: str, weight: str) -> None:
        assert weigh_line(line, CLASSIC, ON) == weight

    def test_counts_as_named_whether_clearly_or_not(self) -> None:
        assert count_named([CLEAN, NOTHING, NAMED, NOTHING]) == 2

    @pytest.mark.parametrize(
        ("line", "expected"),
        [
            ("4 Savage Beatdown", True),
            ("¤¤¤", True),
            ("   ", False),
            ("# 4 Savage Beatdown", False),
            ("Plot Twists", False),
        ],
    )
    def test_is_about_a_card_unless_empty_a_comment_or_a_heading(self, line: str, expected: bool) -> None:
        assert is_about_card(line) is expected
