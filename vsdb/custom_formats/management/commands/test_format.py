"""What comes of the test decks of a format by an organizer."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from vsdb.catalog.cards.selectors import get_reference
from vsdb.core.commands import add_json
from vsdb.custom_formats import selectors
from vsdb.custom_formats.management.commands import export_format
from vsdb.custom_formats.testing import TestedDeck, run_tests


class Command(export_format.Command):
    """Judge the test decks of a version. Exit status: 0 all as expected, 1 not, 2 there is no such format."""

    help = "Check the test decks of an organizer's format. Exit status: 0 all as expected, 1 not, 2 no such format."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_json(parser, "print one JSON line per test deck")

    def run(self, options: dict[str, Any]) -> int:
        """A line for each of them."""
        version = export_format.get_named_version(options["slug"], options["game"])
        held = get_reference(version.format.game_id)
        found = run_tests(version.tests, selectors.build_version_format(held, version), held)
        for each in found:
            self.say(_line(each, as_json=options["json"]))
        if not found and not options["json"]:
            self.say("This format has no test decks.")
        return 0 if all(each.holds for each in found) else 1


def _line(each: TestedDeck, *, as_json: bool) -> str:
    if not as_json:
        return f"{'ok' if each.holds else 'NOT'}  {each.row['title']}, {each.on}: {each.said}"
    said = {"title": each.row["title"], "on": each.on.isoformat(), "expected": each.row["expected"]}
    return json.dumps({**said, "outcome": each.verdict.outcome, "holds": each.holds, "said": each.said})
