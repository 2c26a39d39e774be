"""Days, months and years as they are typed."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date

_WRITTEN = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?", re.ASCII)

Period = tuple[date, date]  #: from the first to the last day, both included


def period(text: str) -> Period | None:
    """The days of `2006`, `2006-06`, `2006-06-01`, or of a span `2005..2006-06`, whose ends may be left out."""
    first, dots, last = text.partition("..")
    if not dots:
        return _single(first)
    start = _single(first) if first else (date.min, date.min)
    end = _single(last) if last else (date.max, date.max)
    if start is None or end is None or not (first or last) or start[0] > end[1]:
        return None
    return start[0], end[1]


def _single(text: str) -> Period | None:
    found = _WRITTEN.fullmatch(text)
    if not found:
        return None
    year, month, day = (int(part) if part else None for part in found.groups())
    try:
        if year is None or month is None:
            return date(year or 0, 1, 1), date(year or 0, 12, 31)
        if day is None:
            return date(year, month, 1), date(year, month, monthrange(year, month)[1])
        return (only := date(year, month, day)), only
    except ValueError:
        return None
