"""A long run played by real Celery workers over Redis and over RabbitMQ, of which the first is killed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.celery_workers import (
    Environment,
    Start,
    build_environment,
    kill,
    over_each_broker,
    query_row,
    run_script,
    starting_workers,
    wait_for,
)

GAMES = 1_000_000
START = f"""
from tests.simulations.running import start
from vsdb.simulations import tasks
run = start(games={GAMES}, turns=7)
tasks.start(run.pk)
print("[]")
"""
#: The same games in this process, in one portion.
PLAY = f"""
import json
from tests.simulations.running import LIST
from vsdb.check.services import read_list
from engine.simulation.goldfish.running import run_goldfish
print(json.dumps(run_goldfish(read_list(LIST), games={GAMES}, turns=7, seed=7, in_bulk=True).as_dict()))
"""

pytestmark = [pytest.mark.broker, pytest.mark.full]


@over_each_broker
def environment(request: pytest.FixtureRequest, tmp_path: Path, loaded_file: Path) -> Environment:
    """A database with facts, and a queue of their own."""
    return build_environment(request.param, Path(shutil.copy(loaded_file, tmp_path / "vsdb.sqlite3")))


@pytest.fixture
def start(environment: Environment, tmp_path: Path) -> Iterator[Start]:
    with starting_workers(environment, tmp_path) as start:
        yield start


def look(environment: Environment) -> tuple[str, int, str]:
    """State, games played and answer of the run."""
    state, played, answer = query_row(environment, "SELECT state, played, answer FROM simulations_simulationrun")
    return state, played, answer


def test_a_worker_that_is_killed_loses_no_game_and_counts_none_twice(environment: Environment, start: Start) -> None:
    first = start()
    run_script(environment, START)
    assert wait_for(lambda: look(environment)[1] > 0)
    kill(first)
    state, played, _ = look(environment)
    assert state == "running"
    assert 0 < played < GAMES
    start()
    assert wait_for(lambda: look(environment)[0] != "running")
    state, played, answer = look(environment)
    assert (state, played) == ("done", GAMES)
    assert json.loads(answer) == run_script(environment, PLAY)
