"""The triggers that keep the log of events append-only, and the one way around them: a backup that is restored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

_TABLE = "events_logentry"
_NAMES = ("events_log_no_update", "events_log_no_delete")


@contextmanager
def append_only_lifted() -> Iterator[None]:
    """Let rows of the log be deleted, within a transaction that replaces all rows of the site.

    Whatever fails in it takes this back as well. Where the table is still without triggers there is nothing to lift.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"ALTER TABLE {_TABLE} DISABLE TRIGGER USER")
            yield
            cursor.execute(f"ALTER TABLE {_TABLE} ENABLE TRIGGER USER")
            return
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s", [_TABLE])
        held = [(name, statement) for name, statement in cursor.fetchall() if name in _NAMES]
        for name, _ in held:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, statement in held:
            cursor.execute(statement)
