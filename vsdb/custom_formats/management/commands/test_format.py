"""What comes of the test decks of a format by an organizer."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.model.errors import InputError, NotFound
from vsdb.catalog.cards.selectors import reference
from vsdb.custom_formats import selectors
from vsdb.custom_formats.management.commands.export_format import UNUSABLE, named_version
from vsdb.custom_formats.testing import Tested, tested

OTHERWISE = 1


class Command(BaseCommand):
    """Judge the test decks of a version. Exit status: 0 all as expected, 1 not, 2 there is no such format."""

    help = "Judge the test decks of a format by an organizer. Status: 0 all as expected, 1 not, 2 no such format."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="SLUG[@N]", help="the format, with the number of a version or without")
        parser.add_argument("--game", metavar="SLUG", help="its game, where several have a format of that name")
        parser.add_argument("--json", action="store_true", help="one test deck a line, as JSON")

    def handle(self, *args: object, **options: Any) -> None:
        """A line for each of them."""
        try:
            version = named_version(options["slug"], options["game"])
        except (InputError, NotFound) as error:
            raise CommandError(str(error), returncode=UNUSABLE) from error
        held = reference(version.format.game_id)
        found = tested(version.tests, selectors.version_value(held, version), held)
        for each in found:
            self.stdout.write(_line(each, as_json=options["json"]))
        if not found and not options["json"]:
            self.stdout.write("It has no test decks.")
        if any(not each.holds for each in found):
            sys.exit(OTHERWISE)


def _line(each: Tested, *, as_json: bool) -> str:
    if not as_json:
        return f"{'ok' if each.holds else 'NOT'}  {each.row['title']}, {each.on}: {each.said}"
    said = {"title": each.row["title"], "on": each.on.isoformat(), "expected": each.row["expected"]}
    return json.dumps({**said, "outcome": each.verdict.outcome, "holds": each.holds, "said": each.said})
