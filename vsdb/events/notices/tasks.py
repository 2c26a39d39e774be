"""Notices are made and sent beside requests: by a worker, or by the thread that looks for what is behind."""

from __future__ import annotations

import logging

from celery import shared_task
from django.conf import settings
from kombu.exceptions import OperationalError

from vsdb.events import clock
from vsdb.events.notices.reminders import make_reminders
from vsdb.events.notices.sending import list_due, send_due
from vsdb.events.registration.waiting import promote_everywhere

logger = logging.getLogger(__name__)
_EXPIRES_SECONDS = 30  #: a call that no worker has taken by then; another one follows


@shared_task(name="events.send_notices", ignore_result=True)  # type: ignore[untyped-decorator]
def send_notices() -> None:
    """Send the notices that are due. Handed out twice, each is sent once."""
    send_due(clock.get_now())


def look() -> bool:
    """Offer places that are free, make the reminders that are due, and have what is due sent: by a worker where there
    is a queue, else here. False where the queue is gone. Three queries where nothing is due and nobody waits."""
    now = clock.get_now()
    promote_everywhere(now)
    make_reminders(now)
    if not list_due(now).exists():
        return True
    if not settings.CELERY_BROKER_URL:
        send_due(now)
        return True
    try:
        send_notices.apply_async(expires=_EXPIRES_SECONDS)
    except OperationalError as error:
        logger.warning("notices can't be queued: %s", error)
        return False
    return True
