"""When the daily run and its parts last came to their end."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from vsdb.operations.models import DailyRun

RUN_DAILY, TIDY = "run_daily", "tidy"


def record_run(name: str, started: datetime, problem: str = "") -> None:
    """Record that something that is due daily has run, and what went wrong."""
    values = {"started": started, "ended": timezone.now(), "problem": problem.replace("\0", "")[:400]}
    if not problem:
        values["succeeded"] = values["ended"]
    DailyRun.objects.update_or_create(name=name, defaults=values)


def get_last_run(name: str = RUN_DAILY) -> DailyRun | None:
    """The last run of something that is due daily, such as `run_daily` or `tidy`; None where there was none. One
    query."""
    return DailyRun.objects.filter(pk=name).first()
