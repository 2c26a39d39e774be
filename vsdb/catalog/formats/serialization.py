"""A format on a day as plain data, ready for JSON: what the command prints, in the words of the API."""

from __future__ import annotations

from typing import Any

from engine.formats.changes import banned_title
from vsdb.catalog.api.format_shapes import FormatExplanationShape, PoolOnDayShape, RecordedPoolShape
from vsdb.catalog.formats.explaining import Explained
from vsdb.catalog.formats.messages import asks, pool_in_words


def told(found: Explained) -> dict[str, Any]:
    """Everything that is said of a format on a day."""
    fmt, day, pool = found.day.fmt, found.day, PoolOnDayShape(found).data
    return {
        "game": fmt.game,
        "format": fmt.slug,
        "name": fmt.name,
        "as_of": pool["on"],
        "data_version": fmt.data_version,
        "sets": pool["sets"],
        "uncertain": pool["uncertain"],
        **FormatExplanationShape(found).data,
        "bans": [{"card": each.ban.card, "banned": banned_title(each.ban), "state": each.state} for each in day.bans],
        "recorded": RecordedPoolShape(found.records, many=True).data,
        "doubts": list(fmt.doubts),
        "asks": [pool_in_words(fmt), *asks(fmt)],
    }
