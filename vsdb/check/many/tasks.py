"""Checks of many lists beside the requests that asked for them: by workers, or in a thread of the web process."""

from __future__ import annotations

import logging
from threading import Lock
from time import sleep

from celery import shared_task
from django.conf import settings
from django.db import connections
from kombu.exceptions import OperationalError

from vsdb.check.many import services
from vsdb.core.logs.request_ids import start_thread

logger = logging.getLogger(__name__)
SECONDS = 10  #: that one message is worked on; then it is handed on, so that other tasks have their turn
_THREAD_SECONDS = 2  #: the same for a thread of a web process, in which one check is worked on at a time
_PAUSE_SECONDS = 0.1  #: between them, for the requests that the process answers meanwhile
_turn = Lock()
_held: set[str] = set()  #: the checks that have a thread of this process, which may wait for its turn


@shared_task(name="check.work_on_many", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def work_on(key: str) -> None:
    """Judge lists of a check for a while. Handed out twice, or after a worker died, each list is recorded once."""
    if not services.work_on(key, seconds=SECONDS):
        call(key)


def start(key: str) -> None:
    """Have a check worked on beside this process or in a thread of it; a queue that is gone is told in its record."""
    if settings.CELERY_BROKER_URL:
        call(key)
    elif key not in _held:
        _held.add(key)
        start_thread(_in_thread, key, name=f"check-{key[:6]}")


def call(key: str) -> bool:
    """Call a worker to a check. False where the queue is gone, which its record says too."""
    try:
        work_on.delay(key)
    except OperationalError as error:
        logger.warning("a check of many lists can't be queued: %s", error)
        services.record_problem(key, f"the task queue can't be reached: {error}")
        return False
    return True


def _in_thread(key: str) -> None:
    try:
        while not _take_turn(key):
            sleep(_PAUSE_SECONDS)
    except Exception:
        # Nobody waits for the thread; whoever looks for what is behind goes on with the check.
        logger.exception("a check of many lists stopped")
    finally:
        _held.discard(key)
        connections.close_all()


def _take_turn(key: str) -> bool:
    with _turn:
        return services.work_on(key, seconds=_THREAD_SECONDS)
