"""Simulation runs beside the requests that asked for them: by Celery workers, or in a thread of the web process."""

from __future__ import annotations

from celery import shared_task
from django.conf import settings

from vsdb.core.background import SECONDS, THREAD_SECONDS, WorkThreads, call_worker
from vsdb.simulations import services

_threads = WorkThreads("simulation", lambda key: services.work_on(key, seconds=THREAD_SECONDS))


@shared_task(name="simulations.work_on", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def work_on(key: str) -> None:
    """Play a run for a while. Handed out twice, or after a worker died, each game counts once."""
    if not services.work_on(key, seconds=SECONDS):
        call(key)


def start(key: str) -> None:
    """Have a run played beside this process or in a thread of it; a queue that is gone is told in its record."""
    if settings.CELERY_BROKER_URL:
        call(key)
    else:
        _threads.start(key)


def call(key: str) -> bool:
    """Call a worker to a run. False where the queue is gone, which its record says too."""
    return call_worker(work_on, key, services.record_problem, "a simulation run")
