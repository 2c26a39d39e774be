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
    """Look at everything that is followed, and tell what happened. Exit status 2: it can't be done."""

    help = (
        "Look at all cards, decks and queries that people follow, and tell them what happened. What rests on today's "
        "date changes by the day: run this once a day. Exit status: 0 done, 2 it can't be done."
    )

    database_problem = "the database can't be used ({})"

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_json(parser, "the figures as JSON")

    def run(self, options: dict[str, Any]) -> int:
        recording.record()
        follows = Follow.objects.count()
        told = refresh(Follow.objects.all())
        as_json = options["json"]
        self.say(json.dumps({"follows": follows, "told": told}) if as_json else f"{follows} followed, {told} told")
        return 0
