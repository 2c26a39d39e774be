"""Which backups are kept, and what the site says of them."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from pytest_django import Settings

from tests.commands import run
from vsdb.operations.backups.archive import verify_archive
from vsdb.operations.backups.kept import get_backup_status, list_daily_paths, prune_backups

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, settings: Settings) -> Iterator[None]:
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.READ_ONLY_FILE = tmp_path / "read-only.json"
    yield
    settings.BACKUP_DIR = tmp_path


class TestKeeping:
    def test_one_file_a_day_and_none_older_than_asked_for(self, settings: Settings) -> None:
        today = list_daily_paths()[0]
        for days in (1, 2, 3, 40):
            day = (timezone.localdate() - timedelta(days=days)).isoformat()
            (today.parent / f"vsdb-{day}.zip").write_bytes(b"old")
        (today.parent / "by-hand.zip").write_bytes(b"mine")
        status, out, _ = run("backup", "--keep", "3")
        assert status == 0
        assert out.count("deleted") == 2
        days = {(timezone.localdate() - timedelta(days=days)).isoformat() for days in (0, 1, 2)}
        assert {each.name for each in today.parent.iterdir()} == {
            *(f"vsdb-{day}.zip" for day in days),
            "by-hand.zip",
            "last-good.json",
        }
        verify_archive(today)

    def test_a_second_one_on_a_day_takes_nobodys_place(self) -> None:
        """The first may be from before an upgrade, and the only one that the code before can restore."""
        today = list_daily_paths()[0]
        run("backup", "-v0")
        first = today.read_bytes()
        status, out, _ = run("backup", "--keep", "1")
        second = Path(out.partition(": ")[0])
        assert (status, second.parent, today.read_bytes() == first) == (0, today.parent, True)
        assert re.fullmatch(rf"{today.stem}-\d{{6}}\.zip", second.name)
        verify_archive(second)

    def test_the_last_good_one_stays_however_old(self) -> None:
        today = list_daily_paths()[0]
        run("backup", "-v0")
        old = today.with_name("vsdb-2020-01-01.zip")
        today.rename(old)
        state = today.with_name("last-good.json")
        state.write_text(json.dumps({**json.loads(state.read_text()), "file": str(old.resolve())}))
        assert prune_backups(1) == []
        assert old.exists()

    def test_nothing_is_deleted_where_no_backup_could_be_made(self) -> None:
        old = list_daily_paths()[0].with_name("vsdb-2020-01-01.zip")
        old.write_bytes(b"old")
        MigrationRecorder(connection).record_applied("decks", "0999_from_tomorrow")
        try:
            assert run("backup", "--keep", "1")[0] == 2
        finally:
            MigrationRecorder(connection).record_unapplied("decks", "0999_from_tomorrow")
        assert old.exists()

    def test_refuses_a_file_that_is_there(self, tmp_path: Path) -> None:
        (tmp_path / "mine.zip").write_bytes(b"mine")
        status, _, err = run("backup", str(tmp_path / "mine.zip"))
        assert (status, (tmp_path / "mine.zip").read_bytes()) == (2, b"mine")
        assert "mine.zip is there already" in err

    def test_what_killed_ones_left_goes_after_a_day(self) -> None:
        folder = list_daily_paths()[0].parent
        long_ago = time.time() - 2 * 24 * 3600
        for name in ("vsdb-restore-killed", "vsdb-restore-at-work", "vsdb-restored"):
            (folder / name).mkdir()
            (folder / name / "upgrade.sqlite3").write_bytes(b"everything")
            os.utime(folder / name, (long_ago, long_ago))
        for path in (folder / "vsdb-restore-killed" / "upgrade.sqlite3", folder / ".site.zip.0a1b.part"):
            path.write_bytes(b"everything")
            os.utime(path, (long_ago, long_ago))
        run("backup", "-v0", "--keep", "1")
        assert {each.name for each in folder.iterdir()} == {
            *(list_daily_paths()[0].name, "last-good.json"),
            *("vsdb-restore-at-work", "vsdb-restored"),
        }

    def test_refuses_to_keep_none(self) -> None:
        assert run("backup", "--keep", "0")[0] == 2


class TestStatus:
    def test_says_that_there_is_none(self) -> None:
        status = get_backup_status()
        assert (status.is_good, status.last) == (False, None)
        assert "manage.py backup" in status.problem

    def test_knows_the_last_good_one(self) -> None:
        today = list_daily_paths()[0]
        run("backup", "-v0")
        status = get_backup_status()
        assert status.is_good
        assert status.last is not None
        assert Path(status.last.file) == today.resolve()
        assert status.age is not None
        assert status.age < timedelta(minutes=5)

    def test_says_that_it_is_old(self, settings: Settings) -> None:
        run("backup", "-v0")
        state = list_daily_paths()[0].with_name("last-good.json")
        made = (timezone.now() - timedelta(days=3, hours=1)).isoformat()
        state.write_text(json.dumps({**json.loads(state.read_text()), "made": made}))
        assert "3 days old" in get_backup_status().problem
        settings.BACKUP_MAX_AGE_HOURS = 0
        assert get_backup_status().is_good

    def test_says_that_it_is_gone_or_cut_off(self) -> None:
        today = list_daily_paths()[0]
        run("backup", "-v0")
        today.write_bytes(b"")
        assert "cut off" in get_backup_status().problem
        today.unlink()
        assert "gone" in get_backup_status().problem
