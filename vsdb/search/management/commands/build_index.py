"""Build the index that searches read."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser

from vsdb.catalog.cards import selectors
from vsdb.core.commands import UNUSABLE, StatusCommand
from vsdb.search.conditions.legality import make_all
from vsdb.search.models import SearchText
from vsdb.search.text.current import TableScan, get_text_index


class Command(StatusCommand):
    """Bring the search index to the facts that are loaded. Exit status 2: it can't be written."""

    help = "Build the search index if it is missing or out of date. Safe to run again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anew", action="store_true", help="rebuild it even if it is up to date")

    def run(self, options: dict[str, Any]) -> int:
        progress = self._show if options["verbosity"] else None
        index = get_text_index(progress)
        if isinstance(index, TableScan) and index.notes:
            raise CommandError(" ".join(index.notes), returncode=UNUSABLE)
        if options["anew"] and not index.notes:
            index.build(progress)
        elif options["verbosity"] and not index.notes:
            self.say("The search index is up to date.")
        make_all(selectors.list_references())
        if options["verbosity"]:
            self.say(f"Cards in the index: {SearchText.objects.count()}.")
        return 0

    def _show(self, done: int, total: int) -> None:
        """One line that is written over on a terminal, a line a step elsewhere."""
        end = "\r" if self.stdout.isatty() and done < total else "\n"
        self.say(f"{done} of {total} cards", ending=end)
