"""Print the reference of a game as JSON: all that the engine needs, in one file."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from vsdb.catalog.cards import selectors


class Command(BaseCommand):
    """Print `{"game", "data_version", "cards", "sets", "formats", "bans", "readings"}` for `engine.model.reference`."""

    help = "Print the facts of a game as JSON, for programs that use the engine as a library."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", choices=tuple(GAMES), help="the game")

    def handle(self, *args: Any, **options: Any) -> None:
        game = options["game"]
        try:
            version = selectors.data_version(game)
        except NotFound as error:
            raise CommandError(error.message, returncode=2) from error
        dump = {"game": game, "data_version": version, **selectors.reference_rows(game)}
        self.stdout.write(json.dumps(dump, ensure_ascii=False, sort_keys=True, separators=(",", ":")))
