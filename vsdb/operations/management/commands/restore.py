"""Restore a backup."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from vsdb.core.commands import UNUSABLE, StatusCommand, report_file_errors
from vsdb.core.read_only import read_only_meanwhile
from vsdb.operations.backups.errors import BackupError
from vsdb.operations.backups.restoring import Restored, check_backup, list_notes, rebuild, restore_backup
from vsdb.operations.health import first_line
from vsdb.operations.management.commands.backup import describe

_UNFINISHED = 1
_TO_FINISH = "Run manage.py migrate and manage.py build_index, then restart web processes and workers."


class Command(StatusCommand):
    """Restore a backup into this site's database. Exit status: 0 done, 1 restored without a search index, 2 failed, and
    nothing was changed."""

    help = (
        "Restore a backup into the database, whichever kind it was made on. The whole file is verified first, and "
        "loaded in one transaction. Stop workers and timers before. Exit status: 0 done, 1 restored but the search "
        "index isn't made, 2 failed and nothing was changed."
    )
    database_problem = "can't use the database ({}). The site is as it was."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a backup by manage.py backup")
        parser.add_argument("--replace", action="store_true", help="delete what the site has now")

    def run(self, options: dict[str, Any]) -> int:
        """Restore, then make the search index again; what fails from then on doesn't say that nothing was changed."""
        path = Path(options["file"])
        on_step = self.say if options["verbosity"] else lambda _: None
        restored: Restored | None = None
        with report_file_errors(path):
            try:
                on_step("Comparing every digest of the backup.")
                for note in list_notes(check_backup(path)):
                    self.stderr.write(f"Warning: {note}")
                with read_only_meanwhile("It is being restored from a backup.", by="restore"):
                    restored = restore_backup(path, may_replace=options["replace"], on_step=on_step)
                    on_step("Making the search index again.")
                    rebuild(options["verbosity"], self.stdout)
            except (Exception, SystemExit) as error:
                if restored is not None:
                    why = "nobody reads the output" if isinstance(error, SystemExit) else first_line(error)
                    said = f"Restored: {describe(restored.manifest)}. But the search index isn’t made: {why}."
                    raise CommandError(f"{said} {_TO_FINISH}", returncode=_UNFINISHED) from error
                if isinstance(error, BackupError):
                    raise CommandError(f"nothing was restored: {error}", returncode=UNUSABLE) from error
                raise
        on_step(f"Restored: {describe(restored.manifest)}. Restart web processes and workers.")
        return 0
