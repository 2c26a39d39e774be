"""The file of a backup: a flipped bit, a missing end and a wrong row are seen, and a failed one leaves nothing."""

from __future__ import annotations

import errno
import hashlib
import json
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from vsdb.operations.backups.archive import (
    LAYOUT,
    HeldTable,
    Manifest,
    create_archive,
    open_rows,
    read_manifest,
    verify_archive,
)
from vsdb.operations.backups.errors import BackupError, DamagedBackup, NewerBackup

ROWS = [[1, "Sāvage", None, True], [2, "a\nb\x00", 1.5, False], [3, "x" * 200, None, None]]
_SEALED = len("vsdb-backup sha256:") + 64
COLUMNS = {"id": "integer", "name": "text", "share": "float", "flag": "boolean"}


def build_manifest(tables: list[HeldTable]) -> Manifest:
    return Manifest(
        made="2026-01-02T03:04:05+00:00",
        revision="abc",
        code="",
        database="sqlite",
        migrations={},
        games=[],
        keys={},
        left_out={},
        tables=tables,
    )


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    path = tmp_path / "site.zip"
    with create_archive(path) as archive:
        archive.write_table("things", COLUMNS, ROWS, 9)
        archive.write_table("others", {"id": "integer"}, [], None)
        archive.write_manifest(build_manifest(archive.tables))
    return path


def rewrite(backup: Path, changed: Path, member: str, content: bytes) -> None:
    """A copy of a backup with another content of one member, and the seal of a whole one."""
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(changed, "w") as new:
        for name in old.namelist():
            new.writestr(name, content if name == member else old.read(name))
        new.comment = old.comment
    body = changed.read_bytes()[:-_SEALED]
    changed.write_bytes(body + b"vsdb-backup sha256:" + hashlib.sha256(body).hexdigest().encode())


class TestWriting:
    def test_gives_the_rows_back(self, backup: Path) -> None:
        manifest = verify_archive(backup)
        assert [(table.name, table.rows, table.next_number) for table in manifest.tables] == [
            ("things", 3, 9),
            ("others", 0, None),
        ]
        with open_rows(backup) as read_rows:
            assert [[*read_rows(table)] for table in manifest.tables] == [ROWS, []]

    def test_is_read_by_its_owner_alone(self, backup: Path) -> None:
        assert stat.S_IMODE(backup.stat().st_mode) == 0o600

    def test_leaves_nothing_where_it_fails(self, tmp_path: Path) -> None:
        def rows() -> Iterator[list[int]]:
            yield [1]
            raise OSError("no space left")

        with pytest.raises(OSError, match="no space"), create_archive(tmp_path / "site.zip") as archive:
            archive.write_table("things", {"id": "integer"}, rows(), None)
        assert list(tmp_path.iterdir()) == []

    def test_replaces_no_file(self, backup: Path) -> None:
        before = backup.read_bytes()
        with pytest.raises(BackupError, match="is there already"), create_archive(backup) as archive:
            archive.write_manifest(build_manifest([]))
        assert backup.read_bytes() == before
        assert [each.name for each in backup.parent.iterdir()] == ["site.zip"]

    @pytest.mark.parametrize("has_links", [True, False])
    def test_leaves_a_name_to_another_that_took_it_meanwhile(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
    ) -> None:
        def refuse(*_: object) -> None:
            raise PermissionError(errno.EPERM, "Operation not permitted")

        if not has_links:
            monkeypatch.setattr(Path, "hardlink_to", refuse)
        first, second = tmp_path / "day.zip", tmp_path / "day-2.zip"
        with create_archive(first, second) as late:
            late.write_manifest(build_manifest([]))
            with create_archive(first, second) as early:
                early.write_table("things", COLUMNS, ROWS, 9)
                early.write_manifest(build_manifest(early.tables))
        assert (early.path, late.path) == (first, second)
        assert [len(verify_archive(path).tables) for path in (first, second)] == [1, 0]
        assert sorted(tmp_path.iterdir()) == [second, first]
        assert stat.S_IMODE(second.stat().st_mode) == 0o600

    def test_makes_no_backup_that_can_not_be_read(self, tmp_path: Path) -> None:
        def write_without_naming_a_table() -> None:
            with create_archive(tmp_path / "site.zip") as archive:
                archive.write_table("things", {"id": "integer"}, [[1]], None)
                archive.write_manifest(build_manifest([]))

        with pytest.raises(DamagedBackup):
            write_without_naming_a_table()
        assert list(tmp_path.iterdir()) == []


class TestVerifying:
    def test_sees_any_flipped_bit(self, backup: Path, tmp_path: Path) -> None:
        whole = backup.read_bytes()
        damaged = tmp_path / "damaged.zip"
        for at in range(0, len(whole), 7):
            damaged.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
            with pytest.raises(DamagedBackup):
                verify_archive(damaged)

    def test_sees_a_missing_end_and_bytes_behind_it(self, backup: Path, tmp_path: Path) -> None:
        whole = backup.read_bytes()
        for content in (whole[:-1], whole[: len(whole) // 2], b"", whole + b"\0"):
            (tmp_path / "cut.zip").write_bytes(content)
            with pytest.raises(DamagedBackup):
                verify_archive(tmp_path / "cut.zip")

    def test_sees_a_table_that_another_program_changed(self, backup: Path, tmp_path: Path) -> None:
        changed = tmp_path / "changed.zip"
        rewrite(backup, changed, "tables/things.jsonl", b'[1,"Savage",null,true]\n')
        with pytest.raises(DamagedBackup, match="things"):
            verify_archive(changed)

    def test_refuses_another_zip(self, tmp_path: Path) -> None:
        with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
            other.writestr("a", "b")
        with pytest.raises(DamagedBackup, match="no backup of vsdb"):
            verify_archive(tmp_path / "other.zip")

    def test_refuses_a_layout_of_a_newer_version(self, backup: Path, tmp_path: Path) -> None:
        said = json.loads(zipfile.ZipFile(backup).read("manifest.json"))
        newer = json.dumps({**said, "layout": LAYOUT + 1, "unheard_of": 1}).encode()
        rewrite(backup, tmp_path / "newer.zip", "manifest.json", newer)
        with pytest.raises(NewerBackup, match="abc"):
            verify_archive(tmp_path / "newer.zip")
        with pytest.raises(NewerBackup):
            read_manifest(tmp_path / "newer.zip")
