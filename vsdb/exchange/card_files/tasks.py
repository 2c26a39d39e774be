"""Imports beside the requests that asked for them: by Celery workers, or in a thread of the web process."""

from __future__ import annotations

import logging

from celery import shared_task
from django.conf import settings
from django.db import connections
from kombu.exceptions import OperationalError

from vsdb.core.logs.request_ids import start_thread
from vsdb.exchange.card_files import uploads
from vsdb.exchange.card_files.models import Import

logger = logging.getLogger(__name__)


@shared_task(name="importing.run_import", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def run_import(number: int) -> None:
    """Import a file that was uploaded. Handed out twice, also after a worker died, it is done once."""
    uploads.run(number)


def hand_out(number: int) -> None:
    """Have an import made. Raises OperationalError where the queue can't be reached."""
    if settings.CELERY_BROKER_URL:
        run_import.delay(number)
    else:
        start_thread(_in_thread, number, name=f"import-{number}")


def start(number: int) -> None:
    """Have an import made; a queue that can't be reached is told in its record."""
    try:
        hand_out(number)
    except OperationalError as error:
        logger.warning("can't queue import %s: %s", number, error)
        uploads.record_failure(Import.objects.get(pk=number), f"the task queue can't be reached: {error}")


def _in_thread(number: int) -> None:
    try:
        uploads.run(number)
    except Exception:
        # The record says it too; nobody waits for the thread.
        logger.exception("import %s failed", number)
    finally:
        connections.close_all()
