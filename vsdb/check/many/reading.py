"""Many lists out of what people have: a text of several, files, a zip of files by player, a CSV of players and decks.

Nothing is fetched: an address is read by the list that it holds itself.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path, PurePosixPath
from urllib.parse import parse_qs

from django.http import QueryDict
from django.utils import timezone

from engine import InputError, NotFound, decklists
from engine.decklists.addresses import read_address
from vsdb.catalog.cards import selectors
from vsdb.check.list_links import open_list
from vsdb.check.many.archives import MAX_TOTAL, ArchivedFile, is_passed_over, is_zip, read_zip
from vsdb.core.commands import read_start, report_file_errors, to_printable
from vsdb.exchange.deck_lists.data_layouts import is_csv, unescape_cell
from vsdb.exchange.deck_lists.importing import has_cards
from vsdb.exchange.deck_lists.layouts import detect_layout
from vsdb.exchange.deck_lists.parameters import from_parameters

MAX_LISTS = 1_000
MAX_FILE = 64 * 1024 * 1024  #: bytes of a file that a command reads, a zip among them
_MAX_LINES = 200_000
_MAX_NAME = 80
_MAX_FILE_NAME = 200
_SEPARATOR = re.compile(r"(?m)^[^\S\n]*-{3,}[^\S\n]*$")
_HEAD = re.compile(r"\s*#\s*(?:title|player)\s*:", re.IGNORECASE)
_PLAYERS = frozenset(("player", "player name", "name", "display name"))
_DECKS = frozenset(("deck", "list", "deck list", "decklist", "deck code"))
_SEPARATORS = (",", ";", "\t")
_SHORTEST_CODE = 12
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\u2028\u2029\ud800-\udfff]+")
_EMPTY = "there is no list in it"


@dataclass(frozen=True, slots=True)
class GivenList:
    """A list as it came: `name` is its player or its file, `file` the file's own name; `problem` says why it can't be
    read."""

    name: str
    text: str = ""
    file: str = ""
    problem: str = ""


def read_lists(text: str, files: Sequence[tuple[str, bytes]] = ()) -> list[GivenList]:
    """The lists of a text and of files, by their names. Raises InputError where there are none, or too many."""
    lists = [*read_pasted(text), *(each for name, raw in files for each in read_file(name, raw))]
    return refuse_too_many(lists)


def refuse_too_many(lists: list[GivenList]) -> list[GivenList]:
    """The lists. Raises InputError where there are none, or too many, or too much text."""
    if not lists:
        raise InputError("no lists; paste some, or choose files", place="lists", code="lists-missing")
    if len(lists) > MAX_LISTS:
        said = f"{len(lists):,} lists; at most {MAX_LISTS:,} at once; send the others afterwards"
        raise InputError(said, place="lists", code="too-many")
    if sum(len(each.text) for each in lists) > MAX_TOTAL:
        most = MAX_TOTAL // 1024 // 1024
        said = f"the lists have more than {most} million characters together; send fewer at once"
        raise InputError(said, place="lists", code="too-large")
    return lists


def read_pasted(text: str) -> list[GivenList]:
    """The lists of a text: a table of players and decks; else with lines of hyphens between them; else each below its
    own `# title:` or `# player:` line; else a deck code or an address a line; else one list. Raises InputError."""
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    if not text.strip():
        return []
    if (rows := _read_table(text)) is not None:
        return rows
    return [_name_by_itself(number, part) for number, part in enumerate(_split(text), start=1)]


def read_file(name: str, raw: bytes) -> list[GivenList]:
    """The lists of a file, named by it; of a zip each by its own file. Raises InputError for a zip that is refused."""
    if is_zip(raw):
        return _read_archive(read_zip(raw, name))
    return _read_plain(_name_of_file(PurePosixPath(name)), _to_file_name(PurePosixPath(name)), raw)


def read_path(path: str) -> list[GivenList]:
    """The lists of a file, of standard input for `-`, or of all files of a folder and those in it, by their names.

    Links to other folders aren't followed. Raises InputError for what can't be opened.
    """
    with report_file_errors(to_printable(path)):
        if path != "-" and Path(path).is_dir():
            return _read_folder(Path(path))
        raw = read_start(path, MAX_FILE)
    if len(raw) > MAX_FILE:
        raise InputError(f"the file has more than {MAX_FILE // 1024 // 1024} MiB", place=to_printable(path))
    if path == "-" and not is_zip(raw):
        return read_pasted(_decode(raw))
    return read_file(to_printable(path), raw)


def _read_folder(folder: Path) -> list[GivenList]:
    found: list[ArchivedFile] = []
    total = 0
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(where, name)
            own = PurePosixPath(os.fsencode(path.relative_to(folder)).decode(errors="replace"))
            if is_passed_over(own):
                continue
            if len(found) >= MAX_LISTS:
                raise InputError(f"more than {MAX_LISTS:,} files; name folders with fewer", place=str(folder))
            file = _read_file_of_folder(path, str(own))
            total += len(file.raw)
            if total > MAX_TOTAL:
                most = MAX_TOTAL // 1024 // 1024
                raise InputError(f"more than {most} MiB of files; name folders with fewer", place=str(folder))
            found.append(file)
    return _read_archive(found)


def _read_file_of_folder(path: Path, own: str) -> ArchivedFile:
    if not path.is_file():
        return ArchivedFile(own, problem="this is no file that can be read")
    try:
        with path.open("rb") as opened:
            raw = opened.read(MAX_TOTAL + 1)
    except OSError as error:
        return ArchivedFile(own, problem=f"can't be read: {error.strerror}")
    return ArchivedFile(own, raw)


def _read_archive(files: list[ArchivedFile]) -> list[GivenList]:
    """The lists of the files of an archive or a folder, by paths without the folders that all of them are in."""
    paths = [PurePosixPath(each.path) for each in files]
    common = _count_common([path.parts[:-1] for path in paths])
    lists: list[GivenList] = []
    for file, path in zip(files, paths, strict=True):
        name = _name_of_file(PurePosixPath(*path.parts[common:]), with_folders=True)
        file_name = _to_file_name(path)
        if file.problem:
            lists.append(GivenList(name, "", file_name, file.problem))
        elif is_zip(file.raw):
            said = "this is a zip file or a document within another; unpack it, and send lists as plain text"
            lists.append(GivenList(name, "", file_name, said))
        else:
            lists += _read_plain(name, file_name, file.raw)
    return lists


def _count_common(folders: Sequence[tuple[str, ...]]) -> int:
    """How many folders all paths begin with."""
    return sum(1 for _ in takewhile(lambda level: len(set(level)) == 1, zip(*folders, strict=False)))


def _read_plain(name: str, file: str, raw: bytes) -> list[GivenList]:
    """The lists of a file that is no archive: one for most. What is wrong with the file is its list's problem."""
    if raw.startswith(b"%PDF"):
        return [GivenList(name, "", file, "this is a PDF; export the list as text")]
    try:
        text = _decode(raw)
        rows = _read_table(text)
        parts = _split(text) if rows is None else []
    except InputError as error:
        return [GivenList(name, "", file, str(error))]
    if rows is not None:
        return rows
    if len(parts) < 2:
        return [GivenList(name, text, file, "" if text.strip() else _EMPTY)]
    named = (_name_by_itself(number, part) for number, part in enumerate(parts, start=1))
    return [replace(each, name=f"{name}: {each.name}"[:_MAX_NAME], file=file) for each in named]


def _decode(raw: bytes) -> str:
    return decklists.decode_list(raw, max_bytes=MAX_TOTAL, max_lines=_MAX_LINES).replace("\r\n", "\n")


def _name_of_file(path: PurePosixPath, *, with_folders: bool = False) -> str:
    whole = str(path.with_suffix("")) if path.suffix and path.stem else str(path)
    return to_name(whole if with_folders else PurePosixPath(whole).name) or "File"


def to_name(text: str) -> str:
    """A name on one line, not too long."""
    name = " ".join(_UNPRINTABLE.sub(" ", text).split())
    return name if len(name) <= _MAX_NAME else f"{name[: _MAX_NAME - 1]}…"


def _to_file_name(path: PurePosixPath) -> str:
    """The name of a file as it can be shown and kept, with its ending."""
    return _UNPRINTABLE.sub(" ", path.name)[-_MAX_FILE_NAME:]


def _name_by_itself(number: int, text: str) -> GivenList:
    """A list by the player or the title that it names itself, else by its number."""
    given = _open_address(text)
    try:
        said = decklists.read_metadata(given.text)
    except InputError:
        said = {}
    return replace(given, name=to_name(said.get("player") or said.get("title") or "") or f"List {number}")


def _split(text: str) -> list[str]:
    """The parts of a text that are lists, none of them blank."""
    if _SEPARATOR.search(text):
        parts = [part.strip("\n") for part in _SEPARATOR.split(text) if part.strip()]
        return [each for part in parts for each in (_split_by_heads(part) if len(parts) == 1 else [part])]
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if len(lines) > 1 and len(lines) <= MAX_LISTS + 1 and all(map(_is_whole_list, lines)):
        return lines
    return _split_by_heads(text)


def _is_whole_list(line: str) -> bool:
    """Whether a line is a deck by itself: a deck code, or an address."""
    if len(line) < _SHORTEST_CODE or any(map(str.isspace, line)):
        return False
    return line.startswith(("https://", "http://")) or detect_layout(line).is_code


def _split_by_heads(text: str) -> list[str]:
    """The text, cut before each `# title:` or `# player:` line that follows cards; a part without cards is no list."""
    parts: list[list[str]] = [[]]
    has_card = False
    for line in text.split("\n"):
        if _HEAD.match(line) and has_card:
            parts.append([])
            has_card = False
        parts[-1].append(line)
        has_card = has_card or has_cards([line])
    if len(parts) > 1 and not has_card:
        last = parts.pop()
        parts[-1] += last
    return [whole for part in parts if (whole := "\n".join(part).strip("\n")).strip()]


def is_table(text: str) -> bool:
    """Whether a text is a table of players and decks."""
    return _find_header(text) is not None


def _read_table(text: str) -> list[GivenList] | None:
    """The lists of a table with a player and a deck in each row; None for any other text. Raises InputError.

    The deck is a whole list in its cell, a deck code or an address that holds its list. A list as CSV is no such table.
    """
    found = _find_header(text)
    if found is None:
        return None
    player, deck, separator = found
    start = text.removeprefix("\ufeff").lstrip("\n")
    table = csv.reader(io.StringIO(start, newline=""), delimiter=separator)
    lists: list[GivenList] = []
    try:
        next(table)
        for number, cells in enumerate(table, start=1):
            if not any(cell.strip() for cell in cells):
                continue
            name, text = (unescape_cell(cells[place]) if place < len(cells) else "" for place in (player, deck))
            given = _open_address(text) if text.strip() else GivenList("", problem="the row has no deck")
            lists.append(replace(given, name=to_name(name) or f"Row {number}"))
    except csv.Error as error:
        raise InputError(f"the table can't be read: {error}", place=f"line {table.line_num}") from error
    return lists


def _find_header(text: str) -> tuple[int, int, str] | None:
    """Where the player and the deck stand in each row, and what parts its cells."""
    header = text.removeprefix("\ufeff").lstrip("\n").partition("\n")[0].rstrip("\r")
    found = next((read for separator in _SEPARATORS if (read := _read_header(header, separator))), None)
    return None if found is None or is_csv(text) else found


def _read_header(line: str, separator: str) -> tuple[int, int, str] | None:
    """Where the player and the deck stand."""
    try:
        names = [
            " ".join(cell.casefold().replace("_", " ").split())
            for cell in next(csv.reader([line], delimiter=separator))
        ]
    except (csv.Error, StopIteration):
        return None
    player = next((place for place, name in enumerate(names) if name in _PLAYERS), None)
    deck = next((place for place, name in enumerate(names) if name in _DECKS), None)
    return None if player is None or deck is None else (player, deck, separator)


def _open_address(text: str) -> GivenList:
    """The list that an address holds by itself: parameters as of decklist.org, or a link to a check; any other text as
    it is. Nothing is fetched."""
    address = read_address(text)
    words = parse_qs(address.query) if address else {}
    if not address or not words:
        return GivenList("", text)
    try:
        if links := words.get("list"):
            return GivenList("", open_list(links[0]))
        made = from_parameters(QueryDict(address.query), selectors.list_references(), timezone.localdate())
    except (InputError, NotFound) as error:
        return GivenList("", problem=str(error))
    return GivenList("", made or text)
