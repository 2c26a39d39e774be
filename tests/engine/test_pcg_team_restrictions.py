"""What 2PCG formats ask of teams and alignments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.vs_2pcg import restriction_terms
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.formats import Restriction
from tests.engine.pcg_builders import (
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


def asked(deck: Deck, kind: str, terms: Mapping[str, Any] | None = None) -> list[str]:
    """How grave each thing is that a format with this one restriction finds."""
    return severities("format-restriction", deck, multiverse(restrictions=(Restriction(kind, terms or {}),)))


def evil(name: str = "Loki", **facts: Any) -> Card:
    return supporting(name, **{"teams": ("Super Villains",), "alignments": ("Evil",), **facts})


def unread(name: str = "Blob") -> Card:
    return unrecorded(name, "Supporting Character")


LEADER = main_character()


class TestOneTeam:
    """format:any restriction: format-restriction: all cards share one team, as Loyalty and Steadfast Loyalty ask."""

    LOYALTY: Mapping[str, Any] = {"piles": False, "neutral": "non-characters"}
    STEADFAST: Mapping[str, Any] = {"piles": True, "neutral": "basic-locations"}

    def test_holds_for_one_team_with_neutral_cards_that_are_no_characters(self) -> None:
        deck = pcg_deck({supporting(): 4, plot_twist(): 4, basic_location(): 4}, starters={LEADER: 1})

        assert asked(deck, "one-team", self.LOYALTY) == []

    def test_lets_a_card_of_two_teams_in_by_either(self) -> None:
        both = supporting("Both", teams=("Avengers", "A-Force"))

        assert asked(pcg_deck({both: 4}, starters={LEADER: 1}), "one-team", self.LOYALTY) == []

    def test_keeps_other_teams_and_characters_without_one_out(self) -> None:
        loner = supporting("Loner", teams=(), alignments=())

        assert asked(pcg_deck({evil(): 4}, starters={LEADER: 1}), "one-team", self.LOYALTY) == ["error"]
        assert asked(pcg_deck({loner: 4}, starters={LEADER: 1}), "one-team", self.LOYALTY) == ["error"]

    def test_leaves_piles_free_in_loyalty_and_binds_them_in_steadfast_loyalty(self) -> None:
        deck = pcg_deck({supporting(): 4}, starters={LEADER: 1}, piles={"Wish": {evil(): 2}})

        assert asked(deck, "one-team", self.LOYALTY) == []
        assert asked(deck, "one-team", self.STEADFAST) == ["error"]

    @pytest.mark.parametrize("card", [plot_twist(), equipment()])
    def test_lets_no_neutral_card_but_basic_locations_into_steadfast_loyalty(self, card: Card) -> None:
        assert asked(pcg_deck({card: 4}, starters={LEADER: 1}), "one-team", self.STEADFAST) == ["error"]
        assert asked(pcg_deck({basic_location(): 4}, starters={LEADER: 1}), "one-team", self.STEADFAST) == []

    @pytest.mark.parametrize("terms", [LOYALTY, STEADFAST])
    def test_is_unknown_without_a_recorded_team(self, terms: Mapping[str, Any]) -> None:
        assert asked(pcg_deck({unread(): 4}, starters={LEADER: 1}), "one-team", terms) == ["unknown"]


class TestTeamsOnly:
    """format:any restriction: format-restriction: cards are of the teams that the format names."""

    TERMS: Mapping[str, Any] = {
        "teams": ["The Super Villains", "X-Men"],
        "neutral": "non-characters",
        "except": [{"name": "Senator Kelly", "type": "Supporting Character"}],
    }

    def test_lets_the_teams_in_under_any_spelling(self) -> None:
        assert asked(pcg_deck({evil(teams=("Supervillains",)): 4}), "teams-only", self.TERMS) == []

    def test_keeps_other_teams_out(self) -> None:
        assert asked(pcg_deck({supporting(): 4}), "teams-only", self.TERMS) == ["error"]
        twist = plot_twist("Assemble", teams=("Avengers",), alignments=("Good",))
        assert asked(pcg_deck({twist: 4}), "teams-only", self.TERMS) == ["error"]

    def test_lets_neutral_cards_in_that_are_no_characters(self) -> None:
        loner = supporting("Loner", teams=(), alignments=())

        assert asked(pcg_deck({plot_twist(): 4, basic_location(): 4}), "teams-only", self.TERMS) == []
        assert asked(pcg_deck({loner: 4}), "teams-only", self.TERMS) == ["error"]
        assert asked(pcg_deck({loner: 4}), "teams-only", {**self.TERMS, "neutral": "any"}) == []

    def test_binds_piles_unless_the_terms_say_otherwise(self) -> None:
        deck = pcg_deck(piles={"Wish": {supporting(): 2}})

        assert asked(deck, "teams-only", self.TERMS) == ["error"]
        assert asked(deck, "teams-only", {**self.TERMS, "piles": False}) == []

    def test_excepts_by_name_and_type(self) -> None:
        assert asked(pcg_deck({supporting("Senator Kelly"): 4}), "teams-only", self.TERMS) == []
        assert asked(pcg_deck(starters={main_character("Senator Kelly"): 1}), "teams-only", self.TERMS) == ["error"]

    def test_looks_at_characters_alone_and_frees_a_set_where_the_terms_say_so(self) -> None:
        terms = {"teams": ["X-Men"], "scope": "characters", "except_sets": ["MCU7"]}
        twist = plot_twist("Assemble", teams=("Avengers",), alignments=("Good",))

        assert asked(pcg_deck({twist: 4, supporting(printings=("MCU7-001",)): 4}), "teams-only", terms) == []
        assert asked(pcg_deck({supporting(): 4}), "teams-only", terms) == ["error"]
        assert asked(pcg_deck({unrecorded("Blob"): 4}), "teams-only", terms) == ["unknown"]

    def test_is_unknown_without_a_recorded_team(self) -> None:
        assert asked(pcg_deck({unread(): 4}), "teams-only", self.TERMS) == ["unknown"]


class TestMainCharacterTeams:
    """format:any restriction: format-restriction: main characters of certain teams, or by name."""

    TERMS: Mapping[str, Any] = {"teams": ["X-Men"], "or_named": ["Simon Trask"]}

    @pytest.mark.parametrize(
        ("card", "found"),
        [
            (main_character(teams=("X-Men",)), []),
            (main_character("Simon Trask", teams=("Sentinels",)), []),
            (main_character(), ["error"]),
            (unrecorded("Magik", "Main Character"), ["unknown"]),
        ],
    )
    def test_looks_at_the_team_of_each(self, card: Card, found: list[str]) -> None:
        assert asked(pcg_deck({supporting(): 4}, starters={card: 1}), "main-character-teams", self.TERMS) == found


class TestGoodOrEvil:
    """format:any restriction: format-restriction: all Good or all Evil, teamless cards with either."""

    BAD = main_character("Thanos", teams=("Super Villains",), alignments=("Evil",))

    def test_holds_for_either_side(self) -> None:
        assert asked(pcg_deck({supporting(): 4, plot_twist(): 4}, starters={LEADER: 1}), "good-or-evil") == []
        assert asked(pcg_deck({evil(): 4, basic_location(): 4}, starters={self.BAD: 1}), "good-or-evil") == []

    def test_keeps_the_other_side_out_of_deck_and_piles(self) -> None:
        assert asked(pcg_deck({supporting(): 4, evil(): 4}, starters={LEADER: 1}), "good-or-evil") == ["error"]
        deck = pcg_deck({supporting(): 4}, starters={LEADER: 1}, piles={"Wish": {evil(): 2}})
        assert asked(deck, "good-or-evil") == ["error"]

    def test_asks_every_level_for_one_side(self) -> None:
        fallen = main_character("Sub-Mariner", 2, teams=("Frightful",), alignments=("Evil",))

        assert "error" in asked(pcg_deck(starters={LEADER: 1}, level_up={fallen: 1}), "good-or-evil")

    def test_is_unknown_without_a_recorded_alignment(self) -> None:
        assert asked(pcg_deck({unread(): 4}, starters={LEADER: 1}), "good-or-evil") == ["unknown"]


class TestAlignmentLoyalty:
    """format:any restriction: format-restriction: supporting characters of a Good team, and no Evil one anywhere."""

    GOOD: Mapping[str, Any] = {"alignment": "Good"}

    def test_holds_for_good_characters_and_neutral_other_cards(self) -> None:
        deck = pcg_deck({supporting(): 4, plot_twist(): 4}, starters={LEADER: 1})

        assert asked(deck, "alignment-loyalty", self.GOOD) == []

    @pytest.mark.parametrize(
        ("card", "found"),
        [
            (supporting("Loner", teams=(), alignments=()), ["error"]),
            (supporting("Both", teams=("A-Force", "Underworld"), alignments=("Good", "Evil")), ["error"]),
            (plot_twist("Plot", teams=("Underworld",), alignments=("Evil",)), ["error"]),
            (unread(), ["unknown"]),
        ],
    )
    def test_keeps_others_out(self, card: Card, found: list[str]) -> None:
        assert asked(pcg_deck({card: 4}, starters={LEADER: 1}), "alignment-loyalty", self.GOOD) == found

    def test_takes_the_side_of_the_level_one_main_character_where_none_is_named(self) -> None:
        thanos = main_character("Thanos", teams=("Super Villains",), alignments=("Evil",))

        assert asked(pcg_deck({evil(): 4}, starters={thanos: 1}), "alignment-loyalty") == []
        assert asked(pcg_deck({supporting(): 4}, starters={thanos: 1}), "alignment-loyalty") == ["error"]

    @pytest.mark.parametrize("starters", [{}, {unrecorded("Thanos", "Main Character"): 1}])
    def test_is_unknown_where_that_side_is_not_recorded(self, starters: Mapping[Card, int]) -> None:
        assert asked(pcg_deck({evil(): 4}, starters=starters), "alignment-loyalty") == ["unknown"]


class TestTeamPair:
    """format:any restriction: format-restriction: one of the pairs of teams, with Zombies and some extras."""

    TERMS: Mapping[str, Any] = {
        "pairs": [["Avengers", "Masters of Evil"], ["Defenders", "Underworld"]],
        "with_any": ["Zombies"],
        "extra_main_characters": ["*Black Panther*"],
        "extra_main_character_sets": ["ZOM"],
        "free_keywords": ["Zombie Master"],
        "free_names": ["Zombie Wasp"],
        "free_piles": ["Terrain"],
    }

    @staticmethod
    def of(team: str, name: str = "Somebody", **facts: Any) -> Card:
        return supporting(f"{name} of {team}", **{"teams": (team,), **facts})

    def pair(self, deck: Deck) -> list[str]:
        return asked(deck, "team-pair", self.TERMS)

    def test_holds_for_one_pair_with_zombies(self) -> None:
        leader = main_character(teams=("Underworld",))
        deck = pcg_deck({self.of("Defenders"): 4, self.of("Zombies"): 4, basic_location(): 4}, starters={leader: 1})

        assert self.pair(deck) == []

    def test_is_broken_by_teams_of_two_pairs(self) -> None:
        assert self.pair(pcg_deck({self.of("Defenders"): 4, self.of("Avengers"): 4})) == ["error"]

    def test_lets_no_other_neutral_card_in(self) -> None:
        assert self.pair(pcg_deck({plot_twist(): 4})) == ["error"]

    def test_lets_extras_in(self) -> None:
        master = main_character("Zombie Hulk", keywords=["Zombie Master"])
        panther = main_character("*Black Panther*", printings=("ZOM-003",))
        deck = pcg_deck({supporting("Zombie Wasp"): 4, master: 1}, starters={panther: 1})

        assert self.pair(deck) == []
        assert self.pair(pcg_deck(starters={main_character("*Black Panther*"): 1})) == ["error"]

    def test_lets_no_main_character_of_the_zombies_start(self) -> None:
        assert self.pair(pcg_deck(starters={main_character(teams=("Zombies",)): 1})) == ["error"]

    def test_leaves_terrains_free(self) -> None:
        assert self.pair(pcg_deck(piles={"Terrain": {plot_twist(type="Terrain"): 1}})) == []
        assert self.pair(pcg_deck(piles={"Wish": {plot_twist(): 2}})) == ["error"]

    def test_lets_a_wild_location_in_that_shares_a_team_with_a_character(self) -> None:
        both = self.of("Avengers", teams=("Avengers", "A-Force"))

        assert self.pair(pcg_deck({special_location(): 4, both: 4})) == []
        assert self.pair(pcg_deck({special_location(): 4, self.of("Avengers"): 4})) == ["error"]
        assert self.pair(pcg_deck({special_location(power_symbols=("Might",)): 4, both: 4})) == ["error"]
        assert self.pair(pcg_deck({special_location(power_symbols=None): 4, both: 4})) == ["unknown"]
        assert self.pair(pcg_deck({special_location(): 4, unread(): 4})) == ["unknown"]


class TestReadOnce:
    def test_keeps_no_more_terms_than_it_may(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(restriction_terms, "_MAX_KEPT", 2)
        read: list[object] = []
        look_up = restriction_terms.read_once(lambda terms: read.append(terms["teams"]) or terms["teams"])
        asked: list[Mapping[str, Any]] = [{"teams": number} for number in range(3)]
        assert [look_up(terms) for terms in (*asked[:2], *asked[:2], asked[2], asked[0])] == [0, 1, 0, 1, 2, 0]
        assert read == [0, 1, 2, 0]
