"""A fourth game with hardly more than a game needs, registered for a test."""

from __future__ import annotations

import pytest

from engine.model import games as register_of_games
from engine.model.games import Game, register
from tests.fourth_game.house_rules.deck_rules import HOUSE
from tests.fourth_game.house_rules.game import bare_house_rules

__all__ = ["HOUSE", "bare_house_rules", "house"]


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, registered for one test."""
    monkeypatch.setattr(register_of_games, "_REGISTERED", dict(register_of_games._REGISTERED))
    return register(bare_house_rules())
