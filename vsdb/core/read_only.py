"""Read-only mode: the site answers and stores nothing. One small file switches it for all processes.

The file isn't in the database, so that it counts while the database is restored or has no tables. `READ_ONLY` in the
settings switches it on, too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.utils import timezone

DEFAULT_REASON = "The site is being worked on."
_RETRY_SECONDS = 300  #: where nobody has said how long it takes
_refusing: ContextVar[bool] = ContextVar("refusing", default=False)


@dataclass(frozen=True, slots=True)
class ReadOnlyMode:
    """Why the site stores nothing, since when, until when as far as is known, and who switched it on."""

    reason: str
    since: str = ""
    until: str = ""
    by: str = "operator"

    @property
    def ends(self) -> datetime | None:
        """When it is to end, as far as is known and still to come."""
        end = datetime.fromisoformat(self.until) if self.until else None
        return end if end and end > timezone.now() else None

    @property
    def retry_after(self) -> int:
        """In how many seconds whoever wants to write may try again."""
        left = self.ends and self.ends - timezone.now()
        return max(int(left.total_seconds()), 30) if left else _RETRY_SECONDS

    @property
    def stamp(self) -> str:
        """What changes the ETag of every page."""
        return f"read-only {self.since} {self.reason}"


def get_read_only_mode() -> ReadOnlyMode | None:
    """The mode that the site is in; None where it stores what people send. Looks at one file, no query.

    A file that can't be read counts as the switch that it is.
    """
    path = _get_path()
    try:
        found = path.stat()
    except FileNotFoundError:
        return ReadOnlyMode(settings.READ_ONLY, by="settings") if settings.READ_ONLY else None
    except OSError:
        return ReadOnlyMode(DEFAULT_REASON)
    return _read(path, found.st_mtime_ns, found.st_ino, found.st_size)


def switch_read_only_on(reason: str, *, until: datetime | None = None, by: str = "operator") -> ReadOnlyMode:
    """From now on every process refuses what stores something. Raises OSError."""
    mode = ReadOnlyMode(reason or DEFAULT_REASON, timezone.now().isoformat(), until.isoformat() if until else "", by)
    path = _get_path()
    part = path.with_name(f".{path.name}.{os.getpid()}")
    part.write_text(json.dumps(asdict(mode)))
    part.replace(path)
    return mode


def switch_read_only_off() -> bool:
    """Whether it was on by the file, which is gone now. Raises OSError."""
    try:
        _get_path().unlink()
    except FileNotFoundError:
        return False
    return True


@contextmanager
def read_only_meanwhile(reason: str, by: str) -> Iterator[None]:
    """Within it the site is read-only, and as it was before afterwards; what a killed one of the same left on ends."""
    before = get_read_only_mode()
    if before and before.by != by:
        yield
        return
    switch_read_only_on(reason, by=by)
    try:
        yield
    finally:
        switch_read_only_off()


def is_refusing_writes() -> bool:
    """Whether the request at work must store nothing: what is only kept to be faster next time isn't kept."""
    return _refusing.get()


@contextmanager
def refusing_writes() -> Iterator[None]:
    """Within it `is_refusing_writes` says so."""
    token = _refusing.set(True)
    try:
        yield
    finally:
        _refusing.reset(token)


def _get_path() -> Path:
    return Path(settings.READ_ONLY_FILE)


@lru_cache(maxsize=2)
def _read(path: Path, *_: int) -> ReadOnlyMode:
    try:
        return ReadOnlyMode(**json.loads(path.read_text()))
    except (OSError, ValueError, TypeError):
        return ReadOnlyMode(DEFAULT_REASON)
