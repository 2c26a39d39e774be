"""The register of games."""

from __future__ import annotations

from datetime import date

import pytest

from engine.model import games as register_of_games
from engine.model.cards import GAMES, RIFTBOUND, VS_2PCG, VS_CLASSIC
from engine.model.games import ByGame, Copies, Game, Sections, game_of, games, register
from engine.rules import Ruleset

HOUSE = "house-rules"


def house_game() -> Game:
    """A game with nothing but what a game needs."""
    rules = Ruleset(HOUSE, "house-1", date(2026, 1, 1), ())
    return Game(
        slug=HOUSE,
        name="House Rules",
        rulesets=(rules,),
        sections=Sections(),
        copies=Copies(identity=lambda card: card.name),
    )


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A fourth game, registered for one test."""
    monkeypatch.setattr(register_of_games, "_REGISTERED", dict(register_of_games._REGISTERED))
    return register(house_game())


class TestRegister:
    def test_holds_the_games_of_the_engine_in_their_order(self) -> None:
        assert [game.slug for game in games()] == [VS_CLASSIC, VS_2PCG, RIFTBOUND]

    def test_adds_a_game_after_the_others(self, house: Game) -> None:
        assert games()[-1] is house
        assert game_of(HOUSE) is house

    def test_refuses_a_slug_that_is_taken(self, house: Game) -> None:
        with pytest.raises(ValueError, match="house-rules"):
            register(house_game())

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
