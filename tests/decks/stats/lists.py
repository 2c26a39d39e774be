"""Lists of the three games that the reference holds every card of, and how they are read."""

from __future__ import annotations

from datetime import date

from engine import decklists
from engine.model.decks import Deck
from vsdb.catalog.cards.selectors import get_reference

DAY = date(2024, 6, 1)

A_FORCE = """# a-force
Main Character
1 Captain Marvel [AFF-001]
Level Up
1 Captain Marvel [AFF-002]
Deck
4 Spectrum [AFF-018]
4 Phoenix [AFF-022]
4 Sister Grimm [AFF-010]
4 Miss America [AFF-019]
4 Dazzler [AFF-016]
4 She-Hulk [AFF-017]
4 Meggan [AFF-013]
4 Rogue [AFF-021]
4 Medusa [AFF-014]
4 Pixie [AFF-011]
4 Loki [AFF-020]
4 Training Ground [MNB-109]
4 Laboratory [MNB-110]
4 Academy [MNB-111]
4 Fortress [MNB-112]
"""

SHIELD = """4 Captain America, Champion License
4 Life Model Decoy, More Human than Human
1 Nobody At All
"""

ANNIE = """Legend
1 Annie, Dark Child
Deck
3 Incinerate
Runes
7 Fury Rune
5 Chaos Rune
"""

LISTS = {"vs-2pcg": A_FORCE, "vs-classic": SHIELD, "riftbound": ANNIE}


def read(game: str, text: str | None = None, on: date = DAY) -> Deck:
    """One of these lists, or another, as it was read on a day."""
    return decklists.read_deck(LISTS[game] if text is None else text, get_reference(game).on(on).catalog, on)
