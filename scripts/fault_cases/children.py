"""Work in processes of its own: forked from a process that has imported everything, killed at chosen moments."""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from django.core.management import call_command
from django.db import connection, connections

Action = Callable[[], object]
#: Exit status of a child that raised.
RAISED = 70
_POLL_SECONDS = 0.002


@dataclass(frozen=True, slots=True)
class Measure:
    """How long an action takes when nobody kills it, and how many statements it sends to the database."""

    seconds: float
    statements: int


@dataclass(frozen=True, slots=True)
class Moment:
    """When a process is killed: after so many seconds, or before or after a statement."""

    seconds: float = 0.0
    statement: int = 0
    is_after: bool = False

    def __str__(self) -> str:
        if self.statement:
            return f"{'after' if self.is_after else 'before'} statement {self.statement}"
        return f"after {self.seconds:.3f} s"


def choose_moment(chance: Random, measure: Measure, number: int) -> Moment:
    """A moment within the action: in turn by the clock, and at a statement, which no busy machine shifts."""
    if number % 2 and measure.statements:
        return Moment(statement=chance.randint(1, measure.statements), is_after=chance.random() < 0.5)
    return Moment(seconds=chance.uniform(0, measure.seconds * 1.02))


def fork(action: Action, log: Path, *, moment: Moment | None = None, told: Path | None = None) -> int:
    """Start an action in a child, which kills itself at a statement if it shall; its number."""
    connections.close_all()
    gc.collect()
    number = os.fork()
    if number:
        return number
    status = RAISED
    try:
        _write_into(log)
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, signal.SIG_DFL)
        counter = _Counter(moment or Moment())
        with connection.execute_wrapper(counter):
            action()
        if told:
            told.write_text(json.dumps(counter.seen), encoding="utf-8")
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(bool(error.code))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _write_into(log: Path) -> None:
    """Put what the child prints into a file."""
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)


class _Counter:
    """Counts statements, and kills its process at one."""

    def __init__(self, moment: Moment) -> None:
        self.seen = 0
        self._moment = moment

    def __call__(self, execute: Any, statement: Any, params: Any, many: Any, context: Any) -> Any:
        """Run one statement."""
        self.seen += 1
        is_now = self.seen == self._moment.statement
        if is_now and not self._moment.is_after:
            os.kill(os.getpid(), signal.SIGKILL)
        found = execute(statement, params, many, context)
        if is_now:
            os.kill(os.getpid(), signal.SIGKILL)
        return found


def wait(child: int, seconds: float) -> int | None:
    """The exit status of a child, negative for a signal; None if it still runs after so long."""
    end = time.monotonic() + seconds
    while True:
        number, status = os.waitpid(child, os.WNOHANG)
        if number:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            return None
        time.sleep(_POLL_SECONDS)


def kill(child: int) -> None:
    """Kill a child with SIGKILL and wait for its end."""
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def run(action: Action, log: Path, seconds: float = 300) -> tuple[int | None, float]:
    """Run an action in a child to its end; its exit status (None: killed since it hung) and how long it took."""
    started = time.monotonic()
    child = fork(action, log)
    status = wait(child, seconds)
    if status is None:
        kill(child)
    return status, time.monotonic() - started


def measure(action: Action, log: Path) -> Measure:
    """Run an action undisturbed and measure it. Raises RuntimeError if it fails."""
    told, started = log.with_suffix(".measured"), time.monotonic()
    status = wait(fork(action, log, told=told), 300)
    if status != 0:
        raise RuntimeError(f"undisturbed, it ended with {status}: {read_end(log)}")
    return Measure(time.monotonic() - started, json.loads(told.read_text(encoding="utf-8")))


def run_and_kill(action: Action, log: Path, moment: Moment, longest: float = 120) -> bool:
    """Run an action and kill it at a moment; whether it was killed before it ended."""
    child = fork(action, log, moment=moment)
    status = wait(child, longest if moment.statement else moment.seconds)
    if status is None:
        kill(child)
        return True
    return status == -signal.SIGKILL


def command(*arguments: str, statuses: tuple[int, ...] = (0,), **options: Any) -> Action:
    """An action that runs a command of `manage.py`; it fails with any other exit status."""

    def call() -> None:
        try:
            call_command(*arguments, **options)
        except SystemExit as error:
            if error.code not in statuses:
                raise

    return call


def read_end(log: Path) -> str:
    """The last words of a child."""
    try:
        return " | ".join(log.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-4:])[-600:]
    except OSError:
        return ""
