"""How many long computations run at once on a machine, across its web processes, and how many may wait for one.

A place is a lock on a file, which the system releases when its process ends, however it ends. So a killed process
leaves no place taken, and a site without a broker needs nothing else.
"""

from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import ClassVar

from django.conf import settings

logger = logging.getLogger(__name__)

POLL_SECONDS = 0.02
_LOG_SECONDS = 3600.0

Release = Callable[[], None]


class NoSlotError(Exception):
    """Every place is taken, and so is every place to wait, or none came free in time."""


class _InProcess:
    """The places of this process, where the folder of the locks can't be used."""

    locks: ClassVar[dict[str, Lock]] = {}
    guard = Lock()
    say_at = 0.0


@contextmanager
def take_slot(*, may_wait: bool) -> Iterator[None]:
    """A place to compute; waits `COMPUTE_WAIT_SECONDS` at most, if a place to wait is free. Raises NoSlotError.

    `COMPUTE_AT_ONCE` places run, `COMPUTE_WAITING` wait; no bound where the first is 0.
    """
    if settings.COMPUTE_AT_ONCE <= 0:
        yield
        return
    release = _take("run", settings.COMPUTE_AT_ONCE) or (_wait() if may_wait else None)
    if release is None:
        raise NoSlotError
    try:
        yield
    finally:
        release()


def _wait() -> Release | None:
    """A place to compute once one comes free, for who has a place to wait; None if there is none or it takes long."""
    leave = _take("wait", settings.COMPUTE_WAITING)
    if leave is None:
        return None
    try:
        until = monotonic() + settings.COMPUTE_WAIT_SECONDS
        while monotonic() < until:
            sleep(POLL_SECONDS)
            if release := _take("run", settings.COMPUTE_AT_ONCE):
                return release
    finally:
        leave()
    return None


def _take(kind: str, count: int) -> Release | None:
    """What gives back one of so many places of a kind; None if all are taken."""
    for number in range(count):
        if release := _lock(f"{kind}-{number}"):
            return release
    return None


def _lock(name: str) -> Release | None:
    folder = Path(settings.COMPUTE_DIR)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        _say_unusable(folder, error)
        return _lock_in_process(name)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    except OSError as error:
        os.close(file)
        _say_unusable(folder, error)
        return _lock_in_process(name)
    return lambda: os.close(file)


def _lock_in_process(name: str) -> Release | None:
    with _InProcess.guard:
        lock = _InProcess.locks.setdefault(name, Lock())
    return lock.release if lock.acquire(blocking=False) else None


def _say_unusable(folder: Path, error: OSError) -> None:
    with _InProcess.guard:
        now = monotonic()
        if now < _InProcess.say_at:
            return
        _InProcess.say_at = now + _LOG_SECONDS
    logger.warning("Long computations are bounded by process, not by machine: %s can't be used (%s).", folder, error)
