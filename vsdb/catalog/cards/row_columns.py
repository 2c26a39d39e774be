"""A card's and a set's row, as files and imports give it, into the columns of its table."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from engine.model.names import fold
from vsdb.catalog.cards.models import CardLabel
from vsdb.catalog.cards.reading.csv_tables import columns

FIGURES = ("cost", "atk", "defense", "health", "energy", "power", "might")
LABELS = {
    "versions": CardLabel.Kind.VERSION,
    "traits": CardLabel.Kind.TRAIT,
    "tags": CardLabel.Kind.TAG,
    "domains": CardLabel.Kind.DOMAIN,
    "alignments": CardLabel.Kind.ALIGNMENT,
    "power_symbols": CardLabel.Kind.POWER_SYMBOL,
    "aka": CardLabel.Kind.AKA,
    "uses_piles": CardLabel.Kind.USES_PILE,
    "member_of_piles": CardLabel.Kind.MEMBER_OF_PILE,
}
MAY_BE_NONE = ("teams", "alignments", "domains", "power_symbols")
CARD_TEXTS = columns("name title copy_key identity type supertype cost_kind universe rarity brand note")
CARD_FACTS = ("level", "has_flight", "has_range", "is_concealed", "has_errata", "printed_limit")
CARD_FLAGS = {"versions_known": True, "is_in_every_set": False, "has_unrecorded_printing": False}
CARD_FIELDS = (
    "name_key", *CARD_TEXTS, *CARD_FACTS, *CARD_FLAGS, *FIGURES, "signs", *(f"{name}_recorded" for name in MAY_BE_NONE)
)  # fmt: skip
SET_TEXTS = ("name", "kind", "brand", "universe", "volume", "official", "confidence", "note")
SET_FACTS = ("code_verified", "issue_order", "card_count", "numbered_to")
SET_DAYS = ("released_earliest", "released_latest", "legal_from")

SET_FIELDS = (*SET_TEXTS, *SET_FACTS, *SET_DAYS)


def set_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a set, but for its place among the others and what it follows."""
    return {
        "code": row["code"],
        **{name: row.get(name) or "" for name in SET_TEXTS},
        **{name: row.get(name) for name in SET_FACTS},
        **{name: date.fromisoformat(row[name]) if row.get(name) else None for name in SET_DAYS},
    }


def card_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a card in its own table."""
    figures = {name: row.get(name) for name in FIGURES}
    return {
        "slug": row["slug"],
        "name_key": fold(row["name"]),
        **{name: row.get(name) or "" for name in CARD_TEXTS},
        **{name: row.get(name) for name in CARD_FACTS},
        **{name: row.get(name, default) for name, default in CARD_FLAGS.items()},
        **{name: figure if isinstance(figure, int) else None for name, figure in figures.items()},
        "signs": {name: figure for name, figure in figures.items() if isinstance(figure, str)},
        **{f"{name}_recorded": row.get(name) is not None for name in MAY_BE_NONE},
    }
