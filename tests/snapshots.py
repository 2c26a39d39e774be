"""The loaded database, kept beside itself: what a test has committed is undone by putting the copy in its place."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TestCase, TransactionTestCase
from pytest_django import DjangoDbBlocker

T = TypeVar("T")


def is_for_tests() -> bool:
    """Whether the database was made for this session: a copy in memory, or one whose name begins with `test_`."""
    if connection.vendor == "sqlite":
        return bool(connection.is_in_memory_db())
    return str(connection.settings_dict["NAME"]).startswith("test_")


def write_sqlite_file(path: Path) -> None:
    """Write the database, which must be SQLite, to a file that another process may open."""
    connection.ensure_connection()
    with closing(sqlite3.connect(path)) as file:
        connection.connection.backup(file)


@contextmanager
def kept_rows(blocker: DjangoDbBlocker) -> Iterator[Callable[[Callable[[], T]], T]]:
    """Store rows once for several tests, by what is yielded; at the end they are gone.

    For a fixture of a module: what each of the tests stores itself is undone after it, as ever.
    """
    with ExitStack() as until_the_end:

        def store(make: Callable[[], T]) -> T:
            with blocker.unblock():
                until_the_end.enter_context(transaction.atomic())
                return make()

        yield store
        with blocker.unblock():
            transaction.set_rollback(True)
            until_the_end.close()


@contextmanager
def keys_checked_after_writes() -> Iterator[None]:
    """Look for broken foreign keys after tests that wrote rows; after those that only read there is nothing new.

    SQLite goes through all tables to find one.
    """
    if connection.vendor != "sqlite":
        yield
        return
    check = TestCase._should_check_constraints
    known = 0

    def check_after_writes(test: TestCase, used: BaseDatabaseWrapper) -> bool:
        nonlocal known
        before, known = known, used.connection.total_changes
        return known != before and check(test, used)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TestCase, "_should_check_constraints", check_after_writes)
        yield


@contextmanager
def restored_after_commits() -> Iterator[None]:
    """Keep the database as it is now, and restore it after each test that commits.

    Django would empty every table instead: what follows would load the reference again, under other primary keys.
    """
    copy = _copy_in_postgresql if connection.vendor == "postgresql" else _copy_in_memory
    with copy() as restore, pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: restore())
        yield


@contextmanager
def _copy_in_memory() -> Iterator[Callable[[], None]]:
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as copy:
        connection.ensure_connection()
        connection.connection.backup(copy)

        def restore() -> None:
            connection.ensure_connection()
            copy.backup(connection.connection)

        yield restore


@contextmanager
def _copy_in_postgresql() -> Iterator[Callable[[], None]]:
    name = connection.settings_dict["NAME"]
    copy = f"{name}_loaded"

    def run(*statements: str) -> None:
        # Neither may be in use while one is made of the other.
        connection.close()
        with connection._nodb_cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    drop = f'DROP DATABASE IF EXISTS "{copy}" WITH (FORCE)'
    run(drop, f'CREATE DATABASE "{copy}" TEMPLATE "{name}"')
    try:
        yield lambda: run(f'DROP DATABASE "{name}" WITH (FORCE)', f'CREATE DATABASE "{name}" TEMPLATE "{copy}"')
    finally:
        run(drop)
