"""Simulation runs are started, played in portions, and cancelled.

Games are decided by their number and the seed, so a portion comes to the same whoever plays it, and however often. One
that a worker has played is recorded by one conditional update, where no other was recorded since it was taken and
nobody cancelled the run. So each game counts once, and a worker that dies loses one portion at most.
"""

from __future__ import annotations

import json
import logging
from datetime import date

from django.conf import settings

from engine import InputError, NotFound, decklists
from engine.simulation.goldfish.running import GoldfishResult, GoldfishRun, join_portions
from engine.simulation.goldfish.tallies import read_tally
from vsdb.accounts.starters import Starter
from vsdb.catalog.cards import selectors as cards
from vsdb.check.services import day_said, read_list, read_sent
from vsdb.core import leased_work
from vsdb.core.code_version import get_code_version
from vsdb.core.errors import ApplicationError, TooManyRequests
from vsdb.core.leased_work import OPEN
from vsdb.core.limits.computing import bounds_computing
from vsdb.core.words import quantity
from vsdb.simulations.goldfish.playing import MAX_TURNS, GoldfishRequest
from vsdb.simulations.hands.dealing import draw_seed
from vsdb.simulations.models import SimulationRun
from vsdb.simulations.selectors import list_expired_runs

logger = logging.getLogger(__name__)
MAX_GAMES = 1_000_000  #: of a deck whose games are played in bulk: about 20 s of processor time
MAX_SLOW_GAMES = 100_000  #: of another: about 40 s
PORTION, SLOW_PORTION = 20_000, 1_000  #: games of a portion, about half a second
MAX_OPEN = 50  #: runs of the whole site that wait or are played
_KIND = "simulations"  #: what the digest of a caller is salted with
_WAIT_SECONDS = 30  #: after which to try again where so many are open
_EXPIRED_AT_ONCE = 100


@bounds_computing
def start_run(asked: GoldfishRequest, starter: Starter, *, on: date | None = None) -> tuple[SimulationRun, bool]:
    """A run that waits to be played, and whether it is new: the same asked twice is one run while it is open.

    `on` is the day whose facts and rules count; else the list's own day, or today. Whoever calls has it played.
    Raises InputError for what is out of range, ApplicationError where the caller has as many as one may, and
    TooManyRequests where the site has.
    """
    run = _read_request(asked, on)
    run.user_id, run.caller = starter.user, starter.digest(_KIND)
    open_runs = SimulationRun.objects.filter(state__in=OPEN)
    fields = ("text", "game", "as_of", "games", "turns", "first")
    same = open_runs.filter(caller=run.caller, **{name: getattr(run, name) for name in fields})
    if asked.seed is not None and (found := same.filter(seed=run.seed).first()):
        return found, False
    expired = list_expired_runs().values_list("pk", flat=True)[:_EXPIRED_AT_ONCE]
    SimulationRun.objects.filter(pk__in=list(expired)).delete()
    # Of several that start at once each counts the others' rows too, so that never more than the limit stay.
    run.save(force_insert=True)
    try:
        _refuse_too_many(run)
    except (ApplicationError, TooManyRequests):
        run.delete()
        raise
    return run, True


def _read_request(asked: GoldfishRequest, on: date | None) -> SimulationRun:
    """The run as it would be stored."""
    if not 1 <= asked.turns <= MAX_TURNS:
        raise InputError(f"{asked.turns} turns; from 1 to {MAX_TURNS}", place="turns")
    if asked.games < 1:
        raise InputError(f"{asked.games} games; at least 1", place="games")
    if "\0" in asked.text:
        raise InputError("the list has a character that no list has", place="deck")
    run = SimulationRun(
        text=asked.text,
        game=read_list(asked.text, game=asked.game).game,
        as_of=on or day_said(decklists.read_metadata(asked.text)),
        games=asked.games,
        turns=asked.turns,
        seed=str(draw_seed() if asked.seed is None else asked.seed),
        first=asked.first,
    )
    goldfish = _set_up(run)
    if not goldfish.cards.copies:
        raise InputError("the deck section of the list has no cards", code="no-cards")
    most = find_most_games(goldfish)
    if asked.games > most:
        why = "" if most == MAX_GAMES else " of this deck, whose games are played one by one"
        raise InputError(f"{asked.games:,} games; at most {most:,}{why}", place="games")
    return run


def find_most_games(goldfish: GoldfishRun) -> int:
    """How many games of a list may be played in the background."""
    return MAX_GAMES if goldfish.is_played_in_bulk else MAX_SLOW_GAMES


def _refuse_too_many(run: SimulationRun) -> None:
    """Raise where there are too many runs with this one, which is stored."""
    open_runs = SimulationRun.objects.filter(state__in=OPEN)
    if 0 < settings.SIMULATION_RUNS_AT_ONCE < open_runs.filter(caller=run.caller).count():
        at_once = quantity(settings.SIMULATION_RUNS_AT_ONCE, "run")
        raise ApplicationError(f"You have {at_once} under way, as many as you may. Wait or cancel one.", code="at-once")
    if open_runs.count() > MAX_OPEN or SimulationRun.objects.count() > settings.SIMULATION_RUNS_MAX:
        raise TooManyRequests(
            "The site has as many simulation runs as it can take. Try again later", wait=_WAIT_SECONDS
        )


def _set_up(run: SimulationRun) -> GoldfishRun:
    """The games of a run, by the facts of now and the rules of its day. Raises InputError and NotFound."""
    reference = cards.get_reference(run.game)
    deck = read_sent(run.text, reference.on(run.as_of), run.as_of)
    return GoldfishRun(deck, int(run.seed), run.turns, run.first, as_of=run.as_of)


def cancel_run(run: SimulationRun, starter: Starter) -> bool:
    """Cancel a run; whether it was open still. What was played is kept. Raises NotFound for who hasn't started it."""
    if not starter.owns(run):
        raise NotFound("you didn't start this run, so you can't cancel it")
    return leased_work.cancel(run)


def call_to_stalled() -> list[str]:
    """The runs that nobody works on and to which nobody was called for a while; each is given to one caller."""
    return leased_work.call_to_stalled(SimulationRun)


def record_problem(key: str, why: str) -> None:
    """Say why an open run doesn't go on: nobody could be called to it."""
    leased_work.record_problem(SimulationRun, key, why)


def work_on(key: str, *, seconds: float | None = None) -> bool:
    """Play a run until it is over. Whether nothing is left to do here, also because another works on it; or there is
    more to do after so many seconds."""
    return leased_work.work_on(SimulationRun, key, _Player().play_portion, seconds)


class _Player:
    """Plays portions of one run; the list is read again only where the facts have changed."""

    def __init__(self) -> None:
        self.facts = ""
        self.goldfish: GoldfishRun | None = None

    def play_portion(self, run: SimulationRun) -> SimulationRun | None:
        """Play the next portion and record it; the run as it is then, or None where it was cancelled, or another has
        recorded a portion meanwhile."""
        with cards.pin_data_versions():
            facts = _get_facts_state(run.game)
            if self.goldfish is None or self.facts != facts:
                self.goldfish, self.facts = _set_up(run), facts
            goldfish = self.goldfish
            # Games by older facts aren't mixed with those by newer ones.
            start = run.played if run.facts in ("", facts) else 0
            stop = min(start + (PORTION if goldfish.is_played_in_bulk else SLOW_PORTION), run.games)
            portion = goldfish.play_portion(start, stop, in_bulk=True)
            before = [read_tally(run.tally)] if start and run.tally else []
            result = join_portions(goldfish, [*before, portion])
            answer = json.dumps(result.as_dict(), ensure_ascii=False)
        return _record(run, result, answer, facts)


def _record(run: SimulationRun, result: GoldfishResult, answer: str, facts: str) -> SimulationRun | None:
    """Record what the games played so far came to, where nobody else has gone on with the run."""
    changes = {"facts": facts, "played": result.tally.games, "tally": result.tally.as_dict(), "answer": answer}
    return leased_work.record_portion(run, changes, is_over=result.tally.games == run.games)


def _get_facts_state(game: str) -> str:
    """What games rest on beside the list: the facts of the game and the code."""
    return f"{cards.get_data_version(game)[:31]} {get_code_version()[:31]}"
