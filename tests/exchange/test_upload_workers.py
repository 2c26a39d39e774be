"""Uploads imported by a real Celery worker over Redis and over RabbitMQ, also after a worker is killed."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.conf import settings

REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
RABBITMQ = os.environ.get("TEST_RABBITMQ_URL", "amqp://guest:guest@127.0.0.1:5672//")
MANY = 3000
UPLOAD = """
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from pathlib import Path
from vsdb.exchange.card_files import tasks, uploads
path = Path({path!r})
user, _ = User.objects.get_or_create(username="importer")
record, _ = uploads.receive(SimpleUploadedFile(path.name, path.read_bytes()), source="csv", game="", by=user)
record.is_dry_run = False
record.save()
tasks.start(record.pk)
print("number", record.pk)
"""
LOOK = """
from vsdb.catalog.cards.models import Card
from vsdb.exchange.card_files.models import Import
record = Import.objects.get(pk={number})
print("found", record.state, Card.objects.filter(name__startswith="Minted ").count(), bool(record.stored))
"""


@pytest.fixture(params=[REDIS, RABBITMQ], ids=["Redis", "RabbitMQ"])
def environment(request: pytest.FixtureRequest, tmp_path: Path, loaded_file: Path) -> dict[str, str]:
    """A database, a folder and a queue of their own."""
    broker = urlsplit(request.param)
    try:
        socket.create_connection((broker.hostname, broker.port), timeout=2).close()  # type: ignore[arg-type]
    except OSError:
        pytest.skip(f"no broker answers at {broker.hostname}:{broker.port}")
    found = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{tmp_path / 'vsdb.sqlite3'}",
        "SEARCH_INDEX_DIR": str(tmp_path / "index"),
        "IMPORT_DIR": str(tmp_path / "imports"),
        "CELERY_BROKER_URL": request.param,
        "CELERY_TASK_DEFAULT_QUEUE": f"vsdb-test-{uuid4().hex}",
    }
    shutil.copy(loaded_file, tmp_path / "vsdb.sqlite3")
    return found


@pytest.fixture
def worker(environment: dict[str, str], tmp_path: Path) -> Iterator[int]:
    """A worker with one process that does the work."""
    with (tmp_path / "worker.log").open("wb") as log:
        running = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "vsdb", "worker", "--concurrency", "1", "--loglevel", "warning"],
            cwd=settings.BASE_DIR,
            env=environment,
            stdout=log,
            stderr=log,
        )
        try:
            yield running.pid
        finally:
            running.send_signal(signal.SIGTERM)
            running.wait(timeout=60)


def manage(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=settings.BASE_DIR,
        env=environment,
        timeout=120,
    )


def told(environment: dict[str, str], script: str) -> list[str]:
    """The words of the script's last line after the first."""
    answer = manage(environment, "shell", "--verbosity", "0", "-c", script)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.split("\n")[-2].split()[1:]


def waited_for(ask: Callable[[], bool], seconds: float = 90) -> bool:
    end = time.monotonic() + seconds
    while not (answer := ask()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer


def worker_at(path: Path) -> int | None:
    """The process that holds the lock on a file."""
    try:
        inode = f":{path.stat().st_ino} "
    except OSError:
        return None
    locks = (line for line in Path("/proc/locks").read_text(encoding="utf-8").splitlines() if inode in line)
    return next((int(line.split()[4]) for line in locks), None)


@pytest.mark.broker
@pytest.mark.full
@pytest.mark.usefixtures("worker")
@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="needs /proc to find the process to kill")
def test_an_import_whose_worker_is_killed_is_done_by_the_next_one_once(
    environment: dict[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "cards-vs-classic.csv"
    rows = (f"Minted {number},Character,While this is face up.\n" for number in range(MANY))
    path.write_text(f"name,type,text\n{''.join(rows)}", encoding="utf-8")
    (number,) = told(environment, UPLOAD.format(path=str(path)))
    lock = tmp_path / "imports" / f"{number}.running"
    assert waited_for(lambda: worker_at(lock) is not None)
    killed = worker_at(lock)
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    assert told(environment, LOOK.format(number=number))[1] in ("0", str(MANY))
    assert waited_for(lambda: not [*(tmp_path / "imports").iterdir()])
    assert told(environment, LOOK.format(number=number)) == ["done", str(MANY), "False"]
