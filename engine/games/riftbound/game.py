"""Riftbound as one value."""

from __future__ import annotations

from engine.games.riftbound.deck_rules import RB_CORE_1_3
from engine.games.riftbound.site import SITE
from engine.model import decks
from engine.model.cards import RIFTBOUND, Card
from engine.model.games import Copies, Game, Section, Sections
from engine.model.names import fold

_CHAMPION = ("champion", "champions", "chosen champion", "chosenchampion", "champion unit")


def _identity(card: Card) -> str:
    """The name (core rules 103.2)."""
    return fold(card.name)


RIFTBOUND_GAME = Game(
    slug=RIFTBOUND,
    name="Riftbound",
    rulesets=(RB_CORE_1_3,),
    sections=Sections(
        own=(
            Section(decks.LEGEND, "Legend", ("legend", "legends", "champion legend", "championlegend")),
            Section(decks.CHAMPION, "Champion", _CHAMPION),
            Section(decks.RUNES, "Runes", ("rune", "runes", "rune deck", "runedeck", "rune pool", "runepool")),
            Section(decks.BATTLEFIELDS, "Battlefields", ("battlefield", "battlefields", "battlefield deck")),
        ),
    ),
    copies=Copies(identity=_identity),
    site=SITE,
)
