"""Games and formats are found by what people call them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from engine.formats.names import find_game, list_format_names, list_main_formats, list_official_formats
from engine.model.cards import GAMES
from engine.model.errors import NotFound
from engine.model.reference import Reference

Load = Callable[[str], Reference]


def find(reference: Reference, word: str) -> list[str]:
    """The slugs of the formats that a word names."""
    return [fmt.slug for fmt in list_official_formats(reference, word)]


class TestAGame:
    @pytest.mark.parametrize(
        ("word", "slug"),
        [
            ("vs-classic", "vs-classic"),
            ("Vs. System TCG", "vs-classic"),
            ("vs system 2pcg", "vs-2pcg"),
            ("RIFTBOUND", "riftbound"),
        ],
    )
    def test_is_found_by_its_slug_or_its_name(self, word: str, slug: str) -> None:
        assert find_game(word) == slug

    def test_that_there_is_not_is_answered_with_those_there_are(self) -> None:
        with pytest.raises(NotFound, match="'chess'; the games are vs-classic, vs-2pcg, riftbound") as caught:
            find_game("chess")
        assert caught.value.nearest == tuple(GAMES)


class TestAFormat:
    @pytest.mark.parametrize(
        ("game", "word", "slugs"),
        [
            ("vs-classic", "golden-age", ["golden-age"]),
            ("vs-classic", "golden", ["golden-age"]),
            ("vs-classic", " golden AGE ", ["golden-age"]),
            ("vs-classic", "vs-classic/golden-age", ["golden-age"]),
            ("vs-classic", "vs-classic/ byott", ["bring-your-own-two-teams"]),
            ("vs-classic", "vs-2pcg/golden-age", []),
            ("vs-classic", "standard", []),
            ("vs-2pcg", "Standard", ["multiverse"]),
            ("riftbound", "standard", ["standard"]),
            ("riftbound", "Constructed: Standard", ["standard"]),
        ],
    )
    def test_is_found_by_slug_name_or_alias_with_its_game_or_without(
        self, reference: Load, game: str, word: str, slugs: list[str]
    ) -> None:
        assert find(reference(game), word) == slugs

    def test_is_called_by_its_slug_its_short_name_its_name_and_its_aliases(self, reference: Load) -> None:
        assert list_format_names(reference("vs-2pcg").formats["multiverse"]) == {"multiverse", "standard", "multi"}
        assert "choose your set wisely" in list_format_names(reference("vs-classic").formats["bring-your-own-set"])


class TestMainFormats:
    @pytest.mark.parametrize(
        ("day", "slugs"),
        [
            (date(2004, 3, 31), []),
            (date(2004, 6, 1), ["golden-age"]),
            (date(2005, 6, 1), ["golden-age", "modern-age", "marvel-modern-age"]),
            # Marvel Modern Age ends on an unrecorded day of 2006.
            (date(2006, 12, 31), ["golden-age", "silver-age", "modern-age", "marvel-modern-age", "dc-modern-age"]),
            (date(2007, 1, 1), ["golden-age", "silver-age", "modern-age", "dc-modern-age"]),
        ],
    )
    def test_are_the_constructed_ones_in_season(self, reference: Load, day: date, slugs: list[str]) -> None:
        assert [fmt.slug for fmt in list_main_formats(reference("vs-classic"), day)] == slugs

    def test_leave_out_limited_and_team_play(self, reference: Load) -> None:
        assert [fmt.slug for fmt in list_main_formats(reference("riftbound"), date(2026, 6, 1))] == ["standard"]
