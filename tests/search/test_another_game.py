"""The search in a game that says nothing of itself: it has what every game has."""

from __future__ import annotations

from engine.model.games import Game
from tests.engine.house_game import HOUSE, house
from vsdb.search.columns import choose_columns, list_columns
from vsdb.search.language.deck_fields import find_deck_field
from vsdb.search.language.fields import FIELDS, list_games_of
from vsdb.search.page import get_example

__all__ = ["house"]


class TestAnotherGame:
    def test_has_the_fields_that_no_game_has_alone(self, house: Game) -> None:
        own = {one.name for one in FIELDS if HOUSE in one.games}
        assert {"name", "type", "kw", "text", "set", "legal"} <= own
        assert own.isdisjoint({"team", "cost", "level", "energy", "version", "rarity", "tag"})

    def test_changes_nothing_for_the_others(self, house: Game) -> None:
        assert list_games_of("cost") == ("vs-classic", "vs-2pcg")
        assert HOUSE in list_games_of("kw")

    def test_has_the_columns_of_every_game(self, house: Game) -> None:
        assert [column.key for column in list_columns(HOUSE)] == ["game", "type", "keywords", "text", "printing"]
        assert [column.key for column in choose_columns((), HOUSE)] == ["type", "keywords", "printing"]

    def test_gives_the_usual_example(self, house: Game) -> None:
        assert get_example(HOUSE) == get_example(None)

    def test_is_asked_of_decks_too(self, house: Game) -> None:
        game, team = find_deck_field("game"), find_deck_field("team")
        assert game is not None
        assert team is not None
        choice = game.choice("House Rules")
        assert choice is not None
        assert choice.name == HOUSE
        assert HOUSE in team.games
