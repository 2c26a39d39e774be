"""A fourth game with hardly more than a game needs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from engine.model import games as register_of_games
from engine.model.decks import DECK, Deck
from engine.model.formats import Construction
from engine.model.games import Copies, Game, Section, Sections, register
from engine.model.verdicts import Breach, Measure
from engine.rules import FigureCheck, Ruleset, table
from engine.rules.format_rules import format_rows
from engine.rules.restrictions import OF_EVERY_GAME
from engine.rules.shared import LIST_ROWS

HOUSE = "house-rules"


@FigureCheck
def deck_size(deck: Deck, figures: Construction) -> Iterator[Breach | Measure]:
    """At least as many cards as the format asks for."""
    found, least = deck.size(DECK), figures.deck_min or 0
    if found < least:
        yield Breach(f"{found} cards; at least {least}", found=found, allowed=f"{least}+", section=DECK)
    yield Measure(found, f"{least}+", DECK)


def house_game() -> Game:
    """The game as a value, with a section of its own."""
    rows = (("deck-size", "1", deck_size), *LIST_ROWS, *format_rows(OF_EVERY_GAME))
    rules = Ruleset(HOUSE, "house-1", date(2026, 1, 1), table("house-1", *rows))
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
