"""The main characters of a 2PCG deck: those that start and those that a keyword lets into the sixty."""

from __future__ import annotations

import pytest

from engine.model.cards import Card
from engine.model.decks import AMBIGUOUS, MAIN_CHARACTER, DeckEntry
from engine.model.verdicts import Breach, Citation
from tests.engine import builders
from tests.engine.pcg_builders import (
    against,
    main_character,
    pcg_deck,
    said,
    severities,
    supporting,
    unrecorded,
)


class TestMainCharacter:
    """pcg-5.0 Deck Building Rules: main-character: one main character of level 1 starts."""

    def test_is_one_of_level_one(self) -> None:
        assert severities("main-character", pcg_deck(starters={main_character(): 1})) == []

    @pytest.mark.parametrize(
        ("count", "message"), [(0, "0 starting main characters"), (2, "2 starting main characters")]
    )
    def test_is_neither_none_nor_several(self, count: int, message: str) -> None:
        starters = {main_character(): count} if count else None

        assert against("main-character", pcg_deck(starters=starters)) == [("error", f"{message}; exactly 1")]

    def test_is_no_other_level(self) -> None:
        assert against("main-character", pcg_deck(starters={main_character(level=2): 1})) == [
            ("error", "Captain Marvel [AFF-100] is level 2; the main character must start at level 1")
        ]

    def test_is_no_other_kind_of_card(self) -> None:
        assert severities("main-character", pcg_deck(starters={supporting(): 1})) == ["error"]

    @pytest.mark.parametrize("card", [main_character(level=None), unrecorded("Annihilus", level=1)])
    def test_is_unknown_where_level_or_type_is_not_recorded(self, card: Card) -> None:
        assert severities("main-character", pcg_deck(starters={card: 1})) == ["unknown"]

    def test_counts_a_starter_that_no_line_settles(self) -> None:
        deck = pcg_deck({}, builders.unknown(1, "Captain Yesterdayman", MAIN_CHARACTER))

        assert severities("main-character", deck) == []

    def test_may_stand_in_the_pile_of_the_sinister_six_instead(self) -> None:
        assert severities("main-character", pcg_deck(piles={"Sinister Six": {main_character("Kraven"): 6}})) == []


def outrider(**facts: object) -> Card:
    return main_character("Outrider", printings=("MCU6-006",), **facts)


class TestStartersThatStartTogether:
    """pcg-5.0 You Have Multiple Starting Main Characters: exactly the starters that a text names."""

    MOON_GIRL = main_character("Moon Girl", printings=("MMU-045",))
    DINOSAUR = main_character("Devil Dinosaur", printings=("MMU-046",))
    CLOAK = main_character("Cloak and Dagger", printings=("VER-001",))
    DAGGER = main_character("Cloak and Dagger", printings=("VER-003",))

    def test_moon_girl_starts_with_devil_dinosaur(self) -> None:
        assert severities("main-character", pcg_deck(starters={self.MOON_GIRL: 1, self.DINOSAUR: 1})) == []

    def test_one_of_two_is_not_enough_and_cites_where_it_stands(self) -> None:
        (found,) = (
            each for each in said("main-character", pcg_deck(starters={self.DINOSAUR: 1})) if isinstance(each, Breach)
        )

        one, both = "1 starting main character: Devil Dinosaur [MMU-046]", "2 start together: Moon Girl, Devil Dinosaur"
        assert found.message == f"{one}; {both}"
        assert found.citation == Citation("pcg-5.0", "You Have Multiple Starting Main Characters")

    def test_two_of_one_are_not_the_two(self) -> None:
        assert severities("main-character", pcg_deck(starters={self.MOON_GIRL: 2})) == ["error"]
        assert severities("main-character", pcg_deck(starters={self.CLOAK: 2})) == ["error"]

    def test_a_stranger_does_not_take_the_place_of_the_other(self) -> None:
        assert severities("main-character", pcg_deck(starters={self.MOON_GIRL: 1, main_character(): 1})) == ["error"]

    def test_both_halves_of_a_pair_may_bear_the_name_of_the_pair(self) -> None:
        assert severities("main-character", pcg_deck(starters={self.CLOAK: 1, self.DAGGER: 1})) == []

    def test_is_unknown_where_the_sources_give_the_numbers_of_a_pair_to_one_name(self) -> None:
        first, second = (main_character("Quicksilver", printings=(f"MCU5-01{digit}",)) for digit in "01")
        witch = main_character("Scarlet Witch", printings=("MCU5-012",))

        assert severities("main-character", pcg_deck(starters={first: 1, second: 1})) == ["unknown"]
        assert severities("main-character", pcg_deck(starters={first: 1, witch: 1})) == []
        assert severities("main-character", pcg_deck(starters={first: 2})) == ["error"]
        assert severities("main-character", pcg_deck(starters={first: 1})) == ["error"]

    def test_the_same_name_in_another_set_starts_alone(self) -> None:
        assert (
            severities("main-character", pcg_deck(starters={main_character("Cloak", printings=("DEF-014",)): 1})) == []
        )

    @pytest.mark.parametrize(("count", "found"), [(5, ["error"]), (6, []), (7, ["error"])])
    def test_six_outriders_start(self, count: int, found: list[str]) -> None:
        assert severities("main-character", pcg_deck(starters={outrider(): count})) == found

    def test_is_unknown_where_the_other_one_is_not_settled(self) -> None:
        line = builders.unknown(1, "Devil Dinosore", MAIN_CHARACTER)

        assert severities("main-character", pcg_deck({}, line, starters={self.MOON_GIRL: 1})) == ["unknown"]

    @pytest.mark.parametrize(
        ("names", "found"),
        [
            (("Cloak", "Dagger"), []),
            (("Cloak",), ["error"]),
            (("Cloak", "Dagger", "Dagger"), ["error"]),
            (("Captain Marvel",), []),
            (("Captain Marvel", "Captain Marvel"), ["error"]),
            (("Cloak", "Captain Marvel"), ["unknown"]),
        ],
    )
    def test_counts_them_where_lines_leave_the_level_open(self, names: tuple[str, ...], found: list[str]) -> None:
        both = {name: (main_character(name, printings=("VER-001",)), main_character(name, 2)) for name in names}
        both["Cloak"] = tuple(main_character("Cloak", level, printings=("VER-001",)) for level in (1, 2))
        both["Dagger"] = tuple(main_character("Dagger", level, printings=("VER-003",)) for level in (1, 2))
        lines = (DeckEntry(MAIN_CHARACTER, 1, None, AMBIGUOUS, name=name, candidates=both[name]) for name in names)

        assert severities("main-character", pcg_deck({}, *lines)) == found

    def test_asks_for_level_one_of_each(self) -> None:
        high = main_character("Devil Dinosaur", 2, printings=("MMU-047",))

        assert severities("main-character", pcg_deck(starters={self.MOON_GIRL: 1, high: 1})) == ["error"]


def spider(name: str, **facts: object) -> Card:
    return main_character(name, **{"keywords": ["Spider-Verse"], **facts})


class TestMainCharactersInTheDeck:
    """pcg-5.0 Keyword Glossary: card-type: Spider-Verse lets four others into the deck of a Spider-Verse starter."""

    HAM = spider("Spider-Ham")
    OTHERS = tuple(spider(name) for name in ("Spider-Gwen", "Spider-UK", "Silk", "Noir", "SP//dr"))

    @pytest.mark.parametrize(("count", "found"), [(4, []), (5, ["error"])])
    def test_lets_up_to_four_of_them_in(self, count: int, found: list[str]) -> None:
        deck = pcg_deck(dict.fromkeys(self.OTHERS[:count], 1), starters={self.HAM: 1})

        assert severities("card-type", deck) == found

    def test_lets_none_in_under_another_starter(self) -> None:
        assert severities("card-type", pcg_deck({self.HAM: 1}, starters={main_character(): 1})) == ["error"]

    def test_lets_no_other_main_character_in(self) -> None:
        assert severities("card-type", pcg_deck({main_character(): 1}, starters={self.HAM: 1})) == ["error"]

    def test_lets_the_starter_itself_not_in(self) -> None:
        assert severities("card-type", pcg_deck({self.HAM: 1}, starters={self.HAM: 1})) == ["error"]

    def test_is_unknown_where_the_text_of_starter_or_card_is_not_recorded(self) -> None:
        unread = unrecorded("Spider-Man Noir", "Main Character")

        assert severities("card-type", pcg_deck({unread: 1}, starters={self.HAM: 1})) == ["unknown"]
        assert severities("card-type", pcg_deck({self.HAM: 1}, starters={unread: 1})) == ["unknown"]
        assert severities("card-type", pcg_deck({unread: 1}, starters={main_character(): 1})) == ["error"]


class TestCitizenOfTheMultiverse:
    """pcg-5.0 Keyword Glossary: card-type: *Spider-Man* brings up to four different Spider-Verse characters."""

    CITIZEN = main_character("*Spider-Man*", keywords=["Citizen of the Multiverse"])

    def test_lets_four_different_ones_in(self) -> None:
        others = [spider(name) for name in ("Spider-Gwen", "Spider-UK", "Silk", "Noir")]

        assert severities("card-type", pcg_deck(dict.fromkeys(others, 1), starters={self.CITIZEN: 1})) == []

    def test_lets_one_of_each_in(self) -> None:
        assert against("card-type", pcg_deck({spider("Silk"): 2}, starters={self.CITIZEN: 1})) == [
            ("error", "2 copies of Silk [AFF-100]; at most 1 of each through Citizen of the Multiverse")
        ]

    def test_lets_none_of_his_own_name_in(self) -> None:
        other = spider("*Spider-Man*", printings=("CV6-001",))

        assert severities("card-type", pcg_deck({other: 1}, starters={self.CITIZEN: 1})) == ["error"]

    def test_is_not_held_to_one_of_each_where_spider_verse_lets_them_in_too(self) -> None:
        citizen = main_character("*Spider-Man*", keywords=["Citizen of the Multiverse", "Spider-Verse"])

        assert severities("card-type", pcg_deck({spider("Silk"): 2}, starters={citizen: 1})) == []


class TestZombieMasters:
    """pcg-5.0 Keyword Glossary: card-type: Zombie Masters go into any deck, one copy of each."""

    def test_come_under_any_starter_any_number_of_them(self) -> None:
        masters = [main_character(f"Zombie {name}", keywords=["Zombie Master"]) for name in "ABCDEF"]

        assert severities("card-type", pcg_deck(dict.fromkeys(masters, 1), starters={main_character(): 1})) == []

    def test_come_once_each(self) -> None:
        master = main_character("Zombie Hulk", keywords=["Zombie Master"])

        assert severities("card-type", pcg_deck({master: 2}, starters={main_character(): 1})) == ["error"]

    def test_may_be_one_where_the_text_of_a_card_of_their_set_is_not_recorded(self) -> None:
        unread = unrecorded("Zombie Hulk", "Main Character", printings=("ZOM-001",))

        assert severities("card-type", pcg_deck({unread: 1}, starters={main_character(): 1})) == ["unknown"]
