"""Riftbound as one value."""

from __future__ import annotations

from engine.games.riftbound.deck_rules import RB_CORE_1_3
from engine.games.riftbound.lists import NAMING, SECTIONS
from engine.games.riftbound.site import SITE
from engine.model.cards import RIFTBOUND, Card
from engine.model.games import Copies, Game
from engine.model.names import fold


def _identity(card: Card) -> str:
    """The name (core rules 103.2)."""
    return fold(card.name)


RIFTBOUND_GAME = Game(
    slug=RIFTBOUND,
    name="Riftbound",
    rulesets=(RB_CORE_1_3,),
    sections=SECTIONS,
    copies=Copies(identity=_identity),
    naming=NAMING,
    code_number=3,
    site=SITE,
)
