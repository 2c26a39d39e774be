"""Which tables make up the reference, how a row of each is told from the others, and how rows become lines.

A line is a JSON object with every column of its row. A column that refers to another table holds the key of the row
there: a word where that is one column, else a list. Rows stand in the order of their keys, compared byte by byte, so
that two databases with the same content give the same files; where the order in which rows came decides between two of
them, in that order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from django.db.models import F, Field, Model
from django.db.models.expressions import Combinable

from engine.model.errors import InputError
from vsdb.catalog.cards import models as cards
from vsdb.catalog.formats.models import Ban, Event, Format
from vsdb.catalog.rules.models import Document, Reference, Rule, Unit
from vsdb.catalog.wordings.models import NamedGroup, Ruling, RulingCard, RulingCitation, Source, Wording
from vsdb.core.sorting import by_code_point
from vsdb.exchange.card_files.checking import find_unstorable

_AT_ONCE = 2000


_SMALL, _LARGE = 32_767, 2_147_483_647


class FileColumn:
    """A column of a line: the columns of the database that make it up, and the table that it refers to."""

    def __init__(self, field: Field[Any, Any]) -> None:
        self.field = field
        self.name = field.name
        self.paths = _paths(field)
        self.target: type[Model] | None = field.related_model if field.is_relation else None
        self.kind = field.get_internal_type()
        self._choices = {value for value, _ in field.flatchoices}

    def find_fault(self, value: Any) -> str:
        """What is wrong with a value for it; empty where nothing is."""
        kind, longest = self.kind, self.field.max_length
        if kind == "JSONField":
            return ""
        if value is None:
            return "" if self.field.null else "is missing"
        if kind == "BooleanField":
            return "" if isinstance(value, bool) else "is not true or false"
        if kind == "DateField":
            return _find_fault_of_day(value)
        if "Integer" in kind:
            if not isinstance(value, int) or isinstance(value, bool):
                return "is not a whole number"
            least, most = 0 if kind.startswith("Positive") else -_SMALL, _SMALL if "Small" in kind else _LARGE
            return "" if least <= value <= most else f"is not between {least} and {most}"
        if not isinstance(value, str):
            return "is not text"
        if longest is not None and len(value) > longest:
            return f"has {len(value)} characters; at most {longest} are allowed"
        if self._choices and value not in self._choices and not (self.field.blank and not value):
            return f"is not one of {', '.join(sorted(self._choices))}"
        return find_unstorable(value)


def _find_fault_of_day(value: Any) -> str:
    try:
        date.fromisoformat(value)
    except (TypeError, ValueError):
        return "is not a date"
    return ""


@dataclass(frozen=True)
class FileTable:
    """A table of the reference. `key` are the columns that tell a row from the others.

    `order` is given where the order in which rows came counts; `is_imported` where no fixture could bring a row back.
    """

    name: str
    model: type[Model]
    key: tuple[str, ...]
    order: tuple[str, ...] = ()
    is_imported: bool = False

    @property
    def file_name(self) -> str:
        """The file of its rows."""
        return f"{self.name}.jsonl"

    @cached_property
    def columns(self) -> tuple[FileColumn, ...]:
        """Every column but a number that the database gives."""
        return tuple(FileColumn(each) for each in self.model._meta.concrete_fields if each.name != "id")

    @cached_property
    def is_referred_to(self) -> bool:
        """Whether rows of another table hold the numbers of its rows, which then have to stay."""
        fields = self.model._meta.get_fields(include_hidden=True)
        return any(each.auto_created and not each.concrete for each in fields)

    def rows(self) -> Iterator[tuple[Any, dict[str, Any]]]:
        """The primary key and the line, as an object, of each row in order; one query, and memory for a few rows."""
        paths = [path for column in self.columns for path in column.paths]
        held = self.model._default_manager.order_by(*self._ordering()).values_list("pk", *paths)
        for pk, *values in held.iterator(_AT_ONCE):
            parts = iter(values)
            found = ((column.name, [*islice(parts, len(column.paths))]) for column in self.columns)
            yield pk, {name: said[0] if len(said) == 1 else None if said[-1] is None else said for name, said in found}

    def _ordering(self) -> Iterator[Combinable | str]:
        by_name = {column.name: column.paths for column in self.columns}
        for name in self.order or self.key:
            yield from (_by_bytes(path, self.model) for path in by_name[name]) if name in by_name else [name]


_PAIR = ("game", "slug")
TABLES = (
    FileTable("games", cards.Game, ("slug",)),
    FileTable("sets", cards.CardSet, ("game", "code")),
    FileTable("teams", cards.Team, _PAIR),
    FileTable("keywords", cards.Keyword, _PAIR),
    FileTable("documents", Document, ("slug",)),
    FileTable("rules", Rule, ("document", "number")),
    FileTable("units", Unit, ("document", "slug"), is_imported=True),
    FileTable("references", Reference, ("unit", "position"), is_imported=True),
    FileTable("cards", cards.Card, _PAIR),
    FileTable("card_teams", cards.CardTeam, ("card", "team")),
    FileTable("card_keywords", cards.CardKeyword, ("card", "keyword", "parameter")),
    FileTable("card_labels", cards.CardLabel, ("card", "kind", "position")),
    FileTable("card_links", cards.Card.linked_cards.through, ("from_card", "to_card")),
    FileTable("printings", cards.Printing, ("card", "card_set", "number")),
    FileTable("formats", Format, _PAIR),
    FileTable("events", Event, ("game", "name")),
    FileTable("bans", Ban, ("game", "key")),
    FileTable("ban_formats", Ban.formats.through, ("ban", "format")),
    FileTable("imported_rows", cards.ImportedRow, ("game", "kind", "key", "source"), ("pk",), is_imported=True),
    FileTable("card_ids", cards.CardId, ("system", "value"), is_imported=True),
    FileTable("sources", Source, _PAIR, is_imported=True),
    FileTable("wordings", Wording, ("card", "source", "kind", "printing_code"), ("card", "pk"), is_imported=True),
    FileTable("rulings", Ruling, ("source", "position"), is_imported=True),
    FileTable("ruling_cards", RulingCard, ("ruling", "card"), is_imported=True),
    FileTable("ruling_citations", RulingCitation, ("ruling", "document", "rule"), is_imported=True),
    FileTable("ruling_keywords", Ruling.keywords.through, ("ruling", "keyword"), is_imported=True),
    FileTable("ruling_sets", Ruling.sets.through, ("ruling", "cardset"), is_imported=True),
    FileTable("groups", NamedGroup, _PAIR, is_imported=True),
)
_KEYS = {table.model: table.key for table in TABLES}


def refused(message: str, path: Path | str, code: str) -> InputError:
    """The error of a file or a folder that can't be used."""
    return InputError(message, place=str(path), code=code)


def encode(row: dict[str, Any]) -> bytes:
    """A row's line: the same content gives the same bytes."""
    text = json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=date.isoformat)
    return text.encode() + b"\n"


def digest(table: FileTable) -> str:
    """The SHA-256 of the file that the rows of a table would make."""
    found = hashlib.sha256()
    for _, row in table.rows():
        found.update(encode(row))
    return found.hexdigest()


def _paths(field: Field[Any, Any], prefix: str = "") -> tuple[str, ...]:
    """The columns of the database that hold what a column of a line says."""
    if not field.is_relation:
        return (prefix + field.name,)
    target: Any = field.related_model
    if target._meta.pk.name != "id":
        return (prefix + field.attname,)
    parts = (_paths(target._meta.get_field(part), f"{prefix}{field.name}__") for part in _KEYS[target])
    return tuple(path for part in parts for path in part)


def _by_bytes(path: str, model: type[Model]) -> Combinable:
    """A column to sort by; text by its bytes, whatever the database's own order of words."""
    field: Any = None
    for step in path.split("__"):
        field = model._meta.get_field(step.removesuffix("_id"))
        model = field.related_model if field.is_relation else model
    if field.is_relation:
        field = model._meta.pk
    if field.get_internal_type() not in ("CharField", "SlugField", "TextField"):
        return F(path)
    return by_code_point(path)
