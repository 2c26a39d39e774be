"""Riftbound cards, lists, formats and days for tests: an Annie deck and its parts."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from engine.model.cards import RIFTBOUND, Between, Card, CardSet
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
ORIGINS = CardSet(RIFTBOUND, "OGN", "Origins", Between(date(2025, 10, 31), date(2025, 10, 31)))
#: With a set that is out, cards without a recorded printing are taken on trust.
WITH_SETS, LIMITED_WITH_SETS = (replace(each, sets={"OGN": ORIGINS}) for each in (STANDARD, LIMITED))

#: By edition its first day, and how the name of the tournament rules beside it ends.
DAYS = {
    "1.3": (date(2026, 3, 30), ""),
    "2026-07-16": (date(2026, 7, 16), "-2026-07-16"),
    "2026-10-09": (date(2026, 10, 9), "-2026-10-09"),
}
OCTOBER = date(2026, 10, 9)
CORE, TOURNAMENT = "rb-core-{}", "rb-tournament{}"

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


MAIN = {unit(f"Poro {number}"): 3 for number in range(13)}


def a_deck(**sections: object) -> Deck:
    """A legal deck under Annie, with some sections otherwise; None: the section is left out."""
    usual = {
        "legend": {ANNIE: 1},
        "deck": MAIN,
        "champion": {FIERY: 1},
        "runes": {RUNE: 12},
        "battlefields": {TREE: 1, **{builders.riftbound(name, "Battlefield", domains=()): 1 for name in "AB"}},
    }
    return deck(**{name: cards for name, cards in {**usual, **sections}.items() if cards is not None})


TWELVE = dict(list(MAIN.items())[:12])
CALM = unit("Calm Poro", domains=("Calm",))
TWO_DOMAINS = unit("Calm and Fury", domains=("Calm", "Fury"))
COLORLESS = unit("Colorless Poro", domains=())
