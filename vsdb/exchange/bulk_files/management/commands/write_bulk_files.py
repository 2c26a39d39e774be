"""Write the bulk files."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.conf import settings

from vsdb.core.commands import StatusCommand, add_json, report_file_errors
from vsdb.core.words import quantity
from vsdb.exchange.bulk_files.storing import write_bulk_files


class Command(StatusCommand):
    """Write the bulk files of the API that are out of date. Exit status 2: failed."""

    help = (
        "Write the bulk files that /api/v1/bulk lists, one per game and kind, where facts changed or a new day began. "
        "Run this once a day. Exit status: 0 done, 2 failed."
    )

    database_problem = "can't use the database ({})"

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_json(parser, "print the files as JSON")

    def run(self, options: dict[str, Any]) -> int:
        with report_file_errors(settings.BULK_DIR, to="written"):
            files = write_bulk_files()
        size = sum(each.size for each in files)
        said = f"{quantity(len(files), 'file')} in {settings.BULK_DIR}, {size // 1024:,} KiB"
        self.say(json.dumps([asdict(each) for each in files]) if options["json"] else said)
        return 0
