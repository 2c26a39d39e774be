"""Events, formats and bans into their tables, as part of a load of the reference."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Q

from vsdb.catalog.cards.reading.files import split_columns
from vsdb.catalog.cards.tables import GameLoad, Keys, TargetRows, point
from vsdb.catalog.formats.models import Ban, Event, Format

Row = Mapping[str, Any]
_DEFINITION = ("pool", "construction", "universe", "restrictions", "recorded")
_BAN_FACTS = ("card", "identity", "versions", "type", "set_code", "team", "universe", "printings", "replacement")
_BAN_DAYS = ("begins_earliest", "begins_latest", "ends_earliest", "ends_latest")
_FORMAT_FIELDS = split_columns(
    "name kind short aliases definition doubts notes position starts_earliest starts_latest ends_earliest ends_latest"
)


def load_formats(load: GameLoad, events: Iterable[Row], formats: Iterable[Row], bans: Iterable[Row]) -> None:
    """Bring the events, formats and bans of a game to these rows."""
    of_game, this = Q(game=load.game), {"game_id": load.game}
    formats, bans = list(formats), list(bans)
    held = load.sync(
        TargetRows("events", Event, of_game, ("name",), ("earliest", "latest"), (), this),
        ({"name": row["name"], "earliest": _day(row["earliest"]), "latest": _day(row["latest"])} for row in events),
    )
    slugs = load.sync(
        TargetRows("formats", Format, of_game, ("slug",), _FORMAT_FIELDS, (), this),
        (_format(row, position) for position, row in enumerate(formats)),
    )
    wanted = {slugs[row["slug"],]: row["inherits"] and slugs[row["inherits"],] for row in formats}
    point(Format, "inherits", of_game, wanted)
    implied = (*_BAN_FACTS, *_BAN_DAYS, "reason", "for_all_formats", "event_id")
    keys = load.sync(
        TargetRows("bans", Ban, of_game, ("key",), ("position",), implied, this),
        (_ban(row, position, held) for position, row in enumerate(bans)),
    )
    load.sync(
        TargetRows("formats of bans", Ban.formats.through, Q(ban__game=load.game), ("ban_id", "format_id")),
        (
            {"ban_id": keys[_key(row),], "format_id": slugs[slug,]}
            for row in bans
            for slug in row["formats"]
            if slug != "all"
        ),
    )


def _format(row: Row, position: int) -> dict[str, Any]:
    starts, ends = row["starts"] or (None, None), row["ends"] or (None, None)
    return {
        **{name: row[name] for name in ("slug", "name", "kind", "short", "aliases", "doubts", "notes")},
        "definition": {name: row[name] for name in _DEFINITION},
        "starts_earliest": _day(starts[0]),
        "starts_latest": _day(starts[1]),
        "ends_earliest": _day(ends[0]),
        "ends_latest": _day(ends[1]),
        "position": position,
    }


def _ban(row: Row, position: int, events: Keys) -> dict[str, Any]:
    return {
        "key": _key(row),
        **{name: row[name] for name in _BAN_FACTS},
        **{name: _day(row[name]) for name in _BAN_DAYS},
        "reason": row["reason"],
        "for_all_formats": row["formats"] == ["all"],
        "event_id": row["event"] and events[row["event"],],
        "position": position,
    }


def _key(row: Row) -> str:
    said = json.dumps(row, sort_keys=True, ensure_ascii=False)
    return f"{row['card']} {hashlib.sha256(said.encode()).hexdigest()[:16]}"


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
