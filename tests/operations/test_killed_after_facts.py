"""Processes that are killed between the commit of new facts and what follows; each of four ways catches up."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection

ROOT = Path(settings.BASE_DIR)
#: Two decks that were judged before a ban, one of them with the card; and somebody who follows that card.
STORE = """
from django.contrib.auth.models import User
from tests.decks.rechecks.making import PLAIN, WITH_FLAME, deck_of
from vsdb.decks.rechecks import services
from vsdb.news.following.services import FollowTarget, follow
ann = User.objects.create_user("ann", "ann@example.org")
for text in (PLAIN, WITH_FLAME):
    deck_of(ann, text)
services.work(services.begin("vs-classic", "the first time").pk)
follow(ann, FollowTarget(card="vs-classic/flame-trap"))
print("[]")
"""
#: Runs a command that stores facts, and stands still before anything has followed them.
STAND_STILL = """
import sys, django
django.setup()
from django.core.management import call_command
from vsdb.catalog.cards.followers import facts_stored

def stand_still(*_, **__):
    print("here", flush=True)
    sys.stdin.read()

facts_stored.disconnect(dispatch_uid="operations")
facts_stored.connect(stand_still, dispatch_uid="operations")
call_command(*sys.argv[1:], verbosity=0)
"""
STATE = """
import json, django
django.setup()
from vsdb.catalog.cards.models import Game
from vsdb.decks.rechecks.models import Recheck, VerdictChange
from vsdb.news.models import Change, Happening
from vsdb.news.selectors import find_games_behind
from vsdb.operations.catching_up import list_behind
from vsdb.search.conditions.legality import get_table_version
from vsdb.search.models import KindState, LegalityCourses
from vsdb.search.text.rows import read_rows_state
from vsdb.exchange.bulk_files.storing import is_current
versions = dict(Game.objects.values_list("slug", "data_version"))
print(json.dumps({
    "behind": sorted({each.what for each in list_behind()}),
    "since": all(each.since for each in list_behind()),
    "rechecks": [[each.game_id, each.state, each.total, each.after == versions[each.game_id]]
                 for each in Recheck.objects.order_by("pk")],
    "verdicts": sorted(f"{each.before} to {each.after}" for each in VerdictChange.objects.all()),
    "changes": sorted(Change.objects.filter(is_initial=False).values_list("kind", flat=True)),
    "told": Happening.objects.count(),
    "recorded": sorted(versions.keys() - find_games_behind().keys()),
    "legality": sorted(game for game, version in versions.items() if LegalityCourses.objects.filter(
        game=game, data_version=get_table_version(version)).exists()
        and KindState.objects.filter(game=game, data_version=version).exists()),
    "index": read_rows_state().is_current,
    "bulk": is_current(),
}))
"""
#: Starts a web process as a server does, and waits in it until nothing is behind.
WEB = """
import time
from vsdb.wsgi import application
from django.db import connections
from vsdb.decks.rechecks.models import Recheck
from vsdb.operations.catching_up import list_behind
end = time.monotonic() + 120
while (list_behind() or Recheck.objects.filter(state="running").exists()) and time.monotonic() < end:
    connections.close_all()
    time.sleep(0.2)
"""
#: Starts a worker with a queue within its own process, and ends it when nothing is behind.
WORKER = """
import threading, time, django
django.setup()
from django.db import connections
from vsdb.celery import app
from vsdb.decks.rechecks.models import Recheck
from vsdb.operations.catching_up import list_behind
worker = app.Worker(pool="solo", hostname="test@here", quiet=True, loglevel="WARNING")

def wait():
    end = time.monotonic() + 120
    while (list_behind() or Recheck.objects.filter(state="running").exists()) and time.monotonic() < end:
        connections.close_all()
        time.sleep(0.2)
    worker.stop(exitcode=0)

threading.Thread(target=wait, daemon=True).start()
worker.start()
"""
GAMES = ["riftbound", "vs-2pcg", "vs-classic"]
FOLLOWERS = ["bulk-files", "changes", "events", "follows", "index", "legality", "rechecks"]


def run(environment: dict[str, str], *arguments: str) -> str:
    """What a Python process prints."""
    done = subprocess.run(
        [sys.executable, *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def state(environment: dict[str, str]) -> Any:
    return json.loads(run(environment, "-c", STATE))


@contextmanager
def database(folder: Path, base: str = "") -> Iterator[str]:
    """The address of a database, a copy of `base` where that is given."""
    if connection.vendor != "postgresql":
        path = folder / "vsdb.sqlite3"
        if base:
            shutil.copy(base.removeprefix("sqlite:///"), path)
        yield f"sqlite:///{path}"
        return
    held, name = connection.settings_dict, f"killed_{uuid4().hex[:8]}"
    template = f"TEMPLATE {base.rpartition('/')[2]}" if base else ""
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {name} {template}")
    password = f":{held['PASSWORD']}" if held["PASSWORD"] else ""
    yield f"postgres://{held['USER']}{password}@{held['HOST']}:{held['PORT'] or 5432}/{name}"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE {name} WITH (FORCE)")


def environment_of(url: str, folder: Path) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": url,
        "SEARCH_INDEX_DIR": str(folder / "index"),
        "IMPORT_DIR": str(folder / "imports"),
        "BULK_DIR": str(folder / "bulk"),
        "CELERY_BROKER_URL": "",
        "CATCH_UP_SECONDS": "1",
        "DJANGO_SETTINGS_MODULE": "vsdb.settings",
        "PYTHONPATH": str(ROOT),
    }


@pytest.fixture(scope="module")
def base(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest, django_db_blocker: Any
) -> Iterator[tuple[str, Path]]:
    """A site with two decks that is up to date: the address of its database and the folder of its files."""
    request.getfixturevalue("django_db_setup")
    folder = tmp_path_factory.mktemp("base")
    with django_db_blocker.unblock(), database(folder) as url:
        made = environment_of(url, folder)
        if url.startswith("sqlite"):
            shutil.copy(request.getfixturevalue("loaded_file"), url.removeprefix("sqlite:///"))
        else:
            for command in ("migrate", "load_reference"):
                run(made, "manage.py", command, "--verbosity", "0")
        run(made, "manage.py", "shell", "--verbosity", "0", "-c", STORE)
        run(made, "manage.py", "catch_up")
        assert state(made)["behind"] == []
        yield url, folder


@pytest.fixture
def environment(base: tuple[str, Path], tmp_path: Path, django_db_blocker: Any) -> Iterator[dict[str, str]]:
    """The environment of processes on a copy of that site."""
    url, folder = base
    for name in ("index", "bulk"):
        if (folder / name).exists():
            shutil.copytree(folder / name, tmp_path / name)
    with django_db_blocker.unblock(), database(tmp_path, url) as own:
        yield environment_of(own, tmp_path)


@pytest.fixture(scope="module")
def banned(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that loads the reference with one more ban."""
    folder = tmp_path_factory.mktemp("with a ban") / "fixtures"
    shutil.copytree(ROOT / "fixtures", folder)
    with (folder / "vs-classic" / "bans.csv").open("a", encoding="utf-8") as file:
        file.write("Flame Trap,,,,,,,,golden-age,2010-01-01,2010-01-01,,,,,\n")
    return ["load_reference", "--folder", str(folder)]


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that imports a new card."""
    path = tmp_path_factory.mktemp("file") / "cards.csv"
    path.write_text("game,name,set,number,type,text\nvs-classic,Tin Man,MOR,999,character,Rust.\n", encoding="utf-8")
    return ["import_cards", str(path), "--source", "csv"]


def kill_before_anything_follows(environment: dict[str, str], command: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", STAND_STILL, *command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
    )
    assert process.stdout
    assert process.stdout.readline() == b"here\n"
    process.send_signal(signal.SIGKILL)
    assert process.wait(timeout=60) == -signal.SIGKILL
    process.communicate()


def catch_up(way: str, environment: dict[str, str], command: list[str]) -> None:
    if way == "command":
        told = [json.loads(line) for line in run(environment, "manage.py", "catch_up", "--json").splitlines()]
        assert sorted({each["what"] for each in told if not each["problem"]}) == FOLLOWERS
        assert run(environment, "manage.py", "catch_up") == "Nothing is behind.\n"
    elif way == "next":
        run(environment, "manage.py", *command, "--verbosity", "0")
    elif way == "web":
        run(environment, "-c", WEB)
    else:
        broker = {"CELERY_BROKER_URL": "memory://", "CELERY_RESULT_BACKEND": "cache+memory://"}
        run(environment | broker, "-c", WORKER)


def is_left_to_the_site(way: str) -> list[str]:
    return ["bulk-files"] if way == "next" else []


LONG = pytest.mark.long


@pytest.mark.parametrize(
    "way", ["command", pytest.param("next", marks=LONG), "web", pytest.param("worker", marks=LONG)]
)
def test_a_load_that_is_killed_is_made_up_for(way: str, environment: dict[str, str], banned: list[str]) -> None:
    kill_before_anything_follows(environment, banned)
    found = state(environment)
    assert (found["behind"], found["since"], found["verdicts"]) == (FOLLOWERS, True, [])
    assert (found["index"], found["legality"], found["recorded"]) == (False, GAMES[:2], GAMES[:2])
    catch_up(way, environment, banned)
    found = state(environment)
    assert found["behind"] == is_left_to_the_site(way)
    assert found["rechecks"][-1] == ["vs-classic", "done", 2, True]
    assert len(found["rechecks"]) == 2
    assert found["verdicts"] == ["legal to illegal"]
    assert (found["changes"], found["told"]) == (["ban-began"], 1)
    assert (found["index"], found["legality"], found["recorded"]) == (True, GAMES, GAMES)
    assert found["bulk"] == (way != "next")


@pytest.mark.parametrize(
    "way", [pytest.param("command", marks=LONG), "next", pytest.param("web", marks=LONG), "worker"]
)
def test_an_import_that_is_killed_is_made_up_for(way: str, environment: dict[str, str], cards: list[str]) -> None:
    kill_before_anything_follows(environment, cards)
    found = state(environment)
    assert (found["behind"], found["index"], found["legality"]) == (FOLLOWERS, False, GAMES[:2])
    catch_up(way, environment, cards)
    found = state(environment)
    assert found["behind"] == is_left_to_the_site(way)
    assert found["rechecks"][-1] == ["vs-classic", "done", 2, True]
    assert len(found["rechecks"]) == 2
    assert (found["index"], found["legality"], found["recorded"]) == (True, GAMES, GAMES)
    search = subprocess.run(
        [sys.executable, "manage.py", "search_cards", "tin man", "--json"],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
    )
    assert json.loads(search.stdout)["total"] == 1


@pytest.mark.long
def test_two_that_catch_up_at_once_do_it_once(environment: dict[str, str], banned: list[str]) -> None:
    kill_before_anything_follows(environment, banned)
    both = [
        subprocess.Popen([sys.executable, "manage.py", "catch_up"], cwd=ROOT, env=environment, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    for each in both:
        each.communicate()
        assert each.returncode == 0
    found = state(environment)
    assert (found["behind"], found["verdicts"], found["told"]) == ([], ["legal to illegal"], 1)
    assert len(found["rechecks"]) == 2
