"""Import a whole reference that was exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from vsdb.core.commands import StatusCommand, report_file_errors
from vsdb.exchange.reference_files.loading import import_reference
from vsdb.exchange.reference_files.writing import show_progress
from vsdb.search.text import current


class Command(StatusCommand):
    """Bring the database to what an exported folder holds. Exit status 2: it can't be used, nothing changed."""

    help = (
        "Replace the reference with an export from export_reference, completely or not at all. An incomplete "
        "export is refused. So is one that lacks data this database holds, unless you pass --allow-loss."
    )

    database_problem = "can't use the database ({}); run manage.py migrate"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="FOLDER", type=Path, help="folder written by export_reference")
        loss = "import even if data in this database is lost"
        parser.add_argument("--allow-loss", action="store_true", help=loss)

    def run(self, options: dict[str, Any]) -> int:
        folder = options["folder"]
        with report_file_errors(folder), show_progress("Importing", is_shown=options["verbosity"] > 0) as progress:
            tallies = import_reference(folder, allow_loss=options["allow_loss"], progress=progress)
        notes = current.update_index()
        if not options["verbosity"]:
            return 0
        for tally in tallies:
            said = [f"{count} {what}" for what in ("added", "changed", "removed") if (count := getattr(tally, what))]
            self.say(f"{tally.table:<17}{', '.join([*said, f'{tally.unchanged} unchanged'])}")
        self.say("\n".join(notes))
        return 0
