"""Since when the site's pages and mails say what housekeeping deletes: nothing goes that nobody was told of."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

_CAME_WITH = ("operations", "0002_daily_runs")  #: the migration of the version that began to say so


def get_announcement() -> datetime:
    """When this installation came to a version that announces deletions; one query."""
    app, name = _CAME_WITH
    applied = MigrationRecorder(connection).migration_qs.filter(app=app, name=name)
    found: datetime | None = applied.values_list("applied", flat=True).first()
    return found or timezone.now()


def find_last_moment(days: int) -> datetime | None:
    """What wasn't touched since this moment is deleted after so many days; None where nothing is: `days` is 0, or it is
    announced for less long. One query.

    What was touched last before the announcement counts as if it were touched then.
    """
    if days <= 0:
        return None
    moment = timezone.now() - timedelta(days=days)
    return moment if moment >= get_announcement() else None


def find_deletion(touched: datetime, days: int) -> datetime | None:
    """When something that was touched then is deleted after so many days; None where it never is. One query."""
    return max(touched, get_announcement()) + timedelta(days=days) if days > 0 else None
