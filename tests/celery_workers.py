"""Real Celery workers for tests: over Redis and over RabbitMQ, each test with a queue and a database of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.conf import settings

REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
RABBITMQ = os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
over_each_broker = pytest.fixture(params=[REDIS, RABBITMQ], ids=["Redis", "RabbitMQ"])

Environment = dict[str, str]
Start = Callable[[], "subprocess.Popen[bytes]"]


def build_environment(broker: str, database: Path, **more: str) -> Environment:
    """The settings of processes that share a database and a queue; skips where no broker answers."""
    place = urlsplit(broker)
    try:
        socket.create_connection((place.hostname, place.port), timeout=2).close()  # type: ignore[arg-type]
    except OSError:
        pytest.skip(f"no broker answers at {place.hostname}:{place.port}")
    return {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{database}",
        "CELERY_BROKER_URL": broker,
        "CELERY_TASK_DEFAULT_QUEUE": f"vsdb-test-{uuid4().hex}",
        **more,
    }


@contextmanager
def starting_workers(environment: Environment, folder: Path) -> Iterator[Start]:
    """Start workers, each with one process that does the work; all are stopped in the end."""
    with ExitStack() as stack:

        def start() -> subprocess.Popen[bytes]:
            log = stack.enter_context((folder / f"worker-{uuid4().hex}.log").open("wb"))
            command = [
                "celery",
                "-A",
                "tests.impatient_site",
                "worker",
                "--concurrency",
                "1",
                "--hostname",
                f"{uuid4().hex}@%h",
            ]
            running = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=settings.BASE_DIR,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            stack.callback(_stop, running)
            return running

        yield start


def _stop(running: subprocess.Popen[bytes]) -> None:
    running.terminate()
    running.wait(timeout=60)


def kill(running: subprocess.Popen[bytes]) -> None:
    """Kill a worker with the process that does its work, as if the machine were gone."""
    os.killpg(running.pid, signal.SIGKILL)
    running.wait(timeout=60)


def run_script(environment: Environment, script: str) -> Any:
    """What the last line of a script says, as JSON."""
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


def query_row(environment: Environment, query: str) -> tuple[Any, ...]:
    """The first row of a query past Django, which takes seconds to start."""
    with closing(sqlite3.connect(environment["DATABASE_URL"].removeprefix("sqlite:///"), timeout=20)) as connection:
        row: tuple[Any, ...] = connection.execute(query).fetchone()
        return row


def wait_for(ask: Callable[[], bool], seconds: float = 300) -> bool:
    """Whether something comes true in time."""
    end = time.monotonic() + seconds
    while not (answer := ask()) and time.monotonic() < end:
        time.sleep(0.02)
    return answer
