"""A whole event as JSON."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from engine import NotFound
from engine.model.serialization import dump_json
from vsdb.core.commands import StatusCommand
from vsdb.events import clock
from vsdb.events.models import Event
from vsdb.events.transfer.event_file import export_event


class Command(StatusCommand):
    """Export a whole event, with every list. Exit status: 0 exported, 2 failed."""

    help = "Print a whole event as JSON, with addresses and every list. Exit status: 0 exported, 2 failed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="NUMBER", type=int, help="the event's number")

    def run(self, options: dict[str, Any]) -> int:
        """The file on standard output."""
        event = Event.objects.filter(pk=options["event"]).first()
        if event is None:
            raise NotFound(f"there is no event {options['event']}")
        self.say(dump_json(export_event(event, None, clock.get_now())))
        return 0
