"""Every worker looks now and then whether there is a recheck that nobody works on, and calls somebody to it.

A worker that is killed takes the messages along that it had fetched: over Redis they come back after an hour.
"""

from __future__ import annotations

import logging
from typing import Any

from celery import bootsteps
from django.db import DatabaseError, connections

_EVERY_SECONDS = 5
logger = logging.getLogger(__name__)


class RecheckWatch(bootsteps.StartStopStep):  # type: ignore[misc]
    """A timer of the worker's own process, not of those that do the work."""

    requires = ("celery.worker.components:Timer",)

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        self.timer: Any = None

    def start(self, parent: Any) -> None:
        """Begin to look."""
        self.timer = parent.timer.call_repeatedly(_EVERY_SECONDS, look)

    def stop(self, parent: Any) -> None:
        """Look no more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def look() -> None:
    """Call workers to the rechecks that nobody works on; a database that is gone is looked at again later."""
    from vsdb.decks.rechecks import services, tasks

    try:
        for number in services.call_to_stalled():
            tasks.call(number, 1)
    except DatabaseError as error:
        logger.warning("rechecks can't be read: %s", error)
    finally:
        # The processes that do the work are forked from this one, and must not share its connection.
        connections.close_all()
