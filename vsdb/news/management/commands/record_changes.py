"""Record what has changed in the facts."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from engine.model.errors import NotFound
from vsdb.catalog.formats.lookup import find_game
from vsdb.core.commands import StatusCommand, add_json
from vsdb.news import recording


class Command(StatusCommand):
    """Record what has changed in the facts since the last look. Exit status 2: it can't be done."""

    help = (
        "Record what has changed in the facts of the games since they were last looked at: sets, bans, rotation, "
        "texts and formats. Loads and imports do it by themselves. Exit status: 0 done, 2 it can't be done."
    )

    database_problem = "the database can't be used ({})"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="SLUG", help="one game only")
        add_json(parser, "one game a line, as JSON")

    def run(self, options: dict[str, Any]) -> int:
        found = recording.record([find_game(options["game"])]) if options["game"] else recording.record()
        if not found:
            raise NotFound("no facts are loaded: run manage.py load_reference")
        for each in found:
            if options["json"]:
                self.say(json.dumps(asdict(each)))
            else:
                first = " (the first look: none of it is news)" if each.is_first else ""
                said = f"{each.new} new, {each.revised} said otherwise, {each.withdrawn} withdrawn"
                self.say(f"{each.game}: {said}{first}")
        return 0
