"""The rules documents into their tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Q

from vsdb.cards.tables import Tally, Target
from vsdb.rules.models import Document, Rule

ALL_GAMES = "all games"
_DOCUMENTS = Target(Document, Q(), ("slug",), ("name", "game_id", "edition_date", "note", "position"))
_RULES = Target(Rule, Q(), ("document_id", "slug"), ("number", "heading", "summary", "position"))


def load_documents(rows: Iterable[Mapping[str, Any]]) -> list[Tally]:
    """Bring the documents and their rules to what the rows of `read_documents` say; inside the caller's transaction."""
    rows = tuple(rows)
    documents = _DOCUMENTS.sync(ALL_GAMES, [_document(row, position) for position, row in enumerate(rows)])
    rules = _RULES.sync(
        ALL_GAMES,
        [
            {**rule, "document_id": row["slug"], "position": position}
            for row in rows
            for position, rule in enumerate(row["rules"])
        ],
    )
    _RULES.remove(rules.stale)
    _DOCUMENTS.remove(documents.stale)
    return [documents.tally, rules.tally]


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
