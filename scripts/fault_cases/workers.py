"""Celery workers killed in the middle of rechecks and of long simulations: the child that works, or all of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from django.db import connections

from engine.simulation.goldfish.running import run_goldfish
from fault_cases import children, invariants, materials
from fault_cases.filling import GAME
from fault_cases.kills import store_many_decks
from fault_cases.serving import end_group, working
from fault_cases.trials import Trial
from vsdb.accounts.starters import Starter
from vsdb.check.services import read_list
from vsdb.core.leased_work import OPEN
from vsdb.simulations import services, tasks
from vsdb.simulations.goldfish.playing import GoldfishRequest
from vsdb.simulations.models import SimulationRun

_DONE_WITHIN_SECONDS = 90.0
_WHOLE_WORKER_EVERY = 5  #: tries
_STARTS_WITHIN_SECONDS = 30.0
_GAMES = 200_000
_LIST = f"# game: {GAME}\n30 Savage Beatdown\n30 Overload"


def kill_workers(trial: Trial) -> None:
    """Facts are loaded to and fro; while a worker checks the decks it is killed. Each deck is judged once."""
    store_many_decks(trial)
    other = materials.write_other_facts(trial.site.folder / "other-facts", trial.banned)
    with ExitStack() as stack:
        worker = _start(trial, stack)
        longest = 0.0
        for number in range(trial.tries):
            folder = (other, materials.FACTS)[number % 2]
            before = invariants.count_changes(trial.banned)
            trial.check("load", children.command("load_reference", folder=folder, verbosity=0))
            started = time.monotonic()
            moment = trial.chance.uniform(0, max(longest, 1.0))
            time.sleep(moment)
            is_whole = number % _WHOLE_WORKER_EVERY == _WHOLE_WORKER_EVERY - 1
            if is_whole:
                end_group(worker, signal.SIGKILL)
                worker = _start(trial, stack)
            else:
                _kill_child(worker)
            what = "worker" if is_whole else "child of the worker"
            where = f"try {number + 1}, {what} killed after {moment:.2f} s"
            trial.outcome.add_try()
            if _wait(trial, where) and not is_whole:
                longest = min(max(longest, time.monotonic() - started - moment), 3.0)
            _count(trial, where, before)
            connections.close_all()


def kill_simulations(trial: Trial) -> None:
    """Many games are played; while a worker plays them it is killed. The result is that of the same games at once."""
    with ExitStack() as stack:
        worker = _start(trial, stack)
        for number in range(trial.tries):
            asked = GoldfishRequest(_LIST, games=_GAMES, seed=number)
            run, _ = services.start_run(asked, Starter(caller="faults"))
            tasks.start(run.pk)
            moment = trial.chance.uniform(0.2, 3.0)
            time.sleep(moment)
            is_whole = number % 2 == 1
            if is_whole:
                end_group(worker, signal.SIGKILL)
                worker = _start(trial, stack)
            else:
                _kill_child(worker)
            what = "worker" if is_whole else "child of the worker"
            trial.outcome.add_try()
            for kind, said in _find_wrong_result(run, asked):
                trial.outcome.add_fault(kind, f"try {number + 1}, {what} killed after {moment:.2f} s: {said}")
            connections.close_all()


def _find_wrong_result(run: SimulationRun, asked: GoldfishRequest) -> Iterator[tuple[str, str]]:
    """What is wrong with a run once it has had time to end."""
    end = time.monotonic() + _DONE_WITHIN_SECONDS
    while run.state in OPEN and time.monotonic() < end:
        time.sleep(0.2)
        run.refresh_from_db()
    if run.state != SimulationRun.State.DONE:
        yield "lost", f"{run.state} after {run.played} games ({run.problem})"
        return
    at_once = run_goldfish(read_list(asked.text), games=_GAMES, seed=asked.seed or 0, in_bulk=True)
    if json.loads(run.answer)["by_turn"] != at_once.as_dict()["by_turn"]:
        yield "doubled", "other figures than those of the same games at once"


def _start(trial: Trial, stack: ExitStack) -> subprocess.Popen[bytes]:
    """A worker that has its child."""
    worker, end = stack.enter_context(working(trial.site)), time.monotonic() + _STARTS_WITHIN_SECONDS
    while not _find_children(worker) and time.monotonic() < end:
        time.sleep(0.1)
    return worker


def _find_children(worker: subprocess.Popen[bytes]) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split()]
    except OSError:
        return []


def _kill_child(worker: subprocess.Popen[bytes]) -> None:
    for child in _find_children(worker):
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


def _wait(trial: Trial, where: str) -> bool:
    """Wait until every deck has its verdict; whether it came."""
    end = time.monotonic() + _DONE_WITHIN_SECONDS
    while found := list(invariants.find_wrong_verdicts(GAME)):
        if time.monotonic() > end:
            trial.outcome.add_fault("lost", f"{where}, {_DONE_WITHIN_SECONDS:.0f} s later: {'; '.join(found)}")
            return False
        time.sleep(0.1)
    return True


def _count(trial: Trial, where: str, before: set[int]) -> None:
    """Each deck with the card changed its verdict once more, and no other change is there."""
    for said in invariants.find_doubled_changes():
        trial.outcome.add_fault("doubled", f"{where}: {said}")
    after, expected = invariants.count_changes(trial.banned), {number + 1 for number in before}
    if after != expected:
        kind = "doubled" if max(after) > max(expected) else "lost"
        trial.outcome.add_fault(kind, f"{where}: {sorted(after)} changes of verdicts, not {sorted(expected)}")
