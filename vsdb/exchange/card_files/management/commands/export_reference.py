"""Export the whole reference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from engine.model.errors import InputError
from vsdb.exchange.reference_files.bar import shown
from vsdb.exchange.reference_files.writing import export_reference

UNUSABLE = 2


class Command(BaseCommand):
    """Write the whole reference into a folder. Exit status 2: it can't be written, and what was there stays."""

    help = (
        "Write the whole reference, with all that was imported, into a folder: a file of JSON Lines for each table and "
        "manifest.json with row counts and checksums. A folder that holds anything else than an export is left alone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="FOLDER", type=Path, help="the folder to write; an older export goes")

    def handle(self, *args: object, **options: Any) -> None:
        folder = options["folder"]
        try:
            with shown("Exporting", is_shown=options["verbosity"] > 0) as progress:
                written = export_reference(folder, progress)
        except InputError as error:
            raise CommandError(str(error), returncode=UNUSABLE) from error
        except OSError as error:
            where = error.filename or folder
            raise CommandError(f"{where}: can't be written: {error.strerror or error}", returncode=UNUSABLE) from error
        except DatabaseError as error:
            raise CommandError(f"the database can't be used ({error})", returncode=UNUSABLE) from error
        if options["verbosity"]:
            self.stdout.write(f"{sum(each.rows for each in written.values())} rows of {len(written)} tables: {folder}")
