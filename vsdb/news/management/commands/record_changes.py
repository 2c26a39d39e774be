"""Record what has changed in the facts."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from engine.model.errors import NotFound
from vsdb.catalog.formats.lookup import find_game
from vsdb.news import recording

UNUSABLE = 2


class Command(BaseCommand):
    """Record what has changed in the facts since the last look. Exit status 2: it can't be done."""

    help = (
        "Record what has changed in the facts of the games since they were last looked at: sets, bans, rotation, "
        "texts and formats. Loads and imports do it by themselves. Exit status: 0 done, 2 it can't be done."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="SLUG", help="one game only")
        parser.add_argument("--json", action="store_true", help="one game a line, as JSON")

    def handle(self, *args: object, **options: Any) -> None:
        try:
            found = recording.record([find_game(options["game"])]) if options["game"] else recording.record()
        except NotFound as error:
            raise CommandError(str(error), returncode=UNUSABLE) from error
        except DatabaseError as error:
            raise CommandError(f"the database can't be used ({error})", returncode=UNUSABLE) from error
        if not found:
            raise CommandError("no facts are loaded: run manage.py load_reference", returncode=UNUSABLE)
        for each in found:
            if options["json"]:
                self.stdout.write(json.dumps(asdict(each)))
            else:
                first = " (the first look: none of it is news)" if each.is_first else ""
                said = f"{each.new} new, {each.revised} said otherwise, {each.withdrawn} withdrawn"
                self.stdout.write(f"{each.game}: {said}{first}")
