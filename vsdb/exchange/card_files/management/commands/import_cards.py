"""Import a card file."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator, Mapping
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
from vsdb.exchange.card_files.sources.riftbound_files import KINDS, find_kind
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
        add_file(parser, "card file, or a folder with Riftbound's JSON files")
        told = "; Riftbound's JSON files tell their own"
        parser.add_argument("--source", choices=tuple(READERS), help=f"file type{told}")
        parser.add_argument("--dry-run", action="store_true", help="report what would change without changing anything")
        add_json(parser, "print the report as JSON")

    def run(self, options: dict[str, Any]) -> int:
        # What is there by now stays for good: without it each look for garbage takes a small part of the time.
        gc.freeze()
        path = options["file"]
        if path != "-" and Path(path).is_dir():
            return self._import_folder(Path(path), options)
        source = options["source"] or _tell_source(path)
        said = self._import_file(path, source, options)
        self.say(json.dumps(said, ensure_ascii=False) if options["json"] else "\n".join(format_report(said)))
        return _status(said)

    def _import_folder(self, folder: Path, options: dict[str, Any]) -> int:
        """Import Riftbound's files of a folder, the cards first; with JSON the reports are one list."""
        if options["source"]:
            raise InputError("the files of a folder tell their types; leave --source out", code="wrong-options")
        # Each is read whole before any is imported, so that a broken one is refused before anything changes.
        kinds = {path: _tell_kind(path) for path in sorted(folder.glob("*.json"))}
        files = sorted((tuple(KINDS).index(kind), path, kind) for path, kind in kinds.items() if kind)
        if not files:
            said = f"the folder has no JSON file of the types {', '.join(KINDS)}"
            raise InputError(said, place=str(folder), code="wrong-file")
        reports = []
        for _, path, kind in files:
            reports.append(self._import_file(str(path), kind, options))
            if not options["json"]:
                self.say("\n".join((*format_report(reports[-1]), "")))
        if options["json"]:
            self.say(json.dumps(reports, ensure_ascii=False))
        elif others := [path.name for path, kind in kinds.items() if not kind]:
            self.say(f"Not imported, of another type: {', '.join(others)}")
        return max(map(_status, reports))

    def _import_file(self, path: str, source: str, options: dict[str, Any]) -> dict[str, Any]:
        name, is_shown = "standard input" if path == "-" else Path(path).name, options["verbosity"] > 0
        with (
            name_file_in_errors(path),
            report_file_errors(path),
            _open_file(path) as file,
            show_progress(name, is_shown=is_shown) as progress,
        ):
            report = services.run(file, name, source, is_dry_run=options["dry_run"], progress=progress)
        return report.as_json()


def _status(report: Mapping[str, Any]) -> int:
    return 0 if report["is_whole"] else NOT_WHOLE


def _tell_source(path: str) -> str:
    """The type of a file that tells it. Raises InputError for any other, and for standard input."""
    kind = _tell_kind(Path(path)) if path != "-" and Path(path).suffix.casefold() == ".json" else None
    if kind is None:
        raise InputError(f"give the file type with --source: {', '.join(READERS)}", place=path, code="source-missing")
    return kind


def _tell_kind(path: Path) -> str | None:
    with name_file_in_errors(str(path)), report_file_errors(path), path.open("rb") as file:
        return find_kind(file)


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
