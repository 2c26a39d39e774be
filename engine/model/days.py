"""Days as people and programs write them."""

from __future__ import annotations

import re
from datetime import date

from engine.model.errors import InputError

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def parse_day(text: str, *, place: str = "date") -> date:
    """A day out of `YYYY-MM-DD`. Raises InputError, also for a day that no calendar has."""
    text = text.strip()
    if not _DAY.fullmatch(text):
        said = f"{text[:40]!r} is not a date; write YYYY-MM-DD, such as 2008-07-01"
        raise InputError(said, place=place, code="unreadable-date")
    try:
        return date.fromisoformat(text)
    except ValueError as exc:
        said = f"{text} is not in the calendar; write a real date, such as 2008-07-01"
        raise InputError(said, place=place, code="unreadable-date") from exc
