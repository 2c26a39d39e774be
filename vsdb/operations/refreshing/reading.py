"""The lists that a refresh takes: the official gallery as JSON, a table of printings as CSV, or a folder of these."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from engine.model.errors import InputError
from vsdb.catalog.cards.reading.cards import DOMAINS, RARITIES
from vsdb.catalog.cards.reading.files import read_text
from vsdb.exchange.card_files.sources.gallery import GalleryCard, read_gallery

MAX_BYTES = 32 * 1024 * 1024
PROMOS = frozenset(("OPP", "PR", "JDG"))  #: their cards have the numbers of other sets, which their sizes tell apart
_TYPES = frozenset(("Unit", "Spell", "Legend", "Gear", "Battlefield", "Rune"))
_SUPERTYPES = frozenset(("Champion", "Signature", "Basic", "Token"))
_COLUMNS = ("set", "number", "name", "type", "supertype", "domains", "energy", "power", "might", "tags", "rarity")
_FIGURES = ("energy", "power", "might")
_NUMBER = re.compile(r"[A-Za-z]{0,2}\d{1,4}[A-Za-z]{0,2}\*?", re.ASCII)
_COLORLESS = "Colorless"


@dataclass(frozen=True, slots=True)
class ListedPrinting:
    """A printing as a list has it; `facts` are the columns of its card that the list says, and nothing else.

    `names` are what the card may be called here: a list may tell name and subtitle apart.
    """

    place: str
    set_code: str
    number: str
    names: tuple[str, ...]
    rarity: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """The code of the printing."""
        return f"{self.set_code}-{self.number}"


@dataclass(frozen=True, slots=True)
class PrintingList:
    """What one list says, and the day of which it is."""

    name: str
    day: date
    printings: tuple[ListedPrinting, ...]


def read_list(path: Path, day: date | None = None) -> PrintingList:
    """A file, or the one `gallery.json` or `cards*.csv` of a folder. Raises InputError with the place of a mistake.

    `day` is that of the list; a gallery says its own.
    """
    file = _find_file(path)
    _refuse_large(file)
    return parse_list(file, read_text(file), day)


def parse_list(file: Path, text: str, day: date | None = None) -> PrintingList:
    """The list in the text of a file, by whose name it is told which kind it is. Raises InputError."""
    if file.suffix.casefold() == ".json":
        said, printings = _read_gallery(file, text)
        day = day or said
    else:
        printings = list(_read_table(file, text))
    if day is None:
        raise InputError("the list doesn't say its day; give it with --day", place=str(file), code="day-missing")
    if not printings:
        raise InputError("the list has no cards", place=str(file), code="wrong-file")
    seen: dict[str, str] = {}
    for each in printings:
        if each.code.casefold() in seen:
            first = seen[each.code.casefold()]
            raise InputError(f"{each.code} is already at {first}", place=each.place, code="wrong-file")
        seen[each.code.casefold()] = each.place
    return PrintingList(file.name, day, tuple(printings))


def _find_file(path: Path) -> Path:
    if not path.is_dir():
        return path
    found = sorted(each for each in path.iterdir() if re.fullmatch(r"gallery.*\.json|cards.*\.csv", each.name))
    if len(found) != 1:
        names = ", ".join(each.name for each in found) or "none"
        raise InputError(
            f"a folder must have one gallery*.json or cards*.csv; found {names}. Name the file instead",
            place=str(path),
            code="wrong-file",
        )
    return found[0]


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
        raise InputError(error.message, place=f"{file}, {error.place}", code=error.code) from error
    return gallery.day, [_read_entry(card, f"{file}, {card.place}") for card in gallery.cards]


def _read_entry(card: GalleryCard, place: str) -> ListedPrinting:
    """A card of the gallery."""
    set_code, _, number = card.texts["publicCode"].partition("-")
    row = {name: card.texts[name].strip() for name in (*_FIGURES, "rarity")}
    for column, key in (("type", "cardTypes"), ("supertype", "superTypes"), ("domains", "domains"), ("tags", "tags")):
        row[column] = "/".join(card.lists.get(key, ()))
    return _build_printing({**row, "set": set_code.strip(), "number": number.strip()}, card.names, place)


def _read_table(file: Path, text: str) -> Iterator[ListedPrinting]:
    """A table with a printing a row; lists of words are joined by slashes."""
    try:
        reader = csv.DictReader(io.StringIO(text), strict=True)
        missing = [name for name in _COLUMNS if name not in (reader.fieldnames or ())]
        if missing:
            raise InputError(f"the column {missing[0]} is missing", place=f"{file}, line 1", code="wrong-file")
        for row in reader:
            place = f"{file}, line {reader.line_num}"
            if None in row or None in row.values():
                raise InputError("the row doesn't match the header", place=place, code="wrong-file")
            cells = {name: row[name].strip() for name in _COLUMNS}
            yield _build_printing(cells, (cells["name"],), place)
    except csv.Error as error:
        raise InputError(f"not valid CSV: {error}", place=str(file), code="wrong-file") from error


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
    return ListedPrinting(place, row["set"], kept, names, rarity, facts)


def _words(cell: str) -> list[str]:
    return list(dict.fromkeys(word.strip() for word in cell.split("/") if word.strip()))


def _one_of(word: str, known: frozenset[str], what: str, place: str) -> str:
    if word not in known:
        raise InputError(f"no such {what}: {word[:40]!r}", place=place, code="wrong-file")
    return word
