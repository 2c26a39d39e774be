"""Uploads imported by a real Celery worker over Redis and over RabbitMQ, also after a worker is killed."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.celery_workers import (
    Environment,
    Start,
    build_environment,
    over_each_broker,
    run_script,
    starting_workers,
    wait_for,
)

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
print(record.pk)
"""
LOOK = """
import json
from vsdb.catalog.cards.models import Card
from vsdb.exchange.card_files.models import Import
record = Import.objects.get(pk={number})
cards = Card.objects.filter(name__startswith="Minted ").count()
print(json.dumps([record.state, cards, bool(record.stored)]))
"""


@over_each_broker
def environment(request: pytest.FixtureRequest, tmp_path: Path, loaded_file: Path) -> Environment:
    """A database, a folder and a queue of their own."""
    folders = {"SEARCH_INDEX_DIR": str(tmp_path / "index"), "IMPORT_DIR": str(tmp_path / "imports")}
    return build_environment(request.param, Path(shutil.copy(loaded_file, tmp_path / "vsdb.sqlite3")), **folders)


@pytest.fixture
def start(environment: Environment, tmp_path: Path) -> Iterator[Start]:
    """Starts a worker with one process that does the work."""
    with starting_workers(environment, tmp_path) as start:
        yield start


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
@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="needs /proc to find the process to kill")
def test_an_import_whose_worker_is_killed_is_done_by_the_next_one_once(
    environment: Environment, start: Start, tmp_path: Path
) -> None:
    path = tmp_path / "cards-vs-classic.csv"
    rows = (f"Minted {number},Character,While this is face up.\n" for number in range(MANY))
    path.write_text(f"name,type,text\n{''.join(rows)}", encoding="utf-8")
    number = run_script(environment, UPLOAD.format(path=str(path)))
    lock = tmp_path / "imports" / f"{number}.running"
    start()
    assert wait_for(lambda: worker_at(lock) is not None)
    killed = worker_at(lock)
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    assert run_script(environment, LOOK.format(number=number))[1] in (0, MANY)
    assert wait_for(lambda: not [*(tmp_path / "imports").iterdir()])
    assert run_script(environment, LOOK.format(number=number)) == ["done", MANY, False]
