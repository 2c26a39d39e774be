"""Batches beside the requests that began them: by workers, or in a thread of the web process."""

from __future__ import annotations

from threading import current_thread, main_thread

from celery import shared_task
from django.conf import settings

from vsdb.catalog.cards.followers import RenewedFacts
from vsdb.catalog.cards.selectors import is_left_to_the_site
from vsdb.core.background import SECONDS, THREAD_SECONDS, WorkThreads, call_worker
from vsdb.events.verdicts import batches

FEW = 500  #: lists that a command judges on its way
_threads = WorkThreads("batch", lambda key: batches.work_on(key, seconds=THREAD_SECONDS))


@shared_task(name="events.work_on_batch", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def work_on(key: str) -> None:
    """Judge lists of a batch for a while. Handed out twice, or after a worker died, each list is recorded once."""
    if not batches.work_on(key, seconds=SECONDS):
        call(key)


def start(key: str) -> None:
    """Have a batch worked on beside this process or in a thread of it; a queue that is gone is told in its record."""
    if settings.CELERY_BROKER_URL:
        call(key)
    else:
        _threads.start(key)


def call(key: str) -> bool:
    """Call a worker to a batch. False where the queue is gone, which its record says too."""
    return call_worker(work_on, key, batches.record_problem, "a batch of verdicts")


def judge_changed_game(facts: RenewedFacts) -> None:
    """Judge the lists of a game's events anew whose facts have changed.

    Without a queue a command does so itself where they are few, and else leaves it to the site, whose web processes
    look for what nobody does.
    """
    for batch in batches.begin_for_new_facts(facts.game):
        if settings.CELERY_BROKER_URL or current_thread() is not main_thread():
            start(batch.pk)
        elif batch.total <= FEW and not is_left_to_the_site(facts.game):
            batches.work_on(batch.pk)
