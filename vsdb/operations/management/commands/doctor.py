"""Check a site and say what to do."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from vsdb.core.commands import StatusCommand, add_json
from vsdb.operations.doctor import EXIT_STATUSES, examine, write_lines
from vsdb.operations.health import get_worst_state, summarize, to_dict


class Command(StatusCommand):
    """Check a site. Exit status: 0 all well, 3 warnings, 1 problems, 2 unusable input."""

    help = (
        "Check settings, folders, versions, clocks, disk, database, facts, index, cache, queue, workers, mail and "
        "backups, and say what to do. Run it as the user that runs the site. "
        "Exit status: 0 all well, 3 warnings, 1 problems, 2 unusable input."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_json(parser, "print the checks as JSON")
        parser.add_argument("--mail", metavar="ADDRESS", default="", help="send a test message to this address")

    def run(self, options: dict[str, Any]) -> int:
        """Run the checks and print them."""
        checks = examine(options["mail"])
        state = get_worst_state(checks)
        self.answer(
            options,
            lambda: {"state": state, "summary": summarize(checks), "checks": [to_dict(check) for check in checks]},
            [*write_lines(checks), "", summarize(checks)],
        )
        return EXIT_STATUSES[state]
