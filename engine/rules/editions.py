"""Which edition of a game's rules a verdict rests on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from engine.model.games import ByGame, game_of
from engine.rules import Ruleset

#: The editions that are held of each game, oldest first.
EDITIONS: Mapping[str, tuple[Ruleset, ...]] = ByGame(lambda game: game.rulesets)


def find_edition_in_force(game: str, as_of: date) -> Ruleset:
    """The last edition in force on that day; before the oldest that is held, the oldest."""
    held = game_of(game).rulesets
    return next((edition for edition in reversed(held) if edition.in_force_from <= as_of), held[0])
