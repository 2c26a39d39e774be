"""Out-of-game piles: there when needed, not when unasked, no pile within a pile."""

from __future__ import annotations

import pytest

from engine.model.decks import DECK
from engine.model.verdicts import NONE_RECORDED, Measure
from tests.engine import builders
from tests.engine.pcg_builders import (
    against,
    main_character,
    pcg_deck,
    plot_twist,
    said,
    severities,
    supporting,
    unrecorded,
)

OVOMORPH = supporting("Ovomorph", uses_piles=("Facehugger",))
FACEHUGGER = supporting("Facehugger", type="Facehugger Pile card", member_of_piles=("Facehugger",))
INCUBATION = plot_twist("Extended Incubation", type="Facehugger Pile card", member_of_piles=("Facehugger",))
HUGGERS = {FACEHUGGER: 3, INCUBATION: 1}


class TestPileMissing:
    """pcg-5.0 Basic Game Concepts: pile-missing: a pile that a card uses is brought, unless the card says otherwise."""

    def test_needs_the_pile_of_a_card_in_the_deck(self) -> None:
        assert against("pile-missing", pcg_deck({OVOMORPH: 4})) == [
            ("error", "Ovomorph [AFF-100] needs its Facehugger pile; none listed")
        ]
        assert severities("pile-missing", pcg_deck({OVOMORPH: 4}, piles={"Facehugger": HUGGERS})) == []

    @pytest.mark.parametrize("name", ["facehugger", "FACEHUGGER PILE", "Facehuggers", "Facehugger (4)"])
    def test_finds_the_pile_however_its_name_is_written(self, name: str) -> None:
        deck = pcg_deck({OVOMORPH: 4}, piles={name: HUGGERS})

        assert [severities(code, deck) for code in ("pile-missing", "pile-unexpected", "pile-size")] == [[], [], []]

    def test_needs_the_pile_of_a_starter_and_of_its_higher_levels(self) -> None:
        kang = main_character("Kang", 2, uses_piles=("Kang Collective",))

        assert severities("pile-missing", pcg_deck(starters={main_character("Kang"): 1}, level_up={kang: 1})) == [
            "error"
        ]

    def test_needs_no_pile_of_a_card_in_another_pile(self) -> None:
        deck = pcg_deck(
            {OVOMORPH: 4}, piles={"Facehugger": HUGGERS, "Wish": {supporting("Lizard", uses_piles=("X",)): 2}}
        )

        assert severities("pile-missing", deck) == []

    @pytest.mark.parametrize("pile", ["Gift", "Challenge Match", "Transform", "Edge"])
    def test_leaves_an_optional_pile_to_the_player(self, pile: str) -> None:
        starter = main_character("Somebody", uses_piles=(pile,))

        assert severities("pile-missing", pcg_deck(starters={starter: 1})) == []

    @pytest.mark.parametrize("pile", ["Tactics", "Spellbook", "Clone"])
    def test_needs_no_pile_that_is_made_in_play(self, pile: str) -> None:
        assert severities("pile-missing", pcg_deck({supporting("Maker", uses_piles=(pile,)): 1})) == []

    @pytest.mark.parametrize("pile", ["Invention", "Identity", "Spider Web", "Graduation"])
    def test_takes_a_pile_that_may_be_empty_for_empty_and_says_so(self, pile: str) -> None:
        starter = main_character("Somebody", uses_piles=(pile,))

        assert against("pile-missing", pcg_deck(starters={starter: 1})) == [
            ("info", f"No {pile} pile listed; assumed empty")
        ]

    def test_is_unknown_for_a_pile_of_which_no_rule_is_recorded(self) -> None:
        deck = pcg_deck({supporting("Somebody", uses_piles=("Attic",)): 1})

        assert severities("pile-missing", deck) == ["unknown"]

    def test_says_that_needs_no_source_records_are_taken_on_trust(self) -> None:
        found = said("pile-missing", pcg_deck({unrecorded("Blob"): 4}))

        assert Measure(1, outcome=NONE_RECORDED, note="no recorded text for 1 card: assumed to need no pile") in found


class TestPileUnexpected:
    """pcg-5.0 Basic Game Concepts: pile-unexpected: only a printed power of a card that one owns gives a pile."""

    def test_comes_with_no_pile_that_no_card_asks_for(self) -> None:
        assert against("pile-unexpected", pcg_deck({supporting(): 4}, piles={"Facehugger": HUGGERS})) == [
            ("error", "Facehugger pile: no card on the list needs it")
        ]

    def test_knows_no_pile_of_another_name(self) -> None:
        assert against("pile-unexpected", pcg_deck(piles={"Junk": HUGGERS})) == [
            ("error", "Junk pile: the rules have no such pile")
        ]

    def test_brings_nothing_for_a_pile_that_is_made_in_play(self) -> None:
        mastermind = supporting("Mastermind", uses_piles=("Tactics",))

        assert severities("pile-unexpected", pcg_deck({mastermind: 1}, piles={"Tactics": {supporting(): 1}})) == [
            "error"
        ]

    def test_is_unknown_where_a_line_that_is_not_settled_may_ask_for_it(self) -> None:
        deck = pcg_deck({}, builders.unknown(4, "Ovomorf", DECK), piles={"Facehugger": HUGGERS})

        assert severities("pile-unexpected", deck) == ["unknown"]

    def test_is_certain_where_only_a_pile_is_not_settled(self) -> None:
        deck = pcg_deck({}, builders.unknown(4, "Facehuger", "pile:Facehugger"))

        assert severities("pile-unexpected", deck) == ["error"]

    def test_puts_two_headings_of_one_pile_together(self) -> None:
        deck = pcg_deck({OVOMORPH: 1}, piles={"Facehugger": {FACEHUGGER: 3}, "Facehuggers": {INCUBATION: 1}})

        assert [severities(code, deck) for code in ("pile-unexpected", "pile-size")] == [[], []]


class TestPileNested:
    """pcg-5.0 Basic Game Concepts: pile-nested: no card in a pile uses a pile itself."""

    def test_keeps_a_card_with_a_pile_of_its_own_out(self) -> None:
        """The rulebook's first example: Dr. Curt Connors can't be in a pile."""
        connors = supporting("Dr. Curt Connors", uses_piles=("Lizard",))
        ahab = supporting("Ahab", uses_piles=("Hound",))

        assert against("pile-nested", pcg_deck({ahab: 1}, piles={"Hound": {connors: 1}})) == [
            ("error", "Hound pile: Dr. Curt Connors [AFF-100] uses a pile itself (Lizard); cards in a pile can’t")
        ]

    def test_keeps_a_card_that_makes_its_pile_in_play_out_too(self) -> None:
        """The rulebook's second example: Mastermind can't be in a pile."""
        mastermind = supporting("Mastermind", uses_piles=("Tactics",))
        jenn = supporting("Jenn", uses_piles=("Wish",))

        assert severities("pile-nested", pcg_deck({jenn: 1}, piles={"Wish": {mastermind: 2}})) == ["error"]

    def test_keeps_a_user_of_the_pile_out_of_it(self) -> None:
        ahab = supporting("Ahab", uses_piles=("Hound",))

        assert severities("pile-nested", pcg_deck({ahab: 1}, piles={"Hound": {ahab: 1}})) == ["error"]

    def test_lets_the_sinister_six_stand_in_their_own_pile(self) -> None:
        six = {main_character(name, uses_piles=("Sinister Six",)): 1 for name in "ABCDEF"}

        assert severities("pile-nested", pcg_deck(piles={"Sinister Six": six})) == []

    def test_lets_bound_main_characters_bring_their_piles(self) -> None:
        """The rulebook's example: Peter Parker's Spider-Man has the Alien Symbiote pile."""
        peter = supporting("Peter Parker", uses_piles=("Binding",))
        spidey = main_character("Spider-Man", uses_piles=("Alien Symbiote",))
        symbiote = {supporting("Alien Symbiote", type=None): 1}

        deck = pcg_deck({peter: 1}, piles={"Binding": {spidey: 1}, "Alien Symbiote": symbiote})
        assert [severities(code, deck) for code in ("pile-nested", "pile-missing", "pile-unexpected")] == [[], [], []]
        assert severities("pile-missing", pcg_deck({peter: 1}, piles={"Binding": {spidey: 1}})) == ["error"]
