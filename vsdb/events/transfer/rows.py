"""What the files of other programs are read as: rows with their lines, and the lines that can't be read."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from engine import InputError
from vsdb.core.words import shorten
from vsdb.exchange.deck_lists.data_layouts import unescape_cell

MAX_BYTES = 1024 * 1024  #: of a file of players, standings or pairings
MAX_ROWS = 4_000
_MAX_NAME, _MAX_SORT_NAME, _MAX_ID = 80, 120, 80
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\u2028\u2029\ud800-\udfff]+")
_SEPARATORS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player as a file names them; `line` counts from 1. `table` and `standing` are None where it has none."""

    line: int
    name: str = ""
    sort_name: str = ""
    email: str = ""
    external_id: str = ""
    state: str = ""
    table: int | None = None
    standing: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A table of a round; without a second player it is a bye."""

    line: int
    round: int
    table: int
    first: str
    second: str = ""


@dataclass(frozen=True, slots=True)
class UnreadRow:
    """A row that can't be read, as it is written, and why."""

    line: int
    written: str
    reason: str


@dataclass
class ReadRows:
    """The rows of a file, the ones that can't be read, and remarks on the whole."""

    rows: list[Any] = field(default_factory=list)
    unread: list[UnreadRow] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def refuse(self, line: int, written: str, reason: str) -> None:
        """Name a row that can't be read."""
        self.unread.append(UnreadRow(line, shorten(to_line(written), 160), reason))


def decode_file(raw: bytes) -> str:
    """The text of a file in UTF-8, UTF-16 with its mark, or Windows-1252, without a mark. Raises InputError."""
    if len(raw) > MAX_BYTES:
        said = f"the file has {len(raw):,} bytes; at most {MAX_BYTES:,}"
        raise InputError(said, place="file", code="too-long")
    encodings = ("utf-16",) if raw.startswith(_UTF_16) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            return clean_text(raw.decode(encoding))
        except UnicodeDecodeError:
            continue
    raise InputError("the file is no text; save it as CSV or text in UTF-8", place="file", code="wrong-encoding")


def clean_text(text: str) -> str:
    """A text without its mark, with single line ends. Raises InputError for one that is too long or no text."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MAX_BYTES:
        raise InputError(f"the text has more than {MAX_BYTES:,} characters", place="text", code="too-long")
    if "\0" in text:
        raise InputError("the text has a NUL byte; send plain text", place="text", code="not-text")
    return text


def to_line(text: str) -> str:
    """A text on one line, without control characters."""
    return " ".join(_UNPRINTABLE.sub(" ", text).split())


def fold_header(cell: str) -> str:
    """A column's name as it is compared: small letters and single spaces."""
    return " ".join(cell.casefold().replace("_", " ").split())


def read_header(text: str) -> tuple[list[str], str] | None:
    """The first line's cells, folded, and what parts them; None for an empty text."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    if not first:
        return None
    separator = max(_SEPARATORS, key=first.count)
    try:
        return [fold_header(cell) for cell in next(csv.reader([first], delimiter=separator))], separator
    except csv.Error:
        return None


def read_cells(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table that aren't blank, with the line that each begins on. Raises InputError."""
    table = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    before, count = 0, 0
    try:
        for cells in table:
            line, before = before + 1, table.line_num
            if any(cell.strip() for cell in cells):
                count += 1
                if count > MAX_ROWS + 1:
                    raise InputError(f"more than {MAX_ROWS:,} rows; send fewer at once", place="text", code="too-many")
                yield line, [unescape_cell(cell) for cell in cells]
    except csv.Error as error:
        raise InputError(f"the table can't be read: {error}", place=f"line {table.line_num}") from error


def read_named_cells(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a table below its header, by the folded names of their columns."""
    found = read_header(text)
    if found is None:
        return
    names, separator = found
    rows = read_cells(text, separator)
    next(rows, None)
    for line, cells in rows:
        yield line, {name: to_line(cell) for name, cell in zip(names, cells, strict=False)}


def list_lines(text: str) -> list[tuple[int, str]]:
    """The lines that aren't blank, with their numbers. Raises InputError for too many."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if len(lines) > MAX_ROWS:
        raise InputError(f"more than {MAX_ROWS:,} lines; send fewer at once", place="text", code="too-many")
    return lines


def add_player(found: ReadRows, line: int, written: str, **fields: Any) -> None:
    """Add a player, or name what is wrong with the row: no name and no address, a bad address, something too long."""
    for name in ("name", "sort_name", "email", "external_id"):
        fields[name] = to_line(str(fields.get(name) or ""))
    if problem := find_problem(fields):
        found.refuse(line, written, problem)
        return
    found.rows.append(PlayerRow(line, **fields))


def find_problem(fields: Mapping[str, str]) -> str:
    """What is wrong with a player's fields; empty where nothing is."""
    if not fields["name"] and not fields["email"]:
        return "it has neither a name nor an email address"
    if fields["email"] and not is_email(fields["email"]):
        return f"“{shorten(fields['email'], 60)}” is no email address"
    for name, label, most in (
        ("name", "name", _MAX_NAME),
        ("sort_name", "sort name", _MAX_SORT_NAME),
        ("external_id", "external id", _MAX_ID),
    ):
        if len(fields[name]) > most:
            return f"the {label} has more than {most} characters"
    return ""


def is_email(text: str) -> bool:
    """Whether a text is an email address."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= 254


def read_whole(text: str, most: int = 1_000_000) -> int | None:
    """A whole number from 0, `12` or `12.0`; None for anything else."""
    found = re.fullmatch(r"(\d{1,9})(?:\.0+)?", text.strip(), re.ASCII)
    return int(found[1]) if found and int(found[1]) <= most else None


def read_decimal(text: object) -> float | None:
    """A number; `66,67 %` is 66.67. None for anything else."""
    found = re.fullmatch(r"(\d{1,9}(?:[.,]\d{1,9})?)\s*%?", str(text if text is not None else "").strip(), re.ASCII)
    return float(found[1].replace(",", ".")) if found else None


def drop_missing(values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that there are."""
    return {name: value for name, value in values.items() if value is not None and value != ""}


def split_rows(rows: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    """Rows in portions."""
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
