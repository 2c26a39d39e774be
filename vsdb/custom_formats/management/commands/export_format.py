"""A format by an organizer as a file."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from engine import GAMES, InputError, NotFound
from vsdb.core.commands import QueryCommand
from vsdb.custom_formats import files, selectors


class Command(QueryCommand):
    """Write a published version as JSON. Exit status: 0 written, 2 there is no such format."""

    help = "Write an organizer's format as JSON: SLUG for the latest version, SLUG@N for one. Exit status: 0, 2 failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG[@N]", help="the slug of the format, or SLUG@N for a version")
        parser.add_argument("--game", metavar="SLUG", help="the game, if several games have a format of that slug")

    def run(self, options: dict[str, Any]) -> int:
        """Write it on standard output."""
        version = get_named_version(options["slug"], options["game"])
        self.say(files.dump_file(files.version_to_file(version)), ending="")
        return 0


def get_named_version(slug: str, game: str | None) -> Any:
    """The version that a name means in the game, or in the only one that has it. Raises NotFound and InputError."""
    word = slug.strip().casefold()
    found = [each for name in GAMES if game in (None, name) and (each := selectors.find_version(name, word))]
    if len(found) > 1:
        games = ", ".join(each.format.game_id for each in found)
        raise InputError(f"{games} each have {word}: name the game", place="--game")
    if not found:
        raise NotFound(f"no organizer's format is named {slug[:80]!r}")
    return found[0]
