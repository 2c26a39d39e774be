"""A drill: a populated site is backed up and restored, from each database into each, and answers the same bytes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVER = os.environ.get("TEST_POSTGRESQL_URL", "postgres://postgres@127.0.0.1:5432/vsdb").rpartition("/")[0]
Site = Callable[..., str]


@pytest.fixture
def postgresql() -> Iterator[Callable[[str], str]]:
    """Makes databases on the server; without one the test is skipped and says so."""
    try:
        server = psycopg.connect(f"{SERVER}/postgres", autocommit=True, connect_timeout=3)
    except psycopg.OperationalError as error:
        pytest.skip(f"needs PostgreSQL at {SERVER}: {str(error).splitlines()[0]}")
    made: list[str] = []

    def create(word: str) -> str:
        name = f"vsdb_drill_{os.getpid()}_{word}"
        server.execute(f'DROP DATABASE IF EXISTS "{name}"')
        server.execute(f'CREATE DATABASE "{name}"')
        made.append(name)
        return f"{SERVER}/{name}"

    yield create
    for name in made:
        server.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    server.close()


def run(folder: Path, url: str, *command: str) -> str:
    """Run a command on a site of its own: its output. Its folders go by the name of its database."""
    word = url.rpartition("/")[2]
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("COV_")},
        "DATABASE_URL": url,
        "VAR_DIR": str(folder / f"var-{word}"),
        "SEARCH_INDEX_DIR": str(folder / f"index-{word}"),
        "BACKUP_DIR": str(folder / f"backups-{word}"),
    }
    ended = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def crawl(folder: Path, url: str) -> dict[str, str]:
    to = folder / f"{url.rpartition('/')[2]}.json"
    run(folder, url, "-m", "tests.operations.drill_site", "crawl", *map(str, (to, folder / "kept", folder / "pages")))
    found: dict[str, str] = json.loads(to.read_text())
    return found


def rows_of(backup: Path) -> dict[str, str]:
    with zipfile.ZipFile(backup) as opened:
        return {table["name"]: table["sha256"] for table in json.loads(opened.read("manifest.json"))["tables"]}


@pytest.mark.long
@pytest.mark.django_db
def test_a_restored_site_answers_the_same_bytes(
    tmp_path: Path, loaded_file: Path, postgresql: Callable[[str], str]
) -> None:
    first = f"sqlite:///{tmp_path}/first.sqlite3"
    shutil.copy(loaded_file, tmp_path / "first.sqlite3")
    run(tmp_path, first, "-m", "tests.operations.drill_site", "fill", str(tmp_path / "kept"))
    run(tmp_path, first, "manage.py", "build_index", "-v0")
    expected = crawl(tmp_path, first)
    assert len(expected) > 150
    assert {answer[:3] for answer in expected.values()} <= {"200", "302", "404"}
    chain = (f"sqlite:///{tmp_path}/second.sqlite3", postgresql("third"), postgresql("fourth"))
    chain = (*chain, f"sqlite:///{tmp_path}/fifth.sqlite3")
    before = first
    for number, url in enumerate(chain):
        backup = tmp_path / f"{number}.zip"
        run(tmp_path, before, "manage.py", "backup", str(backup))
        run(tmp_path, url, "manage.py", "restore", str(backup))
        if url == chain[-1]:  # before anybody signs in, which their account notes
            run(tmp_path, url, "manage.py", "backup", str(tmp_path / "last.zip"))
        answers = crawl(tmp_path, url)
        assert {name: answer for name, answer in answers.items() if answer != expected[name]} == {}, url
        before = url
    # Not even the order of keys in JSON differs since PostgreSQL has put them in its own.
    assert rows_of(tmp_path / "last.zip") == rows_of(tmp_path / f"{len(chain) - 1}.zip")
