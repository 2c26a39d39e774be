"""Run all that is due once a day."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from vsdb.core.commands import StatusCommand, add_json
from vsdb.operations.daily import FAILED, JOBS, run_daily

NOT_ALL = 1


class Command(StatusCommand):
    """Run the daily commands. Exit status: 0 all went well, 1 some failed, 2 failed."""

    help = (
        f"Run all that is due once a day: {', '.join(job.command for job in JOBS)}. One that fails doesn't keep the "
        "others from it. Exit status: 0 all went well, 1 some failed, 2 failed."
    )

    database_problem = "can't use the database ({})"

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_json(parser, "print one JSON line per command")

    def run(self, options: dict[str, Any]) -> int:
        failed = False
        for result in run_daily():
            failed |= result.state == FAILED
            if options["json"]:
                self.say(json.dumps(asdict(result), ensure_ascii=False))
            else:
                lines = result.said.splitlines()
                self.say("\n  ".join([f"{result.command}: {result.state} ({result.seconds} s)", *lines]))
        return NOT_ALL if failed else 0
