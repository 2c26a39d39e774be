"""Examples and definitions of the query language that name games: the one place of the search that does."""

from __future__ import annotations

GAME = ("game:riftbound", "game:vs-2pcg")
GAME_OF_DECKS = ("game:riftbound", "g:2pcg")
GAME_OF_RULES = ("game:classic", "g:2pcg")
UNRECORDED_COST = "cost=unknown game:vs-2pcg"
ANY_KEYWORD = "kw:* game:vs-classic"
BY_COST = "by cost (Riftbound: energy)"
KO = "KOs something in the Vs. games, kills something in Riftbound"
