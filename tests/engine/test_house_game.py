"""What the engine does for a game that brings only what a game needs."""

from __future__ import annotations

from datetime import date

import pytest

from engine.decklists import read, write
from engine.decklists.codes import from_code, game_of, to_code
from engine.decklists.homes import home_of, sections_of
from engine.model.catalog import Catalog
from engine.model.decks import Deck
from engine.model.errors import InputError
from engine.model.games import Game
from tests.engine import builders
from tests.engine.house_game import HOUSE, house

__all__ = ["house"]

ON = date(2026, 6, 1)


@pytest.fixture
def cards(house: Game) -> Catalog:
    """Two cards of the game."""
    kitchen = builders.card(HOUSE, "Kitchen", type="Room", printings=("HOU-001",))
    return builders.catalog(HOUSE, (kitchen, builders.card(HOUSE, "Cook", type="Guest", printings=("HOU-002",))))


def pasted(cards: Catalog) -> Deck:
    return read("Rooms\n1 Kitchen\nDeck\n3 Cook", cards, ON)


class TestLists:
    def test_are_read_with_the_sections_of_the_game(self, cards: Catalog) -> None:
        assert {section: line.name for section, (line,) in pasted(cards).sections.items()} == {
            "rooms": "Kitchen",
            "deck": "Cook",
        }

    def test_read_back_as_they_are_written(self, cards: Catalog) -> None:
        deck = pasted(cards)
        assert write(deck) == "Rooms\n1 Kitchen [HOU-001]\nDeck\n3 Cook [HOU-002]\n"

    def test_take_a_card_into_the_deck(self, cards: Catalog) -> None:
        assert home_of(cards.by_slug["kitchen"], pasted(cards)) == "deck"
        assert sections_of(Deck(HOUSE)) == ("deck",)


class TestDeckCodes:
    def test_spell_a_game_without_a_number_and_its_own_sections(self, cards: Catalog) -> None:
        code = to_code(pasted(cards), cards)
        assert game_of(code) == HOUSE
        assert {section: deck.size(section) for deck in [from_code(code, cards, ON)] for section in deck.sections} == {
            "rooms": 1,
            "deck": 3,
        }

    def test_are_refused_where_the_game_is_not_known(self, cards: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
        code = to_code(pasted(cards), cards)
        monkeypatch.undo()
        with pytest.raises(InputError, match="of a game that isn't known here"):
            game_of(code)
