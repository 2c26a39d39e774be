"""Lists of sets, of first legal days in regions and of bans, as rows in the columns of the fixtures.

Sets and days are CSV; bans are CSV too, or JSON as `bans.json` has them. A list may leave columns out and cells empty.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.model.errors import InputError
from vsdb.catalog.cards.reading.cards import SET_COLUMNS
from vsdb.catalog.cards.reading.files import CsvRow, FilePlace, quote_text, refuse_repeated
from vsdb.catalog.cards.reading.folder import BAN_COLUMNS

GAME = "riftbound"
SETS, REGIONAL_DAYS, BANS = "sets.csv", "regional-days.csv", "bans.csv"
RELEASED = "released"  #: one day for the earliest and the latest
_REGIONAL = ("set", "region", "legal_from")
#: The keys of a ban in JSON with its columns; a list is joined by semicolons.
_BAN_KEYS = {
    "from_earliest": "begins_earliest",
    "from_latest": "begins_latest",
    "until_earliest": "ends_earliest",
    "until_latest": "ends_latest",
    "printing": "printings",
    **{name: name for name in BAN_COLUMNS if not name.startswith(("begins", "ends"))},
}
_SPANS = (
    ("released_earliest", "released_latest"),
    ("begins_earliest", "begins_latest"),
    ("ends_earliest", "ends_latest"),
)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a list: its place, and the cells that say something."""

    place: str
    cells: Mapping[str, str]


#: The rows that lists give, by the file of the fixtures where they belong.
Tables = Mapping[str, tuple[TableRow, ...]]


@dataclass(frozen=True, slots=True)
class _Table:
    """A kind of table: its columns, and those without which it isn't one."""

    file: str
    columns: Sequence[str]
    needed: frozenset[str]
    unique: tuple[str, ...]


_TABLES = (
    _Table(REGIONAL_DAYS, _REGIONAL, frozenset(_REGIONAL), ("set", "region")),
    _Table(BANS, BAN_COLUMNS, frozenset(("card", "formats", "begins_earliest")), ()),
    _Table(SETS, (*SET_COLUMNS, RELEASED), frozenset(("code", "name")), ("code",)),
)


def read_cells(file: Path, text: str) -> tuple[list[str], list[CsvRow]]:
    """The header of a CSV text and its rows; lines of comment before the header are passed over. Raises InputError."""
    lines = text.splitlines(keepends=True)
    skipped = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    reader = csv.reader(io.StringIO("".join(lines[skipped:])), strict=True)
    header: list[str] | None = None
    rows: list[CsvRow] = []
    try:
        for cells in reader:
            line = skipped + reader.line_num
            if header is None:
                header = [name.strip() for name in cells]
                positions = {name: number for number, name in enumerate(header, start=1)}
            elif cells:
                if len(cells) != len(header):
                    FilePlace(file, line, 1).refuse(f"the row has {len(cells)} cells; the header has {len(header)}")
                stripped = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
                rows.append(CsvRow(file, line, positions, stripped))
    except csv.Error as error:
        raise InputError(f"not valid CSV: {error}", place=str(file), code="wrong-file") from error
    if not header:
        raise InputError("the file is empty", place=str(file), code="wrong-file")
    return header, rows


def find_table(header: Sequence[str]) -> str | None:
    """The file of the fixtures where a table with these columns belongs."""
    return next((each.file for each in _TABLES if each.needed <= set(header)), None)


def find_missing_column(header: Sequence[str]) -> str | None:
    """The column that a table lacks whose others are those of one kind; None where it is of no kind."""
    near = (each for each in _TABLES if set(header) <= set(each.columns) and each.needed & set(header))
    return next((name for each in near for name in each.columns if name in each.needed - set(header)), None)


def read_table_rows(name: str, header: Sequence[str], rows: list[CsvRow]) -> tuple[TableRow, ...]:
    """The rows of a table for that file. Raises InputError with the place of a column or a cell that can't be used."""
    table = next(each for each in _TABLES if each.file == name)
    for column in header:
        if column not in table.columns:
            columns = ", ".join(table.columns)
            place = rows[0].place(column) if rows else FilePlace(Path(name), 1, 1)
            place.refuse(f"no such column: {quote_text(column)}; the columns are {columns}")
    if table.unique:
        refuse_repeated(rows, *table.unique)
    return tuple(_read_row(row, str(row.place(header[0]))) for row in rows)


def _read_row(row: CsvRow, place: str) -> TableRow:
    """A row; one released day stands for two, and each day and each number is one."""
    cells = {name: cell for name, cell in row.cells.items() if cell}
    if (day := cells.pop(RELEASED, None)) is not None:
        row.day(RELEASED)
        cells = {"released_earliest": day, "released_latest": day, **cells}
    for name in row.cells:
        if name in ("legal_from", *(each for span in _SPANS for each in span)):
            row.day(name)
        elif name in ("issue_order", "card_count", "numbered_to"):
            row.count(name)
    for earliest, latest in _SPANS:
        if earliest in row.cells and latest in row.cells:
            row.between(earliest, latest)
    return TableRow(place, cells)


def is_ban_list(value: Any) -> bool:
    """Whether JSON has the layout of a list of bans."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) and "card" in each for each in value)


def read_bans_json(file: Path, text: str) -> tuple[TableRow, ...] | None:
    """The bans of a JSON text, those of the other games left out; None where it is something else. Raises InputError
    for a ban that can't be read."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return tuple(_read_bans(file, value)) if is_ban_list(value) else None


def _read_bans(file: Path, value: Sequence[Mapping[str, Any]]) -> Iterator[TableRow]:
    for number, each in enumerate(value, start=1):
        if each.get("game", GAME) != GAME:
            continue
        place = f"{file}, ban {number}"
        refuse = _refusing(place)
        cells: dict[str, str] = {}
        for key, said in each.items():
            if key == "game" or said is None or said == []:
                continue
            if key not in _BAN_KEYS:
                refuse(f"no such field: {quote_text(key)}; the fields are {', '.join(_BAN_KEYS)}")
            words = said if isinstance(said, list) else [said]
            if not all(isinstance(word, str) for word in words):
                refuse(f"{key} must be text or a list of texts")
            cells[_BAN_KEYS[key]] = "; ".join(words)
        row = CsvRow(file, number, {}, {**dict.fromkeys(BAN_COLUMNS, ""), **cells})
        try:
            yield _read_row(row, place)
        except InputError as error:
            raise InputError(error.message, place=place, code=error.code) from error


def _refusing(place: str) -> Callable[[str], None]:
    def refuse(message: str) -> None:
        raise InputError(message, place=place, code="wrong-file")

    return refuse
