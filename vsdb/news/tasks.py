"""After new facts: what changed is recorded, and who follows it is told; by Celery workers where there are any."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from celery import shared_task
from django.conf import settings
from kombu.exceptions import OperationalError

from vsdb.catalog.cards.selectors import is_left_to_the_site
from vsdb.news import recording
from vsdb.news.following.services import refresh_games

logger = logging.getLogger(__name__)


@shared_task(name="changes.take_note", acks_late=True, reject_on_worker_lost=True, ignore_result=True)  # type: ignore[untyped-decorator]
def take_note(games: Sequence[str]) -> None:
    """Record what changed in games and tell their followers. Handed out twice, it is done once."""
    recording.record(games)
    refresh_games(games)


def start(games: Sequence[str]) -> None:
    """Have it done: by a worker, else here, where the load or the import has just ended.

    Where the queue can't be reached, or a game has very many cards, it is left for the next look at the pages, which
    catches up.
    """
    if not settings.CELERY_BROKER_URL:
        take_note([game for game in games if not is_left_to_the_site(game)])
        return
    try:
        take_note.delay(list(games))
    except OperationalError as error:
        logger.warning("recording the changes of %s can't be queued: %s", ", ".join(games), error)
