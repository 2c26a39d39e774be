"""How many cards a section has to have, and what is missing there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from engine.model.reference import Reference
from engine.repair.sizes import find_short_sections

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
