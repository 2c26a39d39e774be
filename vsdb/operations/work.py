"""Work beside the requests: what is behind, tasks that failed, the last backup, read-only mode."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from vsdb.core.read_only import get_read_only_mode
from vsdb.core.words import describe_age, quantity
from vsdb.decks.rechecks.selectors import count_missed_verdicts
from vsdb.operations.backups.kept import get_backup_status
from vsdb.operations.catching_up import list_behind
from vsdb.operations.health import Check, ok, warn
from vsdb.operations.models import TaskFailure
from vsdb.operations.runs import get_last_run

_DAILY_MAX_AGE = timedelta(hours=36)
_SOON = timedelta(minutes=2)  #: what is behind for less somebody is about to do


def check_catch_up() -> Check:
    """Whether something waits to be done that nobody does: what follows new facts, rechecks, imports, simulation
    runs, checks of many lists, batches of verdicts. Seven queries."""
    oldest = timezone.now() - _SOON
    waiting = [each for each in list_behind() if each.problem or (each.since is not None and each.since < oldest)]
    if waiting:
        said = "; ".join(f"{each.title}{f' ({each.problem})' if each.problem else ''}" for each in waiting[:5])
        more = f"; and {len(waiting) - 5} more" if len(waiting) > 5 else ""
        return warn(
            "catch-up", f"behind: {said}{more}", "Run manage.py catch_up. If it stays behind, the log says why."
        )
    return ok("catch-up", "nothing is behind")


def check_verdicts() -> Check:
    """Whether the verdicts of stored decks hold today, or did yesterday; four queries a game at most."""
    if missed := count_missed_verdicts():
        said = f"{quantity(missed, 'stored deck')} not checked since facts or code changed, or for over a day"
        return warn("verdicts", said, "Run manage.py catch_up; run_daily does so every night.")
    return ok("verdicts", "every stored deck was checked")


def check_read_only() -> Check:
    """Whether the site stores what people send; no query."""
    if mode := get_read_only_mode():
        return warn(
            "read-only mode",
            f"nothing is stored: {mode.reason}{f' (since {mode.since})' if mode.since else ''}",
            "Run manage.py read_only off when the work is done, or empty READ_ONLY where the settings have it.",
        )
    return ok("read-only mode", "off")


def check_daily_run() -> Check:
    """Whether the daily run came to its end within a day and a half, and went well; one query."""
    name, timer = "daily run", "Start manage.py run_daily once a day by a timer (docs/operating.md)."
    last = get_last_run()
    if last is None:
        return warn(name, "never ran", timer)
    age = timezone.now() - last.ended
    if age > _DAILY_MAX_AGE:
        return warn(name, f"the last one ended {describe_age(age)} ago", timer)
    if last.problem:
        return warn(name, last.problem, "Run manage.py run_daily to see why.")
    return ok(name, f"the last one ended {describe_age(age)} ago")


def check_backup() -> Check:
    """Whether there is a good backup that is young enough; no query."""
    status = get_backup_status()
    if status.problem:
        fault, _, advice = status.problem.partition(". ")
        return warn("backup", fault, advice)
    if status.age is None:
        return ok("backup", "not watched: BACKUP_MAX_AGE_HOURS is 0")
    return ok("backup", f"the last one is {describe_age(status.age)} old")


def check_failures() -> Check:
    """Whether tasks failed within a day; one query."""
    recent = TaskFailure.objects.filter(at__gte=timezone.now() - timedelta(days=1))
    names = [*recent.values_list("task", flat=True)]
    if names:
        which = ", ".join(sorted(set(names)))
        return warn("tasks", f"{quantity(len(names), 'task')} failed within a day: {which}", "The log says why.")
    return ok("tasks", "none failed within a day")
