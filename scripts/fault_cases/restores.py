"""Restores killed with SIGKILL at moments of chance: the site is as before, or it is all that the backup has."""

from __future__ import annotations

import os
import time
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections

from fault_cases import children, kills
from fault_cases.children import Action
from fault_cases.kills import Faults
from fault_cases.trials import Trial
from vsdb.core.read_only import get_read_only_mode, switch_read_only_off
from vsdb.decks.models import Deck
from vsdb.operations.backups.archive import Manifest, read_manifest
from vsdb.operations.backups.kept import RESTORE_PREFIX, prune_backups
from vsdb.operations.backups.writing import write_backup

_DELETED_DECKS = 20
_SECONDS_AGO = 2 * 24 * 3600  #: more than what is left has to be old before it goes

Content = frozenset[tuple[str, int, str]]


def _read_content(manifest: Manifest) -> Content:
    """The digests of all tables: what is the same has the same rows."""
    return frozenset((table.name, table.rows, table.sha256) for table in manifest.tables)


class Restore:
    """Restores, to and fro between the site of the template and one with fewer decks and one more account."""

    def __init__(self, trial: Trial) -> None:
        self._trial = trial
        self._backups = [trial.site.folder / f"{name}.zip" for name in ("all", "fewer")]
        self._at = 0  #: whose content the site has
        self._before: Content = frozenset()

    def prepare(self) -> None:
        """Back both up."""
        for at, path in enumerate(self._backups):
            if at:
                Deck.objects.filter(pk__in=Deck.objects.order_by("pk")[:_DELETED_DECKS].values("pk")).delete()
                User.objects.create_user("eve", "eve@vsdb.example")
                connections.close_all()
            children.measure(children.command("backup", str(path), verbosity=0), self._trial.log)
        self._at = 1

    def _restore(self, at: int) -> Action:
        return children.command("restore", str(self._backups[at]), replace=True, verbosity=0)

    def begin(self, number: int) -> Action:
        """Restore the one that isn't there."""
        self._before = self._read_site()
        return self._restore(1 - self._at)

    def _read_site(self) -> Content:
        path = self._trial.site.folder / "now.zip"
        try:
            _, manifest = write_backup(path)
        finally:
            path.unlink(missing_ok=True)
            connections.close_all()
        return _read_content(manifest)

    def find_faults(self) -> Faults:
        """All is as before, or as in the backup; the next restore is whole, ends the mode and leaves nothing."""
        target = 1 - self._at
        wanted = _read_content(read_manifest(self._backups[target]))
        if self._read_site() not in (self._before, wanted):
            yield "half done", "the site is neither as before nor as the backup"
        mode = get_read_only_mode()
        if mode and mode.by != "restore":
            yield "half done", f"the site is read-only by {mode.by}"
        # Not by the limit of what hangs: a whole restore takes long where other cases run beside it.
        status, _ = children.run(self._restore(target), self._trial.log)
        if status != 0:
            kind = "hanging" if status is None else "lost"
            yield kind, f"the next restore ended with {status}: {children.read_end(self._trial.log)}"
        self._at = target
        if self._read_site() != wanted:
            yield "lost", "after the next restore the site isn't as the backup"
        if get_read_only_mode():
            yield "half done", "the site is read-only after the next restore"
        yield from self._find_leftovers()

    @staticmethod
    def _find_leftovers() -> Faults:
        folder, then = Path(settings.BACKUP_DIR), time.time() - _SECONDS_AGO
        for path in folder.rglob("*"):
            os.utime(path, (then, then))
        prune_backups(1)
        for path in folder.glob(f"{RESTORE_PREFIX}*"):
            yield "half done", f"{path.name} is left"

    def finish(self) -> Faults:
        """What is there is of the one backup that was restored last: searches and verdicts were asked already."""
        return iter(())

    def start_over(self) -> None:
        """The template's site, which stores what people send."""
        switch_read_only_off()
        self._at = 0


def kill_restore(trial: Trial) -> None:
    """`restore`."""
    kills.run(trial, Restore(trial))
