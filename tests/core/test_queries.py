"""A connection that the database has dropped fails no read; nothing is written twice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import psycopg
import pytest
from django.core.exceptions import BadRequest
from django.db import OperationalError, connection, connections, transaction
from django.test import Client, RequestFactory

from tests.core.logged import Logged
from vsdb.core.queries import is_reading, watch_request

on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite drops no connection")


@pytest.fixture
def drop_connections() -> Iterator[Callable[[], int]]:
    """Ends every session of this test's own database but the one that ends them; how many."""
    connection.ensure_connection()
    told = connection.get_connection_params()
    told.pop("cursor_factory", None)
    told.pop("context", None)
    with closing(psycopg.connect(**told, autocommit=True)) as other:

        def drop() -> int:
            rows = other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall()
            while other.execute(
                "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchall():
                pass
            return len(rows)

        yield drop
    connections.close_all()


@on_postgresql
@pytest.mark.dialect
@pytest.mark.django_db(transaction=True)
class TestADroppedConnection:
    ADDRESSES = ("/", "/cards/?q=hulk", "/decks/", "/api/v1/cards?q=hulk", "/rules/cr-2.7/101.2/", "/api/v1/games")

    def test_fails_none_of_60_requests(self, drop_connections: Callable[[], int]) -> None:
        client = Client(raise_request_exception=False)
        statuses = []
        dropped = 0
        for number in range(60):
            client.get("/help/")
            dropped += drop_connections()
            statuses.append(client.get(self.ADDRESSES[number % len(self.ADDRESSES)]).status_code)
        assert statuses == [200] * 60
        assert dropped >= 60

    def test_fails_nothing_that_is_answered_before_django(self, drop_connections: Callable[[], int]) -> None:
        from vsdb.wsgi import application

        def ask(**more: str) -> tuple[str, dict[str, str]]:
            said: list[Any] = []
            environ = RequestFactory().get("/help/").environ | more
            answer = application(environ, lambda status, headers, *_: said.append((status, dict(headers))))
            list(answer)
            if hasattr(answer, "close"):
                answer.close()
            return said[0]  # type: ignore[no-any-return]

        etag = ask()[1]["ETag"]
        for _ in range(5):
            assert drop_connections() > 0
            assert ask(HTTP_IF_NONE_MATCH=etag)[0].startswith("304")

    def test_in_the_middle_of_a_request_is_asked_again_once_and_logged(
        self, drop_connections: Callable[[], int], logged: Logged
    ) -> None:
        with watch_request("GET"), connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            drop_connections()
            cursor.execute("SELECT slug FROM cards_game ORDER BY slug")
            assert len(cursor.fetchall()) == 3
        assert any("asking again" in line for line in logged.lines("WARNING"))

    @pytest.mark.parametrize(
        ("method", "first", "second"),
        [
            ("POST", "SELECT 1", "SELECT slug FROM cards_game"),
            ("GET", "SELECT 1", "UPDATE cards_game SET stamp = stamp"),
            ("GET", "DELETE FROM django_session", "SELECT slug FROM cards_game"),
            ("GET", "SELECT 1", "SELECT pg_advisory_lock(1)"),
        ],
    )
    def test_is_not_asked_again_where_something_is_written(
        self, drop_connections: Callable[[], int], method: str, first: str, second: str
    ) -> None:
        with watch_request(method), connection.cursor() as cursor:
            cursor.execute(first)
            drop_connections()
            with pytest.raises(OperationalError):
                cursor.execute(second)

    def test_is_not_asked_again_in_a_transaction(self, drop_connections: Callable[[], int]) -> None:
        def ask_twice() -> None:
            with watch_request("GET"), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SELECT 1")
                drop_connections()
                cursor.execute("SELECT 1")

        with pytest.raises(OperationalError):
            ask_twice()


class TestQueries:
    @pytest.mark.parametrize(
        "sql", ["SELECT 1", "  (SELECT 1) UNION (SELECT 2)", "WITH a AS (SELECT 1) SELECT * FROM a"]
    )
    def test_that_read_are_known(self, sql: str) -> None:
        assert is_reading(sql)

    @pytest.mark.parametrize(
        "sql",
        [
            "UPDATE a SET b = 1",
            "WITH a AS (DELETE FROM b RETURNING 1) SELECT * FROM a",
            "SELECT * FROM a FOR UPDATE",
            "SELECT nextval('a')",
            "SELECT pg_try_advisory_xact_lock(1)",
            "SAVEPOINT a",
        ],
    )
    def test_that_write_are_known(self, sql: str) -> None:
        assert not is_reading(sql)

    @pytest.mark.django_db
    @pytest.mark.parametrize("text", ["a\0b", "\ud800"])
    def test_of_a_request_take_no_text_that_cannot_be_stored(self, text: str) -> None:
        with watch_request("GET") as work, connection.cursor() as cursor, pytest.raises(BadRequest):
            cursor.execute("SELECT slug FROM cards_game WHERE slug = %s", [text])
        assert work.queries == 1
