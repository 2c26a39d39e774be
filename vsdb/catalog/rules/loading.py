"""The rules documents into their tables, and the fingerprints of their texts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Q

from vsdb.catalog.cards.models import Game
from vsdb.catalog.cards.tables import GameLoad, TableTally, TargetRows
from vsdb.catalog.rules.models import Document, Reference, Rule, Unit

ALL_GAMES = "all games"
_DOCUMENTS = TargetRows("documents", Document, Q(), ("slug",), ("name", "game_id", "edition_date", "note", "position"))
_RULES = TargetRows("rules", Rule, Q(), ("document_id", "slug"), ("number", "heading", "summary", "position"))
_OF_UNIT = ("slug", "parent__slug", "depth", "kind", "number", "likely", "title", "text", "line")
_OF_REFERENCE = ("unit__slug", "start", "end", "target__slug", "outside", "is_between")


def load_documents(rows: Iterable[Mapping[str, Any]]) -> list[TableTally]:
    """Bring the documents and their rules to what the rows of `read_documents` say; inside the caller's transaction."""
    rows = tuple(rows)
    load = GameLoad(ALL_GAMES)
    days = [row["edition_date"] and date.fromisoformat(row["edition_date"]) for row in rows]
    numbered = enumerate(zip(rows, days, strict=True))
    load.sync(
        _DOCUMENTS,
        [{**row, "game_id": row["game"], "edition_date": day, "position": at} for at, (row, day) in numbered],
    )
    rules = ((row["slug"], *each) for row in rows for each in enumerate(row["rules"]))
    load.sync(_RULES, [{**rule, "document_id": slug, "position": at} for slug, at, rule in rules])
    load.remove_stale()
    return load.tallies


def get_texts_version(game: str) -> str:
    """Empty where no text of a game's documents is loaded; one query, and two for each document that has one.

    A document of no one game counts for each.
    """
    held = hashlib.sha256()
    is_any = False
    loaded = Document.objects.exclude(text_digest="").filter(Q(game=game) | Q(game=None))
    for document in sorted(loaded, key=lambda each: each.pk):
        is_any = True
        held.update(repr((document.slug, document.text_digest)).encode())
        for unit in Unit.objects.filter(document=document).order_by("position").values_list(*_OF_UNIT):
            held.update(repr(unit).encode())
        references = Reference.objects.filter(unit__document=document).order_by("unit__position", "position")
        for reference in references.values_list(*_OF_REFERENCE):
            held.update(repr(reference).encode())
    return held.hexdigest() if is_any else ""


def renew_texts_versions(document: Document) -> None:
    """Give the games that a document is of the fingerprint of what they have now."""
    games = [document.game_id] if document.game_id else Game.objects.values_list("pk", flat=True)
    for game in games:
        Game.objects.filter(pk=game).update(texts_version=get_texts_version(game))
