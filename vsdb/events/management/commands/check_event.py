"""Print the outcome of each list of an event."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from engine import NotFound
from vsdb.core import commands
from vsdb.core.words import quantity
from vsdb.events.models import Event
from vsdb.events.verdicts.outcomes import ListOutcome, count_outcomes, list_outcomes, write_csv

NOT_ALL_LEGAL = 1
_SIGNS = {"illegal": "✗ Illegal", "uncertain": "? Uncertain", "legal": "✓ Legal"}
_MAX_WIDTH = 40  #: of a name in the table


class Command(commands.QueryCommand):
    """Print the verdict of record of each list. Exit status: 0 all legal, 1 one isn't, 2 no such event."""

    help = (
        "Print the outcome of record of every submitted list of an event, and where newer facts give another one. "
        "Exit status: 0 all lists are legal, 1 one isn't, 2 the event doesn’t exist."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", type=int, metavar="NUMBER", help="number of the event, as in its address")
        shown = parser.add_mutually_exclusive_group()
        shown.add_argument("--csv", action="store_true", help="print a table as CSV")
        shown.add_argument("--json", action="store_true", help="print everything as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Print the table."""
        event = Event.objects.filter(pk=options["event"]).first()
        if event is None:
            raise NotFound(f"there is no event {options['event']}")
        rows = list_outcomes(event)
        if options["csv"]:
            self.say(write_csv(rows), ending="")
        else:
            self.answer(options, lambda: build_answer(event, rows), format_table(rows))
        return 0 if all(row.outcome == "legal" for row in rows) else NOT_ALL_LEGAL


def build_answer(event: Event, rows: Sequence[ListOutcome]) -> dict[str, Any]:
    """The table as plain data."""
    return {"event": event.pk, "outcomes": count_outcomes(rows), "lists": [row.as_dict() for row in rows]}


def format_table(rows: Sequence[ListOutcome]) -> Iterator[str]:
    """The counts, then a line for each list."""
    counts = ", ".join(f"{count} {outcome}" for outcome, count in count_outcomes(rows).items() if count)
    yield f"{quantity(len(rows), 'list')}{f': {counts}' if counts else ''}"
    width = min(max((len(row.name) for row in rows), default=0), _MAX_WIDTH)
    for row in rows:
        name = row.name if len(row.name) <= _MAX_WIDTH else f"{row.name[: _MAX_WIDTH - 1]}…"
        slot = f" list {row.entry.slot}" if row.entry.slot > 1 else ""
        said = ", ".join(row.codes or ()) + (f"; now {row.newest}" if row.is_changed else "")
        yield f"{row.player:>4}  {name:<{width}}{slot}  {_SIGNS[row.outcome]:<12}  {said}".rstrip()
