"""The games, a folder each. Importing this package registers them, in the order in which they are listed."""

from engine.games.riftbound.game import RIFTBOUND_GAME
from engine.games.vs_2pcg.game import VS_2PCG_GAME
from engine.games.vs_classic.game import VS_CLASSIC_GAME
from engine.model.games import register

for _game in (VS_CLASSIC_GAME, VS_2PCG_GAME, RIFTBOUND_GAME):
    register(_game)
