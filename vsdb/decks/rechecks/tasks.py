"""Rechecks beside whoever asked for them: by Celery workers, in a thread of the web process, or here and now."""

from __future__ import annotations

import logging
from functools import partial
from threading import current_thread, main_thread

from celery import shared_task
from django.conf import settings
from django.db import connections, transaction
from kombu.exceptions import OperationalError

from vsdb.accounts.staff_log import log_staff_action
from vsdb.catalog.cards.followers import RenewedFacts
from vsdb.catalog.cards.selectors import is_left_to_the_site
from vsdb.core.logs.request_ids import start_thread
from vsdb.decks.rechecks import services
from vsdb.decks.rechecks.models import Recheck

logger = logging.getLogger(__name__)
CALLS = 8  #: messages for one recheck, and so the most workers that begin with it
SECONDS = 60  #: that one message is worked on; then it is handed on, so that other tasks have their turn
FEW = 500  #: decks that a command judges on its way


@shared_task(name="rechecks.work_on", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def work_on(number: int) -> None:
    """Work on a recheck with whoever else does. Handed out twice, or after a worker died, each deck is judged once."""
    if not services.work(number, seconds=SECONDS):
        call(number, 1)


@transaction.atomic
def begin(game: str, why: str, by: int) -> Recheck | None:
    """Begin a recheck and have it worked on, or the one that is under way; None where there is nothing to judge."""
    recheck = services.begin(game, why, by=by)
    if recheck is not None:
        log_staff_action(by, recheck, "Recheck started.")
        transaction.on_commit(partial(start, recheck))
    return recheck


@transaction.atomic
def resume(recheck: Recheck, by: int) -> bool:
    """Have a recheck that stands still gone on with; whether there is something to do."""
    if is_resumed := services.resume(recheck):
        log_staff_action(by, recheck, "Recheck resumed.")
        transaction.on_commit(partial(start, recheck))
    return is_resumed


def start(recheck: Recheck) -> None:
    """Have a recheck worked on beside this process or in a thread of it; a queue that is gone is told in its record."""
    if settings.CELERY_BROKER_URL:
        call(recheck.pk, min(CALLS, max(recheck.total // services.PORTION, 1)))
    else:
        start_thread(_in_thread, recheck.pk, name=f"recheck-{recheck.pk}")


def call(number: int, times: int) -> bool:
    """Call so many workers to a recheck. False where the queue is gone, which its record says too."""
    try:
        for _ in range(times):
            work_on.delay(number)
    except OperationalError as error:
        logger.warning("recheck %s can't be queued: %s", number, error)
        services.record_problem(number, f"the task queue can't be reached: {error}")
        return False
    return True


def recheck_changed_game(facts: RenewedFacts) -> None:
    """Judge the stored decks of a game anew whose facts have changed; nothing where these facts had their recheck.

    Without a queue a command does so itself where they are few, and else says how; a web process does it in a thread.
    """
    recheck = services.begin(facts.game, "new facts were loaded", before=facts.before, is_for_new_facts=True)
    if recheck is None:
        return
    # Without a queue a site imports what is uploaded in a thread: what runs in the main one is a command.
    if settings.CELERY_BROKER_URL or current_thread() is not main_thread():
        start(recheck)
    elif recheck.total <= FEW and not is_left_to_the_site(facts.game):
        services.work(recheck.pk)
    else:
        many = f"{recheck.total:,}"
        logger.warning("%s stored decks need a recheck: run manage.py recheck_decks", many)


def _in_thread(number: int) -> None:
    try:
        services.work(number)
    except Exception:
        # Nobody waits for the thread; the recheck can be begun again from its page.
        logger.exception("recheck %s stopped", number)
    finally:
        connections.close_all()
