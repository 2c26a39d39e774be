"""One moment of the database: while it is read people go on writing, and none of it is seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from django.db import connection, transaction

from vsdb.operations.backups.tables import Table


@contextmanager
def hold_snapshot() -> Iterator[None]:
    """Within it every query reads the rows of one moment; no writer waits for it. Not within a transaction."""
    if connection.vendor == "postgresql":
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    if connection.in_atomic_block:
        raise RuntimeError("a snapshot can't be taken within a transaction")
    # Django begins its own transactions on SQLite as writers, which others would wait for.
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def read_next_numbers(tables: Sequence[Table]) -> Mapping[str, int]:
    """The number that the database would give the next row of each table that it numbers.

    It may be higher than the highest row by more than one: the last rows were deleted, and their numbers stay used, so
    that no old link leads to something new.
    """
    numbered = {table.name: table.numbered for table in tables if table.numbered}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, seq + 1 FROM sqlite_sequence")
            return {name: number for name, number in cursor.fetchall() if name in numbered}
        found = {}
        for name, column in numbered.items():
            cursor.execute(
                "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence(%s, %s)), 0) + 1",
                [connection.ops.quote_name(name), column],
            )
            found[name] = cursor.fetchone()[0]
        return found
