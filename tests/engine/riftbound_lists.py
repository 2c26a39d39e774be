"""Riftbound cards, lists and figures for tests: an Annie deck's parts."""

from __future__ import annotations

from typing import Any

from engine.model.cards import RIFTBOUND, Card
from engine.model.decks import Deck
from tests.engine import builders

FIGURES = {
    "deck_min": 40,
    "deck_max": 40,
    "copies": 3,
    "sideboard_max": 8,
    "runes": 12,
    "battlefields": 3,
    "legends": 1,
    "champions": 1,
    "signatures": 3,
}
STANDARD = builders.fmt(RIFTBOUND, construction=FIGURES)
LIMITED = builders.fmt(RIFTBOUND, construction={"deck_min": 25, "runes": 12})

ANNIE = builders.riftbound("Dark Child", "Legend", domains=("Fury", "Chaos"), tags=("Annie",))
FIERY = builders.riftbound("Annie, Fiery", "Unit", supertype="Champion", tags=("Annie",))
DARIUS = builders.riftbound("Darius, Trifarian", "Unit", supertype="Champion", tags=("Trifarian", "Darius"))
TIBBERS = builders.riftbound("Tibbers", "Spell", supertype="Signature", domains=("Fury", "Chaos"), tags=("Annie",))
CAPE = builders.riftbound("Cape", "Gear", keywords=("Unique",))
RUNE = builders.riftbound("Fury Rune", "Rune")
TREE = builders.riftbound("The Tree", "Battlefield", domains=())
WARRENS = builders.riftbound("Warrens", "Battlefield", domains=())


def unit(name: str = "Poro", **facts: Any) -> Card:
    return builders.riftbound(name, "Unit", **facts)


def deck(*entries: Any, **sections: Any) -> Deck:
    return builders.deck(RIFTBOUND, *entries, **sections)


def with_legend(*entries: Any, legend: Card = ANNIE, **sections: Any) -> Deck:
    return deck(*entries, legend={legend: 1}, **sections)
