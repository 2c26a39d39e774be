"""The symbols in card texts of Riftbound: letters as the publisher's articles write them, codes as its gallery does."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.riftbound.stats import DOMAINS

ANY_POWER = "Any Power"  #: a power of any domain
OWN_POWER = "Own Power"  #: a power of the card's own domain
MAX_ENERGY = 20

SYMBOLS: Mapping[str, str] = {
    "m": "Might",
    "s": "Might",  # as earlier documents write it
    "rbmight": "Might",
    "e": "Exhaust",
    "t": "Exhaust",  # as earlier documents write it
    "rbexhaust": "Exhaust",
    "a": ANY_POWER,
    "rbrunerainbow": ANY_POWER,
    "c": OWN_POWER,
    "r": "Fury",
    "g": "Calm",
    "b": "Mind",
    "o": "Body",
    "p": "Chaos",
    "y": "Order",
    **{f"rbrune{domain.casefold()}": domain for domain in DOMAINS},
    **{f"rbenergy{energy}": str(energy) for energy in range(MAX_ENERGY + 1)},
}
