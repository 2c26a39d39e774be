"""A format as the plain definition that it can be built from again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from engine.formats.definitions.definition import FIGURES
from engine.model.cards import Between
from engine.model.formats import Format


def definition_to_dict(fmt: Format) -> dict[str, Any]:
    """What a format asks as plain data, without its bans; lists and mappings are new ones.

    Of figures that change on a day, the last: what is built of it is for events to come.
    """
    pool = fmt.pool
    rows = {
        "sets": list(pool.sets),
        "per_brand": dict(pool.per_brand),
        "from_volume": pool.from_volume,
        "first_rotation": pool.first_rotation,
        "always": list(pool.always),
        "is_inferred": pool.is_inferred,
    }
    last = fmt.construction_on(date.max)
    figures = {name: getattr(last, name) for name in FIGURES}
    return {
        "pool": {"kind": pool.kind, **{name: value for name, value in rows.items() if value}},
        "construction": {name: count for name, count in figures.items() if count is not None},
        "universe": fmt.universe,
        "restrictions": [{"kind": each.kind, "terms": copy_plain_data(each.terms)} for each in fmt.restrictions],
        "starts": _days(fmt.starts),
        "ends": _days(fmt.ends),
        "doubts": list(fmt.doubts),
        "notes": fmt.notes,
    }


def copy_plain_data(value: Any) -> Any:
    """Plain data anew, tuples as lists."""
    if isinstance(value, Mapping):
        return {key: copy_plain_data(each) for key, each in value.items()}
    return [copy_plain_data(each) for each in value] if isinstance(value, list | tuple) else value


def _days(days: Between | None) -> list[str | None] | None:
    if days is None:
        return None
    return [days.earliest.isoformat(), None if days.latest == date.max else days.latest.isoformat()]
