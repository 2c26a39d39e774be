"""Every worker, and without a queue every web process, looks now and then whether something was left undone.

A worker that is killed takes the messages along that it had fetched: over Redis they come back after an hour. A command
that is killed leaves nobody who knows what should have come next.
"""

from __future__ import annotations

import logging
import os
from threading import Thread
from time import sleep
from typing import Any

from celery import bootsteps
from django.conf import settings
from django.db import DatabaseError, connections
from kombu.exceptions import OperationalError

from engine.play.judging import playable
from vsdb.core.read_only import get_read_only_mode

_WORKER_EVERY_SECONDS = 5
_FIRST_AFTER_SECONDS = 2  #: so that a process that has just started answers its first requests first
_PAUSE_SECONDS = 0.2  #: after each portion of a recheck, for the requests that the process answers meanwhile
logger = logging.getLogger(__name__)


class Watch(bootsteps.StartStopStep):  # type: ignore[misc]
    """A timer of the worker's own process, not of those that do the work."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.timer: Any = None

    def start(self, parent: Any) -> None:
        """Begin to look."""
        self.timer = parent.timer.call_repeatedly(_WORKER_EVERY_SECONDS, look)

    def stop(self, parent: Any) -> None:
        """Look no more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def look() -> None:
    """Have done what nobody does: by workers where there is a queue, else here; nothing in read-only mode. Where the
    database or the queue doesn't answer, the rest is left to a later look."""
    from vsdb.check.many import services as many_checks
    from vsdb.check.many import tasks as many_check_tasks
    from vsdb.decks.rechecks import services, tasks
    from vsdb.events.notices import tasks as notice_tasks
    from vsdb.events.paper import services as papers
    from vsdb.events.paper import tasks as paper_tasks
    from vsdb.events.verdicts import batches
    from vsdb.events.verdicts import tasks as batch_tasks
    from vsdb.exchange.card_files import tasks as imports
    from vsdb.exchange.card_files import uploads
    from vsdb.operations import catching_up
    from vsdb.simulations import services as simulations
    from vsdb.simulations import tasks as simulation_tasks

    if get_read_only_mode():
        return
    try:
        catching_up.call_to_followers()
        for number in services.call_to_stalled():
            if settings.CELERY_BROKER_URL:
                if not tasks.call(number, 1):
                    return
            else:
                services.work(number, tell=lambda: sleep(_PAUSE_SECONDS))
        for work, calls in (
            (simulations, simulation_tasks),
            (many_checks, many_check_tasks),
            (batches, batch_tasks),
            (papers, paper_tasks),
        ):
            for key in work.call_to_stalled():
                if settings.CELERY_BROKER_URL:
                    if not calls.call(key):
                        return
                else:
                    calls.start(key)
        for _ in uploads.restart_dead_imports(imports.hand_out):
            pass
        notice_tasks.look()
    except (DatabaseError, OperationalError) as error:
        logger.warning("can't look for what is behind: %s", error)
    finally:
        # The processes that do the work are forked from this one, and must not share its connection.
        connections.close_all()


def start_in_thread() -> None:
    """Look in a thread of this process, a web process, from now on; also in processes that are forked from it."""
    if settings.CATCH_UP_SECONDS <= 0:
        return
    _start()
    os.register_at_fork(after_in_child=_start)


def _start() -> None:
    Thread(target=_look_again_and_again, name="catch-up", daemon=True).start()


def _look_again_and_again() -> None:
    sleep(min(_FIRST_AFTER_SECONDS, settings.CATCH_UP_SECONDS))
    playable()  # imports the rules of play, which a start leaves for later, before an upgrade changes them
    while True:
        try:
            look()
        except Exception:
            # Nobody waits for the thread, and it has to live as long as its process.
            logger.exception("looking for what is behind failed")
        sleep(settings.CATCH_UP_SECONDS)
