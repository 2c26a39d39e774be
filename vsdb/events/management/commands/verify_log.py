"""Whether the logs of events are what was written."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from vsdb.core.commands import StatusCommand, add_json
from vsdb.events.log import find_faults
from vsdb.events.models import LogEntry


class Command(StatusCommand):
    """Verify logs of events. Exit status: 0 whole, 1 faults found, 2 failed."""

    help = (
        "Verify that no row of the logs of events was changed, removed or inserted. "
        "Exit status: 0 whole, 1 faults found, 2 failed."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="NUMBER", type=int, nargs="*", help="numbers of events; default: all")
        add_json(parser, "print the faults as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Walk each log from its first row to its last."""
        held = LogEntry.objects.order_by("event").values_list("event", flat=True).distinct()
        events = sorted(set(options["event"])) or list(held)
        faults = [fault for event in events for fault in find_faults(event)]
        if options["json"]:
            self.say(json.dumps({"events": len(events), "faults": [asdict(each) for each in faults]}))
        else:
            for each in faults:
                self.say(f"Event {each.event}, row {each.number}: {each.problem}.")
            self.say(f"{len(events):,} logs verified, {len(faults):,} faults.")
        return 1 if faults else 0
