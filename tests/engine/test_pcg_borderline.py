"""2PCG lists on the border of a rule: a card that stands in two places, a fact that can't matter, a pile in a pile."""

from __future__ import annotations

import pytest

from engine.model.verdicts import ERROR, UNKNOWN
from tests.engine.pcg_builders import (
    basic_location,
    main_character,
    pcg_deck,
    severities,
    special_location,
    supporting,
)

OMEGA = ("Omega Level Mutant",)


class TestTheLevelUpZone:
    """pcg-5.0 Basic Game Concepts: the level-up zone holds what can be leveled into, and nothing else."""

    FIRST = main_character(level=1)
    SECOND = main_character(level=2)

    def test_holds_the_next_level_of_the_starting_main_character(self) -> None:
        assert severities("level-up", pcg_deck(starters={self.FIRST: 1}, level_up={self.SECOND: 1})) == []

    def test_has_no_place_for_the_starting_main_character_itself(self) -> None:
        deck = pcg_deck(starters={self.FIRST: 1}, level_up={self.SECOND: 1, self.FIRST: 1})

        assert severities("level-up", deck) == [ERROR]

    def test_has_no_place_for_a_main_character_of_the_deck_that_nothing_levels_into(self) -> None:
        guest = main_character("Ghost-Spider", level=1, keywords=("Spider-Verse",))
        deck = pcg_deck({guest: 1}, starters={self.FIRST: 1}, level_up={self.SECOND: 1, guest: 1})

        assert severities("level-up", deck) == [ERROR]


class TestNeutralLocations:
    """pcg-5.0 Deck Building Rules: four neutral locations of a power symbol, all of one name (location-limit)."""

    LONE = special_location("Queens", power_symbols=None, teams=None, alignments=None)

    def test_nothing_is_open_where_every_location_is_one_card_up_to_four_times(self) -> None:
        assert severities("location-limit", pcg_deck({self.LONE: 4})) == []

    @pytest.mark.parametrize("beside", [{LONE: 5}, {LONE: 1, basic_location(): 1}])
    def test_unrecorded_symbols_matter_beyond_four_or_beside_another_name(self, beside: dict[object, int]) -> None:
        assert severities("location-limit", pcg_deck(beside)) == [UNKNOWN]  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("alignments", "found"), [(("Good",), []), (("Neutral",), [ERROR, ERROR]), (None, [UNKNOWN, UNKNOWN])]
    )
    def test_a_recorded_alignment_tells_a_team_location_from_a_neutral_one(
        self, alignments: tuple[str, ...] | None, found: list[str]
    ) -> None:
        other = special_location("Arcadia", power_symbols=("Intellect",), teams=None, alignments=alignments)

        assert severities("location-limit", pcg_deck({basic_location(): 4, other: 1})) == found


class TestOmegaLevelMutants:
    """pcg-5.0 Keyword Glossary: no Omega Level Mutants of other names in the deck (omega-level)."""

    @pytest.mark.parametrize(("name", "found"), [("Magneto", []), ("Iceman", [ERROR])])
    def test_the_main_character_s_own_text_counts(self, name: str, found: list[str]) -> None:
        starter = main_character("Magneto", keywords=OMEGA)
        deck = pcg_deck({supporting(name, keywords=OMEGA): 1}, starters={starter: 1})

        assert severities("omega-level", deck) == found


class TestPilesInPiles:
    """pcg-5.0 Basic Game Concepts: a card that uses a pile is in none, even in its own (pile-nested)."""

    def test_a_wish_brings_no_second_wish(self) -> None:
        jenn = supporting("Jenn", uses_piles=("Wish",))
        wishes = {jenn: 2, supporting("Medusa"): 2, supporting("Loki"): 2}

        assert severities("pile-nested", pcg_deck({jenn: 1}, piles={"Wish": wishes})) == [ERROR]

    def test_the_six_stand_in_the_pile_that_each_of_them_uses(self) -> None:
        facts = {"uses_piles": ("Sinister Six",), "keywords": ("Sinister Six",)}
        six = {main_character(f"Foe {number}", **facts): 1 for number in range(6)}

        assert severities("pile-nested", pcg_deck(piles={"Sinister Six": six})) == []
