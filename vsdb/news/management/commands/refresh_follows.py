"""Look at everything that people follow."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from vsdb.core.commands import StatusCommand, add_json
from vsdb.news import recording
from vsdb.news.following.services import refresh
from vsdb.news.models import Follow


class Command(StatusCommand):
    """Check everything that people follow, and record its news. Exit status 2: failed."""

    help = (
        "Check every followed card, deck and query, and record its news. Some news depends on today's date: "
        "run this once a day. Exit status: 0 done, 2 failed."
    )

    database_problem = "can't use the database ({})"

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_json(parser, "print the counts as JSON")

    def run(self, options: dict[str, Any]) -> int:
        recording.record()
        follows = Follow.objects.count()
        told = refresh(Follow.objects.all())
        as_json = options["json"]
        self.say(json.dumps({"follows": follows, "told": told}) if as_json else f"{follows} followed, {told} with news")
        return 0
