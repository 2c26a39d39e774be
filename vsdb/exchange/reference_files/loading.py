"""A folder into the database: whole or not at all, and the same database afterwards as the one it came from."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Model

from engine.model.errors import InputError
from vsdb.catalog.cards.followers import tell_of_new_facts
from vsdb.catalog.cards.locking import lock_games
from vsdb.catalog.cards.models import Game
from vsdb.catalog.cards.tables import TableTally, insert_rows
from vsdb.exchange.reference_files.layout import TABLES, FileColumn, FileTable, digest, encode, refused
from vsdb.exchange.reference_files.writing import ListedFile, Progress, check_folder

_AT_ONCE = 2000
_BATCH = 500
_KEY_BYTES = 16
Key = tuple[Any, ...]


@dataclass
class _Difference:
    """What a file would do to a table that holds something else: the rows by the digests of their keys."""

    same: set[bytes] = field(default_factory=set)
    changed: dict[bytes, Any] = field(default_factory=dict)
    stale: list[Any] = field(default_factory=list)
    added: int = 0


def import_reference(folder: Path, *, allow_loss: bool = False, progress: Progress | None = None) -> list[TableTally]:
    """Bring the database to what an exported folder holds; what was done, by table.

    Raises InputError, and changes nothing, where the folder isn't whole, where a line can't be used, and where
    something would be lost that nobody allowed to be; OSError where a file can't be read.
    """
    listed = check_folder(folder)
    with transaction.atomic():
        # A load, an import and an export wait here until this one is done.
        before = {game.pk: game.data_version for game in lock_games()}
        tallies = _Loading(folder, listed, progress).run(allow_loss=allow_loss)
        tell_of_new_facts(before, dict(Game.objects.values_list("pk", "data_version")))
        return tallies


class _Loading:
    def __init__(self, folder: Path, listed: dict[str, ListedFile], progress: Progress | None) -> None:
        self.folder, self.listed, self.progress = folder, listed, progress
        self.done, self.total = 0, sum(each.rows for each in listed.values())
        self.pks: dict[type[Model], dict[Key, Any]] = {}

    def run(self, *, allow_loss: bool) -> list[TableTally]:
        differing = [table for table in TABLES if digest(table) != self.listed[table.file_name].sha256]
        differences = {table.name: self._difference(table) for table in differing}
        if not allow_loss:
            self._refuse_loss(differences)
        tallies = []
        for table in TABLES:
            rows = self.listed[table.file_name].rows
            if found := differences.get(table.name):
                try:
                    self._load(table, found)
                except DatabaseError as error:
                    raise self._fault(table, None, f"the database refused it: {str(error).strip()}") from error
                counts = (found.added, len(found.changed), len(found.same), len(found.stale))
                tallies.append(TableTally("", table.name, *counts))
            else:
                tallies.append(TableTally("", table.name, unchanged=rows))
            self.done += rows
            if self.progress:
                self.progress(self.done, self.total)
            self._remember(table)
        for table in reversed(differing):
            stale = differences[table.name].stale if table.is_referred_to else []
            for start in range(0, len(stale), _BATCH):
                table.model._default_manager.filter(pk__in=stale[start : start + _BATCH]).delete()
        for table in differing:
            if digest(table) != self.listed[table.file_name].sha256:
                message = "the rows differ from what an export writes; export the reference again"
                raise self._fault(table, None, message)
        return tallies

    def _difference(self, table: FileTable) -> _Difference:
        """What differs; the file's digests are held in memory where the table has rows at all."""
        if not table.model._default_manager.exists():
            return _Difference(added=self.listed[table.file_name].rows)
        wanted = {_key(table, row): _line(row) for _, row in self._rows(table)}
        found = _Difference()
        for pk, row in table.rows():
            key = _key(table, row)
            if key not in wanted:
                found.stale.append(pk)
            elif wanted[key] == _line(row):
                found.same.add(key)
            else:
                found.changed[key] = pk
        found.added = len(wanted) - len(found.same) - len(found.changed)
        return found

    def _refuse_loss(self, differences: dict[str, _Difference]) -> None:
        lost = []
        for table in TABLES:
            found = differences.get(table.name, _Difference())
            if found.stale:
                lost.append(f"{len(found.stale)} of {table.name}{self._named(table, found.stale[:3])}")
            if found.changed and table.is_imported:
                lost.append(f"{len(found.changed)} of {table.name} with other values")
        if lost:
            message = (
                f"this database holds data the folder lacks and would lose {'; '.join(lost)}. Nothing was changed. "
                "To keep the data, export it first. To import anyway, pass --allow-loss"
            )
            raise refused(message, self.folder, "loss")

    def _named(self, table: FileTable, pks: list[Any]) -> str:
        """The first of some rows by name, where they have one."""
        if not any(column.name == "slug" for column in table.columns):
            return ""
        names = table.model._default_manager.filter(pk__in=pks).order_by("slug").values_list("slug", flat=True)
        return f" ({', '.join(names)}, …)" if len(pks) > 2 else f" ({', '.join(names)})"

    def _load(self, table: FileTable, found: _Difference) -> None:
        """Add and change rows; a table whose rows nobody refers to is written anew instead."""
        if not table.is_referred_to:
            table.model._default_manager.all().delete()
            found = _Difference()
        # A row may refer to one of its own table that comes later: those references are set when all are there.
        own = [column for column in table.columns if column.target is table.model]
        names = tuple(column.field.attname for column in table.columns)
        fields = [column.name for column in table.columns if column.name not in table.key]
        new: list[tuple[Any, ...]] = []
        changed: list[Model] = []
        later: list[tuple[Key, str, Key]] = []
        is_empty = not found.same and not found.changed
        for number, row in self._rows(table):
            key = b"" if is_empty else _key(table, row)
            if key in found.same:
                continue
            values = self._values(table, number, row)
            for column in own:
                if row[column.name] is not None:
                    later.append((_row_key(table, row), column.field.attname, tuple(row[column.name])))
            if key in found.changed:
                changed.append(table.model(pk=found.changed[key], **dict(zip(names, values, strict=True))))
            else:
                new.append(values)
            if len(new) >= _AT_ONCE:
                insert_rows(table.model, names, new)
                new = []
        insert_rows(table.model, names, new)
        if changed:
            table.model._default_manager.bulk_update(changed, fields, batch_size=_BATCH)
        self._set_later(table, later)

    def _set_later(self, table: FileTable, later: list[tuple[Key, str, Key]]) -> None:
        if not later:
            return
        self._remember(table)
        pks = self.pks[table.model]
        rows = {}
        for key, name, target in later:
            if target not in pks:
                raise self._unknown(table, None, name.removesuffix("_id"), target)
            rows[key] = table.model(pk=pks[key], **{name: pks[target]})
        fields = sorted({name.removesuffix("_id") for _, name, _ in later})
        table.model._default_manager.bulk_update(rows.values(), fields, batch_size=_BATCH)

    def _values(self, table: FileTable, number: int, row: dict[str, Any]) -> tuple[Any, ...]:
        for column in table.columns:
            if column.target is None and (fault := column.find_fault(row[column.name])):
                raise self._fault(table, number, f"{column.name} {fault} ({str(row[column.name])[:60]!r})")
        return tuple(self._value(table, number, column, row[column.name]) for column in table.columns)

    def _value(self, table: FileTable, number: int, column: FileColumn, value: Any) -> Any:
        if column.target is None:
            return value
        if value is None and not column.field.null:
            raise self._fault(table, number, f"{column.name} is missing")
        if value is None or column.target is table.model:
            return None
        key = tuple(value) if isinstance(value, list) else (value,)
        try:
            return self.pks[column.target][key]
        except (KeyError, TypeError):
            raise self._unknown(table, number, column.name, key) from None

    def _remember(self, table: FileTable) -> None:
        """Hold the numbers of a table's rows, for the references to them."""
        if not table.is_referred_to:
            return
        columns = {column.name: column.paths for column in table.columns}
        paths = [path for name in table.key for path in columns[name]]
        held = table.model._default_manager.order_by().values_list("pk", *paths)
        self.pks[table.model] = {tuple(row[1:]): row[0] for row in held.iterator(_AT_ONCE)}

    def _rows(self, table: FileTable) -> Iterator[tuple[int, dict[str, Any]]]:
        """The lines of a table's file with their numbers; raises InputError for the first that isn't a row."""
        names = {column.name for column in table.columns}
        count = 0
        with (self.folder / table.file_name).open("rb") as file:
            for number, line in enumerate(file, 1):
                try:
                    row = json.loads(line)
                except (ValueError, RecursionError) as error:
                    raise self._fault(table, number, f"not valid JSON: {error}") from error
                if not isinstance(row, dict) or row.keys() != names:
                    raise self._fault(table, number, f"write an object with the columns {', '.join(sorted(names))}")
                count = number
                yield number, row
        if count != (listed := self.listed[table.file_name].rows):
            message = f"the file has {count} rows; the manifest says {listed}"
            raise refused(message, self.folder / table.file_name, "damaged-export")

    def _unknown(self, table: FileTable, number: int | None, name: str, key: Key) -> InputError:
        return self._fault(table, number, f"{name} {' '.join(map(str, key))!r} is not in the export")

    def _fault(self, table: FileTable, number: int | None, message: str) -> InputError:
        place = f"{self.folder / table.file_name}{f':{number}' if number else ''}"
        return refused(message, place, "unusable-rows")


def _row_key(table: FileTable, row: dict[str, Any]) -> Key:
    parts = (row[name] for name in table.key)
    return tuple(each for part in parts for each in (part if isinstance(part, list) else (part,)))


def _key(table: FileTable, row: dict[str, Any]) -> bytes:
    text = json.dumps(_row_key(table, row), default=str).encode()
    return hashlib.blake2b(text, digest_size=_KEY_BYTES).digest()


def _line(row: dict[str, Any]) -> bytes:
    return hashlib.blake2b(encode(row), digest_size=_KEY_BYTES).digest()
