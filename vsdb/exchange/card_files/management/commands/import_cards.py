"""Import a card file."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from django.conf import settings
from django.core.management.base import CommandParser

from engine.model.errors import InputError
from vsdb.core.commands import StatusCommand, add_file, add_json, name_file_in_errors, report_file_errors
from vsdb.exchange.card_files import services
from vsdb.exchange.card_files.sources import READERS
from vsdb.exchange.reference_files.writing import show_progress
from vsdb.exchange.reports import format_report

NOT_WHOLE = 1
_PIECE = 1024 * 1024


class Command(StatusCommand):
    """Import a card file, whole or not at all. Exit status: 0 all of it, 1 not all could be placed, 2 can't be used."""

    help = (
        "Import cards, card texts and rulings from your own file. Conflicts with recorded facts are listed and "
        "change nothing. Exit status: 0 everything was imported (conflicts are still listed), 1 imported except "
        "for the problems listed, 2 the file can't be used and nothing "
        "was changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_file(parser, "card file")
        parser.add_argument("--source", required=True, choices=tuple(READERS), help="file type")
        parser.add_argument("--dry-run", action="store_true", help="report what would change without changing anything")
        add_json(parser, "print the report as JSON")

    def run(self, options: dict[str, Any]) -> int:
        path, is_shown = options["file"], options["verbosity"] > 0
        name = "standard input" if path == "-" else Path(path).name
        # What is there by now stays for good: without it each look for garbage takes a small part of the time.
        gc.freeze()
        with (
            name_file_in_errors(path),
            report_file_errors(path),
            _open_file(path) as file,
            show_progress(name, is_shown=is_shown) as progress,
        ):
            report = services.run(file, name, options["source"], is_dry_run=options["dry_run"], progress=progress)
        said = report.as_json()
        self.say(json.dumps(said, ensure_ascii=False) if options["json"] else "\n".join(format_report(said)))
        return 0 if report.is_whole else NOT_WHOLE


@contextmanager
def _open_file(path: str) -> Iterator[BinaryIO]:
    """The file; standard input is put into a temporary file first, no further than a file may be long."""
    if path != "-":
        with Path(path).open("rb") as file:
            yield file
        return
    with TemporaryFile() as file:
        while piece := sys.stdin.buffer.read(_PIECE):
            file.write(piece)
            if file.tell() > (limit := settings.IMPORT_MAX_BYTES):
                raise InputError(f"more than {limit} bytes (IMPORT_MAX_BYTES)", code="file-too-large")
        yield file
