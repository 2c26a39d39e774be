"""Judge the decks of a team together, from files."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from engine.rules.team_play import TeamVerdict
from vsdb.check.management.commands.check_deck import OUTCOMES, SIGNS, format_verdict
from vsdb.check.services import check_team
from vsdb.core import commands


class Command(commands.QueryCommand):
    """Judge the decks of a team. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used."""

    help = (
        "Check whether a team may play its decks together: each deck on its own, and the limits they share. "
        "Options override the '# format:' and '# as-of:' lines of the lists. Without a format, the team format of the "
        "cards' game is used; without a date, today. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 unusable input."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="one deck list per player")
        commands.add_format_and_day(parser)
        commands.add_json(parser, "print the verdict as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Judge all files together, or none where one of them can't be read."""
        lists = [commands.read_list(file) for file in options["files"]]
        as_of = commands.read_day_option(options, "as_of")
        verdict = check_team(lists, game=options["game"], fmt=options["format"], as_of=as_of).verdict
        files = [commands.to_printable(file) for file in options["files"]]
        self.answer(options, verdict.as_dict, _lines(files, verdict))
        return commands.STATUSES[verdict.outcome]


def _lines(files: Sequence[str], verdict: TeamVerdict) -> Iterator[str]:
    """The outcome, what there is between the decks, and each deck's own verdict."""
    yield f"{OUTCOMES[verdict.outcome]} as a team in {verdict.format} on {verdict.as_of.isoformat()}"
    for finding, _ in verdict.findings:
        yield f"  {SIGNS[finding.severity]} {finding.message}"
    if not verdict.findings:
        yield "  No problem across the decks"
    for file, each in zip(files, verdict.decks, strict=True):
        yield from format_verdict(file, each.as_dict())
