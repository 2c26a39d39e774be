"""What a main character's text changes about its deck: as recorded, as a loaded text states it, or in doubt."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.games.vs_2pcg.deck_terms import (
    CHANGES,
    CODES_CHANGED,
    DeckLeader,
    DeckTerms,
    find_deck_leaders,
    read_deck_terms,
)
from engine.games.vs_2pcg.starters import may_start
from engine.model.cards import Card
from engine.model.decks import AMBIGUOUS, DECK, MAIN_CHARACTER, DeckEntry
from engine.model.formats import Restriction
from engine.model.verdicts import UNKNOWN, Breach, Citation
from tests.engine import builders
from tests.engine.pcg_builders import (
    against,
    equipment,
    main_character,
    multiverse,
    pcg_deck,
    plot_twist,
    said,
    severities,
    special_location,
    supporting,
)

JERICHO = main_character("Chris Jericho", printings=("AEW-003",))
FALCONER = main_character("Falconer", printings=("PRD-001",))
ANNIHILUS = main_character("Annihilus", printings=("FRI-001",))
BAT = equipment("Baseball Bat")


def stating(*terms: str, **facts: Any) -> Card:
    """A main character whose loaded text states something about its deck."""
    return main_character("Reader", deck_building=terms, **facts)


def any_of(*cards: Card) -> DeckEntry:
    """A line of the deck that may name any of these."""
    return DeckEntry(DECK, 1, None, AMBIGUOUS, name="Someone", candidates=cards)


class TestTerms:
    """pcg-5.0 Your Main Character Changes Your Deckbuilding Rules: what is recorded, else what a text states."""

    def test_are_recorded_by_printing_and_name(self) -> None:
        assert read_deck_terms(JERICHO) == DeckTerms(starts_with=("Baseball Bat",))
        assert read_deck_terms(main_character("Chris Jericho", printings=("CV9-003",))) == DeckTerms()
        assert read_deck_terms(main_character("Somebody", printings=("AEW-003",))) == DeckTerms()

    def test_are_read_off_a_loaded_text(self) -> None:
        stated = ("only: Marvel", "universe: Photographic", "starts with: Chair", "starts beside: Frog")
        card = stating(*stated, "not read: universe")
        assert read_deck_terms(card) == DeckTerms(
            ("Marvel",), ("Photographic",), ("Chair",), ("Frog",), not_read=("universe",)
        )

    def test_that_are_recorded_win_over_a_text(self) -> None:
        assert read_deck_terms(replace(JERICHO, deck_building=("not read: universe",))).not_read == ()

    def test_are_those_of_the_starters_alone(self) -> None:
        deck = pcg_deck({stating("only: Marvel"): 1}, starters={JERICHO: 1, main_character(): 1})
        assert find_deck_leaders(deck) == (DeckLeader(JERICHO, read_deck_terms(JERICHO)),)

    def test_are_perhaps_those_of_a_card_that_a_line_may_name(self) -> None:
        line = replace(any_of(JERICHO, main_character(), JERICHO), section=MAIN_CHARACTER)
        assert find_deck_leaders(pcg_deck({}, line)) == (
            DeckLeader(JERICHO, read_deck_terms(JERICHO), is_certain=False),
        )
        assert find_deck_leaders(pcg_deck({}, any_of(JERICHO, FALCONER))) == ()


class TestATextThatCannotBeRead:
    """pcg-5.0 Your Main Character Changes Your Deckbuilding Rules: the rule that it changes answers unknown."""

    @pytest.mark.parametrize("code", CODES_CHANGED)
    def test_leaves_the_rule_open_and_says_why(self, code: str) -> None:
        starter = stating(f"not read: {code}")
        cards = {supporting(f"Card {number}"): 4 for number in range(15)}
        (found,) = (each for each in said(code, pcg_deck(cards, starters={starter: 1})) if isinstance(each, Breach))
        assert (found.severity, found.cards, found.citation) == (UNKNOWN, (starter,), CHANGES)
        assert found.message.startswith("The text of Reader [AFF-100] changes ")
        assert found.message.endswith("; how isn’t recorded")

    @pytest.mark.parametrize("code", CODES_CHANGED)
    def test_leaves_the_other_rules_as_they_are(self, code: str) -> None:
        cards = {supporting(f"Card {number}"): 4 for number in range(15)}
        deck = pcg_deck(cards, starters={stating(f"not read: {code}"): 1})
        assert [severities(other, deck) for other in CODES_CHANGED if other != code] == [[], [], [], []]

    def test_makes_no_certain_fault_of_what_it_may_allow(self) -> None:
        photo = supporting("Hugh", universe="Photographic")
        deck = pcg_deck({photo: 5}, starters={stating(*(f"not read: {code}" for code in CODES_CHANGED)): 1})
        assert {severity for code in CODES_CHANGED for severity in severities(code, deck)} == {"unknown"}

    def test_is_no_doubt_where_who_starts_is_recorded(self) -> None:
        girl = main_character("Moon Girl", printings=("MMU-045",), deck_building=("not read: main-character",))
        dinosaur = main_character("Devil Dinosaur", printings=("MMU-046",))
        assert severities("main-character", pcg_deck(starters={girl: 1, dinosaur: 1})) == []


class TestACardThatStartsInPlay:
    """pcg-5.0 Deck Building Rules: main-character: a card that starts in play counts among the sixty."""

    @pytest.mark.parametrize(
        ("starter", "card"),
        [(JERICHO, BAT), (FALCONER, supporting("Falcon Drone")), (stating("starts with: Chair"), equipment())],
    )
    def test_is_in_the_deck(self, starter: Card, card: Card) -> None:
        assert severities("main-character", pcg_deck({card: 1}, starters={starter: 1})) == []
        (found,) = (
            each
            for each in said("main-character", pcg_deck({plot_twist(): 1}, starters={starter: 1}))
            if isinstance(each, Breach)
        )
        assert (found.severity, found.found, found.allowed, found.section) == ("error", 0, 1, DECK)
        assert found.message.endswith(f"starts the game with {card.name} from the deck; the deck has none")

    def test_is_perhaps_missed_where_a_line_may_name_the_main_character(self) -> None:
        line = replace(any_of(JERICHO, main_character(level=2)), section=MAIN_CHARACTER)
        assert [each for each in against("main-character", pcg_deck({plot_twist(): 1}, line)) if "Bat" in each[1]] == [
            (
                "unknown",
                (
                    "Chris Jericho [AEW-003], who may be the main character, starts the game with "
                    "Baseball Bat from the deck; the deck has none"
                ),
            )
        ]
        assert severities("main-character", pcg_deck({BAT: 1}, line)) == []

    def test_counts_by_its_further_names(self) -> None:
        assert (
            severities("main-character", pcg_deck({equipment("Bat", aka=("Baseball Bat",)): 1}, starters={JERICHO: 1}))
            == []
        )

    def test_does_not_count_in_a_pile_or_beside_the_deck(self) -> None:
        deck = pcg_deck({plot_twist(): 1}, starters={JERICHO: 1}, piles={"Wish": {BAT: 2}})
        assert severities("main-character", deck) == ["error"]

    @pytest.mark.parametrize(
        ("line", "found"),
        [
            (builders.unknown(1, "BASEBALL bat", DECK), []),
            (builders.unknown(1, "Basball Bat", DECK), ["unknown"]),
            (builders.unknown(1, "Basball Bat", "pile:Wish"), ["error"]),
            (any_of(BAT, equipment("Baseball Bat", slug="bat-2")), []),
            (any_of(BAT, supporting("Man-Bat")), ["unknown"]),
            (any_of(supporting("Cat"), supporting("Tom")), ["error"]),
        ],
    )
    def test_may_stand_on_a_line_that_names_no_one_card(self, line: DeckEntry, found: list[str]) -> None:
        assert severities("main-character", pcg_deck({plot_twist(): 1}, line, starters={JERICHO: 1})) == found


class TestAMainCharacterThatStartsBesideAnother:
    """pcg-5.0 You Have Multiple Starting Main Characters: main-character: as a loaded text names it."""

    FROG = stating("starts beside: Toad")
    TOAD = main_character("Toad")

    def test_starts_too(self) -> None:
        assert severities("main-character", pcg_deck(starters={self.FROG: 1, self.TOAD: 1})) == []

    def test_is_missed(self) -> None:
        (found,) = (
            each for each in said("main-character", pcg_deck(starters={self.FROG: 1})) if isinstance(each, Breach)
        )
        assert (found.severity, found.found, found.allowed) == ("error", 1, 2)
        assert found.message.endswith("2 start together: Reader, Toad")
        assert found.citation == Citation("pcg-5.0", "You Have Multiple Starting Main Characters")

    def test_has_a_place_to_start(self) -> None:
        deck = pcg_deck(starters={self.FROG: 1})
        assert may_start(self.TOAD, deck)
        assert not may_start(main_character(), deck)

    def test_is_one_too_many_where_one_may_start(self) -> None:
        fmt = multiverse(restrictions=(Restriction("one-starting-main-character"),))
        assert severities("format-restriction", pcg_deck(starters={self.FROG: 1}), fmt) == ["error"]
        assert severities("format-restriction", pcg_deck(starters={self.TOAD: 1}), fmt) == []


class TestACardThatAMainCharacterLetsIn:
    """pcg-5.0 Your Main Character Changes Your Deckbuilding Rules: card-type: else it is no card for the deck."""

    ZONE = special_location("Negative Zone", keywords=[("Invention", "1")])

    @pytest.mark.parametrize(("count", "found"), [(2, []), (3, ["error"])])
    def test_is_in_as_often_as_it_says(self, count: int, found: list[str]) -> None:
        assert severities("card-type", pcg_deck({self.ZONE: count}, starters={ANNIHILUS: 1})) == found

    def test_says_how_often(self) -> None:
        (found,) = (
            each
            for each in said("card-type", pcg_deck({self.ZONE: 3}, starters={ANNIHILUS: 1}))
            if isinstance(each, Breach)
        )
        assert found.message == "3 copies of Negative Zone [AFF-100]; Annihilus [FRI-001] allows at most 2"
        assert (found.found, found.allowed, found.citation) == (3, 2, CHANGES)

    @pytest.mark.parametrize(("count", "found"), [(2, ["unknown"]), (3, ["error"])])
    def test_may_be_in_where_a_line_may_name_the_main_character(self, count: int, found: list[str]) -> None:
        line = replace(any_of(ANNIHILUS, main_character()), section=MAIN_CHARACTER)
        assert severities("card-type", pcg_deck({self.ZONE: count}, line)) == found
        assert severities("card-type", pcg_deck({special_location("Negative Zone"): count}, line)) == []

    def test_is_in_no_other_deck(self) -> None:
        assert severities("card-type", pcg_deck({self.ZONE: 1}, starters={main_character(): 1})) == ["error"]
