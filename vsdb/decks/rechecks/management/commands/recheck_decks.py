"""Judge the stored decks anew by the facts of now."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from vsdb.catalog.formats.lookup import find_game
from vsdb.decks.rechecks import selectors, services, working
from vsdb.decks.rechecks.models import Recheck
from vsdb.decks.rechecks.report import Report, report

NOT_WHOLE, UNUSABLE = 1, 2
_TOLD_EVERY_SECONDS = 1.0


class Command(BaseCommand):
    """Judge the stored decks anew. Exit status: 0 all of them, 1 some were given up, 2 it can't be done."""

    help = (
        "Judge all stored decks that have a format by the facts of now, each in its own format on its own day, and "
        "record whose verdict has changed. A recheck that is under way or was broken off is gone on with, also beside "
        "workers. Exit status: 0 all decks were judged, 1 some were given up after errors, 2 it can't be done."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", metavar="SLUG", help=f"one of {', '.join(GAMES)}; all where it is left out")
        parser.add_argument("--json", action="store_true", help="one recheck a line, as JSON")

    def handle(self, *args: object, **options: Any) -> None:
        try:
            games = [find_game(options["game"])] if options["game"] else list(GAMES)
            done = [found for game in games if (found := self._recheck(game, options)) is not None]
        except NotFound as error:
            raise CommandError(str(error), returncode=UNUSABLE) from error
        except DatabaseError as error:
            raise CommandError(
                f"the database can't be used ({error}); set it up with manage.py migrate and manage.py load_reference",
                returncode=UNUSABLE,
            ) from error
        if any(each.recheck.state == Recheck.State.FAILED for each in done):
            sys.exit(NOT_WHOLE)

    def _recheck(self, game: str, options: dict[str, Any]) -> Report | None:
        recheck = services.begin(game, "asked for on the command line")
        if recheck is None:
            if not options["json"]:
                self.stdout.write(f"{GAMES[game]}: no stored deck has a format.")
            return None
        working.work(recheck.pk, tell=self._teller(recheck) if options["verbosity"] else lambda: None)
        found = report(selectors.recheck_of(recheck.pk))
        if options["json"]:
            self.stdout.write(json.dumps(found.as_dict(), cls=DjangoJSONEncoder, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(_lines(found)))
        return found

    def _teller(self, recheck: Recheck) -> Callable[[], None]:
        """Says on standard error how far it is, once a second."""
        told = time.monotonic()

        def tell() -> None:
            nonlocal told
            if time.monotonic() - told >= _TOLD_EVERY_SECONDS:
                told = time.monotonic()
                done = selectors.progress(recheck).done
                self.stderr.write(f"{GAMES[recheck.game_id]}: {done:,} of {recheck.total:,} decks")

        return tell


def _lines(found: Report) -> list[str]:
    progress, recheck = found.progress, found.recheck
    rate = f", {progress.per_second:,.0f} a second" if progress.per_second else ""
    lines = [f"{GAMES[recheck.game_id]}: {progress.judged:,} of {progress.total:,} decks judged{rate}."]
    if progress.left_out:
        lines.append(f"  {progress.left_out:,} left out: deleted since, or in a format that isn't there")
    if recheck.problem:
        lines.append(f"  {recheck.problem}")
    lines.append(f"  {found.changed:,} verdicts changed{':' if found.changed else '.'}")
    lines += [
        f"    {number:,} {before}, as before, with other findings"
        if before == after
        else f"    {number:,} {before} to {after}"
        for (before, after), number in found.outcomes.items()
    ]
    lines += [f"    {code} came to {number:,}" for code, number in found.came.items()]
    lines += [f"    {code} went from {number:,}" for code, number in found.went.items()]
    return lines
