"""An import that is killed at any moment leaves the database and the index as before it or as after it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection

CARDS = 60
#: Imports a CSV file in batches of twenty and stands still at the point that is named, until it is killed.
IMPORT = """
import sys, django
django.setup()
from vsdb.exchange.card_files import applying, services
from vsdb.search.text import current
applying.BATCH, told = 20, 0

def stand_still(*_):
    print("here", flush=True)
    sys.stdin.read()

def progress(done, total):
    global told
    told += 1
    if str(told) == sys.argv[2]:
        stand_still()

if sys.argv[2] == "committed":
    current.update_index = stand_still
with open(sys.argv[1], "rb") as file:
    services.run(file, "cards.csv", "csv", progress=progress)
"""
STATE = """
import json, django
django.setup()
from vsdb.catalog.cards.models import Card, Game, ImportedRow, Printing
from vsdb.catalog.wordings.models import Source, Wording
held = [model.objects.count() for model in (Card, Printing, ImportedRow, Source, Wording)]
print(json.dumps([held, sorted(Game.objects.values_list("slug", "data_version", "imports_version"))]))
"""
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """A database of its own, of the kind that the tests run on."""
    with django_db_blocker.unblock():
        if connection.vendor != "postgresql":
            yield f"sqlite:///{tmp_path_factory.mktemp('killed') / 'vsdb.sqlite3'}"
            return
        held, name = connection.settings_dict, f"killed_{uuid4().hex[:8]}"
        with connection.cursor() as cursor:
            cursor.execute(f"CREATE DATABASE {name}")
        password = f":{held['PASSWORD']}" if held["PASSWORD"] else ""
        yield f"postgres://{held['USER']}{password}@{held['HOST']}:{held['PORT'] or 5432}/{name}"
        with connection.cursor() as cursor:
            cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def environment(url: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of processes on that database, with the reference and its index in it."""
    index = tmp_path_factory.mktemp("index")
    made = {
        **os.environ,
        "DATABASE_URL": url,
        "SEARCH_INDEX_DIR": str(index),
        "DJANGO_SETTINGS_MODULE": "vsdb.settings",
        "PYTHONPATH": str(settings.BASE_DIR),
    }
    if url.startswith("sqlite"):
        shutil.copy(request.getfixturevalue("loaded_file"), url.removeprefix("sqlite:///"))
    for command in ("build_index",) if url.startswith("sqlite") else ("migrate", "load_reference", "build_index"):
        run([str(settings.BASE_DIR / "manage.py"), command, "--verbosity", "0"], made)
    return made


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of new cards with texts."""
    path = tmp_path_factory.mktemp("file") / "cards.csv"
    rows = (f"vs-2pcg,Tin Man {each},XFC,A{each:04},Supporting Character,Rust {each}." for each in range(CARDS))
    path.write_text("\n".join(["game,name,set,number,type,text", *rows]) + "\n", encoding="utf-8")
    return path


def run(arguments: list[str], environment: dict[str, str]) -> str:
    """What a Python process prints."""
    done = subprocess.run(
        [sys.executable, *arguments], check=True, capture_output=True, text=True, env=environment, timeout=120
    )
    return done.stdout


def state(environment: dict[str, str]) -> Any:
    return json.loads(run(["-c", STATE], environment))


def found(environment: dict[str, str]) -> int:
    """How many cards a search finds that are in the file alone."""
    query = [str(settings.BASE_DIR / "manage.py"), "search_cards", "tin man", "--json"]
    done = subprocess.run(
        [sys.executable, *query], check=False, capture_output=True, text=True, env=environment, timeout=120
    )
    return int(json.loads(done.stdout)["total"])


def kill_at(point: str, file: Path, environment: dict[str, str]) -> None:
    """Import the file and kill the process, with SIGKILL, when it has come to that point."""
    process = subprocess.Popen(
        [sys.executable, "-c", IMPORT, str(file), point],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
    )
    assert process.stdout
    assert process.stdout.readline() == b"here\n"
    process.send_signal(signal.SIGKILL)
    assert process.wait(timeout=60) == -signal.SIGKILL
    process.communicate()


@pytest.mark.long
def test_leaves_all_or_nothing(environment: dict[str, str], file: Path) -> None:
    """Killed before the first batch, between two, before the commit: nothing; before the index is renewed: all."""
    before = state(environment)
    assert found(environment) == 0
    for point in ("1", "2", "5", "4"):
        kill_at(point, file, environment)
        assert state(environment) == before, point
        assert found(environment) == 0, point
    kill_at("committed", file, environment)
    after = state(environment)
    assert after[0][0] == before[0][0] + CARDS
    assert after[0][4] == CARDS
    assert found(environment) == CARDS
    again = [str(settings.BASE_DIR / "manage.py"), "import_cards", str(file), "--source", "csv", "--json"]
    assert json.loads(run(again, environment))["has_changed"] is False
    assert state(environment) == after
