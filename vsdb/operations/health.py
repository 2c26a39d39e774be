"""What a check of the site finds, and how checks are run; `/readyz`, the operations page and the doctor share them.

A check is a small function that gives what it found. A *problem* keeps the site from serving; a *warning* is something
to mend while the site serves on.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.db import DatabaseError, InterfaceError

logger = logging.getLogger(__name__)
OK, WARNING, PROBLEM = "ok", "warning", "problem"
STATES = (OK, WARNING, PROBLEM)  #: from good to bad
DATABASE = "database"
_GONE = (DatabaseError, InterfaceError)


@dataclass(frozen=True, slots=True)
class Check:
    """What was found: its `advice` says what to do where the state isn't `ok`."""

    name: str
    state: str
    detail: str
    advice: str = ""
    milliseconds: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """A row of the table of checks. `is_readiness`: `/readyz` asks it, so it is quick and its problem means 503."""

    name: str
    group: str
    find: Callable[[], Check | Iterable[Check]]
    is_readiness: bool = False
    needs_database: bool = False


def ok(name: str, detail: str) -> Check:
    """A check that found all well."""
    return Check(name, OK, detail)


def warn(name: str, detail: str, advice: str) -> Check:
    """A check that found something to mend."""
    return Check(name, WARNING, detail, advice)


def problem(name: str, detail: str, advice: str) -> Check:
    """A check that found what keeps the site from serving, or from serving safely."""
    return Check(name, PROBLEM, detail, advice)


def run_looks(looks: Iterable[Look]) -> list[tuple[Look, Check]]:
    """Run the checks in their order; what needs the database is left out once that doesn't answer."""
    found: list[tuple[Look, Check]] = []
    is_database_gone = False
    for look in looks:
        for check in _run(look, is_database_gone=is_database_gone):
            found.append((look, check))
            is_database_gone |= check.name == DATABASE and check.state == PROBLEM
    return found


def run_checks(looks: Iterable[Look]) -> list[Check]:
    """What the checks found, in their order."""
    return [check for _, check in run_looks(looks)]


def _run(look: Look, *, is_database_gone: bool) -> list[Check]:
    if is_database_gone and look.needs_database:
        return [warn(look.name, "not checked: the database does not answer", "Bring the database back first.")]
    start = time.perf_counter()
    try:
        found = look.find()
        checks = [found] if isinstance(found, Check) else [*found]
    except _GONE as error:
        checks = [
            warn(look.name, f"not checked: {first_line(error)}", "See the checks of the database and of migrations.")
        ]
    except Exception as error:
        # One check that fails must not hide what the others found.
        logger.exception("the check %s failed", look.name)
        checks = [warn(look.name, f"the check itself failed: {first_line(error)}", "The log has the traceback.")]
    milliseconds = round((time.perf_counter() - start) * 1_000)
    return [replace(check, milliseconds=milliseconds) for check in checks]


def get_worst_state(checks: Iterable[Check]) -> str:
    """The worst state among the checks; `ok` for none."""
    return max((check.state for check in checks), key=STATES.index, default=OK)


def summarize(checks: Sequence[Check]) -> str:
    """A sentence on the checks, such as `2 warnings: cache, backup. 7 ok.`"""
    parts = []
    for state in (PROBLEM, WARNING):
        if names := [check.name for check in checks if check.state == state]:
            parts.append(f"{len(names)} {state}{'' if len(names) == 1 else 's'}: {', '.join(names)}.")
    parts.append(f"{sum(check.state == OK for check in checks)} ok.")
    return " ".join(parts)


def to_dict(check: Check) -> dict[str, Any]:
    """A check as JSON has it."""
    return asdict(check)


def first_line(error: BaseException) -> str:
    """The first line of an error, or its kind where it says nothing."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
