"""What 2PCG formats ask of health, copies, sets and main characters."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from engine.model.cards import VS_2PCG, Card
from engine.model.decks import Deck
from engine.model.formats import Restriction
from tests.engine import builders
from tests.engine.pcg_builders import (
    against,
    basic_location,
    equipment,
    main_character,
    multiverse,
    pcg_deck,
    plot_twist,
    severities,
    special_location,
    supporting,
    unrecorded,
)

DAY = date(2020, 1, 1)
SETS = {
    code: builders.card_set(VS_2PCG, code, DAY, kind=kind)
    for code, kind in {
        "DEF": "expansion",
        "AFF": "expansion",
        "ALN": "expansion",
        "LEG": "giant-size",
        "SVH": "giant-size",
        "FAN": "giant-size",
        "HER": "issue",
        "FRI": "issue",
        "CV3": "crossover",
    }.items()
}


def asked(deck: Deck, kind: str, terms: Mapping[str, Any] | None = None) -> list[str]:
    """How grave each thing is that a format with this one restriction finds."""
    fmt = multiverse(restrictions=(Restriction(kind, terms or {}),), sets=SETS)
    return severities("format-restriction", deck, fmt)


class TestHealth:
    """format:any restriction: format-restriction: health of main characters at each level and of supporting ones."""

    EXACT: Mapping[str, Any] = {"main_exactly": 5, "supporting_exactly": 1}
    LEAST: Mapping[str, Any] = {"main_at_least": 6, "supporting_at_least": 2}

    def test_tells_apart_two_cards_of_one_title(self) -> None:
        low, high = main_character(health=5), main_character(level=2, health=5, printings=("AFF-101",))
        fmt = multiverse(restrictions=(Restriction("health", self.LEAST),))

        assert against("format-restriction", pcg_deck(starters={low: 1}, level_up={high: 1}), fmt) == [
            (
                "error",
                (
                    "Captain Marvel [AFF-100], Captain Marvel [AFF-101] don’t fit; main "
                    "characters must have at least 6 health"
                ),
            )
        ]

    @pytest.mark.parametrize(
        ("terms", "main", "other", "found"),
        [
            (EXACT, 5, 1, []),
            (EXACT, 6, 1, ["error"]),
            (EXACT, 5, 2, ["error"]),
            (LEAST, 6, 2, []),
            ({"main_at_least": 6}, 6, 1, []),
            ({"main_at_least": 6}, 5, 1, ["error"]),
            (LEAST, 7, 3, []),
            (LEAST, 5, 2, ["error"]),
            (LEAST, 6, 1, ["error"]),
            (EXACT, None, 1, ["unknown"]),
            (EXACT, 5, "*", ["unknown"]),
        ],
    )
    def test_is_counted_for_each(self, terms: Mapping[str, Any], main: Any, other: Any, found: list[str]) -> None:
        deck = pcg_deck({supporting(health=other): 4, plot_twist(): 4}, starters={main_character(health=main): 1})

        assert asked(deck, "health", terms) == found

    def test_holds_outside_the_game_too(self) -> None:
        assert asked(pcg_deck(piles={"Wish": {supporting(health=2): 2}}), "health", self.EXACT) == ["error"]


class TestCopiesByType:
    """format:any restriction: format-restriction: exactly, at least or at most so many copies of each card."""

    DUALITY: Mapping[str, Any] = {
        "Supporting Character": {"exactly": 2},
        "Equipment": {"exactly": 2},
        "Location": {"at_least": 2},
    }
    SINGULARITY: Mapping[str, Any] = {"Supporting Character": {"at_most": 1}, "Location": {"at_most": 4}}

    @pytest.mark.parametrize(("count", "found"), [(1, ["error"]), (2, []), (3, ["error"])])
    def test_may_be_an_exact_number(self, count: int, found: list[str]) -> None:
        assert asked(pcg_deck({supporting(): count}), "copies-by-type", self.DUALITY) == found
        assert asked(pcg_deck({equipment(): count}), "copies-by-type", self.DUALITY) == found

    @pytest.mark.parametrize("location", [basic_location(), special_location()])
    def test_may_be_a_least_number_of_either_kind_of_location(self, location: Card) -> None:
        assert asked(pcg_deck({location: 1}), "copies-by-type", self.DUALITY) == ["error"]
        assert asked(pcg_deck({location: 4}), "copies-by-type", self.DUALITY) == []

    def test_may_be_a_highest_number(self) -> None:
        assert asked(pcg_deck({supporting(): 1, basic_location(): 4}), "copies-by-type", self.SINGULARITY) == []
        assert asked(pcg_deck({supporting(): 2}), "copies-by-type", self.SINGULARITY) == ["error"]

    def test_leaves_other_types_and_piles_alone(self) -> None:
        deck = pcg_deck({plot_twist(): 3}, starters={main_character(): 1}, piles={"Wish": {supporting(): 3}})

        assert asked(deck, "copies-by-type", self.DUALITY) == []

    def test_counts_reprints_together(self) -> None:
        twins = [supporting(slug=slug, copy_key="pixie") for slug in ("pixie-a", "pixie-b")]

        assert asked(pcg_deck(dict.fromkeys(twins, 1)), "copies-by-type", self.DUALITY) == []

    def test_is_unknown_without_a_type(self) -> None:
        assert asked(pcg_deck({unrecorded("Blob"): 2}), "copies-by-type", self.DUALITY) == ["unknown"]


class TestMainCharactersAtMost:
    """format:any restriction: format-restriction: so many different main characters in all."""

    TERMS: Mapping[str, Any] = {"at_most": 2}

    def test_lets_two_in(self) -> None:
        deck = pcg_deck(starters={main_character(): 1}, level_up={main_character(level=2): 1})

        assert asked(deck, "main-characters-at-most", self.TERMS) == []

    def test_counts_them_in_deck_and_piles_too(self) -> None:
        deck = pcg_deck(
            {main_character("B"): 1}, starters={main_character("A"): 1}, piles={"Edge": {main_character("C"): 1}}
        )

        assert asked(deck, "main-characters-at-most", self.TERMS) == ["error"]

    def test_is_unknown_where_only_levels_make_them_more(self) -> None:
        levels = {main_character(level=level): 1 for level in (2, 3)}

        assert asked(
            pcg_deck(starters={main_character(): 1}, level_up=levels), "main-characters-at-most", self.TERMS
        ) == ["unknown"]


class TestStartersOfAFormat:
    """format:any restriction: format-restriction: one starter, a boss, a set, each main character once."""

    def test_one_main_character_starts(self) -> None:
        outrider = main_character("Outrider", printings=("MCU6-006",))

        assert asked(pcg_deck(starters={main_character(): 1}), "one-starting-main-character") == []
        assert asked(pcg_deck(starters={outrider: 6}), "one-starting-main-character") == ["error"]

    def test_the_main_character_is_a_boss(self) -> None:
        terms = {"names": ["Thanos", "Ultron"]}

        assert asked(pcg_deck(starters={main_character("Thanos"): 1}), "boss", terms) == []
        assert asked(pcg_deck(starters={main_character(): 1}), "boss", terms) == ["error"]

    @pytest.mark.parametrize(
        ("released", "found"),
        [
            ((date(2026, 6, 2), date(2026, 6, 30)), ["error"]),
            ((date(2026, 6, 1), date(2026, 6, 2)), ["unknown"]),
            ((date(2026, 5, 1), date(2026, 6, 1)), []),
        ],
    )
    def test_a_later_set_brings_more_bosses(self, released: tuple[date, date], found: list[str]) -> None:
        sets = {"CV5": builders.card_set(VS_2PCG, "CV5", *released)}
        terms = {"names": ["Thanos"], "later": [{"set": "CV5", "names": ["Thor"]}]}
        fmt = multiverse(restrictions=(Restriction("boss", terms),), sets=sets)

        assert severities("format-restriction", pcg_deck(starters={main_character("Thor"): 1}), fmt) == found
        assert severities("format-restriction", pcg_deck(starters={main_character("Hela"): 1}), fmt) == ["error"]

    def test_main_characters_are_of_certain_sets(self) -> None:
        terms = {"sets": ["WDV", "LKI"]}

        assert asked(pcg_deck(starters={main_character(printings=("WDV-001",)): 1}), "main-character-sets", terms) == []
        assert asked(pcg_deck(starters={main_character(): 1}), "main-character-sets", terms) == ["error"]
        assert asked(pcg_deck(starters={main_character(printings=()): 1}), "main-character-sets", terms) == ["unknown"]

    def test_each_main_character_card_stands_in_the_list_once(self) -> None:
        one = main_character()
        outrider = main_character("Outrider", printings=("MCU6-006",))

        assert asked(pcg_deck({supporting(): 4}, starters={one: 1}), "main-character-once") == []
        assert asked(pcg_deck(starters={one: 1}, piles={"Edge": {one: 1}}), "main-character-once") == ["error"]
        assert asked(pcg_deck(starters={one: 1}, level_up={main_character(level=2): 1}), "main-character-once") == []
        assert asked(pcg_deck(starters={outrider: 6}), "main-character-once") == []


class TestSetsCombined:
    """format:any restriction: format-restriction: all cards from one large set, or from one and two issues."""

    ROYALE: Mapping[str, Any] = {
        "large": 1,
        "issues": 0,
        "large_kinds": ["giant-size"],
        "large_sets": ["DEF", "AFF"],
        "perhaps_kinds": ["expansion"],
        "without": ["LEG"],
    }
    ARC: Mapping[str, Any] = {
        **ROYALE,
        "issues": 2,
        "issue_kinds": ["issue", "crossover"],
        "free": ["basic-locations", "shared-wild-locations"],
        "without": [],
    }

    @staticmethod
    def of(*sets: str, **facts: Any) -> dict[Card, int]:
        return {supporting(f"Card of {code}", printings=(f"{code}-001",), **facts): 4 for code in sets}

    @pytest.mark.parametrize(
        ("sets", "found"),
        [
            (["SVH"], []),
            (["AFF"], []),
            (["AFF", "SVH"], ["error"]),
            (["LEG"], ["error"]),
            (["HER"], ["error"]),
            (["ALN"], ["unknown"]),
            (["XXX"], ["error"]),
        ],
    )
    def test_may_be_one_large_set(self, sets: list[str], found: list[str]) -> None:
        assert asked(pcg_deck(self.of(*sets)), "sets-combined", self.ROYALE) == found

    def test_names_the_cards_outside_the_choice_that_leaves_out_the_fewest(self) -> None:
        cards = {**self.of("AFF"), supporting("Pixie"): 4, supporting("Bishop", printings=("DEF-001", "LEG-015")): 4}
        fmt = multiverse(restrictions=(Restriction("sets-combined", self.ROYALE),), sets=SETS)

        assert against("format-restriction", pcg_deck(cards), fmt) == [
            ("error", "At least 1 card from other sets: Bishop [DEF-001]; only 1 large set")
        ]

    @pytest.mark.parametrize(
        ("sets", "found"),
        [
            (["FAN", "HER", "FRI"], []),
            (["FAN", "HER", "CV3"], []),
            (["LEG"], []),
            (["FAN", "HER", "FRI", "CV3"], ["error"]),
            (["FAN", "SVH", "HER"], ["error"]),
            (["ALN", "HER"], ["unknown"]),
        ],
    )
    def test_may_be_one_large_set_and_two_issues(self, sets: list[str], found: list[str]) -> None:
        assert asked(pcg_deck(self.of(*sets)), "sets-combined", self.ARC) == found

    def test_counts_a_reprint_in_either_set(self) -> None:
        both = supporting("Both", printings=("SVH-001", "FAN-001"))

        assert asked(pcg_deck({**self.of("FAN"), both: 4}), "sets-combined", self.ROYALE) == []

    def test_frees_basic_locations_and_shared_wild_ones_where_the_terms_say_so(self) -> None:
        basic = basic_location(printings=("SVH-050",))
        wild = special_location(printings=("SVH-051",))
        stranger = special_location("Madripoor", printings=("SVH-052",), teams=("Femme Fatales",))
        single = special_location("Arcade", printings=("SVH-053",), power_symbols=("Might",))

        assert asked(pcg_deck({**self.of("FAN"), basic: 4}), "sets-combined", self.ARC) == []
        assert asked(pcg_deck({**self.of("FAN"), wild: 4}), "sets-combined", self.ARC) == []
        assert asked(pcg_deck({**self.of("FAN"), stranger: 4}), "sets-combined", self.ARC) == ["error"]
        assert asked(pcg_deck({**self.of("FAN"), single: 4}), "sets-combined", self.ARC) == ["error"]
        assert asked(pcg_deck({**self.of("FAN"), basic: 4}), "sets-combined", self.ROYALE) == ["error"]

    def test_is_unknown_where_a_printing_is_not_recorded(self) -> None:
        elsewhere = supporting("Elsewhere", printings=("SVH-001",), has_unrecorded_printing=True)

        assert asked(pcg_deck({**self.of("FAN"), elsewhere: 4}), "sets-combined", self.ROYALE) == ["unknown"]
