"""Look at everything that people follow."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from vsdb.news import recording
from vsdb.news.following.refreshing import refresh
from vsdb.news.models import Follow

UNUSABLE = 2


class Command(BaseCommand):
    """Look at everything that is followed, and tell what happened. Exit status 2: it can't be done."""

    help = (
        "Look at all cards, decks and queries that people follow, and tell them what happened. What rests on today's "
        "date changes by the day: run this once a day. Exit status: 0 done, 2 it can't be done."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="the figures as JSON")

    def handle(self, *args: object, **options: Any) -> None:
        try:
            recording.record()
            follows = Follow.objects.count()
            told = refresh(Follow.objects.all())
        except DatabaseError as error:
            raise CommandError(f"the database can't be used ({error})", returncode=UNUSABLE) from error
        if options["json"]:
            self.stdout.write(json.dumps({"follows": follows, "told": told}))
        else:
            self.stdout.write(f"{follows} followed, {told} told")
