"""Days as documents write them."""

from __future__ import annotations

import calendar
import re
from datetime import date

from engine.model.cards import Between

_MONTHS = {
    name.casefold(): number
    for names in (calendar.month_name, calendar.month_abbr, ("", *[""] * 8, "Sept", "", "", ""))
    for number, name in enumerate(names)
    if name
}
_MONTH = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_FORMS = tuple(
    re.compile(rf"(?<![\w/-]){form}(?![\w/-])", re.IGNORECASE | re.ASCII)
    for form in (
        rf"{_MONTH} {_DAY},? {_YEAR}",
        rf"{_DAY}(?: of)? {_MONTH},? {_YEAR}",
        rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)",
        rf"(?P<either>\d{{1,2}})/(?P<other>\d{{1,2}})/{_YEAR}",
        rf"{_MONTH},? {_YEAR}",
    )
)


def find_date(text: str) -> tuple[re.Match[str], Between] | None:
    """The first date in a text and where it stands, a month's name without a day as that whole month.

    Figures that may be a month and a day or the other way round give both days as bounds.
    """
    for form in _FORMS:
        for found in form.finditer(text):
            if (between := _between(found.groupdict())) is not None:
                return found, between
    return None


def find_day(text: str) -> Between | None:
    """The first date in a text."""
    found = find_date(text)
    return found[1] if found else None


def is_date(text: str) -> bool:
    """Whether a text is nothing but a date, with or without its day of the week."""
    found = find_date(text)
    rest = f"{text[: found[0].start()]}{text[found[0].end() :]}".strip(" ,.") if found else text
    return found is not None and (not rest or rest.capitalize() in calendar.day_name)


def _between(parts: dict[str, str | None]) -> Between | None:
    year = int(parts["year"] or 0)
    if either := parts.get("either"):
        pair = int(either), int(parts["other"] or 0)
        days = [day for day in (_date(year, *pair), _date(year, *pair[::-1])) if day]
        return Between(min(days), max(days)) if days else None
    word = (parts["month"] or "").casefold()
    month = _MONTHS.get(word) or int(word)
    if "day" in parts:
        day = _date(year, month, int(parts["day"] or 0))
        return Between(day, day) if day else None
    return Between(date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1]))


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
