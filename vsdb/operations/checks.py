"""The table of all checks. Each row is asked by the doctor and the operations page, some by `/readyz`."""

from __future__ import annotations

from threading import Lock
from time import monotonic

from vsdb.operations import configuration, machine, reach, work
from vsdb.operations.health import Check, Look, run_checks
from vsdb.operations.keys_in_use import check_stored_secrets

SERVICES, WORK, MACHINE, SETTINGS = "Services", "Work", "Machine", "Settings"
LOOKS = (
    Look("database", SERVICES, reach.check_database, is_readiness=True),
    Look("migrations", SERVICES, reach.check_migrations, is_readiness=True, needs_database=True),
    Look("facts", SERVICES, reach.check_facts, is_readiness=True, needs_database=True),
    Look("index", SERVICES, reach.check_index, is_readiness=True, needs_database=True),
    Look("cache", SERVICES, reach.check_cache, is_readiness=True),
    Look("queue", SERVICES, reach.check_queue, is_readiness=True),
    Look("workers", SERVICES, reach.check_workers, is_readiness=True, needs_database=True),
    Look("web processes", SERVICES, reach.check_web_processes),
    Look("catch-up", WORK, work.check_catch_up, is_readiness=True, needs_database=True),
    Look("verdicts", WORK, work.check_verdicts, needs_database=True),
    Look("read-only mode", WORK, work.check_read_only, is_readiness=True),
    Look("tasks", WORK, work.check_failures, needs_database=True),
    Look("daily run", WORK, work.check_daily_run, needs_database=True),
    Look("backup", WORK, work.check_backup, is_readiness=True),
    Look("disk", MACHINE, machine.check_disk, is_readiness=True),
    Look("folders", MACHINE, machine.list_folder_checks),
    Look("static files", MACHINE, machine.check_static_files),
    Look("versions", MACHINE, machine.list_version_checks, needs_database=True),
    Look("clocks", MACHINE, machine.list_clock_checks, needs_database=True),
    Look("settings", SETTINGS, configuration.list_setting_checks),
    Look("stored secrets", SETTINGS, check_stored_secrets, needs_database=True),
)
READINESS = tuple(look for look in LOOKS if look.is_readiness)
#: Anybody may ask `/readyz`, as often as they like: so many seconds a process gives the same answer.
READY_SECONDS = 2.0
_lock = Lock()
_last: tuple[float, list[Check]] = (float("-inf"), [])


def check_readiness() -> list[Check]:
    """Whether the site can serve, as it was at most `READY_SECONDS` ago; those who ask meanwhile wait for one check."""
    global _last  # noqa: PLW0603  (what this process found last)
    with _lock:
        at, checks = _last
        if monotonic() - at >= READY_SECONDS:
            checks = run_checks(READINESS)
            _last = (monotonic(), checks)
        return checks
