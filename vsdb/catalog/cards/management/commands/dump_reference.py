"""Print the reference of a game as JSON: all that the engine needs, in one file."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser

from engine.model.cards import GAMES
from vsdb.catalog.cards import selectors
from vsdb.core.commands import StatusCommand


class Command(StatusCommand):
    """Print `{"game", "data_version", "cards", "sets", "formats", "bans", "readings"}` for `engine.model.reference`."""

    help = "Print the facts of a game as JSON, for programs that use the engine as a library."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=tuple(GAMES), help="the game")

    def run(self, options: dict[str, Any]) -> int:
        game = options["game"]
        dump = {"game": game, "data_version": selectors.get_data_version(game), **selectors.list_reference_rows(game)}
        self.say(json.dumps(dump, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
        return 0
