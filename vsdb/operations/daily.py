"""All that is due once a day, so that whoever runs the site needs one timer: commands by name, one after the other."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic

from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from vsdb.core.read_only import get_read_only_mode
from vsdb.operations.runs import RUN_DAILY, record_run

logger = logging.getLogger(__name__)
DONE, FAILED, SKIPPED = "done", "failed", "skipped"


@dataclass(frozen=True, slots=True)
class DailyJob:
    """A command that is due once a day. `skip` says why it isn't, by the settings; empty where it is."""

    command: str
    arguments: Callable[[], tuple[str, ...]] = tuple
    skip: Callable[[], str] = str
    writes: bool = True


@dataclass(frozen=True, slots=True)
class JobResult:
    """What came of a daily command, and what it said."""

    command: str
    state: str
    seconds: float
    said: str


#: The backup first, so that it has what is deleted later.
JOBS = (
    DailyJob(
        "backup",
        lambda: ("--keep", str(settings.BACKUP_KEEP_DAYS)),
        lambda: "" if settings.BACKUP_KEEP_DAYS > 0 else "BACKUP_KEEP_DAYS is 0",
        writes=False,
    ),
    DailyJob("rotate_keys"),
    DailyJob("catch_up"),
    DailyJob("refresh_follows"),
    DailyJob("write_bulk_files"),
    DailyJob("tidy"),
)


def run_daily(jobs: tuple[DailyJob, ...] = JOBS) -> Iterator[JobResult]:
    """Run the daily commands; one that fails doesn't keep the others from it. Each run is recorded."""
    started = timezone.now()
    failed = []
    for job in jobs:
        begun, result = timezone.now(), _run(job)
        if result.state != SKIPPED:
            record_run(job.command, begun, result.said if result.state == FAILED else "")
        if result.state == FAILED:
            failed.append(job.command)
        yield result
    record_run(RUN_DAILY, started, f"failed: {', '.join(failed)}" if failed else "")


def _run(job: DailyJob) -> JobResult:
    if why := job.skip():
        return JobResult(job.command, SKIPPED, 0.0, why)
    if job.writes and get_read_only_mode():
        return JobResult(job.command, SKIPPED, 0.0, "the site is read-only")
    begun = monotonic()
    state, said = _call(job)
    return JobResult(job.command, state, round(monotonic() - begun, 1), said)


def _call(job: DailyJob) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(job.command, *job.arguments(), stdout=out, stderr=err, no_color=True)
    except CommandError as error:
        return FAILED, str(error)
    except SystemExit as error:
        if error.code:
            return FAILED, f"exit status {error.code}: {_join(out, err)}"
    except Exception as error:
        # The others are due all the same.
        logger.exception("the daily command %s failed", job.command)
        return FAILED, f"{type(error).__name__}: {error}"
    return DONE, _join(out, err)


def _join(*outputs: io.StringIO) -> str:
    return "\n".join(text for each in outputs if (text := each.getvalue().strip()))
