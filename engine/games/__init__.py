"""The games, a folder each. Importing this package registers them, in the order in which they are listed."""

from engine.games.riftbound.game import RIFTBOUND_GAME
from engine.games.vs_2pcg.game import VS_2PCG_GAME
from engine.games.vs_classic.game import VS_CLASSIC_GAME
from engine.model.games import register

#: The slugs of the games that are part of the engine; others may be registered beside them.
OWN_GAMES = tuple(register(game).slug for game in (VS_CLASSIC_GAME, VS_2PCG_GAME, RIFTBOUND_GAME))
