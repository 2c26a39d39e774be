"""Papers beside the requests that asked for them: by workers, or in a thread of the web process."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from vsdb.core.background import WorkThreads, call_worker
from vsdb.events.paper import services

_threads = WorkThreads("papers", services.work_on)


@shared_task(name="events.draw_papers", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def work_on(key: str) -> None:
    """Draw papers. Handed out twice, or after a worker died, one file comes of them."""
    if not services.work_on(key):
        call(key)


def start(key: str) -> None:
    """Have papers drawn beside this process or in a thread of it; a queue that is gone is told in their record."""
    if settings.CELERY_BROKER_URL:
        call(key)
    else:
        _threads.start(key)


def call(key: str) -> bool:
    """Call a worker to papers. False where the queue is gone, which their record says too."""
    return call_worker(work_on, key, services.record_problem, "papers of an event")
