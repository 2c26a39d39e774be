"""The team that the cards of a 2PCG deck with Loyalty have in common."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.verdicts import NONE_RECORDED, Measure
from tests.engine.pcg_builders import (
    against,
    basic_location,
    main_character,
    pcg_deck,
    plot_twist,
    said,
    severities,
    supporting,
    unrecorded,
)


def x_men(name: str = "Storm", **facts: Any) -> Card:
    return supporting(name, **{"teams": ("X-Men",), **facts})


LOYAL = x_men("Cyclops", keywords=[("Loyalty", "X-Men")])
LEADER = main_character("Professor X", teams=("X-Men",))


class TestLoyalty:
    """pcg-updates July 2019: all characters share one team, and so do other cards that have one."""

    def test_takes_on_trust_that_no_card_has_it_where_none_is_recorded(self) -> None:
        deck = pcg_deck({supporting(): 1, x_men(): 1}, starters={LEADER: 1})

        assert said("loyalty", deck) == [
            Measure(0, outcome=NONE_RECORDED, note="no card in the deck is recorded with Loyalty")
        ]

    def test_says_that_keywords_no_source_records_are_taken_on_trust(self) -> None:
        deck = pcg_deck({LOYAL: 1, unrecorded("Find Cover", "Plot Twist", teams=()): 1, unrecorded("Blob"): 1})

        assert [each for each in said("loyalty", deck) if isinstance(each, Measure)] == [
            Measure(0, 0),
            Measure(1, outcome=NONE_RECORDED, note="no recorded text for 1 card: assumed not to have Loyalty"),
        ]

    def test_binds_to_a_team_of_its_card_where_it_names_none(self) -> None:
        loyal = x_men("Cyclops", keywords=["Loyalty"])
        more = [supporting(name) for name in ("Pixie", "Wasp", "Medusa")]

        assert severities("loyalty", pcg_deck({loyal: 1, x_men(): 1}, starters={LEADER: 1})) == []
        [(severity, message)] = against("loyalty", pcg_deck({loyal: 1, **dict.fromkeys(more, 1)}))
        assert severity == "error"
        assert message.startswith(
            "Not on the team of the other cards: Pixie [AFF-100], Wasp [AFF-100], Medusa [AFF-100];"
        )

    def test_binds_to_the_team_that_it_names_where_that_of_its_card_is_not_recorded(self) -> None:
        loyal = x_men("Gifted", teams=None, alignments=None, keywords=[("Loyalty", "X-Men")])

        assert severities("loyalty", pcg_deck({loyal: 1, supporting(): 1}, starters={LEADER: 1})) == ["error"]

    def test_holds_where_all_share_the_team_and_neutral_cards_are_no_characters(self) -> None:
        both = x_men("Wolverine", teams=("Avengers", "X-Men"))
        deck = pcg_deck({LOYAL: 1, both: 1, plot_twist(): 1, basic_location(): 1}, starters={LEADER: 1})

        assert severities("loyalty", deck) == []

    def test_is_broken_by_a_card_of_another_team(self) -> None:
        found = against("loyalty", pcg_deck({LOYAL: 1, supporting(): 1}, starters={LEADER: 1}))

        assert [severity for severity, _ in found] == ["error"]
        assert "Pixie" in found[0][1]

    def test_is_broken_by_a_plot_twist_of_another_team(self) -> None:
        twist = plot_twist("Assemble", teams=("Avengers",), alignments=("Good",))

        assert severities("loyalty", pcg_deck({LOYAL: 1, twist: 1}, starters={LEADER: 1})) == ["error"]

    def test_lets_no_character_without_a_team_in(self) -> None:
        loner = supporting("Loner", teams=(), alignments=())

        assert severities("loyalty", pcg_deck({LOYAL: 1, loner: 1}, starters={LEADER: 1})) == ["error"]

    def test_binds_the_main_character_and_its_levels(self) -> None:
        assert severities("loyalty", pcg_deck({LOYAL: 1}, starters={main_character(): 1})) == ["error"]
        high = main_character("Professor X", 2)
        assert severities("loyalty", pcg_deck({LOYAL: 1}, starters={LEADER: 1}, level_up={high: 1})) == ["error"]

    def test_leaves_piles_free(self) -> None:
        """pcg-updates June 2020: piles are free of Loyalty."""
        deck = pcg_deck({LOYAL: 1}, starters={LEADER: 1}, piles={"Wish": {supporting(): 2}})

        assert severities("loyalty", deck) == []

    @pytest.mark.parametrize(
        "card",
        [
            x_men("Dazzler", teams=None, alignments=None),
            unrecorded("Blob", teams=()),
        ],
    )
    def test_is_unknown_where_a_team_or_a_type_is_not_recorded(self, card: Card) -> None:
        assert severities("loyalty", pcg_deck({LOYAL: 1, card: 1}, starters={LEADER: 1})) == ["unknown"]

    def test_is_unknown_where_no_team_at_all_is_recorded(self) -> None:
        blob = unrecorded("Blob", "Supporting Character")
        loyal = supporting("Cyclops", teams=None, alignments=None, keywords=["Loyalty"])

        assert against("loyalty", pcg_deck({loyal: 1, blob: 1})) == [
            (
                "unknown",
                (
                    "Team not recorded: Cyclops [AFF-100], Blob; Cyclops [AFF-100] has Loyalty, so all "
                    "characters and other cards with a team must share one team"
                ),
            )
        ]

    def test_is_broken_where_no_character_has_a_team(self) -> None:
        loyal = supporting("Cyclops", teams=(), alignments=(), keywords=["Loyalty"])

        assert severities("loyalty", pcg_deck({loyal: 1})) == ["error"]


class TestLoyaltyToSeveralTeams:
    """pcg-updates July 2019: a kind of Loyalty that names several teams lets in the characters, and the other cards
    with a team, that are of any of them.
    """

    MUTANTS = (("Mutant Loyalty", "Brotherhood of Mutants"), ("Mutant Loyalty", "X-Men"))
    DREAM = plot_twist("A Dream Realized", teams=("X-Men",), alignments=("Good",), keywords=MUTANTS)

    def deck(self, *cards: Card, **parts: Any) -> Deck:
        return pcg_deck({self.DREAM: 1, **dict.fromkeys(cards, 1)}, starters={LEADER: 1}, **parts)

    def test_lets_in_cards_of_any_of_them_and_neutral_cards_that_are_no_characters(self) -> None:
        toad = supporting("Toad", teams=("Brotherhood", "Underworld"))

        assert said("loyalty", self.deck(toad, x_men(), plot_twist(), basic_location())) == [Measure(0, 0)]

    @pytest.mark.parametrize(
        "card",
        [
            supporting(),
            supporting("Loner", teams=(), alignments=()),
            plot_twist("Assemble", teams=("Avengers",), alignments=("Good",)),
        ],
    )
    def test_keeps_out_what_is_of_none_of_them(self, card: Card) -> None:
        assert against("loyalty", self.deck(x_men(), card)) == [
            (
                "error",
                f"Not Brotherhood of Mutants or X-Men: {card.name} [AFF-100]; A Dream Realized [AFF-100] has Mutant "
                "Loyalty, so all characters and other cards with a team must be Brotherhood of Mutants or X-Men",
            )
        ]

    def test_binds_the_main_character_and_its_levels_and_leaves_piles_free(self) -> None:
        avenger = main_character("Professor X", 2, teams=("Avengers",))

        assert severities("loyalty", self.deck(level_up={avenger: 1})) == ["error"]
        assert severities("loyalty", self.deck(piles={"Wish": {supporting(): 2}})) == []

    @pytest.mark.parametrize("card", [x_men("Dazzler", teams=None, alignments=None), unrecorded("Blob", teams=())])
    def test_is_unknown_where_a_team_or_a_type_is_not_recorded(self, card: Card) -> None:
        assert severities("loyalty", self.deck(card)) == ["unknown"]

    @pytest.mark.parametrize("name", ["Mutant Loyalty", "Loyalty to the Streets"])
    def test_is_unknown_where_the_teams_that_it_names_are_not_recorded(self, name: str) -> None:
        dream = plot_twist("A Dream Realized", teams=("X-Men",), keywords=[name])

        assert against("loyalty", pcg_deck({dream: 1, supporting(): 1}, starters={LEADER: 1})) == [
            ("unknown", f"A Dream Realized [AFF-100] has {name}; the teams it names aren’t recorded")
        ]

    def test_holds_for_each_kind_by_itself(self) -> None:
        toad = supporting("Toad", teams=("Brotherhood of Mutants",))
        streets = plot_twist("The Word", keywords=[("Loyalty to the Streets", "Defenders")])

        assert severities("loyalty", self.deck(LOYAL, toad)) == ["error"]
        assert severities("loyalty", self.deck(streets)) == ["error"]
        assert severities("loyalty", self.deck(LOYAL, x_men())) == []

    def test_is_no_other_kind_for_the_same_teams_in_another_order(self) -> None:
        again = plot_twist("Secondary Mutation", keywords=reversed(self.MUTANTS))

        assert severities("loyalty", self.deck(again, supporting())) == ["error"]
