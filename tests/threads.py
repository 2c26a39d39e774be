"""Threads of the site in tests."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar
from unittest.mock import patch

from django.db import OperationalError, connections

T = TypeVar("T")


@contextmanager
def run_threads_afterwards() -> Iterator[None]:
    """Have the threads that are started in a block run when it is over, and wait for them.

    SQLite in memory refuses at once to read or write a table to which another thread writes.
    """
    started: list[threading.Thread] = []

    def hold_back(thread: threading.Thread) -> None:
        started.append(thread)

    with patch.object(threading.Thread, "start", hold_back):
        yield
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()


def run_at_once(acts: Sequence[Callable[[], T]]) -> list[T]:
    """What acts give that begin at the same moment, each in a thread with a connection of its own.

    SQLite in memory refuses at once what another thread writes; then an act is begun anew. The first fault of any is
    raised.
    """
    barrier = threading.Barrier(len(acts))
    made: list[T] = []
    faults: list[BaseException] = []

    def run(act: Callable[[], T]) -> None:
        try:
            barrier.wait()
            while True:
                try:
                    made.append(act())
                    return
                except OperationalError as error:
                    if "locked" not in str(error):
                        raise
        except BaseException as error:
            faults.append(error)
            barrier.abort()
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    if faults:
        raise faults[0]
    return made
