"""Delete what has expired."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from vsdb.check.list_links import count_expired_lists, tidy_kept_lists
from vsdb.core.commands import StatusCommand


class Command(StatusCommand):
    """Delete the lists whose links have expired. Exit status: 0 done, 2 failed."""

    help = (
        "Delete lists whose links have expired. Storing a list deletes some of them too, so this is optional. "
        "Exit status: 0 done, 2 failed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="count, but delete nothing")

    def run(self, options: dict[str, Any]) -> int:
        """Delete, or count."""
        found = count_expired_lists() if options["dry_run"] else tidy_kept_lists()
        self.say(f"{found} expired list{'' if found == 1 else 's'}{' to delete' if options['dry_run'] else ' deleted'}")
        return 0
