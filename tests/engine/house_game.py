"""A fourth game with hardly more than a game needs."""

from __future__ import annotations

from datetime import date

import pytest

from engine.model import games as register_of_games
from engine.model.games import Copies, Game, Section, Sections, register
from engine.rules import Ruleset

HOUSE = "house-rules"


def house_game() -> Game:
    """The game as a value, with a section of its own."""
    rules = Ruleset(HOUSE, "house-1", date(2026, 1, 1), ())
    return Game(
        slug=HOUSE,
        name="House Rules",
        rulesets=(rules,),
        sections=Sections(own=(Section("rooms", "Rooms", ("rooms", "the rooms")),), order=("rooms", "deck")),
        copies=Copies(identity=lambda card: card.name),
    )


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game, registered for one test."""
    monkeypatch.setattr(register_of_games, "_REGISTERED", dict(register_of_games._REGISTERED))
    return register(house_game())
