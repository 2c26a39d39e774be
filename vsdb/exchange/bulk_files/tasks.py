"""Bulk files are written by Celery workers where there are any."""

from __future__ import annotations

import logging
from time import monotonic

from celery import shared_task
from django.conf import settings
from kombu.exceptions import OperationalError

from vsdb.exchange.bulk_files.storing import write_bulk_files

logger = logging.getLogger(__name__)
_AGAIN_SECONDS = 60  #: after which a worker is told again
_told: dict[str, float] = {}  #: when this process last told one


@shared_task(name="bulk_files.write", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def write() -> None:
    """Write the files that are out of date. Handed out twice, it is done once."""
    write_bulk_files()


def start() -> bool:
    """Whether a worker was told to write them; without a queue nobody is, and the next request or command does."""
    if not settings.CELERY_BROKER_URL:
        return False
    if monotonic() - _told.get("write", -_AGAIN_SECONDS) < _AGAIN_SECONDS:
        return True
    try:
        write.delay()
    except OperationalError as error:
        logger.warning("writing the bulk files can't be queued: %s", error)
        return False
    _told["write"] = monotonic()
    return True
