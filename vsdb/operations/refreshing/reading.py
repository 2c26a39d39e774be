"""The lists that a refresh takes: the official gallery as JSON, tables of printings, sets, regional days and bans as
CSV, bans as JSON, or a folder of these."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from engine.model.errors import InputError
from vsdb.catalog.cards.reading.cards import DOMAINS, RARITIES
from vsdb.catalog.cards.reading.files import CsvRow, read_text
from vsdb.exchange.card_files.sources.gallery import GalleryCard, read_gallery
from vsdb.exchange.card_files.sources.riftbound_files import KINDS, find_kind
from vsdb.operations.refreshing.guesses import Guess, read_guesses
from vsdb.operations.refreshing.tables import (
    BANS,
    TableRow,
    Tables,
    find_missing_column,
    find_table,
    read_bans_json,
    read_cells,
    read_table_rows,
)

T = TypeVar("T")

MAX_BYTES = 32 * 1024 * 1024
PROMOS = frozenset(("OPP", "PR", "JDG"))  #: their cards have the numbers of other sets, which their sizes tell apart
_TYPES = frozenset(("Unit", "Spell", "Legend", "Gear", "Battlefield", "Rune"))
_SUPERTYPES = frozenset(("Champion", "Signature", "Basic", "Token"))
_COLUMNS = ("set", "number", "name", "type", "supertype", "domains", "energy", "power", "might", "tags", "rarity")
_OPTIONAL = ("keywords", "derived")
_FIGURES = ("energy", "power", "might")
_NUMBER = re.compile(r"[A-Za-z]{0,2}\d{1,4}[A-Za-z]{0,2}\*?", re.ASCII)
_COLORLESS = "Colorless"
_LIST_NAMES = re.compile(r"gallery.*\.json|(cards|sets|regional-days|bans).*\.csv|bans.*\.json")


@dataclass(frozen=True, slots=True)
class ListedPrinting:
    """A printing as a list has it; `facts` are the columns of its card that the list says, and nothing else.

    `names` are what the card may be called here: a list may tell name and subtitle apart. `keywords` are as in the
    fixtures, `guesses` what the list has inferred.
    """

    place: str
    set_code: str
    number: str
    names: tuple[str, ...]
    rarity: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    keywords: tuple[str, ...] = ()
    guesses: tuple[Guess, ...] = ()

    @property
    def code(self) -> str:
        """The code of the printing."""
        return f"{self.set_code}-{self.number}"


@dataclass(frozen=True, slots=True)
class FactList:
    """What one list or several say together, and the day of which they are; `unread` are the folder's other files."""

    name: str
    day: date
    printings: tuple[ListedPrinting, ...] = ()
    tables: Tables = field(default_factory=dict)
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _ReadFile:
    """One file: its day where it says that, and what it holds, printings or rows of a table."""

    day: date | None = None
    printings: tuple[ListedPrinting, ...] = ()
    table: str = ""
    rows: tuple[TableRow, ...] = ()


def read_lists(path: Path, day: date | None = None) -> FactList:
    """A file, or the lists in a folder, which their names tell. Raises InputError with the place of a mistake.

    `day` is that of the lists; a gallery says its own.
    """
    files = _find_files(path)
    for file in files:
        _refuse_large(file)
    listed = parse_lists([(file, read_text(file)) for file in files], day)
    others = (
        sorted({each.name for each in path.iterdir() if each.is_file()} - {each.name for each in files})
        if path.is_dir()
        else []
    )
    return replace(listed, unread=tuple(others))


def parse_lists(files: Sequence[tuple[Path, str]], day: date | None = None) -> FactList:
    """The lists in the texts of files; what a file is, its content tells. Raises InputError."""
    read = [_parse_file(file, text) for file, text in files]
    name = ", ".join(file.name for file, _ in files)
    said = [each.day for each in read if each.day is not None]
    if day is None and not said:
        message = "the list doesn't state its date; give it as well (--day)"
        raise InputError(message, place=str(files[0][0]), code="day-missing")
    of_printings = [file.name for (file, _), each in zip(files, read, strict=True) if not each.table]
    tables = [each.table for each in read if each.table]
    if len(of_printings) > 1 or len(set(tables)) < len(tables):
        message = "give one list of cards, one of sets, one of regional days and one of bans at most"
        raise InputError(message, place=name, code="wrong-file")
    printings = tuple(printing for each in read for printing in each.printings)
    return FactList(name, day or said[0], printings, {each.table: each.rows for each in read if each.table})


def _parse_file(file: Path, text: str) -> _ReadFile:
    if file.suffix.casefold() == ".json" or text.lstrip()[:1] in ("{", "["):
        if (bans := read_bans_json(file, text)) is not None:
            return _ReadFile(table=BANS, rows=_refuse_empty(bans, file))
        day, found = _read_gallery(file, text)
        return _ReadFile(day, _refuse_repeated(found))
    header, rows = read_cells(file, text)
    if (lacking := find_missing_column(header)) and not find_table(header):
        raise InputError(f"the column {lacking} is missing", place=f"{file}, line 1", code="wrong-file")
    if (table := find_table(header)) is not None:
        return _ReadFile(table=table, rows=_refuse_empty(read_table_rows(table, header, rows), file))
    return _ReadFile(printings=_refuse_empty(_refuse_repeated(_read_table(file, header, rows)), file))


def _refuse_empty(rows: tuple[T, ...], file: Path) -> tuple[T, ...]:
    if not rows:
        raise InputError("the list is empty", place=str(file), code="wrong-file")
    return rows


def _refuse_repeated(printings: Iterable[ListedPrinting]) -> tuple[ListedPrinting, ...]:
    seen: dict[str, ListedPrinting] = {}
    for each in printings:
        if (first := seen.setdefault(each.code.casefold(), each)) is not each:
            raise InputError(f"{each.code} is already at {first.place}", place=each.place, code="wrong-file")
    return tuple(seen.values())


def _find_files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(each for each in path.iterdir() if _LIST_NAMES.fullmatch(each.name))
    if not found:
        names = "gallery*.json, cards*.csv, sets*.csv, regional-days*.csv, bans*.csv or bans*.json"
        raise InputError(f"the folder has no list; lists are called {names}", place=str(path), code="wrong-file")
    if len(of_cards := [each.name for each in found if each.name.startswith(("gallery", "cards"))]) > 1:
        said = f"a folder must have one gallery*.json or cards*.csv; found {', '.join(of_cards)}. Name the file instead"
        raise InputError(said, place=str(path), code="wrong-file")
    return found


def _refuse_large(file: Path) -> None:
    try:
        size = file.stat().st_size
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", place=str(file), code="wrong-file") from error
    if size > MAX_BYTES:
        raise InputError(f"the file has {size:,} bytes; at most {MAX_BYTES:,}", place=str(file), code="too-long")


def _read_gallery(file: Path, text: str) -> tuple[date | None, list[ListedPrinting]]:
    try:
        gallery = read_gallery(io.BytesIO(text.encode()), is_whole=False)
    except InputError as error:
        place = ", ".join(filter(None, (str(file), error.place)))
        kind = find_kind(io.BytesIO(text.encode())) if error.code == "wrong-source" else None
        said = f"this is {KINDS[kind]}; texts are imported with import_cards, or in the administration" if kind else ""
        raise InputError(said or error.message, place=place, code=error.code) from error
    return gallery.day, [_read_entry(card, f"{file}, {card.place}") for card in gallery.cards]


def _read_entry(card: GalleryCard, place: str) -> ListedPrinting:
    """A card of the gallery."""
    set_code, _, number = card.texts["publicCode"].partition("-")
    row = {name: card.texts[name].strip() for name in (*_FIGURES, "rarity")}
    for column, key in (("type", "cardTypes"), ("supertype", "superTypes"), ("domains", "domains"), ("tags", "tags")):
        row[column] = "/".join(card.lists.get(key, ()))
    return _build_printing({**row, "set": set_code.strip(), "number": number.strip()}, card.names, place)


def _read_table(file: Path, header: Sequence[str], rows: Sequence[CsvRow]) -> Iterator[ListedPrinting]:
    """A table with a printing a row; lists of words are joined by slashes."""
    if not {"set", "number", "name"} & {*header}:
        said = "this is no list of cards, sets, regional days or bans: the header has none of their columns"
        raise InputError(said, place=str(file), code="wrong-file")
    if missing := [name for name in _COLUMNS if name not in header]:
        raise InputError(f"the column {missing[0]} is missing", place=f"{file}, line 1", code="wrong-file")
    for row in rows:
        cells = {name: row.cells.get(name, "") for name in (*_COLUMNS, *_OPTIONAL)}
        yield _build_printing(cells, (cells["name"],), f"{file}, line {row.line}")


def _build_printing(row: Mapping[str, str], names: tuple[str, ...], place: str) -> ListedPrinting:
    """A printing with the facts that are given; an empty cell says nothing."""
    number, _, size = row["number"].partition("/")
    if not row["set"] or not names[0] or not _NUMBER.fullmatch(number):
        raise InputError("the card needs a name, a set and a number", place=place, code="wrong-file")
    facts: dict[str, Any] = {}
    for name, known in (("type", _TYPES), ("supertype", _SUPERTYPES)):
        if word := row.get(name, ""):
            facts[name] = _one_of(word, known, name, place)
    if domains := row.get("domains", ""):
        words = [word for word in _words(domains) if word != _COLORLESS]
        facts["domains"] = [_one_of(word, DOMAINS, "domain", place) for word in words]
    for name in _FIGURES:
        if figure := row[name]:
            if not re.fullmatch(r"\d{1,3}", figure):
                raise InputError(f"{figure[:40]!r} is not a number ({name})", place=place, code="wrong-file")
            facts[name] = int(figure)
    if tags := _words(row.get("tags", "")):
        facts["tags"] = tags
    if rarity := row["rarity"]:
        _one_of(rarity, frozenset(RARITIES), "rarity", place)
    kept = f"{number}/{size}" if size and row["set"] in PROMOS else number
    keywords, guesses = tuple(_words(row.get("keywords", ""))), read_guesses(row.get("derived", ""))
    return ListedPrinting(place, row["set"], kept, names, rarity, facts, keywords, guesses)


def _words(cell: str) -> list[str]:
    return list(dict.fromkeys(word.strip() for word in cell.split("/") if word.strip()))


def _one_of(word: str, known: frozenset[str], what: str, place: str) -> str:
    if word not in known:
        raise InputError(f"no such {what}: {word[:40]!r}", place=place, code="wrong-file")
    return word
