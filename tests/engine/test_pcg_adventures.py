"""Franklin Richards' three decks."""

from __future__ import annotations

from dataclasses import replace

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.formats import Construction
from tests.engine.pcg_builders import Counts, against, main_character, multiverse, pcg_deck, severities, supporting

FRANKLIN = main_character("Franklin Richards", uses_piles=("Multiverse Adventure",))


def sixty(prefix: str) -> dict[Card, int]:
    return {supporting(f"{prefix} {number}"): 4 for number in range(15)}


def adventure(number: int, cards: Counts | None = None, **parts: Counts) -> dict[str, Counts]:
    """The headings of one deck of the adventure."""
    name = f"Multiverse Adventure {number}"
    starter = {main_character(f"Leader {number}"): 1}
    named = {f"{name} {part.replace('_', ' ')}": cards for part, cards in parts.items()}
    return {name: cards or sixty(f"Card {number}"), f"{name} Main Character": starter, **named}


def franklin(*adventures: dict[str, Counts]) -> Deck:
    return pcg_deck(starters={FRANKLIN: 1}, piles={name: cards for each in adventures for name, cards in each.items()})


class TestMultiverseAdventure:
    """pcg-5.0 Basic Game Concepts: pile-size and pile-card: three whole legal decks, no card in two of them."""

    def test_is_three_whole_decks(self) -> None:
        deck = franklin(adventure(1), adventure(2), adventure(3))

        for code in ("pile-missing", "pile-size", "pile-card", "pile-nested", "pile-unexpected"):
            assert severities(code, deck) == []

    def test_is_neither_two_nor_four(self) -> None:
        assert against("pile-size", franklin(adventure(1), adventure(2))) == [
            ("error", "2 decks in the Multiverse Adventure pile; exactly 3")
        ]
        four = franklin(*(adventure(number) for number in range(1, 5)))
        assert severities("pile-size", four) == ["error"]

    def test_is_needed(self) -> None:
        assert severities("pile-missing", franklin()) == ["error"]

    def test_comes_with_franklin_only(self) -> None:
        deck = pcg_deck(starters={main_character(): 1}, piles=adventure(1))

        assert severities("pile-unexpected", deck) == ["error"]

    def test_judges_each_deck_by_the_rules_of_a_deck(self) -> None:
        short = dict(list(sixty("Card 2").items())[:14])
        five = {**dict(list(sixty("Card 3").items())[:13]), supporting("Five"): 5, supporting("Three"): 3}

        assert against("pile-card", franklin(adventure(1), adventure(2, short), adventure(3, five))) == [
            ("error", "Multiverse Adventure 2: 56 cards in the deck; exactly 60"),
            ("error", "Multiverse Adventure 3: 5 copies of Five [AFF-100]; at most 4"),
        ]

    def test_needs_a_main_character_for_each(self) -> None:
        headless = {"Multiverse Adventure 3": sixty("Card 3")}

        assert against("pile-card", franklin(adventure(1), adventure(2), headless)) == [
            ("error", "Multiverse Adventure 3: 0 starting main characters; exactly 1")
        ]

    def test_lets_each_deck_have_its_own_level_up_zone_and_piles(self) -> None:
        ovomorph = supporting("Ovomorph", uses_piles=("Facehugger",))
        cards = {**dict(list(sixty("Card 3").items())[:14]), ovomorph: 4}
        huggers = {supporting("Facehugger"): 3, supporting("Extended Incubation"): 1}
        deck = franklin(adventure(1), adventure(2), adventure(3, cards, Facehugger=huggers))
        without = franklin(adventure(1), adventure(2), adventure(3, cards))

        assert severities("pile-card", deck) == []
        assert against("pile-card", without) == [
            ("error", "Multiverse Adventure 3: Ovomorph [AFF-100] needs its Facehugger pile; none listed")
        ]

    def test_has_no_card_in_two_of_the_decks(self) -> None:
        other = {**dict(list(sixty("Card 3").items())[:14]), supporting("Card 1 0"): 4}

        assert against("pile-card", franklin(adventure(1), adventure(2), adventure(3, other))) == [
            ("error", "Card 1 0 [AFF-100] is in decks 1 and 3 of the Multiverse Adventure; at most 1 deck")
        ]

    def test_is_unknown_where_the_decks_are_not_told_apart(self) -> None:
        deck = franklin({"Multiverse Adventure": {**sixty("One"), **sixty("Two"), **sixty("Three")}})

        assert severities("pile-size", deck) == ["unknown"]
        assert severities("pile-card", deck) == []

    def test_is_broken_where_there_are_too_few_cards_for_three_decks_whichever_they_are(self) -> None:
        assert against("pile-size", franklin({"Multiverse Adventure": {supporting(): 1}})) == [
            (
                "error",
                "1 card in the Multiverse Adventure pile without a deck number; 3 missing decks of 60 would have 180",
            )
        ]
        almost = {**sixty("One"), **sixty("Two"), **dict(list(sixty("Three").items())[:14]), supporting("Last"): 3}
        assert severities("pile-size", franklin({"Multiverse Adventure": almost})) == ["error"]

    def test_may_have_its_last_decks_under_no_number(self) -> None:
        rest: dict[str, Counts] = {"Multiverse Adventure": sixty("Card")}

        assert severities("pile-size", franklin(adventure(1), adventure(2), rest)) == ["unknown"]
        assert severities("pile-size", franklin(adventure(1), rest)) == ["error"]

    def test_may_have_its_decks_under_words_instead_of_numbers(self) -> None:
        decks: dict[str, Counts] = {f"Multiverse Adventure {name}": sixty(name) for name in ("A", "B", "C")}

        assert severities("pile-size", franklin(decks)) == ["unknown"]

    def test_counts_by_the_size_that_the_format_asks_for(self) -> None:
        deck = franklin({"Multiverse Adventure": {**sixty("One"), **sixty("Two"), **sixty("Three")}})
        larger = replace(multiverse(), construction=Construction(deck_min=61, deck_max=61))

        assert severities("pile-size", deck, larger) == ["error"]
