"""What goes wrong with a backup or a restore, in sentences that say what to do."""

from __future__ import annotations

from vsdb.core.errors import ApplicationError


class BackupError(ApplicationError):
    """A backup that can't be made, read or restored; nothing has been changed."""

    def __init__(self, message: str) -> None:
        super().__init__(message, code="backup")


class DamagedBackup(BackupError):
    """A file that isn't a whole backup any more."""


class NewerBackup(BackupError):
    """A backup by a newer version than this one."""
