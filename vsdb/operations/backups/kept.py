"""The backups that are kept: their folder, one file a day, and what is known of the last good one."""

from __future__ import annotations

import json
import re
import secrets
import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from vsdb.core.words import describe_age

_NAME = re.compile(r"vsdb-(\d{4}-\d{2}-\d{2})(?:-\d{6})?\.zip")
_STATE = "last-good.json"
_PART = re.compile(rf"\..+\.zip\.\w+\.part|\.{re.escape(_STATE)}\.\w+")
RESTORE_PREFIX = "vsdb-restore-"  #: of the folders in which restoring brings an older backup up to date
_ABANDONED = timedelta(days=1)
_NAMES_WITH_TIME = 60  #: a second each, for those that begin at once


@dataclass(frozen=True, slots=True)
class LastBackup:
    """The last backup that was made and read again as a whole."""

    file: str
    made: str  #: the moment that its rows are of
    verified: str  #: the moment when every digest was compared last
    size: int  #: bytes

    @property
    def made_at(self) -> datetime:
        """The moment that its rows are of."""
        return datetime.fromisoformat(self.made)


@dataclass(frozen=True, slots=True)
class BackupStatus:
    """How the site stands with backups. `problem` is empty where all is well, else a sentence with what to do."""

    last: LastBackup | None
    age: timedelta | None
    problem: str

    @property
    def is_good(self) -> bool:
        """Whether there is a backup that is young enough and still there."""
        return not self.problem


def make_backup_folder() -> Path:
    """The folder of the backups, which nobody else reads; made where it is missing. Raises OSError."""
    folder = Path(settings.BACKUP_DIR)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def list_daily_paths() -> Sequence[Path]:
    """Where today's backup goes: the first of these that is free when it is whole. All but the first have a time in the
    name.

    None takes the place of another: that may be the one from before an upgrade.
    """
    now = timezone.localtime()
    first = make_backup_folder() / f"vsdb-{now.date().isoformat()}.zip"
    times = (now + timedelta(seconds=seconds) for seconds in range(_NAMES_WITH_TIME))
    return (first, *(first.with_stem(f"{first.stem}-{each:%H%M%S}") for each in times))


def get_backup_status() -> BackupStatus:
    """What is known of the last good backup; reads one small file and looks whether the backup is there. No query.

    `BACKUP_MAX_AGE_HOURS` says what is too old; 0 for a site that is backed up by other means.
    """
    last = _read_last()
    if not settings.BACKUP_MAX_AGE_HOURS:
        return BackupStatus(last, timezone.now() - last.made_at if last else None, "")
    if last is None:
        return BackupStatus(None, None, "No backup was ever made. Run manage.py backup, and set up the timer.")
    age = timezone.now() - last.made_at
    path = Path(last.file)
    try:
        is_whole = path.stat().st_size == last.size
    except OSError:
        is_whole = False
    if not is_whole:
        return BackupStatus(last, age, f"The last backup, {path}, is gone or cut off. Run manage.py backup.")
    if age > timedelta(hours=settings.BACKUP_MAX_AGE_HOURS):
        return BackupStatus(last, age, f"The last backup is {describe_age(age)} old. Look why the timer made none.")
    return BackupStatus(last, age, "")


def record_good_backup(path: Path, made: str) -> None:
    """Note that a whole backup was made, unless a later one is known."""
    path = path.resolve()
    last = _read_last()
    if last and last.made > made and Path(last.file).exists():
        return
    verified = datetime.now(UTC).isoformat(timespec="seconds")
    found = LastBackup(str(path), made, verified, path.stat().st_size)
    folder = make_backup_folder()
    part = folder / f".{_STATE}.{secrets.token_hex(8)}"
    part.write_text(json.dumps(asdict(found)))
    part.replace(folder / _STATE)


def prune_backups(days: int) -> Sequence[Path]:
    """Delete the daily backups from before the last so many days, and what killed backups and restores left; what was
    deleted.

    The last good one stays, however old. Other files in the folder are left alone.
    """
    folder, last = make_backup_folder(), _read_last()
    if last is None:
        return ()
    first = timezone.localdate() - timedelta(days=days - 1)
    since = (timezone.now() - _ABANDONED).timestamp()
    old = [path for path in sorted(folder.iterdir()) if (day := _read_day(path)) is not None and day < first]
    left = [path for path in sorted(folder.iterdir()) if _is_temporary(path) and _read_changed(path) < since]
    gone = [path for path in (*old, *left) if path != Path(last.file)]
    for path in gone:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    return gone


def _is_temporary(path: Path) -> bool:
    """Whether it is of a backup or a restore that is under way, or was killed."""
    return bool(_PART.fullmatch(path.name)) or (path.name.startswith(RESTORE_PREFIX) and path.is_dir())


def _read_changed(path: Path) -> float:
    """When a file, or anything in a folder, was changed last. What goes meanwhile is being worked on: now."""
    try:
        return max(each.stat().st_mtime for each in (path, *path.rglob("*")))
    except FileNotFoundError:
        return timezone.now().timestamp()


def _read_day(path: Path) -> date | None:
    named = _NAME.fullmatch(path.name)
    try:
        return date.fromisoformat(named[1]) if named else None
    except ValueError:
        return None


def _read_last() -> LastBackup | None:
    """What was noted of the last good backup; None where nothing was, or what was can't be read."""
    try:
        return LastBackup(**json.loads((Path(settings.BACKUP_DIR) / _STATE).read_text()))
    except (OSError, ValueError, TypeError):
        return None
