"""Lists judged by Celery: in process, and by a real worker over Redis and over RabbitMQ."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.conf import settings

from vsdb.check.tasks import check_list

LISTS = {
    "legal.txt": "# game: vs-classic\n# format: golden-age\n# as-of: 2010-06-01\n60 Sentinel Mark V, Army\n",
    "illegal.txt": "# game: vs-classic\n# format: golden-age\n# as-of: 2010-06-01\n59 Sentinel Mark V, Army\n",
    "uncertain.txt": "# format: multiverse\n# as-of: 2024-06-01\n4 Nobody Of That Name\n",
    "broken.txt": "# format: multiverse\n# as-of: 2006-02-30\n4 Dazzler\n",
}
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
RABBITMQ = os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")


@pytest.mark.django_db
class TestTask:
    def test_answers_with_the_verdicts(self) -> None:
        result = check_list.delay(LISTS["illegal.txt"], game=None, formats=[], dates=[]).get()
        assert result["error"] is None
        assert [verdict["outcome"] for verdict in result["verdicts"]] == ["illegal"]

    def test_answers_with_the_reason_where_a_list_cannot_be_judged(self) -> None:
        result = check_list.delay(LISTS["broken.txt"], game=None, formats=[], dates=[]).get()
        assert result["verdicts"] == []
        assert "2006-02-30" in result["error"]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory, loaded_file: Path) -> str:
    """The address of a database of its own with the reference in it."""
    path = shutil.copy(loaded_file, tmp_path_factory.mktemp("database") / "vsdb.sqlite3")
    return f"sqlite:///{path}"


@pytest.fixture
def lists(tmp_path: Path) -> list[str]:
    """The files of the lists."""
    for name, text in LISTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return [str(tmp_path / name) for name in LISTS]


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """`manage.py` in a process of its own."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        check=False,
        capture_output=True,
        cwd=settings.BASE_DIR,
        env={**os.environ, **environment},
        timeout=120,
    )


@pytest.fixture(params=[REDIS, RABBITMQ], ids=["Redis", "RabbitMQ"])
def worker(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a running worker, with a queue of its own."""
    broker = urlsplit(request.param)
    try:
        socket.create_connection((broker.hostname, broker.port), timeout=2).close()  # type: ignore[arg-type]
    except OSError:
        pytest.skip(f"no broker answers at {broker.hostname}:{broker.port}")
    environment = {
        "DATABASE_URL": database,
        "CELERY_BROKER_URL": request.param,
        "CELERY_TASK_DEFAULT_QUEUE": f"vsdb-test-{uuid4().hex}",
    }
    with (tmp_path / "worker.log").open("wb") as log:
        running = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "vsdb", "worker", "--pool", "solo", "--loglevel", "warning"],
            cwd=settings.BASE_DIR,
            env={**os.environ, **environment},
            stdout=log,
            stderr=log,
        )
        try:
            yield environment
        finally:
            running.send_signal(signal.SIGTERM)
            running.wait(timeout=30)


@pytest.mark.broker
class TestWorker:
    @pytest.mark.full
    def test_gives_the_bytes_and_the_status_that_one_process_gives(
        self, worker: dict[str, str], database: str, lists: list[str]
    ) -> None:
        here = manage("check_deck", *lists, "--json", DATABASE_URL=database)
        there = manage("check_deck", *lists, "--json", "--queue", **worker)
        assert here.returncode == 2
        assert len(here.stdout.splitlines()) == 3
        assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)


@pytest.mark.broker
def test_a_queue_without_a_worker_is_reported_and_nothing_is_printed(database: str, lists: list[str]) -> None:
    answer = manage(
        "check_deck",
        *lists,
        "--queue",
        "--timeout",
        "0.5",
        DATABASE_URL=database,
        CELERY_BROKER_URL="redis://127.0.0.1:1/0",
    )
    assert (answer.returncode, answer.stdout) == (2, b"")
    assert b"workers" in answer.stderr
    assert b"Traceback" not in answer.stderr
