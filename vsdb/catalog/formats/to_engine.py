"""The stored formats and bans as the rows that `engine.model.reference` takes: plain data, ready for JSON."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any

from vsdb.catalog.formats.models import Ban, Format
from vsdb.core.dates import format_iso

Rows = list[dict[str, Any]]
_SAID = ("card", "identity", "versions", "type", "set_code", "team", "universe", "printings", "reason", "replacement")
_DAYS = ("begins_earliest", "begins_latest", "ends_earliest", "ends_latest")


def format_rows(game: str) -> Rows:
    """A game's formats in their order, resolved; one query."""
    return [
        {
            "slug": row.slug,
            "name": row.name,
            "kind": row.kind,
            "short": row.short,
            "aliases": row.aliases,
            "starts": _build_interval(row.starts_earliest, row.starts_latest),
            "ends": _build_interval(row.ends_earliest, row.ends_latest),
            **row.definition,
            "doubts": row.doubts,
            "notes": row.notes,
        }
        for row in Format.objects.filter(game=game).order_by("position")
    ]


def list_ban_rows(game: str) -> Rows:
    """A game's bans in their order, each with the slugs of its formats; two queries."""
    slugs: dict[int, list[str]] = defaultdict(list)
    through = Ban.formats.through.objects.filter(ban__game=game).order_by("format__position")
    for ban, slug in through.values_list("ban", "format__slug"):
        slugs[ban].append(slug)
    held = Ban.objects.filter(game=game).order_by("position")
    return [
        {
            **{name: row[name] for name in _SAID},
            **{name: format_iso(row[name]) for name in _DAYS},
            "formats": ["all"] if row["for_all_formats"] else slugs[row["pk"]],
            "event": row["event__name"],
        }
        for row in held.values("pk", *_SAID, *_DAYS, "for_all_formats", "event__name")
    ]


def _build_interval(earliest: date | None, latest: date | None) -> list[str | None] | None:
    return [format_iso(earliest), format_iso(latest)] if earliest else None
