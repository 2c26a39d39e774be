"""Leased work beside the requests that asked for it: by workers of the task queue, or in a thread of this process."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock
from time import sleep
from typing import Any

from django.db import connections
from kombu.exceptions import OperationalError

from vsdb.core.logs.request_ids import start_thread

logger = logging.getLogger(__name__)
SECONDS = 10  #: that one message is worked on; then it is handed on, so that other tasks have their turn
THREAD_SECONDS = 2  #: the same for a thread of a web process
_PAUSE_SECONDS = 0.1  #: between them, for the requests that the process answers meanwhile


def call_worker(task: Any, key: str, record_problem: Callable[[str, str], None], what: str) -> bool:
    """Send the task of some work to the queue. False where the queue is gone, which the work's record says too."""
    try:
        task.delay(key)
    except OperationalError as error:
        logger.warning("%s can't be queued: %s", what, error)
        record_problem(key, f"the task queue can't be reached: {error}")
        return False
    return True


class WorkThreads:
    """Threads of this process, one for each key and one at work at a time.

    `work_on` does some of the work and says whether nothing is left to do.
    """

    def __init__(self, name: str, work_on: Callable[[str], bool]) -> None:
        self._name, self._work_on = name, work_on
        self._turn = Lock()
        self._held: set[str] = set()  #: the keys that have a thread, which may wait for its turn

    def start(self, key: str) -> None:
        """Start the thread of a key, where it has none."""
        if key not in self._held:
            self._held.add(key)
            start_thread(self._run, key, name=f"{self._name}-{key[:6]}")

    def _run(self, key: str) -> None:
        try:
            while not self._take_turn(key):
                sleep(_PAUSE_SECONDS)
        except Exception:
            # Nobody waits for the thread; whoever looks for what is behind goes on with the work.
            logger.exception("%s %s… stopped", self._name, key[:6])
        finally:
            self._held.discard(key)
            connections.close_all()

    def _take_turn(self, key: str) -> bool:
        with self._turn:
            return self._work_on(key)
