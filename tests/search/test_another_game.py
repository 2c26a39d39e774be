"""The search in a game that says nothing of itself: it has what every game has."""

from __future__ import annotations

from engine.model.games import Game
from tests.engine.house_game import HOUSE, house
from vsdb.search.columns import chosen_columns, columns_of
from vsdb.search.language.deck_fields import deck_field
from vsdb.search.language.fields import FIELDS, games_of
from vsdb.search.page import example_of

__all__ = ["house"]


class TestAnotherGame:
    def test_has_the_fields_that_no_game_has_alone(self, house: Game) -> None:
        own = {one.name for one in FIELDS if HOUSE in one.games}
        assert {"name", "type", "kw", "text", "set", "legal"} <= own
        assert own.isdisjoint({"team", "cost", "level", "energy", "version", "rarity", "tag"})

    def test_changes_nothing_for_the_others(self, house: Game) -> None:
        assert games_of("cost") == ("vs-classic", "vs-2pcg")
        assert HOUSE in games_of("kw")

    def test_has_the_columns_of_every_game(self, house: Game) -> None:
        assert [column.key for column in columns_of(HOUSE)] == ["game", "type", "keywords", "text", "printing"]
        assert [column.key for column in chosen_columns((), HOUSE)] == ["type", "keywords", "printing"]

    def test_gives_the_usual_example(self, house: Game) -> None:
        assert example_of(HOUSE) == example_of(None)

    def test_is_asked_of_decks_too(self, house: Game) -> None:
        game, team = deck_field("game"), deck_field("team")
        assert game is not None
        assert team is not None
        choice = game.choice("House Rules")
        assert choice is not None
        assert choice.name == HOUSE
        assert HOUSE in team.games
