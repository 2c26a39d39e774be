"""The piles whose content takes more than a row of the table: inventions, transformations, wishes."""

from __future__ import annotations

import pytest

from engine.model.cards import Card
from tests.engine import builders
from tests.engine.pcg_builders import (
    Counts,
    against,
    equipment,
    main_character,
    pcg_deck,
    people,
    pile,
    plot_twist,
    special_location,
    supporting,
    unrecorded,
    wrong,
)


class TestInvention:
    """pcg-5.0 Ability Glossary: pile-size and pile-card: each Invention up to its number, team-less or an inventor's.

    pcg-5.0 Basic Game Concepts: one pile for all inventors.
    """

    DOOM = supporting("Doctor Doom", teams=("Frightful",), uses_piles=("Invention",))
    GADGET = equipment("Gadget", keywords=[("Invention", "2")])

    @pytest.mark.parametrize(("count", "found"), [(2, []), (3, ["pile-size error"]), (1, ["pile-size info"])])
    def test_more_than_its_number_is_wrong_and_fewer_is_said(self, count: int, found: list[str]) -> None:
        """pcg-updates August 2021: each Invention is optional."""
        assert wrong(pile("Invention", {self.GADGET: count}, self.DOOM)) == found

    def test_takes_a_number_that_is_not_recorded_on_trust(self) -> None:
        portal = equipment("Portal", member_of_piles=("Invention",))

        assert wrong(pile("Invention", {portal: 3}, self.DOOM)) == []

    def test_is_of_no_team_or_an_inventors(self) -> None:
        siphon = equipment("Siphon", teams=("Frightful",), keywords=["Invention"])
        portal = equipment("Portal", teams=("Pro-Registration",), keywords=["Invention"])
        unread = equipment("Discs", teams=None, alignments=None, keywords=["Invention"])

        assert wrong(pile("Invention", {siphon: 1}, self.DOOM)) == []
        assert wrong(pile("Invention", {portal: 1}, self.DOOM)) == ["pile-card error"]
        assert wrong(pile("Invention", {unread: 1}, self.DOOM)) == ["pile-card unknown"]
        inventor = supporting("Ant-Man", teams=None, alignments=None, uses_piles=("Invention",))
        assert wrong(pile("Invention", {portal: 1}, self.DOOM, inventor)) == ["pile-card unknown"]

    def test_holds_equipment_for_the_maker_alone(self) -> None:
        maker = supporting("The Maker", uses_piles=("Invention (+5 Equipment)",))
        five = {equipment(f"Tool {number}"): 1 for number in range(5)}

        assert wrong(pile("Invention", {**five, self.GADGET: 2}, maker)) == []
        assert wrong(pile("Invention", {**five, equipment("Sixth"): 1}, maker)) == ["pile-size error"]
        assert wrong(pile("Invention", dict.fromkeys(list(five)[:1], 1), self.DOOM)) == ["pile-card error"]
        assert wrong(pile("Invention", {plot_twist(): 1}, maker)) == ["pile-card error"]
        assert wrong(pile("Invention", {unrecorded("Gizmo"): 1}, maker)) == ["pile-card unknown"]


class TestTransform:
    """pcg-5.0 Deck Building Rules: pile-size and pile-card: three characters at most, each with level 2 and level 1."""

    MYSTIQUE = main_character("Mystique", 2, uses_piles=("Transform",))

    def test_is_of_three_characters_at_most(self) -> None:
        three = {main_character(name, level): 1 for name in "ABC" for level in (1, 2)}
        four = {**three, **{main_character("D", level): 1 for level in (1, 2)}}

        assert wrong(pile("Transform", three, self.MYSTIQUE)) == []
        assert against("pile-size", pile("Transform", four, self.MYSTIQUE)) == [
            ("error", "Transform pile: 4 different characters; at most 3")
        ]

    def test_has_alternates_and_other_levels_for_free(self) -> None:
        versions = {main_character("A", level, printings=(f"AFF-{level}",)): 1 for level in (1, 2, 3)}
        alternate = main_character("A", 2, printings=("AFF-9",))

        assert wrong(pile("Transform", {**versions, alternate: 1}, self.MYSTIQUE)) == []

    def test_has_each_card_once(self) -> None:
        cards = {main_character("A", 1): 2, main_character("A", 2): 1}

        assert wrong(pile("Transform", cards, self.MYSTIQUE)) == ["pile-size error"]

    @pytest.mark.parametrize("level", [1, 2])
    def test_has_both_levels_of_each(self, level: int) -> None:
        assert wrong(pile("Transform", {main_character("A", level): 1}, self.MYSTIQUE)) == ["pile-card error"]

    def test_has_the_level_one_that_leads_to_the_level_two(self) -> None:
        low = main_character("A", 1, teams=("X-Men",))
        high = main_character("A", 2, teams=("Avengers",))

        assert wrong(pile("Transform", {low: 1, high: 1}, self.MYSTIQUE)) == ["pile-card error"]

    def test_is_unknown_without_a_level(self) -> None:
        deck = pile("Transform", {main_character("A", 1): 1, main_character("A", None): 1}, self.MYSTIQUE)

        assert wrong(deck) == ["pile-card unknown"]

    def test_holds_main_characters_only(self) -> None:
        assert wrong(pile("Transform", people("A"), self.MYSTIQUE)) == ["pile-card error"]


class TestWish:
    """pcg-5.0 Ability Glossary: pile-size and pile-card: three different cards, two copies of each.

    pcg-5.0 Basic Game Concepts: and none that starts in a pile.
    """

    JENN = supporting("Jenn", uses_piles=("Wish",))

    def wish(self, cards: Counts) -> list[str]:
        return wrong(pile("Wish", cards, self.JENN))

    def test_is_three_times_two(self) -> None:
        assert self.wish({supporting(): 2, plot_twist(): 2, equipment(): 2}) == []
        assert self.wish({supporting(): 2, plot_twist(): 2}) == ["pile-size error"]
        assert self.wish({supporting(): 2, plot_twist(): 2, equipment(): 1}) == ["pile-size error"]

    @pytest.mark.parametrize(
        "card",
        [
            main_character(),
            special_location(),
            supporting("Monkey", type="Token (Supporting Character)"),
            plot_twist("Agenda", member_of_piles=("Agenda",)),
            equipment("Gadget", keywords=["Invention"]),
        ],
    )
    def test_holds_no_token_main_character_location_or_pile_card(self, card: Card) -> None:
        assert self.wish({supporting(): 2, plot_twist(): 2, card: 2}) == ["pile-card error"]

    def test_may_stand_on_lines_that_are_not_settled(self) -> None:
        line = builders.unknown(2, "Pixi", "pile:Wish")

        assert wrong(pcg_deck({self.JENN: 1}, line, piles={"Wish": {supporting(): 2, plot_twist(): 2}})) == [
            "pile-size unknown"
        ]
