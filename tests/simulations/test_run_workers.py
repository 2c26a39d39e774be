"""A long run played by real Celery workers over Redis and over RabbitMQ, of which the first is killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.conf import settings

REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
RABBITMQ = os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
GAMES = 200_000
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


@pytest.fixture(params=[REDIS, RABBITMQ], ids=["Redis", "RabbitMQ"])
def environment(request: pytest.FixtureRequest, tmp_path: Path, loaded_file: Path) -> dict[str, str]:
    """A database with facts, and a queue of their own."""
    broker = urlsplit(request.param)
    try:
        socket.create_connection((broker.hostname, broker.port), timeout=2).close()  # type: ignore[arg-type]
    except OSError:
        pytest.skip(f"no broker answers at {broker.hostname}:{broker.port}")
    path = shutil.copy(loaded_file, tmp_path / "vsdb.sqlite3")
    return {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{path}",
        "CELERY_BROKER_URL": request.param,
        "CELERY_TASK_DEFAULT_QUEUE": f"vsdb-test-{uuid4().hex}",
    }


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Starts a worker with one process that does the work."""
    with ExitStack() as stack:

        def started() -> subprocess.Popen[bytes]:
            log = stack.enter_context((tmp_path / f"worker-{uuid4().hex}.log").open("wb"))
            command = ["celery", "-A", "vsdb", "worker", "--concurrency", "1", "--hostname", f"{uuid4().hex}@%h"]
            running = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=settings.BASE_DIR,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            stack.callback(stop, running)
            return running

        yield started


def stop(running: subprocess.Popen[bytes]) -> None:
    running.terminate()
    running.wait(timeout=60)


def run_script(environment: dict[str, str], script: str) -> Any:
    """What the script's last line says."""
    answer = subprocess.run(
        [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", script],
        check=False,
        capture_output=True,
        text=True,
        cwd=settings.BASE_DIR,
        env=environment,
        timeout=120,
    )
    assert answer.returncode == 0, answer.stderr
    return json.loads(answer.stdout.strip().split("\n")[-1])


def look(environment: dict[str, str]) -> tuple[str, int, str]:
    """State, games played and answer of the run, past Django, which takes seconds to start."""
    path = environment["DATABASE_URL"].removeprefix("sqlite:///")
    with closing(sqlite3.connect(path, timeout=20)) as connection:
        query = "SELECT state, played, answer FROM simulations_simulationrun"
        found: tuple[str, int, str] = connection.execute(query).fetchone()
        return found


def wait_for(ask: Callable[[], bool], seconds: float = 120) -> bool:
    end = time.monotonic() + seconds
    while not (answer := ask()) and time.monotonic() < end:
        time.sleep(0.02)
    return answer


def test_a_worker_that_is_killed_loses_no_game_and_counts_none_twice(
    environment: dict[str, str], start: Callable[[], subprocess.Popen[bytes]]
) -> None:
    first = start()
    run_script(environment, START)
    assert wait_for(lambda: look(environment)[1] > 0)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait(timeout=60)
    state, played, _ = look(environment)
    assert state == "running"
    assert 0 < played < GAMES
    start()
    assert wait_for(lambda: look(environment)[0] != "running")
    state, played, answer = look(environment)
    assert (state, played) == ("done", GAMES)
    assert json.loads(answer) == run_script(environment, PLAY)
