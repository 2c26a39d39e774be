"""Load the fixtures: sets, cards, formats, bans, keywords and rules documents of the three games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from vsdb.catalog.cards.loading import load_reference
from vsdb.catalog.cards.tables import TableTally
from vsdb.core.commands import StatusCommand

_HEADINGS = ("game", "table", "added", "changed", "unchanged", "removed")


class Command(StatusCommand):
    """Bring the database to what the fixtures say, all or nothing. Exit status 2: a file is wrong, nothing changed."""

    help = "Load the reference: the facts of the three games. Safe to run again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--folder",
            type=Path,
            default=Path(settings.BASE_DIR) / "fixtures",
            help="folder with one folder per game (default: the project's fixtures)",
        )
        parser.add_argument(
            "--allow-loss", action="store_true", help="load even if a game loses more than 2 %% of its cards"
        )

    def run(self, options: dict[str, Any]) -> int:
        tallies = load_reference(options["folder"], allow_loss=options["allow_loss"])
        if options["verbosity"]:
            self.say("\n".join(_table(tallies)))
        return 0


def _table(tallies: list[TableTally]) -> list[str]:
    """The tallies as lines in columns, numbers to the right, with the sums below."""
    counts = [(tally.added, tally.changed, tally.unchanged, tally.removed) for tally in tallies]
    sums = ("all", "", *(sum(column) for column in zip(*counts, strict=True)))
    rows = [_HEADINGS, *((tally.game, tally.table, *count) for tally, count in zip(tallies, counts, strict=True)), sums]
    widths = [max(len(str(row[column])) for row in rows) for column in range(len(_HEADINGS))]
    return [
        "  ".join(
            str(cell).ljust(width) if column < 2 else str(cell).rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
