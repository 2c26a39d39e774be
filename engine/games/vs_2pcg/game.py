"""Vs. System 2PCG as one value."""

from __future__ import annotations

from engine.games.vs_2pcg.card_text import CARD_TEXT
from engine.games.vs_2pcg.deck_rules import PCG_5_0
from engine.games.vs_2pcg.lists import SECTIONS
from engine.games.vs_2pcg.site import SITE
from engine.model.cards import VS_2PCG, Card
from engine.model.games import Copies, Game, Naming
from engine.model.names import fold


def _identity(card: Card) -> str:
    """Name and first printing, under which reprints stand too."""
    first = next((printing.code for printing in card.printings if printing.set_code), "")
    return f"{fold(card.name)}|{first.casefold()}"


VS_2PCG_GAME = Game(
    slug=VS_2PCG,
    name="Vs. System 2PCG",
    rulesets=(PCG_5_0,),
    sections=SECTIONS,
    copies=Copies(identity=_identity),
    naming=Naming(is_printing_said=True),
    card_text=CARD_TEXT,
    code_number=2,
    site=SITE,
)
