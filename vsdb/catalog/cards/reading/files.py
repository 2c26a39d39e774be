"""A CSV or YAML file of the fixtures, each value with the place where it stands, and the refusal that names it."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

import yaml
from yaml.reader import ReaderError

from engine.model.errors import InputError

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_SHOWN = 80
#: The most characters that the tables take of a name, of a word among others, and of a note.
MAX_NAME_LENGTH, MAX_WORD_LENGTH, MAX_NOTE_LENGTH = 120, 80, 400
NONE = "none"  #: In a cell: recorded as having none; an empty cell is "not recorded".
_WHOLE = re.compile(r"-?\d{1,4}", re.ASCII)
_SIGN = re.compile(r"\d{0,3}[*+]|X", re.ASCII)
_DEEPEST = 12
Words = tuple[str, ...] | frozenset[str]


@dataclass(frozen=True, slots=True)
class FilePlace:
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


def quote_text(text: object) -> str:
    """A text as it is shown in a message, cut where it is long."""
    shown = str(text)
    return repr(shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…")


def refuse_long(text: str, at_most: int, place: FilePlace) -> NoReturn:
    """Raise InputError for a text that is too long."""
    place.refuse(f"{quote_text(text)} has {len(text)} characters; the limit is {at_most}")


def read_text(path: Path) -> str:
    """The text of a file; raises InputError where there is none, or where it isn't UTF-8 text."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot read the file: {error.strerror}", place=str(path), code="wrong-file") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _find_end(path, data[: error.start].decode("latin-1")).refuse("not UTF-8 text; save the file as UTF-8")
    before, nul, _ = text.partition("\0")
    if nul:
        _find_end(path, before).refuse("NUL character; remove it")
    return text


def _find_end(path: Path, text: str) -> FilePlace:
    """The place behind the beginning of a file."""
    return FilePlace(path, text.count("\n") + 1, len(text) - text.rfind("\n"))


def parse_day(text: str, place: FilePlace) -> str:
    """A day as ISO text; raises InputError for 2006-02-30."""
    try:
        if not _DAY.fullmatch(text):
            raise ValueError(text)
        return date.fromisoformat(text).isoformat()
    except ValueError:
        place.refuse(f"{quote_text(text)} is not a date; write it as 2006-02-28")


def parse_address(text: str, place: FilePlace) -> str:
    """A text that can stand in an address; anything else is refused."""
    if not _SLUG.fullmatch(text):
        place.refuse(f"{quote_text(text)} is not a slug; use small letters, digits and single hyphens")
    return text


def parse_choice(text: str, allowed: Words, what: str, place: FilePlace) -> str:
    """The text, which must be one of the words that are allowed here."""
    if text not in allowed:
        known = sorted(allowed)
        listed = ", ".join(known) if len(known) <= 20 else f"{', '.join(known[:20])}, …"
        place.refuse(f"no such {what}: {quote_text(text)}; use one of {listed}")
    return text


@dataclass(frozen=True, slots=True)
class CsvRow:
    """A row with its cells by header; every reading of a cell names the place of what it refuses."""

    path: Path
    line: int
    columns: Mapping[str, int]
    cells: Mapping[str, str]

    def place(self, column: str) -> FilePlace:
        """Where the cell stands."""
        return FilePlace(self.path, self.line, self.columns.get(column, 1), column)

    def text(self, column: str, *, at_most: int = MAX_NAME_LENGTH) -> str | None:
        """What stands in the cell, `None` where it is empty; a text of more characters than `at_most` is refused."""
        text = self.cells[column]
        if len(text) > at_most:
            refuse_long(text, at_most, self.place(column))
        return text or None

    def required(self, column: str, *, at_most: int = MAX_NAME_LENGTH) -> str:
        """What stands in a cell that can't be empty."""
        return self.text(column, at_most=at_most) or self.place(column).refuse("a value is required")

    def one_of(self, column: str, allowed: Words, what: str) -> str | None:
        """A word of a closed list, `None` where it is empty."""
        text = self.text(column)
        return text and parse_choice(text, allowed, what, self.place(column))

    def count(self, column: str) -> int | None:
        """A whole number of at most four digits that isn't negative."""
        text = self.text(column)
        if text is None:
            return None
        if not _WHOLE.fullmatch(text):
            self.place(column).refuse(f"{quote_text(text)} is not a whole number")
        if int(text) < 0:
            self.place(column).refuse(f"{int(text)} is negative; use 0 or more")
        return int(text)

    def figure(self, column: str, *, may_be_none: bool = False) -> int | str | None:
        """A number, or a sign as printed: `*`, `0+`, `X`; `none` only where a card may be costless."""
        text = self.text(column)
        if text is None or (may_be_none and text == NONE) or _SIGN.fullmatch(text):
            return text
        if not _WHOLE.fullmatch(text):
            self.place(column).refuse(f"{quote_text(text)} is not a number or a printed sign (*, 0+, X)")
        return int(text)

    def flag(self, column: str) -> bool | None:
        """y or n, `None` where it is empty."""
        text = self.one_of(column, ("n", "y"), "value")
        return None if text is None else text == "y"

    def day(self, column: str) -> str | None:
        """A day as ISO text."""
        text = self.text(column)
        return text and parse_day(text, self.place(column))

    def words(self, column: str, *, may_repeat: bool = False) -> list[str]:
        """The words of a cell, joined by semicolons; an empty one is refused, and one given twice unless it may be."""
        text = self.cells[column]
        if not text:
            return []
        words = [word.strip() for word in text.split(";")]
        for index, word in enumerate(words):
            if not word:
                self.place(column).refuse(f"{quote_text(text)} has an empty word between semicolons")
            if word in words[:index] and not may_repeat:
                self.place(column).refuse(f"{quote_text(word)} is repeated")
            if len(word) > MAX_WORD_LENGTH:
                refuse_long(word, MAX_WORD_LENGTH, self.place(column))
        return words

    def words_or_none(
        self, column: str, allowed: Words = (), what: str = "", *, may_repeat: bool = False
    ) -> list[str] | None:
        """The words of a cell, of a list where one is given; `None` where it is empty, an empty list for `none`."""
        words = self.words(column, may_repeat=may_repeat)
        if words == [NONE]:
            return []
        for word in words if allowed else ():
            parse_choice(word, allowed, what, self.place(column))
        return words or None

    def days(self, earliest: str, latest: str, why: str) -> tuple[str, str]:
        """Two days, the first not after the second; `why` says why the cells can't be empty."""
        return self.between(earliest, latest) or self.place(earliest).refuse(f"a value is required: {why}")

    def between(self, earliest: str, latest: str) -> tuple[str, str] | None:
        """Two days, the first not after the second; `None` where both cells are empty."""
        first, last = self.day(earliest), self.day(latest)
        if first is None and last is None:
            return None
        if first is None or last is None:
            self.place(earliest if first is None else latest).refuse(
                "a value is required, since the other day is given"
            )
        if first > last:
            self.place(latest).refuse(f"{last} is before the earliest day, {first}")
        return first, last


def split_columns(names: str) -> tuple[str, ...]:
    """Column names out of a text that joins them by spaces."""
    return tuple(names.split())


def read_table(path: Path, header_names: tuple[str, ...], *unique: str) -> list[CsvRow]:
    """The rows of a file that has exactly these columns, in whatever order, and no two that agree in the `unique` ones;
    raises InputError."""
    lines = read_text(path).splitlines(keepends=True)
    skipped = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    reader = csv.reader(iter(lines[skipped:]), strict=True)
    numbered = _number_rows(reader, path, skipped)
    line, header = next(numbered, (skipped + 1, []))
    _check_header(header, header_names, path, line)
    positions = {name: number for number, name in enumerate(header, start=1)}
    rows = []
    for line, cells in numbered:
        if not cells:
            continue
        if len(cells) != len(header):
            here = FilePlace(path, line, min(len(cells), len(header)) + 1)
            here.refuse(f"the row has {len(cells)} cells; the header has {len(header)}")
        stripped = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
        rows.append(CsvRow(path, line, positions, stripped))
    refuse_repeated(rows, *unique)
    return rows


def _number_rows(reader: Iterator[list[str]], path: Path, skipped: int) -> Iterator[tuple[int, list[str]]]:
    """Each row with the number of the line on which it begins."""
    while True:
        line = skipped + reader.line_num + 1  # type: ignore[attr-defined]
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            FilePlace(path, line, 1).refuse(f"not valid CSV: {error}")
        yield line, cells


def _check_header(header: list[str], names: tuple[str, ...], path: Path, line: int) -> None:
    for number, name in enumerate(header, start=1):
        place = FilePlace(path, line, number, name)
        if name not in names:
            place.refuse(f"no such column: {quote_text(name)}; the columns are {', '.join(names)}")
        if header.index(name) != number - 1:
            place.refuse(f"the column {name} is repeated")
    if missing := [name for name in names if name not in header]:
        FilePlace(path, line, len(header) + 1).refuse(f"the column {missing[0]} is missing")


def refuse_repeated(rows: list[CsvRow], *names: str) -> None:
    """Refuse the second of two rows that agree in these columns."""
    seen: dict[tuple[str, ...], int] = {}
    for row in rows:
        key = tuple(row.cells[name] for name in names)
        if key in seen:
            row.place(names[0]).refuse(f"{' / '.join(filter(None, key))} is already on line {seen[key]}")
        seen[key] = row.line


@dataclass(frozen=True, slots=True)
class YamlNode:
    """A value with its place; `fields` are a mapping's values by key, `entries` a list's."""

    place: FilePlace
    plain: Any  #: the value without places; a day is ISO text
    fields: dict[str, YamlNode] = field(default_factory=dict)
    entries: tuple[YamlNode, ...] = ()

    def mapping(self, allowed: Words, required: Words = ()) -> dict[str, YamlNode]:
        """Its values by key; a key that isn't allowed, or one that is missing, is refused."""
        if not isinstance(self.plain, dict):
            self.place.refuse(f"expected fields with values, found {quote_text(self.plain)}")
        for key, value in self.fields.items():
            if key not in allowed:
                value.place.refuse(f"no such field: {quote_text(key)}; the fields are {', '.join(allowed)}")
        for key in required:
            if self.fields.get(key) is None or self.fields[key].plain in (None, ""):
                self.place.refuse(f"the field {key} is missing")
        return self.fields

    def listed(self) -> tuple[YamlNode, ...]:
        """Its entries; anything but a list is refused, nothing at all is an empty one."""
        if self.plain is None:
            return ()
        if not isinstance(self.plain, list):
            self.place.refuse(f"expected a list, found {quote_text(self.plain)}")
        return self.entries

    def text(self, *, at_most: int = MAX_NAME_LENGTH) -> str:
        """Its text; a number or anything else is refused, and a text of more characters than `at_most`."""
        if not isinstance(self.plain, str):
            self.place.refuse(f"expected text, found {quote_text(self.plain)}; put a number in quotes")
        text = " ".join(self.plain.split())
        if len(text) > at_most:
            refuse_long(text, at_most, self.place)
        return text

    def texts(self, *, at_most: int = MAX_NAME_LENGTH) -> list[str]:
        """The texts of a list."""
        return [entry.text(at_most=at_most) for entry in self.listed()]

    def count(self) -> int | None:
        """A whole number that isn't negative, or null."""
        if self.plain is not None and (type(self.plain) is not int or self.plain < 0):
            self.place.refuse(f"{quote_text(self.plain)} is not a whole number")
        return None if self.plain is None else int(self.plain)

    def day(self) -> str:
        """A day as ISO text."""
        return parse_day(str(self.plain), self.place)

    def unique(
        self, named_by: str, allowed: Words, required: Words, known_by: Callable[[str], str] = str
    ) -> Iterator[NamedFields]:
        """The name of each entry with its fields; of two that `known_by` makes the same of, the second is refused."""
        seen: dict[str, int] = {}
        for entry in self.listed():
            fields = entry.mapping(allowed, required)
            node = fields[named_by]
            name = node.text(at_most=MAX_WORD_LENGTH)
            if (key := known_by(name)) in seen:
                node.place.refuse(f"{name} is already on line {seen[key]}")
            seen[key] = node.place.line
            yield name, fields


NamedFields = tuple[str, dict[str, YamlNode]]


def read_yaml(path: Path) -> YamlNode:
    """What the file holds; raises InputError, also for a key that is given twice."""
    text = read_text(path)
    try:
        loader = yaml.SafeLoader(text)
        root = loader.get_single_node()
        return YamlNode(FilePlace(path, 1, 1), None) if root is None else _node(root, loader, path, "", 0)
    except ReaderError as error:
        _find_end(path, text[: error.position]).refuse("not valid YAML: control character")
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = FilePlace(path, mark.line + 1, mark.column + 1) if mark else FilePlace(path, 1, 1)
        place.refuse(f"not valid YAML: {error.problem}")


def _node(node: yaml.Node, loader: yaml.SafeLoader, path: Path, name: str, depth: int) -> YamlNode:
    place = FilePlace(path, node.start_mark.line + 1, node.start_mark.column + 1, name)
    if depth > _DEEPEST:
        place.refuse("too many nested levels")
    if isinstance(node, yaml.MappingNode):
        fields = dict(_fields(node, loader, path, depth))
        return YamlNode(place, {key: value.plain for key, value in fields.items()}, fields)
    if isinstance(node, yaml.SequenceNode):
        entries = tuple(_node(entry, loader, path, name, depth + 1) for entry in node.value)
        return YamlNode(place, [entry.plain for entry in entries], {}, entries)
    try:
        plain = loader.construct_object(node)
    except ValueError as error:
        place.refuse(f"cannot read {quote_text(node.value)}: {error}")
    return YamlNode(place, plain.isoformat() if isinstance(plain, date) else plain)


def _fields(node: yaml.MappingNode, loader: yaml.SafeLoader, path: Path, depth: int) -> Iterator[tuple[str, YamlNode]]:
    seen = set()
    for key_node, value_node in node.value:
        key = str(key_node.value)
        if key in seen:
            mark = key_node.start_mark
            FilePlace(path, mark.line + 1, mark.column + 1, key).refuse(f"the field {key} is repeated")
        seen.add(key)
        yield key, _node(value_node, loader, path, key, depth + 1)
