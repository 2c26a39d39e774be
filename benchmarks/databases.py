"""Databases on PostgreSQL for benchmarks. TEST_POSTGRESQL_URL names a server other than the usual local one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

SERVER = os.environ.get("TEST_POSTGRESQL_URL", "postgres://postgres@127.0.0.1:5432/vsdb")


@contextmanager
def temporary_database(purpose: str) -> Iterator[str]:
    """The address of an empty database, which is dropped at the end. Raises psycopg.OperationalError where the server
    doesn't answer."""
    server, name = urlsplit(SERVER), f"vsdb_{purpose}_{os.getpid()}"
    admin = server._replace(path="/postgres").geturl()
    with psycopg.connect(admin, autocommit=True, connect_timeout=3) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield server._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} (FORCE)").format(sql.Identifier(name)))
