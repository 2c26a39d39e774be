"""How many cards a section has to have, and what is missing there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from engine.model.reference import Reference
from engine.repair.sizes import SectionSize, find_short_sections, measure_sections

Load = Callable[[str], Reference]
DAY = date(2026, 6, 1)


class TestShortSections:
    """Riftbound's 103.2: 40 cards with the chosen champion; 103.3.a: 12 runes; 103.4.a: 3 battlefields in its
    competitions; the TCG's 101.1: 60 cards."""

    def test_of_an_empty_deck_are_all_that_the_format_counts(self, reference: Load) -> None:
        assert find_short_sections({}, reference("riftbound").formats["standard"], DAY) == {
            "deck": (0, 40),
            "legend": (0, 1),
            "champion": (0, 1),
            "runes": (0, 12),
            "battlefields": (0, 3),
        }

    def test_the_champion_counts_for_the_deck_but_has_a_size_of_its_own(self, reference: Load) -> None:
        fmt = reference("riftbound").formats["standard"]
        rest = {"legend": 1, "runes": 12, "battlefields": 3}
        assert find_short_sections({**rest, "deck": 38, "champion": 1}, fmt, DAY) == {"deck": (39, 40)}
        assert find_short_sections({**rest, "deck": 39, "champion": 1}, fmt, DAY) == {}
        assert find_short_sections({**rest, "deck": 40}, fmt, DAY) == {"champion": (0, 1)}

    @pytest.mark.parametrize(("size", "short"), [(59, {"deck": (59, 60)}), (60, {}), (61, {})])
    def test_end_with_the_least_that_is_asked(
        self, reference: Load, size: int, short: dict[str, tuple[int, int]]
    ) -> None:
        assert find_short_sections({"deck": size}, reference("vs-classic").formats["golden-age"], DAY) == short

    def test_a_deck_is_known_by_a_main_character(self, reference: Load) -> None:
        fmt = reference("vs-2pcg").formats["multiverse"]
        assert find_short_sections({"deck": 60}, fmt, DAY) == {"main-character": (0, 1)}
        assert find_short_sections({"deck": 60, "main-character": 1}, fmt, DAY) == {}

    def test_a_deck_without_a_least_size_has_a_card(self, reference: Load) -> None:
        golden = reference("vs-classic").formats["golden-age"]
        fmt = replace(golden, construction=replace(golden.construction, deck_min=None, deck_max=None))
        assert find_short_sections({}, fmt, DAY) == {"deck": (0, 1)}
        assert find_short_sections({"deck": 1}, fmt, DAY) == {}


class TestMeasuredSections:
    """Riftbound's 103.2, 103.3.a and 103.4.a, and the tournament rules' 601.1.c.1: a sideboard of up to 8, of up to 10
    from 2026-07-16; a Limited deck has a main deck and runes, and may have a legend and a champion (602.4.a.5)."""

    @pytest.mark.parametrize(("day", "most"), [(date(2026, 7, 15), 8), (date(2026, 7, 16), 10)])
    def test_have_the_numbers_of_the_day(self, reference: Load, day: date, most: int) -> None:
        found = measure_sections({"sideboard": 9}, reference("riftbound").formats["standard"], day)
        assert found["sideboard"] == SectionSize(9, 0, most)
        assert found["sideboard"].words == f"9 of {most}"
        assert found["sideboard"].room == max(most - 9, 0)
        assert found["sideboard"].is_over == (most < 9)

    def test_count_the_champion_with_the_deck_and_by_itself(self, reference: Load) -> None:
        sizes = {"deck": 30, "champion": 1, "legend": 1, "runes": 7}
        found = measure_sections(sizes, reference("riftbound").formats["standard"], DAY)
        assert {section: (size.words, size.missing) for section, size in found.items()} == {
            "deck": ("31 of 40", 9),
            "legend": ("1 of 1", 0),
            "champion": ("1 of 1", 0),
            "runes": ("7 of 12", 5),
            "battlefields": ("0 of 3", 3),
            "sideboard": ("0 of 8", 0),
        }
        assert found["deck"].beside == {"champion"}
        assert found["champion"].beside == frozenset()

    def test_are_those_alone_of_which_the_format_says_a_number(self, reference: Load) -> None:
        found = measure_sections({"deck": 24, "runes": 12}, reference("riftbound").formats["sealed"], DAY)
        assert {section: size.words for section, size in found.items()} == {
            "deck": "24 of 25+",
            "runes": "12 of 12",
            "legend": "0 of 1",
            "champion": "0 of 1",
        }
        assert found["legend"].missing == 0  # 602.4.a.5: it may be left out
        assert found["deck"].room == 0  # as many as one likes
        assert not found["deck"].is_over

    @pytest.mark.parametrize(
        ("size", "words"),
        [(SectionSize(3), "3"), (SectionSize(39, 40, 60), "39 of 40 to 60"), (SectionSize(0, 0, 0), "0 of 0")],
    )
    def test_say_what_is_asked_for(self, size: SectionSize, words: str) -> None:
        assert size.words == words
