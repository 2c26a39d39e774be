"""Import the text of a rules document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from vsdb.core.commands import StatusCommand, add_file, add_json, name_file_in_errors, read_start, report_file_errors
from vsdb.exchange.reports import format_rules_report
from vsdb.exchange.rule_documents.services import MAX_BYTES, import_text


class Command(StatusCommand):
    """Import a rules document, whole or not at all. Exit status: 0 it is imported, 2 the file can't be used."""

    help = (
        "Import a rules document from your own file: UTF-8 text or Markdown. The layout is detected. "
        "Errors in the document are listed and kept. Exit status: 0 the text was imported, errors or not, "
        "2 the file can't be used or is another document; nothing was changed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        add_file(parser, "rules document")
        parser.add_argument("--document", required=True, metavar="SLUG", help="document, such as cr-2.7")
        parser.add_argument("--dry-run", action="store_true", help="report what would change without changing anything")
        add_json(parser, "print the report as JSON")

    def run(self, options: dict[str, Any]) -> int:
        path = options["file"]
        name = "standard input" if path == "-" else Path(path).name
        with report_file_errors(path):
            content = read_start(path, MAX_BYTES)
        with name_file_in_errors(name):
            report = import_text(content, name, options["document"], is_dry_run=options["dry_run"])
        said = report.as_json()
        self.say(json.dumps(said, ensure_ascii=False) if options["json"] else "\n".join(format_rules_report(said)))
        return 0
