"""What nobody needs any more is deleted: one table of tasks, in portions, so that nobody else waits for long.

Nothing of a person goes that wasn't announced: on the page that shows it, in a mail, and on the privacy page.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, Max, OuterRef, QuerySet
from django.utils import timezone

from vsdb.accounts.unconfirmed import delete_unconfirmed_sign_ups, list_unconfirmed_sign_ups
from vsdb.check.list_links import list_expired_lists
from vsdb.check.many.selectors import list_expired_checks
from vsdb.decks.abandoned import list_abandoned_decks
from vsdb.decks.rechecks.models import Recheck
from vsdb.decks.verdict_cache import list_past_verdicts
from vsdb.error_reports.services import list_old_emails
from vsdb.events import clock
from vsdb.events.paper.selectors import list_expired_jobs
from vsdb.events.paper.services import delete_expired, list_leftover_files
from vsdb.events.retention.services import clear_due_events, count_due
from vsdb.exchange.bulk_files.storing import list_unfinished_files
from vsdb.exchange.card_files.models import Import
from vsdb.exchange.card_files.uploads import list_leftover_uploads, sweep
from vsdb.search.conditions.legality import list_outdated_tables
from vsdb.search.text.current import list_leftover_folders
from vsdb.simulations.selectors import list_expired_runs

logger = logging.getLogger(__name__)
PORTION = 500  #: rows that are locked and deleted at once


@dataclass(frozen=True, slots=True)
class TidyTask:
    """Something that is deleted: `noun` names one of it and `why` says why it goes. `count` says how many there are;
    `delete` deletes at most so many and says how many it deleted."""

    name: str
    noun: str
    why: Callable[[], str]
    count: Callable[[], int]
    delete: Callable[[int], int]


@dataclass(frozen=True, slots=True)
class Tidied:
    """How many things of a task were deleted or, in a dry run, would be; `problem` says what went wrong."""

    name: str
    noun: str
    why: str
    count: int
    problem: str = ""


def tidy(*, is_dry_run: bool = False) -> Iterator[Tidied]:
    """Do every task, or count what each would delete. One that fails doesn't keep the others from it."""
    for task in TASKS:
        done, problem = 0, ""
        try:
            if is_dry_run:
                done = task.count()
            else:
                while deleted := task.delete(PORTION):
                    done += deleted
        except Exception as error:
            logger.exception("tidying %s failed", task.name)
            problem = f"{type(error).__name__}: {error}"
        yield Tidied(task.name, task.noun, task.why(), done, problem)


def delete_portion(rows: QuerySet[Any], limit: int) -> int:
    """Delete at most so many rows, with what hangs on them, in one transaction. Those that somebody has locked, who may
    be about to keep them, are left for another time."""
    with transaction.atomic():
        found = rows.select_for_update(skip_locked=True, of=("self",)).order_by("pk")
        keys = list(found.values_list("pk", flat=True)[:limit])
        rows.model._default_manager.filter(pk__in=keys).delete()
    return len(keys)


def _of_rows(name: str, noun: str, why: Callable[[], str], rows: Callable[[], QuerySet[Any]]) -> TidyTask:
    return TidyTask(name, noun, why, lambda: rows().count(), lambda limit: delete_portion(rows(), limit))


def _of_files(name: str, noun: str, why: str, list_paths: Callable[[], Iterable[Path]]) -> TidyTask:
    def delete(_: int) -> int:
        paths = list(list_paths())
        for path in paths:
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)
        return len(paths)

    return TidyTask(name, noun, lambda: why, lambda: len(list(list_paths())), delete)


def _sweep_uploads(_: int) -> int:
    count = len(list(list_leftover_uploads()))
    sweep()
    return count


def _forget_emails(limit: int) -> int:
    """The addresses go, the reports stay."""
    rows = list_old_emails()
    return rows.filter(pk__in=list(rows.order_by("pk").values_list("pk", flat=True)[:limit])).update(email="")


def _list_ended_sessions() -> QuerySet[Session]:
    return Session.objects.filter(expire_date__lt=timezone.now())


def _list_ended_sign_ins() -> QuerySet[UserSession]:
    rows: QuerySet[UserSession] = UserSession.objects.filter(
        ~Exists(Session.objects.filter(session_key=OuterRef("session_key")))
    )
    return rows


def _list_old_imports() -> QuerySet[Import]:
    """Dry runs and failures; what was imported stays on record, since facts come from it."""
    over = Import.objects.filter(ended__lt=_long_ago()) if settings.JOBS_DAYS > 0 else Import.objects.none()
    tried = over.filter(is_dry_run=True, state=Import.State.DONE)
    return (tried | over.filter(state=Import.State.FAILED)).filter(stored="")


def _list_old_rechecks() -> QuerySet[Recheck]:
    """Those that changed no verdict and aren't the last of all decks of their game; the others are part of the history
    of decks."""
    if settings.JOBS_DAYS <= 0:
        return Recheck.objects.none()
    newest = (
        Recheck.objects.filter(only_ended=False).order_by().values("game").annotate(newest=Max("pk")).values("newest")
    )
    over = Recheck.objects.filter(ended__lt=_long_ago()).exclude(state=Recheck.State.RUNNING)
    return over.exclude(pk__in=newest).filter(changes=None)


def _long_ago() -> datetime:
    return timezone.now() - timedelta(days=settings.JOBS_DAYS)


TASKS = (
    _of_rows("lists", "expired list", lambda: f"not sent for {settings.SHARED_LISTS_DAYS} days", list_expired_lists),
    _of_rows("sessions", "ended session", lambda: "its cookie has expired", _list_ended_sessions),
    _of_rows("sign-ins", "ended sign-in", lambda: "its session is over", _list_ended_sign_ins),
    TidyTask(
        "sign-ups",
        "unconfirmed sign-up",
        lambda: f"not confirmed within {settings.SIGN_UP_DAYS} days",
        lambda: list_unconfirmed_sign_ups().count(),
        delete_unconfirmed_sign_ups,
    ),
    _of_rows(
        "decks",
        "abandoned deck",
        lambda: f"private, in no account, not changed for {settings.BROWSER_DECKS_DAYS} days",
        list_abandoned_decks,
    ),
    TidyTask(
        "report-emails",
        "old report email",
        lambda: "the report is closed",
        lambda: list_old_emails().count(),
        _forget_emails,
    ),
    _of_rows("imports", "old import", lambda: f"tried or failed over {settings.JOBS_DAYS} days ago", _list_old_imports),
    _of_rows(
        "rechecks",
        "old recheck",
        lambda: f"over for {settings.JOBS_DAYS} days, changed no verdict",
        _list_old_rechecks,
    ),
    _of_rows("verdicts", "kept verdict", lambda: "it has held on no day for a week", list_past_verdicts),
    _of_rows(
        "simulations",
        "old simulation run",
        lambda: f"started over {settings.SIMULATION_RUNS_DAYS} days ago",
        list_expired_runs,
    ),
    _of_rows(
        "checks",
        "old check of many lists",
        lambda: f"started over {settings.CHECK_MANY_DAYS} days ago",
        list_expired_checks,
    ),
    TidyTask(
        "events",
        "event past its retention",
        lambda: "contacts, unpublished lists or penalties are due",
        lambda: count_due(clock.get_now()),
        lambda limit: len(list(clear_due_events(clock.get_now(), limit))),
    ),
    _of_rows("legality", "outdated legality table", lambda: "the facts have changed", list_outdated_tables),
    TidyTask(
        "uploads",
        "leftover upload",
        lambda: f"not used for {settings.IMPORT_KEEP_HOURS} hours",
        lambda: len(list(list_leftover_uploads())),
        _sweep_uploads,
    ),
    TidyTask(
        "papers",
        "printed file of an event",
        lambda: "printed over a day ago",
        lambda: list_expired_jobs().count(),
        delete_expired,
    ),
    _of_files("paper-files", "leftover printed file", "no papers have it", list_leftover_files),
    _of_files("bulk-files", "leftover bulk file", "its writer was killed", list_unfinished_files),
    _of_files("index", "leftover index folder", "its writer was killed", list_leftover_folders),
)
