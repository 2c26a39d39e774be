"""Erase what is past its retention at events."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from vsdb.core.commands import StatusCommand, add_json
from vsdb.events import clock
from vsdb.events.retention.services import clear_due_events, describe_due_events


class Command(StatusCommand):
    """Erase contacts, unpublished lists and penalties of events past their retention. Exit status: 0 done, 2 failed."""

    help = (
        "Erase contacts, unpublished lists and penalties of events that are past their retention, as the daily tidy "
        "does. Exit status: 0 done, 2 failed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say what would be erased")
        add_json(parser, "print one JSON line per event")

    def run(self, options: dict[str, Any]) -> int:
        """An event at a time, each in its own transaction."""
        now = clock.get_now()
        count = 0
        for each in describe_due_events(now) if options["dry_run"] else clear_due_events(now):
            count += 1
            said = f"{each.title} ({each.event}): {each.players:,} players, {each.lists:,} lists, "
            said += f"{each.penalties:,} penalties"
            self.say(json.dumps(asdict(each)) if options["json"] else said)
        if not count and not options["json"]:
            self.say("Nothing is past its retention.")
        return 0
