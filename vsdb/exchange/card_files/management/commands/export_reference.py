"""Export the whole reference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from vsdb.core.commands import StatusCommand, report_file_errors
from vsdb.exchange.reference_files.writing import export_reference, show_progress


class Command(StatusCommand):
    """Write the whole reference into a folder. Exit status 2: it can't be written, and what was there stays."""

    help = (
        "Export the whole reference, imported data included, to a folder: one JSON Lines file per table, and "
        "manifest.json with row counts and checksums. A folder that holds other files is left unchanged."
    )

    database_problem = "can't use the database ({})"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", metavar="FOLDER", type=Path, help="folder to write; an older export is replaced")

    def run(self, options: dict[str, Any]) -> int:
        folder, is_shown = options["folder"], options["verbosity"] > 0
        with report_file_errors(folder, to="written"), show_progress("Exporting", is_shown=is_shown) as progress:
            written = export_reference(folder, progress)
        if is_shown:
            self.say(
                f"{sum(each.rows for each in written.values())} rows from {len(written)} tables exported to {folder}"
            )
        return 0
