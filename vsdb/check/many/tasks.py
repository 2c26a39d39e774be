"""Checks of many lists beside the requests that asked for them: by workers, or in a thread of the web process."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from vsdb.check.many import services
from vsdb.core.background import SECONDS, THREAD_SECONDS, WorkThreads, call_worker

_threads = WorkThreads("check", lambda key: services.work_on(key, seconds=THREAD_SECONDS))


@shared_task(name="check.work_on_many", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def work_on(key: str) -> None:
    """Judge lists of a check for a while. Handed out twice, or after a worker died, each list is recorded once."""
    if not services.work_on(key, seconds=SECONDS):
        call(key)


def start(key: str) -> None:
    """Have a check worked on beside this process or in a thread of it; a queue that is gone is told in its record."""
    if settings.CELERY_BROKER_URL:
        call(key)
    else:
        _threads.start(key)


def call(key: str) -> bool:
    """Call a worker to a check. False where the queue is gone, which its record says too."""
    return call_worker(work_on, key, services.record_problem, "a check of many lists")
