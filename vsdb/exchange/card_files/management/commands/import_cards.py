"""Import a card file."""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO

import click
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from engine.model.errors import InputError
from vsdb.exchange.card_files import services
from vsdb.exchange.card_files.report import lines
from vsdb.exchange.card_files.sources import READERS

NOT_WHOLE, UNUSABLE = 1, 2
_PIECE = 1024 * 1024


class Command(BaseCommand):
    """Import a card file, whole or not at all. Exit status: 0 all of it, 1 not all could be placed, 2 can't be used."""

    help = (
        "Import cards, their wordings and rulings from a file of your own. What contradicts a recorded fact is listed "
        "and changes nothing. Exit status: 0 everything in the file was read and placed (contradictions are listed all "
        "the same), 1 it was imported but for what is listed as unreadable, 2 the file can't be used and nothing "
        "was changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file; - reads standard input")
        parser.add_argument("--source", required=True, choices=tuple(READERS), help="what kind of file it is")
        parser.add_argument("--dry-run", action="store_true", help="say what would be done, and change nothing")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: object, **options: Any) -> None:
        path = options["file"]
        # What is there by now stays for good: without it each look for garbage takes a small part of the time.
        gc.freeze()
        try:
            with _opened(path) as file:
                report = self._run(file, path, options)
        except InputError as error:
            raise CommandError(_said(path, error), returncode=UNUSABLE) from error
        except OSError as error:
            raise CommandError(f"{path}: can't be read: {error.strerror or error}", returncode=UNUSABLE) from error
        except DatabaseError as error:
            raise CommandError(
                f"the database can't be used ({error}); set it up with manage.py migrate and manage.py load_reference",
                returncode=UNUSABLE,
            ) from error
        said = report.as_json()
        self.stdout.write(json.dumps(said, ensure_ascii=False) if options["json"] else "\n".join(lines(said)))
        if not report.is_whole:
            sys.exit(NOT_WHOLE)

    def _run(self, file: BinaryIO, path: str, options: dict[str, Any]) -> services.Report:
        name = "standard input" if path == "-" else Path(path).name
        source, is_dry_run = options["source"], options["dry_run"]
        if not options["verbosity"] or not sys.stderr.isatty():
            return services.run(file, name, source, is_dry_run=is_dry_run)
        with click.progressbar(length=1, label=name, file=sys.stderr) as bar:

            def show(done: int, total: int) -> None:
                bar.length = max(total, 1)
                bar.update(done - bar.pos)

            return services.run(file, name, source, is_dry_run=is_dry_run, progress=show)


def _said(path: str, error: InputError) -> str:
    """What is wrong, with the file's name before it."""
    text = str(error)
    return text if path in text else f"{path}: {text}"


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """The file; standard input is put into a temporary file first, no further than a file may be long."""
    if path != "-":
        with Path(path).open("rb") as file:
            yield file
        return
    with TemporaryFile() as file:
        _copy(sys.stdin.buffer, file)
        yield file


def _copy(source: IO[bytes], target: IO[bytes]) -> None:
    written = 0
    while piece := source.read(_PIECE):
        written += target.write(piece)
        if written > settings.IMPORT_MAX_BYTES:
            raise InputError(
                f"it has more than {settings.IMPORT_MAX_BYTES} bytes (IMPORT_MAX_BYTES)", code="file-too-large"
            )
