"""Judge the decks of a team together, from files."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from engine.model.errors import InputError, NotFound
from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from engine.rules.team_play import TeamVerdict
from vsdb.check import services
from vsdb.check.management.list_files import printable, read_file
from vsdb.check.team import check_team
from vsdb.check.verdict_text import OUTCOMES, SIGNS, verdict_lines

UNUSABLE = 2
STATUSES = {LEGAL: 0, ILLEGAL: 1, UNCERTAIN: 3}


class Command(BaseCommand):
    """Judge the decks of a team. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used."""

    help = (
        "Say whether a team may play its decks together, and why: each deck by itself, and what the format asks "
        "between them. Format and day come from the options, else from the lists' own '# format:' and '# as-of:' "
        "lines; the day last from today. Exit status: 0 legal, 1 illegal, 3 uncertain, 2 can't be used."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a deck list for each player")
        parser.add_argument("--format", metavar="SLUG", help="the format to judge in")
        parser.add_argument("--game", metavar="SLUG", help="vs-classic, vs-2pcg or riftbound")
        parser.add_argument("--as-of", metavar="YYYY-MM-DD", help="the day to judge on")
        parser.add_argument("--json", action="store_true", help="print the verdict as JSON")

    def handle(self, *args: object, **options: Any) -> None:
        """Judge all files together, or none where one of them can't be read."""
        lists = []
        for file in options["files"]:
            text, error = read_file(file)
            if error:
                raise CommandError(f"{printable(file)}: {error}", returncode=UNUSABLE)
            lists.append(text)
        try:
            as_of = services.day(options["as_of"], place="--as-of") if options["as_of"] else None
            checked = check_team(lists, game=options["game"], fmt=options["format"], as_of=as_of)
        except (InputError, NotFound) as exc:
            raise CommandError(str(exc), returncode=UNUSABLE) from exc
        except DatabaseError as exc:
            raise CommandError(
                f"the database can't be read ({exc}); set it up with manage.py migrate and manage.py load_reference",
                returncode=UNUSABLE,
            ) from exc
        verdict = checked.verdict
        files = [printable(file) for file in options["files"]]
        said = services.json_text(verdict.as_dict()) if options["json"] else "\n".join(_lines(files, verdict))
        self.stdout.write(said)
        if status := STATUSES[verdict.outcome]:
            sys.exit(status)


def _lines(files: Sequence[str], verdict: TeamVerdict) -> Iterator[str]:
    """The outcome, what there is between the decks, and each deck's own verdict."""
    yield f"{OUTCOMES[verdict.outcome]} as a team in {verdict.format} on {verdict.as_of.isoformat()}"
    for finding, _ in verdict.findings:
        yield f"  {SIGNS[finding.severity]} {finding.message}"
    if not verdict.findings:
        yield "  Nothing against the decks together"
    for file, each in zip(files, verdict.decks, strict=True):
        yield from verdict_lines(file, each.as_dict())
