"""Where something stands in a file, and the refusal that names it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NoReturn

from engine.model.errors import InputError

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_SHOWN = 80
#: The most characters that the tables take of a name, of a word among others, and of a note.
LONGEST_NAME, LONGEST_WORD, LONGEST_NOTE = 120, 80, 400


@dataclass(frozen=True, slots=True)
class Place:
    """A line and a column of a file, both counted from 1; `name` is the column's header or the field's key."""

    path: Path
    line: int
    column: int
    name: str = ""

    def __str__(self) -> str:
        named = f" ({self.name})" if self.name else ""
        return f"{self.path}, line {self.line}, column {self.column}{named}"

    def refuse(self, message: str) -> NoReturn:
        """Raise InputError for what stands here."""
        raise InputError(message, place=str(self), code="wrong-file")


def quoted(text: object) -> str:
    """A text as it is shown in a message, cut where it is long."""
    shown = str(text)
    return repr(shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…")


def refuse_long(text: str, at_most: int, place: Place) -> NoReturn:
    """Raise InputError for a text that is too long."""
    place.refuse(f"{quoted(text)} has {len(text)} characters; at most {at_most} fit")


def read_text(path: Path) -> str:
    """The text of a file; raises InputError where there is none, or where it isn't UTF-8 text."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"can't be read: {error.strerror}", place=str(path), code="wrong-file") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        place = Place(path, before.count(b"\n") + 1, error.start - before.rfind(b"\n"))
        raise InputError("is not UTF-8 text", place=str(place), code="wrong-file") from error
    nul = text.find("\0")
    if nul >= 0:
        Place(path, text.count("\n", 0, nul) + 1, nul - text.rfind("\n", 0, nul)).refuse("holds a NUL character")
    return text


def day(text: str, place: Place) -> str:
    """A day as ISO text; raises InputError for 2006-02-30."""
    try:
        if not _DAY.fullmatch(text):
            raise ValueError(text)
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        message = f"{quoted(text)} is no day; a day is written year-month-day, as in 2006-02-28"
        raise InputError(message, place=str(place), code="wrong-file") from error


def address(text: str, place: Place) -> str:
    """A text that can stand in an address; anything else is refused."""
    if not _SLUG.fullmatch(text):
        place.refuse(f"{quoted(text)} is no address; allowed are small letters, digits and single hyphens")
    return text


def one_of(text: str, allowed: tuple[str, ...] | frozenset[str], what: str, place: Place) -> str:
    """The text, which must be one of the words that are allowed here."""
    if text not in allowed:
        known = sorted(allowed)
        listed = ", ".join(known) if len(known) <= 20 else f"{', '.join(known[:20])}, …"
        place.refuse(f"{quoted(text)} is no {what}; known are {listed}")
    return text
