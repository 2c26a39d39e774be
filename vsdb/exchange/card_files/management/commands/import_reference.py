"""Import a whole reference that was exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from engine.model.errors import InputError
from vsdb.exchange.card_files.services import update_index
from vsdb.exchange.reference_files.bar import shown
from vsdb.exchange.reference_files.loading import import_reference

UNUSABLE = 2


class Command(BaseCommand):
    """Bring the database to what an exported folder holds. Exit status 2: it can't be used, nothing changed."""

    help = (
        "Bring the database to what a folder of export_reference holds, all of it or nothing. A folder that isn't "
        "whole is refused, and so is one that lacks what this database holds, unless the loss is allowed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="FOLDER", type=Path, help="the folder that was exported")
        parser.add_argument(
            "--allow-loss", action="store_true", help="also where this database holds what the folder doesn't"
        )

    def handle(self, *args: object, **options: Any) -> None:
        folder = options["folder"]
        try:
            with shown("Importing", is_shown=options["verbosity"] > 0) as progress:
                tallies = import_reference(folder, allow_loss=options["allow_loss"], progress=progress)
        except InputError as error:
            raise CommandError(str(error), returncode=UNUSABLE) from error
        except OSError as error:
            where = error.filename or folder
            raise CommandError(f"{where}: can't be read: {error.strerror or error}", returncode=UNUSABLE) from error
        except DatabaseError as error:
            raise CommandError(
                f"the database can't be used ({error}); set it up with manage.py migrate", returncode=UNUSABLE
            ) from error
        notes = update_index()
        if not options["verbosity"]:
            return
        for tally in tallies:
            done = {"added": tally.added, "changed": tally.changed, "removed": tally.removed}
            said = [f"{count} {what}" for what, count in done.items() if count]
            self.stdout.write(f"{tally.table:<17}{', '.join([*said, f'{tally.unchanged} unchanged'])}")
        self.stdout.write("\n".join(notes))
