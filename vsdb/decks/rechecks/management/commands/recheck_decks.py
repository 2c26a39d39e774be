"""Judge the stored decks anew by the facts of now."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import CommandParser
from django.core.serializers.json import DjangoJSONEncoder

from engine.formats.names import find_game
from engine.model.cards import GAMES
from vsdb.core.commands import StatusCommand, add_json
from vsdb.decks.rechecks import selectors, services
from vsdb.decks.rechecks.api import RecheckInFullShape
from vsdb.decks.rechecks.models import Recheck
from vsdb.decks.rechecks.selectors import RecheckReport, report

NOT_WHOLE = 1
_TOLD_EVERY_SECONDS = 1.0


class Command(StatusCommand):
    """Check the stored decks again. Exit status: 0 all of them, 1 some were given up, 2 failed."""

    help = (
        "Check all stored decks that have a format against the current facts, each in its format on its date, and "
        "record which verdicts changed. A running or stopped recheck is continued, beside any "
        "workers. With --ended only decks whose verdict doesn't hold today. "
        "Exit status: 0 all decks were checked, 1 some were given up after errors, 2 failed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", metavar="SLUG", help=f"one of {', '.join(GAMES)}; left out: all games")
        parser.add_argument("--ended", action="store_true", help="only decks whose verdict doesn't hold today")
        add_json(parser, "print one JSON line per recheck")

    def run(self, options: dict[str, Any]) -> int:
        games = [find_game(options["game"])] if options["game"] else list(GAMES)
        done = [found for game in games if (found := self._recheck(game, options)) is not None]
        return NOT_WHOLE if any(each.recheck.state == Recheck.State.FAILED for each in done) else 0

    def _recheck(self, game: str, options: dict[str, Any]) -> RecheckReport | None:
        ended = options["ended"]
        recheck = services.begin_ended(game) if ended else services.begin(game, "started on the command line")
        if recheck is None:
            if not options["json"]:
                self.say(f"{GAMES[game]}: {'all verdicts hold today' if ended else 'no stored deck has a format'}.")
            return None
        services.work(recheck.pk, tell=self._teller(recheck) if options["verbosity"] else lambda: None)
        found = report(selectors.recheck_of(recheck.pk))
        if options["json"]:
            told = {**RecheckInFullShape(found).data, "asked": found.recheck.asked, "ended": found.recheck.ended}
            self.say(json.dumps(told, cls=DjangoJSONEncoder, ensure_ascii=False))
        else:
            self.say("\n".join(_lines(found)))
        return found

    def _teller(self, recheck: Recheck) -> Callable[[], None]:
        """Says on standard error how far it is, once a second."""
        told = time.monotonic()

        def tell() -> None:
            nonlocal told
            if time.monotonic() - told >= _TOLD_EVERY_SECONDS:
                told = time.monotonic()
                done = selectors.count_progress(recheck).done
                self.stderr.write(f"{GAMES[recheck.game_id]}: {done:,} of {recheck.total:,} decks")

        return tell


def _lines(found: RecheckReport) -> list[str]:
    progress, recheck = found.progress, found.recheck
    rate = f", {progress.per_second:,.0f} a second" if progress.per_second else ""
    lines = [f"{GAMES[recheck.game_id]}: {progress.judged:,} of {progress.total:,} decks checked{rate}."]
    if progress.left_out:
        lines.append(f"  {progress.left_out:,} skipped: deleted meanwhile, or in a format that no longer exists")
    if recheck.problem:
        lines.append(f"  {recheck.problem}")
    lines.append(f"  {found.changed:,} verdicts changed{':' if found.changed else '.'}")
    for (before, after), number in found.outcomes.items():
        said = f"still {before}, with other findings" if before == after else f"{before} to {after}"
        lines.append(f"    {number:,} {said}")
    lines += [f"    {code}: new in {number:,}" for code, number in found.came.items()]
    lines += [f"    {code}: gone from {number:,}" for code, number in found.went.items()]
    return lines
