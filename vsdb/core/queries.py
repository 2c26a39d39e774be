"""Watches each query: counts those of a request, logs slow ones, asks once more where the connection was gone."""

from __future__ import annotations

import logging
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import InterfaceError, OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper

logger = logging.getLogger(__name__)
MAX_SQL = 2_000  #: characters of a query in the log
#: What no database takes as text: PostgreSQL has no NUL, and halves of characters have no UTF-8.
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_READS = ("SELECT", "WITH")
_SQLITE_AWAY = (
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
)
_WRITES = re.compile(r"\b(INSERT|UPDATE|DELETE|MERGE|INTO|FOR (?:NO KEY )?UPDATE|nextval|setval|pg_\w*lock\w*)\b", re.I)


@dataclass(slots=True)
class Work:
    """What a request has asked of the database until now."""

    reads_only: bool = False  #: a GET or HEAD: reads may be asked once more
    queries: int = 0
    has_written: bool = False


_work: ContextVar[Work | None] = ContextVar("work", default=None)


@contextmanager
def watch_request(method: str) -> Iterator[Work]:
    """Within it queries are those of a request."""
    work = Work(reads_only=method in ("GET", "HEAD"))
    token = _work.set(work)
    try:
        yield work
    finally:
        _work.reset(token)


def watch_connection(sender: object, connection: BaseDatabaseWrapper, **_: object) -> None:
    """Watch the queries of a connection that was just made."""
    if watch_query not in connection.execute_wrappers:
        connection.execute_wrappers.append(watch_query)


def watch_query(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    """Run a query. Raises BadRequest where a request brought text that no database takes."""
    work = _work.get()
    if work is not None:
        work.queries += 1
        refuse_unstorable(params)
    is_read = is_reading(sql)
    began = time.monotonic()
    try:
        return execute(sql, params, many, context)
    except (OperationalError, InterfaceError) as error:
        if work is None or not (work.reads_only and is_read and not work.has_written and reconnect(context)):
            raise
        logger.warning("the connection to the database was gone; asking again: %s", " ".join(str(error).split()))
        return execute(sql, params, many, context)
    finally:
        seconds = time.monotonic() - began
        if work is not None and not is_read:
            work.has_written = True
        if settings.SLOW_QUERY_SECONDS and seconds >= settings.SLOW_QUERY_SECONDS:
            query = " ".join(sql.split())[:MAX_SQL]
            logger.warning(
                "slow query took %.3f s: %s", seconds, query, extra={"seconds": round(seconds, 3), "sql": query}
            )


@lru_cache(maxsize=256)  # asked before every query; looking through a long one costs more than all else here
def is_reading(sql: str) -> bool:
    """Whether a query only reads."""
    return sql.lstrip(" (\n").upper().startswith(_READS) and not _WRITES.search(sql)


def reconnect(context: dict[str, Any]) -> bool:
    """Connect anew where a connection outside of a transaction is gone; whether its cursor can be used again."""
    connection: BaseDatabaseWrapper = context["connection"]
    if connection.in_atomic_block or not connection.get_autocommit() or connection.is_usable():
        return False
    connection.close()
    context["cursor"].cursor = connection.cursor().cursor
    return True


def is_database_away(error: BaseException | None) -> bool:
    """Whether an error says that the database can't be used now: it is gone, closed the connection, is locked or full.

    SQLite calls a missing table an operational error, too; that is a fault of ours and no reason to wait.
    """
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    if isinstance(error.__cause__, sqlite3.Error):
        return getattr(error.__cause__, "sqlite_errorcode", None) in _SQLITE_AWAY
    return True


def refuse_unstorable(params: Any) -> None:
    """Raise BadRequest where a value of a query has a NUL or half of a character."""
    for each in params.values() if isinstance(params, dict) else params or ():
        if isinstance(each, str):
            if _UNSTORABLE.search(each):
                raise BadRequest("The request has characters that can't be stored: NUL, or half of a character.")
        elif isinstance(each, list | tuple):
            refuse_unstorable(each)
