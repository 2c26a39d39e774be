"""The register of games."""

from __future__ import annotations

import pytest

from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.games import ByGame, Game, game_of, games, register
from tests.engine.house_game import HOUSE, bare_house_rules, house

__all__ = ["house"]


class TestRegister:
    def test_holds_the_games_of_the_engine_in_their_order(self) -> None:
        assert [game.slug for game in games()] == [VS_CLASSIC, VS_2PCG, RIFTBOUND]

    def test_adds_a_game_after_the_others(self, house: Game) -> None:
        assert games()[-1] is house
        assert game_of(HOUSE) is house

    def test_refuses_a_slug_that_is_taken(self, house: Game) -> None:
        with pytest.raises(ValueError, match="house-rules"):
            register(bare_house_rules())

    def test_knows_no_other_game(self) -> None:
        with pytest.raises(KeyError):
            game_of(HOUSE)


class TestByGame:
    def test_names_a_game_that_is_registered_later(self, house: Game) -> None:
        assert GAMES[HOUSE] == "House Rules"
        assert tuple(GAMES) == (VS_CLASSIC, VS_2PCG, RIFTBOUND, HOUSE)
        assert len(GAMES) == 4

    def test_reads_what_it_is_made_for(self) -> None:
        assert ByGame(lambda game: len(game.rulesets))[VS_CLASSIC] == 2
