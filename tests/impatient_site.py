"""The site's Celery app for workers that are killed: their work is given to others after 5 seconds, not after 20."""

from datetime import timedelta

from celery.signals import worker_init

from vsdb.celery import app

__all__ = ["app"]


@worker_init.connect
def lose_patience(**_: object) -> None:
    """Only now, when Django is set up, can models be imported."""
    from vsdb.core.leased_work import LeasedWork

    LeasedWork.lease = LeasedWork.patience = timedelta(seconds=5)
