"""Where a card of a deck under construction belongs, and which sections are shown."""

from __future__ import annotations

import pytest

from engine.decklists.default_sections import find_default_section, list_shown_sections, section_sort_key
from engine.model.cards import VS_CLASSIC, Card
from engine.model.decks import Deck
from tests.engine import builders, riftbound_lists
from tests.engine.pcg_builders import main_character, pcg_deck, plot_twist, supporting, unrecorded

LEADER = main_character("She-Hulk")
HIGHER = main_character("She-Hulk", 2)
BUILDER = supporting("Forge", uses_piles=("Invention",))
GADGET = plot_twist("Gadget", member_of_piles=("invention",))


class TestClassic:
    def test_every_card_belongs_in_the_deck(self) -> None:
        card = builders.card(VS_CLASSIC, "Boris")
        assert find_default_section(card, Deck(VS_CLASSIC)) == "deck"

    def test_a_deck_is_all_there_is(self) -> None:
        assert list_shown_sections(Deck(VS_CLASSIC)) == ("deck",)

    def test_a_section_that_the_list_has_is_shown_all_the_same(self) -> None:
        card = builders.card(VS_CLASSIC, "Boris")
        listed = builders.deck(VS_CLASSIC, deck={card: 1}, sideboard={card: 1})
        assert list_shown_sections(listed) == ("deck", "sideboard")


class TestTwoPlayerCardGame:
    def test_the_first_main_character_starts(self) -> None:
        assert find_default_section(LEADER, pcg_deck()) == "main-character"

    def test_one_whose_level_is_not_recorded_may_start(self) -> None:
        assert find_default_section(unrecorded("Nobody", "Main Character"), pcg_deck()) == "main-character"

    def test_a_second_one_and_a_higher_level_are_for_the_level_up_zone(self) -> None:
        assert find_default_section(HIGHER, pcg_deck()) == "level-up"
        assert find_default_section(main_character("Storm"), pcg_deck(starters={LEADER: 1})) == "level-up"

    def test_what_is_no_main_character_belongs_in_the_deck(self) -> None:
        assert find_default_section(supporting(), pcg_deck()) == "deck"

    def test_a_member_of_a_pile_belongs_there_under_the_name_that_the_deck_gives_it(self) -> None:
        assert find_default_section(GADGET, pcg_deck({BUILDER: 1})) == "pile:Invention"
        assert find_default_section(GADGET, pcg_deck()) == "pile:invention"

    def test_the_level_up_zone_appears_with_a_main_character(self) -> None:
        assert list_shown_sections(pcg_deck({supporting(): 4})) == ("main-character", "deck")
        assert list_shown_sections(pcg_deck(starters={LEADER: 1})) == ("main-character", "level-up", "deck")

    def test_a_pile_appears_when_a_card_asks_for_it_and_once(self) -> None:
        assert list_shown_sections(pcg_deck({BUILDER: 1})) == ("main-character", "deck", "pile:Invention")
        filled = pcg_deck({BUILDER: 1}, piles={"invention": {GADGET: 1}, "Facehugger": {supporting("Hugger"): 1}})
        assert list_shown_sections(filled) == ("main-character", "deck", "pile:Facehugger", "pile:invention")

    def test_a_pile_in_use_is_shown_as_the_list_calls_it_so_that_its_cards_are_seen(self) -> None:
        ahab, hound = supporting("Ahab", uses_piles=("Hound",)), supporting("Rachel", member_of_piles=("Hound",))
        deck = pcg_deck({ahab: 1}, piles={"hounds": {supporting("Storm"): 1}})
        assert list_shown_sections(deck) == ("main-character", "deck", "pile:hounds")
        assert find_default_section(hound, deck) == "pile:hounds"

    @pytest.mark.parametrize(
        ("starter", "piles"),
        [
            (main_character("Kree", teams=("Syndicate",)), ("pile:Agenda",)),
            (unrecorded("Kree", "Main Character", printings=("XFB-001",)), ("pile:Agenda",)),
            (main_character("Scarlet Spider", uses_piles=("Clone", "Spider Web")), ("pile:Spider Web",)),
            (main_character("The Grandmaster", uses_piles=("Battleworld",)), ("pile:Battleworld", "pile:Terrain")),
            (main_character("Hermit", uses_piles=("Thoughts",)), ("pile:Thoughts",)),
            (
                main_character("Franklin Richards", uses_piles=("Multiverse Adventure",)),
                tuple(f"pile:Multiverse Adventure {each}{part}" for each in "123" for part in ("", " Main Character")),
            ),
        ],
    )
    def test_the_piles_are_those_that_the_rules_have_brought_along(self, starter: Card, piles: tuple[str, ...]) -> None:
        """What play makes is not brought, and some cards ask by their team or name."""
        assert list_shown_sections(pcg_deck(starters={starter: 1})) == ("main-character", "level-up", "deck", *piles)

    def test_those_that_start_together_start_each_once(self) -> None:
        cloak, dagger = (unrecorded(name, "Main Character", printings=("VER-001",)) for name in ("Cloak", "Dagger"))
        outrider = unrecorded("Outrider", "Main Character", printings=("MCU6-006",))
        assert find_default_section(dagger, pcg_deck(starters={cloak: 1})) == "main-character"
        assert find_default_section(cloak, pcg_deck(starters={cloak: 1})) == "level-up"
        assert find_default_section(dagger, pcg_deck(starters={cloak: 1, dagger: 1})) == "level-up"
        assert find_default_section(LEADER, pcg_deck(starters={cloak: 1})) == "level-up"
        assert find_default_section(outrider, pcg_deck(starters={outrider: 5})) == "main-character"
        assert find_default_section(outrider, pcg_deck(starters={outrider: 6})) == "level-up"


class TestRiftbound:
    @pytest.mark.parametrize(
        ("card", "section"),
        [
            (riftbound_lists.ANNIE, "legend"),
            (riftbound_lists.RUNE, "runes"),
            (riftbound_lists.TREE, "battlefields"),
            (riftbound_lists.CAPE, "deck"),
        ],
    )
    def test_a_card_belongs_where_its_type_says(self, card: Card, section: str) -> None:
        assert find_default_section(card, riftbound_lists.deck()) == section

    def test_the_first_champion_of_the_legend_is_the_chosen_one(self) -> None:
        assert find_default_section(riftbound_lists.FIERY, riftbound_lists.with_legend()) == "champion"
        chosen = riftbound_lists.with_legend(champion={riftbound_lists.FIERY: 1})
        assert find_default_section(riftbound_lists.FIERY, chosen) == "deck"
        assert find_default_section(riftbound_lists.DARIUS, riftbound_lists.with_legend()) == "deck"

    def test_every_section_is_shown(self) -> None:
        shown = ("legend", "champion", "deck", "runes", "battlefields", "sideboard")
        assert list_shown_sections(riftbound_lists.deck()) == shown


def test_sections_come_in_the_order_of_their_game_and_piles_last() -> None:
    found = sorted(
        ("pile:Wish", "deck", "level-up", "pile:Gem", "main-character"),
        key=lambda each: section_sort_key(each, "vs-2pcg"),
    )
    assert found == ["main-character", "level-up", "deck", "pile:Gem", "pile:Wish"]
    assert section_sort_key("deck", "vs-classic") < section_sort_key("sideboard", "vs-classic")
