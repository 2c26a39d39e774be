"""The rules documents into their tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Q

from vsdb.catalog.cards.tables import Load, Tally, Target
from vsdb.catalog.rules.models import Document, Rule

ALL_GAMES = "all games"
_DOCUMENTS = Target("documents", Document, Q(), ("slug",), ("name", "game_id", "edition_date", "note", "position"))
_RULES = Target("rules", Rule, Q(), ("document_id", "slug"), ("number", "heading", "summary", "position"))


def load_documents(rows: Iterable[Mapping[str, Any]]) -> list[Tally]:
    """Bring the documents and their rules to what the rows of `read_documents` say; inside the caller's transaction."""
    rows = tuple(rows)
    load = Load(ALL_GAMES)
    load.sync(_DOCUMENTS, [_document(row, position) for position, row in enumerate(rows)])
    load.sync(
        _RULES,
        [
            {**rule, "document_id": row["slug"], "position": position}
            for row in rows
            for position, rule in enumerate(row["rules"])
        ],
    )
    load.remove_stale()
    return load.tallies


def _document(row: Mapping[str, Any], position: int) -> dict[str, Any]:
    day = row["edition_date"]
    return {
        "slug": row["slug"],
        "name": row["name"],
        "game_id": row["game"],
        "edition_date": date.fromisoformat(day) if day else None,
        "note": row["note"],
        "position": position,
    }
