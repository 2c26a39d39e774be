"""Record what has changed in the facts."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from engine.formats.names import find_game
from engine.model.errors import NotFound
from vsdb.core.commands import StatusCommand, add_json
from vsdb.news import recording


class Command(StatusCommand):
    """Record changes in the facts since the last run. Exit status 2: failed."""

    help = (
        "Record changes in the games' facts since the last run: sets, bans, rotation, card texts and formats. "
        "Loads and imports do this automatically. Exit status: 0 done, 2 failed."
    )

    database_problem = "can't use the database ({})"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", metavar="SLUG", help="one game only")
        add_json(parser, "print one JSON line per game")

    def run(self, options: dict[str, Any]) -> int:
        found = recording.record([find_game(options["game"])]) if options["game"] else recording.record()
        if not found:
            raise NotFound("no facts are loaded", advice="run manage.py load_reference")
        for each in found:
            if options["json"]:
                self.say(json.dumps(asdict(each)))
            else:
                first = " (first run: nothing is reported as news)" if each.is_first else ""
                said = f"{each.new} new, {each.revised} corrected, {each.withdrawn} withdrawn"
                self.say(f"{each.game}: {said}{first}")
        return 0
