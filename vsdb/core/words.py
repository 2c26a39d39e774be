"""Days and numbers in words; texts cut short."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import lru_cache

from engine import Between

_UNITS = ((86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second"))


@lru_cache(maxsize=8_192)
def format_day(value: date | None) -> str:
    """A day in words: 1 July 2008."""
    return f"{value.day} {value:%B} {value.year}" if value else ""


def describe_age(age: timedelta) -> str:
    """How old something is, in the largest unit: `2 days`, `3 hours`, `5 minutes`."""
    hours, minutes = age.seconds // 3_600, age.seconds // 60
    return quantity(age.days, "day") if age.days else quantity(hours, "hour") if hours else quantity(minutes, "minute")


def describe_duration(seconds: int) -> str:
    """A length of time by its two largest units: `2 days 3 hours`, `1 minute 30 seconds`."""
    parts: list[str] = []
    left = seconds
    for size, unit in _UNITS:
        count, left = divmod(left, size)
        if count or parts:
            parts.append(quantity(count, unit) if count else "")
        if len(parts) == 2:
            break
    return " ".join(filter(None, parts)) or "0 seconds"


def format_between(days: Between | None) -> str:
    """A day in words as closely as it is known: 1 July 2008, July 2008, 2008, or between two days."""
    if days is None:
        return ""
    first, last = days.earliest, days.latest
    if last == date.max:
        return f"on or after {format_day(first)}"
    if first == last:
        return format_day(first)
    is_whole_months = first.day == 1 and (last + timedelta(days=1)).day == 1
    if is_whole_months and (first.year, first.month) == (last.year, last.month):
        return f"{first:%B} {first.year}"
    if is_whole_months and first.year == last.year and (first.month, last.month) == (1, 12):
        return f"{first.year}"
    if first.year == last.year:
        return f"between {first.day} {first:%B} and {format_day(last)}"
    return f"between {format_day(first)} and {format_day(last)}"


_ISO_DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b", re.ASCII)


def spell_out_days(text: str) -> str:
    """A sentence with its days in words: 2008-07-01 becomes 1 July 2008; what is no day of the calendar stays."""
    return _ISO_DAY.sub(_day_in_words, text)


def _day_in_words(found: re.Match[str]) -> str:
    try:
        return format_day(date.fromisoformat(found[0]))
    except ValueError:
        return found[0]


def to_sentence(text: str) -> str:
    """A message as a sentence."""
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


def shorten(text: str, length: int) -> str:
    """A text in at most that many characters, the last an ellipsis where some are left out."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def with_article(noun: str) -> str:
    """A noun with its article: a team, an affiliation."""
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"


def quantity(number: int, noun: str) -> str:
    """A number of things: 1 error, 1,200 cards."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
