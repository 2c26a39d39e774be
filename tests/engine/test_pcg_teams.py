"""What the cards of a 2PCG deck have in common: a team for Loyalty, a universe."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.cards import Card
from engine.model.verdicts import NOT_APPLICABLE, Breach, Citation, Measure
from tests.engine.pcg_builders import (
    against,
    basic_location,
    main_character,
    multiverse,
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

    def test_asks_nothing_of_a_deck_without_it(self) -> None:
        deck = pcg_deck({supporting(): 1, x_men(): 1}, starters={LEADER: 1})

        assert said("loyalty", deck) == [Measure(0, outcome=NOT_APPLICABLE, note="no card with Loyalty")]

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
                "without a recorded team: Cyclops [AFF-100], Blob; "
                "Cyclops [AFF-100] has Loyalty, so all characters share one team, and so do other cards with a team",
            )
        ]

    def test_is_broken_where_no_character_has_a_team(self) -> None:
        loyal = supporting("Cyclops", teams=(), alignments=(), keywords=["Loyalty"])

        assert severities("loyalty", pcg_deck({loyal: 1})) == ["error"]


class TestUniverse:
    """format:multiverse universe: Illustrated or Photographic cards, never both."""

    HUGH = supporting("Hugh Campbell Sr.", universe="Photographic")

    def test_holds_where_all_are_of_one(self) -> None:
        assert severities("universe", pcg_deck({supporting(): 4}, starters={main_character(): 1})) == []

    def test_is_broken_by_one_card_of_the_other(self) -> None:
        assert against("universe", pcg_deck({supporting(): 4, x_men(): 4, self.HUGH: 2})) == [
            (
                "error",
                "1 card of another universe than Illustrated: Hugh Campbell Sr. [AFF-100]; "
                "Illustrated or Photographic, not both",
            )
        ]

    def test_binds_the_main_character_and_the_piles(self) -> None:
        assert severities("universe", pcg_deck({self.HUGH: 4}, starters={main_character(): 1})) == ["error"]
        assert severities("universe", pcg_deck({self.HUGH: 4}, piles={"Hound": {supporting(): 1}})) == ["error"]

    def test_leaves_the_wish_pile_free(self) -> None:
        assert severities("universe", pcg_deck({self.HUGH: 4}, piles={"Wish": {supporting(): 2}})) == []

    def test_fits_a_card_of_any_universe_to_both(self) -> None:
        anyone = supporting("Anyone", universe="Any")

        assert severities("universe", pcg_deck({anyone: 1, self.HUGH: 1})) == []
        assert severities("universe", pcg_deck({anyone: 1, supporting(): 1})) == []

    def test_is_unknown_for_a_universe_that_is_not_recorded(self) -> None:
        unread = supporting("Chair", universe=None)

        assert severities("universe", pcg_deck({unread: 1, supporting(): 1})) == ["unknown"]

    @pytest.mark.parametrize("universe", ["mixed", None])
    def test_asks_nothing_where_the_format_lets_them_mix_or_says_nothing(self, universe: str | None) -> None:
        deck = pcg_deck({supporting(): 4, self.HUGH: 2})
        found = said("universe", deck, multiverse(universe=universe))

        assert [(type(each), getattr(each, "outcome", None)) for each in found] == [(Measure, NOT_APPLICABLE)]

    def test_asks_for_the_one_that_the_format_names_and_cites_the_format(self) -> None:
        fmt = multiverse(slug="previously-on", universe="Photographic")

        assert severities("universe", pcg_deck({self.HUGH: 4}), fmt) == []
        (found,) = (each for each in said("universe", pcg_deck({supporting(): 4}), fmt) if isinstance(each, Breach))
        assert found.message == "1 card of another universe than Photographic: Pixie [AFF-100]; Photographic only"
        assert found.citation == Citation("format:previously-on", "universe")
