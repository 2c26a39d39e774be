"""Processes that build the index: killed in the middle, two at once, without room on the disk."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from vsdb.search.text.current import REBUILT

ROOT = Path(__file__).resolve().parents[2]

BUILD = """
import django; django.setup()
from vsdb.search.text.current import get_text_index
"""
# Stops for good in the middle: while the rows are written, or while the files are.
STOP_IN_ROWS = (
    BUILD + "import time\nget_text_index(lambda done, total: (print('writing', flush=True), time.sleep(600)))"
)
STOP_IN_FILES = (
    BUILD
    + """
import time
from django.conf import settings
def stop(done, total):
    if settings.SEARCH_INDEX_DIR.is_dir() and any(settings.SEARCH_INDEX_DIR.glob("*.part")):
        print("writing", flush=True)
        time.sleep(600)
get_text_index(stop)
"""
)
STOP_ANEW = (
    BUILD + "import time\nget_text_index().build(lambda done, total: (print('writing', flush=True), time.sleep(600)))"
)
COUNT = (
    BUILD
    + """
from vsdb.search.text.rows import TextQuery
index = get_text_index()
print(len(index.search(TextQuery(("doom",)))), *index.notes, sep="|")
"""
)
# Rows are there; no file may grow past a few bytes, as on a full disk.
FULL_DISK = (
    BUILD
    + """
import resource
from vsdb.search.text import rows
from vsdb.search.text.rows import TextQuery
rows.write()
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
index = get_text_index()
print(len(index.search(TextQuery(("doom",)))), *index.notes, sep="|")
"""
)


class Installation:
    """A database of its own with the reference in it, which processes use that are killed or run at the same time."""

    def __init__(self, folder: Path) -> None:
        self.index = folder / "index"
        self.environment = os.environ | {
            "DATABASE_URL": f"sqlite:///{folder / 'own.sqlite3'}",
            "SEARCH_INDEX_DIR": str(self.index),
            "DJANGO_SETTINGS_MODULE": "vsdb.settings",
        }

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def told(self, script: str) -> list[str]:
        """What a script prints, in its parts."""
        out, fault = self.start("-c", script).communicate(timeout=120)
        assert out, fault
        return out.strip().split("|")


@pytest.fixture
def own(loaded_file: Path, tmp_path: Path) -> Installation:
    """One whose texts were never written: the load of the reference may have done that already."""
    shutil.copy(loaded_file, tmp_path / "own.sqlite3")
    with closing(sqlite3.connect(tmp_path / "own.sqlite3")) as opened, opened:
        opened.execute("DELETE FROM search_indexstate")
    return Installation(tmp_path)


class TestProcesses:
    @pytest.mark.parametrize(
        ("script", "leaves_part"), [pytest.param(STOP_IN_ROWS, False, marks=pytest.mark.full), (STOP_IN_FILES, True)]
    )
    def test_one_that_is_killed_while_it_builds_does_no_harm(
        self, own: Installation, script: str, leaves_part: bool
    ) -> None:
        process = own.start("-c", script)
        assert process.stdout
        assert process.stdout.readline() == "writing\n"
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL
        parts = list(own.index.glob("*.part")) if own.index.is_dir() else []
        assert bool(parts) == leaves_part
        count, *notes = own.told(COUNT)
        assert int(count) > 10
        assert notes == [REBUILT]
        assert own.told(COUNT) == [count]
        assert not list(own.index.glob("*.part"))

    @pytest.mark.full
    def test_one_that_builds_anew_leaves_the_old_index_answering_also_when_it_is_killed(
        self, own: Installation
    ) -> None:
        count, *_ = own.told(COUNT)
        (before,) = own.index.glob("*/")
        process = own.start("-c", STOP_ANEW)
        assert process.stdout
        assert process.stdout.readline() == "writing\n"
        assert own.told(COUNT) == [count]
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        assert len(list(own.index.glob("*.part"))) == 1
        assert own.told(COUNT) == [count]
        assert [each for each in own.index.glob("*/") if each.suffix != ".part"] == [before]

    @pytest.mark.full
    def test_two_that_build_at_once_leave_one_index(self, own: Installation) -> None:
        processes = [own.start("manage.py", "build_index", "--anew") for _ in range(2)]
        for process in processes:
            _, fault = process.communicate(timeout=120)
            assert process.returncode == 0, fault
        count, *notes = own.told(COUNT)
        assert int(count) > 10
        assert notes == []
        assert len([path for path in own.index.iterdir() if path.is_dir()]) == 1

    def test_one_without_room_on_the_disk_searches_without_an_index_and_says_so(self, own: Installation) -> None:
        count, note = own.told(FULL_DISK)
        assert note == "Searched without an index, because it can't be written: File too large."
        assert not [path for path in own.index.iterdir() if path.is_dir()]
        assert own.told(COUNT) == [count, REBUILT]
