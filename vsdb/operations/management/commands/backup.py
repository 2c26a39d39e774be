"""Back up the site into a file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from vsdb.core.commands import UNUSABLE, StatusCommand, report_file_errors
from vsdb.core.words import quantity
from vsdb.operations.backups.archive import HeldTable, Manifest, require_plain_file, verify_archive
from vsdb.operations.backups.errors import BackupError
from vsdb.operations.backups.kept import list_daily_paths, prune_backups, record_good_backup
from vsdb.operations.backups.restoring import list_notes
from vsdb.operations.backups.writing import write_backup

_BAD = 1


class Command(StatusCommand):
    """Back up the site, or verify a backup. Exit status: 0 done, 1 the file is damaged, 2 failed."""

    help = (
        "Back up everything that people store, and the facts, into one file, while the site runs. "
        "Exit status: 0 done, 1 the verified file is damaged, 2 failed."
    )
    database_problem = "can't read the database ({}). No backup was made."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            nargs="?",
            help="where to write it; it replaces no file. By default BACKUP_DIR/vsdb-<date>.zip, with the time too if "
            "there is one",
        )
        parser.add_argument("--keep", type=int, metavar="DAYS", help="then delete older daily backups in BACKUP_DIR")
        parser.add_argument("--verify", action="store_true", help="write nothing; compare every digest of FILE")

    def run(self, options: dict[str, Any]) -> int:
        """Write or verify."""
        if options["keep"] is not None and options["keep"] < 1:
            raise CommandError("--keep takes a number of days from 1 on", returncode=UNUSABLE)
        if options["verify"]:
            return self._verify(options)
        with report_file_errors(options["file"] or "BACKUP_DIR", to="written"):
            paths = [Path(options["file"])] if options["file"] else list_daily_paths()
            try:
                path, manifest = write_backup(
                    *paths, on_table=self._show if options["verbosity"] > 1 else lambda _: None
                )
            except BackupError as error:
                raise CommandError(f"no backup was made: {error}", returncode=UNUSABLE) from error
            record_good_backup(path, manifest.made)
            gone = prune_backups(options["keep"]) if options["keep"] else ()
        if options["verbosity"]:
            self.say(f"{path}: {describe(manifest)}. Every digest has been compared.")
            for each in gone:
                self.say(f"{each}: deleted")
        return 0

    def _verify(self, options: dict[str, Any]) -> int:
        if not options["file"]:
            raise CommandError("--verify needs a FILE", returncode=UNUSABLE)
        path = Path(options["file"])
        with report_file_errors(path):
            try:
                require_plain_file(path)
            except BackupError as error:
                raise CommandError(str(error), returncode=UNUSABLE) from error
            try:
                manifest = verify_archive(path, self._show if options["verbosity"] > 1 else lambda _: None)
            except BackupError as error:
                raise CommandError(f"{path}: {error}", returncode=_BAD) from error
        self.say(f"{path}: whole. {describe(manifest)}.")
        for note in list_notes(manifest):
            self.stderr.write(f"Restored here: {note}")
        return 0

    def _show(self, table: HeldTable) -> None:
        self.say(f"{table.name}: {quantity(table.rows, 'row')}")


def describe(manifest: Manifest) -> str:
    """What a backup holds, in a few words."""
    counts = [quantity(manifest.count("auth_user"), "account"), quantity(manifest.count("decks_deck"), "deck")]
    return f"made {manifest.made}, {', '.join(counts)}, {quantity(manifest.rows, 'row')} in all"
