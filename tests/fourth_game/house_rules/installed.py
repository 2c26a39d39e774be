"""Register the game: name this module in `VSDB_GAMES`."""

from engine.model.games import register
from tests.fourth_game.house_rules.game import house_rules

register(house_rules())
