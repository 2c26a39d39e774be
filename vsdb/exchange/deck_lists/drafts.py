"""What a layout says before any card is looked for: lines of deck text, and rows whose fields are told apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.model.errors import InputError

_LINE_ENDS = re.compile("[\r\n\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Row:
    """A line told in fields. `count` is as it was written; `written` is the whole line where the layout kept it.

    `section` is a heading's words or a section's slug; empty is the deck, None the section of the line before.
    """

    count: str = ""
    name: str = ""
    section: str | None = None
    slug: str = ""
    printing: str = ""
    octgn_id: str = ""
    written: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A list as its layout gives it: lines of deck text as they stand, and rows. `game` is as it was written."""

    lines: tuple[str | Row, ...]
    game: str = ""
    notes: str = ""
    remarks: tuple[str, ...] = ()


def one_line(text: str) -> str:
    """A text with its line breaks as spaces."""
    return _LINE_ENDS.sub(" ", text).strip()


def note_lines(text: str) -> list[str]:
    """The lines of a note."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n") if text.strip() else []


def broken(layout: str, why: str, place: str = "") -> InputError:
    """The error for a file that isn't what it looks like."""
    return InputError(f"this looks like {layout}, but {why}", place=place, code="wrong-file")
