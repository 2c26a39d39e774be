"""Six hundred decks checked anew by real Celery workers over Redis and over RabbitMQ, of which some are killed."""

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
DECKS, HOLDING = 600, 200
#: Every third deck holds four of the card that is banned then.
STORE = f"""
from vsdb.decks.models import Deck
from vsdb.decks.rechecks import services
texts = ["4 Flame Trap\\n56 Sentinel Mark V, Army\\n", "60 Sentinel Mark V, Army\\n", "60 Sentinel Mark V, Army\\n"]
Deck.objects.bulk_create([
    Deck(game_id="vs-classic", edition=1, title="Deck", format="golden-age", text=texts[number % 3])
    for number in range({DECKS})
])
services.work(services.begin("vs-classic", "the first time").pk)
print("[]")
"""
BAN = """
from tests.decks.rechecks.making import ban
from vsdb.catalog.cards.followers import RenewedFacts
from vsdb.decks.rechecks import services, tasks
services.PORTION = 10
ban()
tasks.recheck_changed_game(RenewedFacts("vs-classic", "", "with a ban"))
print("[]")
"""
LOOK = """
import json
from collections import Counter
from vsdb.decks.models import Judgement
from vsdb.decks.rechecks.models import Portion, Recheck, VerdictChange
from vsdb.decks.rechecks.selectors import count_progress
recheck = Recheck.objects.latest("pk")
found = count_progress(recheck)
held = Judgement.objects.filter(state__startswith="with a ban")
print(json.dumps({
    "state": recheck.state,
    "done": found.done,
    "judged": found.judged,
    "outcomes": Counter(held.values_list("outcome", flat=True)),
    "decks": held.values("deck").distinct().count(),
    "changes": Counter(f"{each.before} to {each.after}" for each in VerdictChange.objects.all()),
    "decks_changed": VerdictChange.objects.values("deck").distinct().count(),
    "taken_twice": recheck.portions.filter(takes__gt=1).count(),
    "portions": recheck.portions.count(),
}))
"""
ALL_DONE = {
    "state": "done",
    "done": DECKS,
    "judged": DECKS,
    "outcomes": {"illegal": HOLDING, "legal": DECKS - HOLDING},
    "decks": DECKS,
    "changes": {"legal to illegal": HOLDING},
    "decks_changed": HOLDING,
}

pytestmark = [pytest.mark.broker, pytest.mark.full]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory, loaded_file: Path) -> Path:
    """A database with decks that were judged before the ban."""
    path = Path(shutil.copy(loaded_file, tmp_path_factory.mktemp("stored") / "vsdb.sqlite3"))
    told({**os.environ, "DATABASE_URL": f"sqlite:///{path}", "CELERY_BROKER_URL": ""}, STORE)
    return path


@pytest.fixture(params=[REDIS, RABBITMQ], ids=["Redis", "RabbitMQ"])
def environment(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """A database with decks, and a queue of their own."""
    broker = urlsplit(request.param)
    try:
        socket.create_connection((broker.hostname, broker.port), timeout=2).close()  # type: ignore[arg-type]
    except OSError:
        pytest.skip(f"no broker answers at {broker.hostname}:{broker.port}")
    path = tmp_path / "vsdb.sqlite3"
    shutil.copy(request.getfixturevalue("stored"), path)
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


def kill(running: subprocess.Popen[bytes]) -> None:
    """The worker with the process that does its work, as if the machine were gone."""
    os.killpg(running.pid, signal.SIGKILL)
    running.wait(timeout=60)


def told(environment: dict[str, str], script: str) -> Any:
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


def asked(environment: dict[str, str], query: str) -> Any:
    """One value out of the database, past Django, which takes seconds to start."""
    with closing(sqlite3.connect(environment["DATABASE_URL"].removeprefix("sqlite:///"), timeout=20)) as connection:
        return connection.execute(query).fetchone()[0]


def progress(environment: dict[str, str]) -> int:
    """Decks of the newest recheck that are done by now."""
    newest = "(SELECT max(id) FROM rechecks_recheck)"
    done = f"SELECT sum(size) FROM rechecks_portion WHERE state = 'done' AND recheck_id = {newest}"  # noqa: S608
    return asked(environment, done) or 0


def is_over(environment: dict[str, str]) -> bool:
    return str(asked(environment, "SELECT state FROM rechecks_recheck ORDER BY id DESC LIMIT 1")) != "running"


def waited_for(ask: Callable[[], bool], seconds: float = 90) -> bool:
    end = time.monotonic() + seconds
    while not (answer := ask()) and time.monotonic() < end:
        time.sleep(0.02)
    return answer


def test_a_worker_that_is_killed_leaves_no_deck_unjudged_and_none_judged_twice(
    environment: dict[str, str], start: Callable[[], subprocess.Popen[bytes]]
) -> None:
    """The only worker is killed in the middle and followed by two, of which the first is killed as well."""
    only = start()
    told(environment, BAN)
    assert waited_for(lambda: progress(environment) > 50)
    kill(only)
    done = progress(environment)
    assert not is_over(environment)
    judged = "SELECT count(*) FROM decks_judgement WHERE state LIKE 'with a ban%'"
    assert 50 < done == asked(environment, judged) < DECKS
    second, _ = start(), start()
    assert waited_for(lambda: progress(environment) > done + 50)
    kill(second)
    assert waited_for(lambda: is_over(environment))
    found = told(environment, LOOK)
    assert {name: found[name] for name in ALL_DONE} == ALL_DONE
    assert found["taken_twice"] <= 2 < found["portions"] == DECKS // 10
