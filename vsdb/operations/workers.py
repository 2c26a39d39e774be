"""Workers tell that they are alive, and record tasks that failed.

A worker's heartbeat is a row of the database: any process can read it, on any machine, with any broker. It is written
by the loop that takes tasks from the queue, so it stops when the worker hangs or has lost its broker.
"""

from __future__ import annotations

import logging
import os
from datetime import datetime, timedelta
from typing import Any

from billiard.process import current_process
from celery import bootsteps
from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from vsdb.core.code_version import get_code_version
from vsdb.core.metrics import count, name_process
from vsdb.core.read_only import get_read_only_mode
from vsdb.operations.request_metrics import record_memory

EVERY = timedelta(seconds=20)
_FIRST_AFTER_SECONDS = 0.5
#: A worker that wasn't heard of for so long does no work: three heartbeats were missed.
SILENT_AFTER = timedelta(seconds=75)
_FORGOTTEN_AFTER = timedelta(days=1)
MAX_FAILURES = 200  #: that are kept
logger = logging.getLogger(__name__)
TASKS = count("tasks", "Background tasks that ended, by name and state.", ("task", "state"))


class Heartbeat(bootsteps.StartStopStep):  # type: ignore[misc]
    """A timer of the worker's own process, not of those that do the work."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.timer: Any = None
        self.started = timezone.now()

    def start(self, parent: Any) -> None:
        """Record the worker soon, and again and again."""
        # The code is that of the start: files that change later are not what the worker runs.
        beat = (parent.hostname, int(parent.concurrency or 1), get_code_version(), self.started)
        # By the timer too, which runs when the worker has reached its broker and takes tasks.
        parent.timer.call_after(_FIRST_AFTER_SECONDS, record_heartbeat, beat)
        self.timer = parent.timer.call_repeatedly(EVERY.total_seconds(), record_heartbeat, beat)

    def stop(self, parent: Any) -> None:
        """Stop the timer; a worker that ends in order leaves no heartbeat behind."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
            forget_worker(parent.hostname)


def record_heartbeat(name: str, processes: int, code: str, started: datetime) -> None:
    """Record that a worker takes tasks; a database that doesn't answer is tried again with the next heartbeat."""
    from vsdb.operations.models import WorkerHeartbeat

    if get_read_only_mode():
        return  # a restore locks the table, and whoever waits for it takes no tasks
    now = timezone.now()
    values = {
        "queue": settings.CELERY_TASK_DEFAULT_QUEUE[:200],
        "processes": processes,
        "code": code,
        "started": started,
        "seen": now,
    }
    try:
        WorkerHeartbeat.objects.update_or_create(name=name[:200], defaults=values)
        WorkerHeartbeat.objects.filter(seen__lt=now - _FORGOTTEN_AFTER).delete()
    except DatabaseError as error:
        logger.warning("the worker's heartbeat can't be written: %s", error)
    finally:
        # The processes that do the work are forked from this one, and must not share its connection.
        connections.close_all()


def forget_worker(name: str) -> None:
    """Delete the heartbeat of a worker that ends."""
    from vsdb.operations.models import WorkerHeartbeat

    try:
        WorkerHeartbeat.objects.filter(name=name[:200]).delete()
    except DatabaseError as error:
        logger.warning("the worker's heartbeat can't be deleted: %s", error)
    finally:
        connections.close_all()


def record_task_failure(
    sender: Any = None, task_id: str = "", exception: BaseException | None = None, **_: object
) -> None:
    """Record a task that ended with an error, and delete the oldest of many; the signal `task_failure` calls it."""
    from vsdb.operations.models import TaskFailure

    request = getattr(sender, "request", None)
    try:
        TaskFailure.objects.create(
            task=str(getattr(sender, "name", sender))[:200],
            task_id=str(task_id or "")[:64],
            error=_describe(exception)[:400],
            worker=str(getattr(request, "hostname", None) or "")[:200],
        )
        newest_of_too_many = TaskFailure.objects.values_list("pk", flat=True)[MAX_FAILURES : MAX_FAILURES + 1]
        for pk in newest_of_too_many:
            TaskFailure.objects.filter(pk__lte=pk).delete()
    except DatabaseError as error:
        logger.warning("the failure of a task can't be recorded: %s", error)


def count_task(sender: Any = None, state: str | None = None, **_: object) -> None:
    """Count a task that ended, and say how much memory its process has; the signal `task_postrun` calls it."""
    TASKS.labels(str(getattr(sender, "name", sender)), (state or "unknown").lower()).inc()
    if not settings.CELERY_TASK_ALWAYS_EAGER:
        record_memory("worker")


def _describe(exception: BaseException | None) -> str:
    """The kind of an error and its first line, without characters that a database refuses."""
    first = str(exception).strip().partition("\n")[0].replace("\0", "")
    return ": ".join(filter(None, (type(exception).__name__, first)))


def name_worker_process(**_: object) -> None:
    """Give a process that does the work its place among those of its worker, by which its metrics are kept."""
    name_process(f"worker-{os.getppid()}-{getattr(current_process(), 'index', 0)}")
