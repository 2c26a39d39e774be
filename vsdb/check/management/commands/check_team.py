"""Judge the decks of a team together, from files."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from engine.rules.team_play import TeamVerdict
from vsdb.check.services import check_team
from vsdb.check.verdict_text import OUTCOMES, SIGNS, format_verdict
from vsdb.core.commands import (
    STATUSES,
    QueryCommand,
    add_format_and_day,
    add_json,
    dump_json,
    read_day_option,
    read_list,
    to_printable,
)


class Command(QueryCommand):
    """Judge the decks of a team. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used."""

    help = (
        "Say whether a team may play its decks together, and why: each deck by itself, and what the format asks "
        "between them. Format and day come from the options, else from the lists' own '# format:' and '# as-of:' "
        "lines; the day last from today. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a deck list for each player")
        add_format_and_day(parser)
        add_json(parser, "print the verdict as JSON")

    def run(self, options: dict[str, Any]) -> int:
        """Judge all files together, or none where one of them can't be read."""
        lists = [read_list(file) for file in options["files"]]
        as_of = read_day_option(options, "as_of")
        verdict = check_team(lists, game=options["game"], fmt=options["format"], as_of=as_of).verdict
        files = [to_printable(file) for file in options["files"]]
        self.say(dump_json(verdict.as_dict()) if options["json"] else "\n".join(_lines(files, verdict)))
        return STATUSES[verdict.outcome]


def _lines(files: Sequence[str], verdict: TeamVerdict) -> Iterator[str]:
    """The outcome, what there is between the decks, and each deck's own verdict."""
    yield f"{OUTCOMES[verdict.outcome]} as a team in {verdict.format} on {verdict.as_of.isoformat()}"
    for finding, _ in verdict.findings:
        yield f"  {SIGNS[finding.severity]} {finding.message}"
    if not verdict.findings:
        yield "  Nothing against the decks together"
    for file, each in zip(files, verdict.decks, strict=True):
        yield from format_verdict(file, each.as_dict())
