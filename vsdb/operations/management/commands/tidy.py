"""Delete what has expired."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.utils import timezone

from vsdb.core.commands import StatusCommand, add_json
from vsdb.core.words import quantity
from vsdb.operations.housekeeping import Tidied, tidy
from vsdb.operations.runs import TIDY, record_run

NOT_ALL = 1


class Command(StatusCommand):
    """Delete what nobody needs any more. Exit status: 0 done, 1 something failed, 2 failed."""

    help = (
        "Delete what nobody needs any more: expired lists and sessions, sign-ups that nobody confirmed, abandoned "
        "decks of browsers without an account, records of old jobs, files that killed processes left. "
        "Exit status: 0 done, 1 something failed, 2 failed."
    )

    database_problem = "can't use the database ({})"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="count, but delete nothing")
        add_json(parser, "print one JSON line per kind of thing")

    def run(self, options: dict[str, Any]) -> int:
        """Delete, or count."""
        started, failed = timezone.now(), []
        for done in tidy(is_dry_run=options["dry_run"]):
            if done.problem:
                failed.append(done.name)
            if options["json"]:
                self.say(json.dumps({**asdict(done), "is_dry_run": options["dry_run"]}, ensure_ascii=False))
            elif done.problem or done.count or done.name == "lists":
                self.say(_describe(done, is_dry_run=options["dry_run"]))
        if not options["dry_run"]:
            record_run(TIDY, started, f"failed: {', '.join(failed)}" if failed else "")
        return NOT_ALL if failed else 0


def _describe(done: Tidied, *, is_dry_run: bool) -> str:
    said = f"{quantity(done.count, done.noun)}{' to delete' if is_dry_run else ' deleted'}"
    if done.problem:
        return f"{said}; {done.name} failed: {done.problem}"
    return said if done.name == "lists" else f"{said} ({done.why})"
