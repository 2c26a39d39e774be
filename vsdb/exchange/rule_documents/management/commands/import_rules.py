"""Import the text of a rules document."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from engine.model.errors import InputError
from vsdb.exchange.rule_documents.report import lines
from vsdb.exchange.rule_documents.services import MOST_BYTES, import_text

UNUSABLE = 2


class Command(BaseCommand):
    """Import a rules document, whole or not at all. Exit status: 0 it is imported, 2 the file can't be used."""

    help = (
        "Import the text of a rules document from a file of your own: UTF-8 text or Markdown. Its layout is told from "
        "the text itself. What the document has wrong is listed and kept as it is. Exit status: 0 the text is imported "
        "(whatever it has wrong), 2 the file can't be used or is of another document, and nothing was changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file; - reads standard input")
        parser.add_argument("--document", required=True, metavar="SLUG", help="which document it is, such as cr-2.7")
        parser.add_argument("--dry-run", action="store_true", help="say what would be done, and change nothing")
        parser.add_argument("--json", action="store_true", help="print the report as JSON")

    def handle(self, *args: object, **options: Any) -> None:
        path = options["file"]
        name = "standard input" if path == "-" else Path(path).name
        try:
            report = import_text(_content(path), name, options["document"], is_dry_run=options["dry_run"])
        except InputError as error:
            text = str(error)
            raise CommandError(text if name in text else f"{name}: {text}", returncode=UNUSABLE) from error
        except OSError as error:
            raise CommandError(f"{path}: can't be read: {error.strerror or error}", returncode=UNUSABLE) from error
        except DatabaseError as error:
            raise CommandError(
                f"the database can't be used ({error}); set it up with manage.py migrate and manage.py load_reference",
                returncode=UNUSABLE,
            ) from error
        said = report.as_json()
        self.stdout.write(json.dumps(said, ensure_ascii=False) if options["json"] else "\n".join(lines(said)))


def _content(path: str) -> bytes:
    """The file, or as much of it as is enough to see that it is too long."""
    if path == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    with Path(path).open("rb") as file:
        return file.read(MOST_BYTES + 1)
