"""A clock for what the database does too: the processor time of this process and of the PostgreSQL one serving it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time

Clock = Callable[[], float]


def make_clock() -> Clock:
    """A clock of seconds for the connection that Django has open.

    A PostgreSQL on another machine, or a system that doesn't tell how long its processes ran, is measured by the time
    that passes.
    """
    from django.db import connection

    if connection.vendor != "postgresql":
        return process_time
    connection.ensure_connection()
    ran = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    if connection.connection.info.host not in {"127.0.0.1", "::1", "localhost"} or not ran.is_file():
        return perf_counter
    return lambda: process_time() + int(ran.read_bytes().split()[0]) / 1e9
