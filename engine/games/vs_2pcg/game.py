"""Vs. System 2PCG as one value."""

from __future__ import annotations

from engine.games.vs_2pcg.deck_rules import PCG_5_0
from engine.games.vs_2pcg.site import SITE
from engine.model import decks
from engine.model.cards import VS_2PCG, Card
from engine.model.games import Copies, Game, Section, Sections
from engine.model.names import fold

_MAIN_CHARACTER = ("main character", "main characters", "starting main character", "starting main characters", "mc")
_LEVEL_UP = ("level up", "level ups", "levelup", "level up zone", "level up deck", "level up characters")


def _identity(card: Card) -> str:
    """Name and first printing, under which reprints stand too."""
    first = next((printing.code for printing in card.printings if printing.set_code), "")
    return f"{fold(card.name)}|{first.casefold()}"


VS_2PCG_GAME = Game(
    slug=VS_2PCG,
    name="Vs. System 2PCG",
    rulesets=(PCG_5_0,),
    sections=Sections(
        own=(
            Section(decks.MAIN_CHARACTER, "Main Character", _MAIN_CHARACTER),
            Section(decks.LEVEL_UP, "Level Up", _LEVEL_UP),
        ),
    ),
    copies=Copies(identity=_identity),
    site=SITE,
)
