"""How rows of a backup get into the tables, in one transaction: all of them, or none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import DataError, IntegrityError, OperationalError, connection, transaction

from vsdb.events.log_triggers import append_only_lifted
from vsdb.operations.backups.archive import HeldTable, Manifest, open_rows
from vsdb.operations.backups.columns import TO_POSTGRESQL, TO_SQLITE, Converter, Value
from vsdb.operations.backups.errors import BackupError
from vsdb.operations.backups.tables import Layout

Rows = Iterable[Sequence[Value]]
_AT_ONCE = 1_000  #: rows
_WAIT_SECONDS = 30


def replace_content(path: Path, manifest: Manifest, layout: Layout, on_table: Callable[[HeldTable], None]) -> None:
    """Empty every table of the site and write the rows of a backup, whose tables are those of the layout.

    Readers see the rows from before until all is written; writers wait. Raises BackupError, and has then done nothing.
    """
    with _checks_put_off(), transaction.atomic(durable=True):
        _lock(layout.all_names)
        # What stood before is replaced whole, the log of events with it, whose rows nothing else may delete.
        with append_only_lifted(), connection.cursor() as cursor:
            for name in layout.all_names:
                cursor.execute(f"DELETE FROM {_quote(name)}")  # noqa: S608
        with open_rows(path) as read_rows:
            for table in manifest.tables:
                _write_rows(table, read_rows(table))
                on_table(table)
        _compare_counts(manifest)
        _check_constraints()
        # Last, for PostgreSQL takes no sequence back where a transaction fails.
        numbered = {table.name: table.numbered for table in layout.tables if table.numbered}
        for table in manifest.tables:
            if table.name in numbered:
                _set_next_number(table.name, numbered[table.name], table.next_number or 1)


def _write_rows(table: HeldTable, rows: Iterator[list[Value]]) -> None:
    to_database = TO_POSTGRESQL if connection.vendor == "postgresql" else TO_SQLITE
    converters = [(at, to_database[kind]) for at, kind in enumerate(table.columns.values()) if kind in to_database]
    write = _copy_to_postgresql if connection.vendor == "postgresql" else _insert_into_sqlite
    try:
        write(table, _convert(rows, converters))
    except (DataError, IntegrityError, ValueError, OverflowError) as error:
        raise BackupError(f"a row of {table.name} doesn’t go into this database: {_first_line(error)}") from error


def _convert(rows: Iterator[list[Value]], converters: Sequence[tuple[int, Converter]]) -> Iterator[list[Any]]:
    for row in rows:
        for at, convert in converters:
            if row[at] is not None:
                row[at] = convert(row[at])
        yield row


def _copy_to_postgresql(table: HeldTable, rows: Rows) -> None:
    columns = ", ".join(map(_quote, table.columns))
    statement = f"COPY {_quote(table.name)} ({columns}) FROM STDIN"
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)


def _insert_into_sqlite(table: HeldTable, rows: Rows) -> None:
    columns = ", ".join(map(_quote, table.columns))
    places = ", ".join(["%s"] * len(table.columns))
    statement = f"INSERT INTO {_quote(table.name)} ({columns}) VALUES ({places})"  # noqa: S608
    left = iter(rows)
    with connection.cursor() as cursor:
        while batch := list(islice(left, _AT_ONCE)):
            cursor.executemany(statement, batch)


def _set_next_number(table: str, column: str, number: int) -> None:
    """What the next row is numbered at least; no number that the database has given is given again."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
            given = max((seq for (seq,) in cursor.fetchall()), default=0)
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            last = max(number - 1, given)
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, last])
            return
        cursor.execute(f"SELECT max({_quote(column)}) FROM {_quote(table)}")  # noqa: S608
        after_highest = (cursor.fetchone()[0] or 0) + 1
        cursor.execute(
            "SELECT setval(own, greatest(%s, 1 + pg_sequence_last_value(own)), false)"
            " FROM (SELECT pg_get_serial_sequence(%s, %s)::regclass AS own) AS found",
            [max(number, after_highest), _quote(table), column],
        )


def _compare_counts(manifest: Manifest) -> None:
    with connection.cursor() as cursor:
        for table in manifest.tables:
            cursor.execute(f"SELECT count(*) FROM {_quote(table.name)}")  # noqa: S608
            count = cursor.fetchone()[0]
            if count != table.rows:
                raise BackupError(f"{table.name} has {count} rows after loading; the backup has {table.rows}")


def _check_constraints() -> None:
    try:
        connection.check_constraints()
    except IntegrityError as error:
        raise BackupError(f"a row of the backup points at one that isn’t there: {_first_line(error)}") from error


def _lock(tables: Sequence[str]) -> None:
    """Keep writers out and let readers read, so that nothing is written between emptying and filling.

    SQLite lets one writer in, which this transaction is.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [f"{_WAIT_SECONDS}s"])
        try:
            cursor.execute(f"LOCK TABLE {', '.join(map(_quote, tables))} IN EXCLUSIVE MODE")
        except OperationalError as error:
            raise BackupError(
                f"somebody has been writing for {_WAIT_SECONDS} seconds. Stop workers and timers, then try again."
            ) from error


@contextmanager
def _checks_put_off() -> Iterator[None]:
    """Rows may come before those that they point at; all are checked before the transaction ends.

    PostgreSQL's keys are made to be checked at its end. SQLite's checking is put off as a whole: it counts what is
    missing row by row, which takes longer than to look once.
    """
    if connection.vendor == "postgresql":
        yield
        return
    with connection.constraint_checks_disabled():
        yield


def _quote(name: str) -> str:
    return connection.ops.quote_name(name)


def _first_line(error: Exception) -> str:
    """What a database says, with the row that it names, cut where it quotes much of it."""
    return " ".join(str(error).split())[:300]
