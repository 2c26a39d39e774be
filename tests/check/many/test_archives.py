"""Zip files of lists: what is read, and what hostile ones are refused for."""

from __future__ import annotations

import io
import stat
import zipfile
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from engine import InputError, decklists
from vsdb.check.many import archives
from vsdb.check.many.archives import ArchivedFile, is_zip, read_zip

LIST = b"60 Savage Beatdown\n"


def pack(*files: tuple[str | ZipInfo, bytes], method: int = ZIP_DEFLATED) -> bytes:
    """A zip of these files."""
    held = io.BytesIO()
    with ZipFile(held, "w", method) as opened:
        for name, raw in files:
            opened.writestr(name, raw, compress_type=method)
    return held.getvalue()


def refuse(raw: bytes) -> InputError:
    with pytest.raises(InputError) as caught:
        read_zip(raw, "lists.zip")
    assert caught.value.place == "lists.zip"
    return caught.value


class TestWhatIsRead:
    def test_is_each_file_in_order_with_its_path(self) -> None:
        raw = pack(("Zoe.txt", LIST), ("round 1/Abe.txt", b"1 Overload"))
        assert is_zip(raw)
        assert read_zip(raw) == [ArchivedFile("Zoe.txt", LIST), ArchivedFile("round 1/Abe.txt", b"1 Overload")]

    def test_leaves_out_folders_hidden_files_and_those_of_systems(self) -> None:
        names = ("a/", ".hidden", "a/.DS_Store", "__MACOSX/a/._Zoe.txt", "a/Thumbs.db", ".git/config", "a/desktop.ini")
        raw = pack(*((name, LIST) for name in names), ("a/Zoe.txt", LIST))
        assert [each.path for each in read_zip(raw)] == ["a/Zoe.txt"]

    def test_takes_backslashes_for_folders(self) -> None:
        assert [each.path for each in read_zip(pack(("a\\Zoe.txt", LIST)))] == ["a/Zoe.txt"]

    def test_reads_names_in_utf_8_that_do_not_say_so(self) -> None:
        raw = pack(("Zoé.txt", LIST))
        unmarked = bytearray(raw)
        for start, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            place = raw.index(start) + offset
            assert unmarked[place + 1] & 0x08
            unmarked[place + 1] &= ~0x08
        assert [each.path for each in read_zip(bytes(unmarked))] == ["Zoé.txt"]

    def test_is_nothing_in_an_empty_one(self) -> None:
        assert read_zip(pack()) == []


class TestAFileThatCannotBeRead:
    """It says why, and stops no other."""

    def test_is_too_large(self) -> None:
        bomb = pack(("bomb.txt", b"\0" * (decklists.MAX_BYTES + 1)), ("Zoe.txt", LIST))
        assert len(bomb) < 2_000
        first, second = read_zip(bomb)
        assert "more than 262,144 bytes" in first.problem
        assert second == ArchivedFile("Zoe.txt", LIST)

    def test_says_a_smaller_size_than_it_has(self) -> None:
        raw = bytearray(pack(("bomb.txt", b"\0" * 400_000)))
        place = raw.index(b"PK\x01\x02") + 24
        raw[place : place + 4] = (10).to_bytes(4, "little")
        (found,) = read_zip(bytes(raw))
        assert found.problem
        assert len(found.raw) <= decklists.MAX_BYTES

    def test_is_a_link(self) -> None:
        link = ZipInfo("Zoe.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        (found,) = read_zip(pack((link, b"/etc/passwd")))
        assert "link" in found.problem
        assert not found.raw

    def test_is_packed_by_a_method_without_a_bound(self) -> None:
        (found,) = read_zip(pack(("Zoe.txt", LIST), method=ZIP_BZIP2))
        assert "method" in found.problem

    def test_is_damaged(self) -> None:
        raw = bytearray(pack(("Zoe.txt", LIST * 50)))
        raw[40:50] = b"\xff" * 10
        (found,) = read_zip(bytes(raw))
        assert "damaged" in found.problem


class TestAnArchiveThatIsRefused:
    @pytest.mark.parametrize(
        "name", ["../Zoe.txt", "a/../../Zoe.txt", "/etc/Zoe.txt", "..\\Zoe.txt", "C:\\Zoe.txt", "a\nb"]
    )
    def test_has_a_path_that_leads_out_of_it(self, name: str) -> None:
        assert refuse(pack((name, LIST))).code == "unsafe-path"

    def test_is_encrypted(self) -> None:
        raw = bytearray(pack(("Zoe.txt", LIST)))
        raw[raw.index(b"PK\x03\x04") + 6] |= 1
        raw[raw.index(b"PK\x01\x02") + 8] |= 1
        assert refuse(bytes(raw)).code == "encrypted"

    def test_has_too_many_entries(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archives, "MAX_ENTRIES", 2)
        assert len(read_zip(pack(("a", LIST), ("b", LIST)))) == 2
        assert refuse(pack(("a", LIST), ("b", LIST), ("c", LIST))).code == "too-many"

    def test_says_that_it_has_too_much(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(archives, "MAX_TOTAL", 2 * len(LIST))
        assert len(read_zip(pack(("a", LIST), ("b", LIST)))) == 2
        assert refuse(pack(("a", LIST), ("b", LIST), ("c", b"1"))).code == "too-large"

    def test_is_a_spreadsheet(self) -> None:
        found = refuse(pack(("[Content_Types].xml", b"<Types/>"), ("xl/workbook.xml", b"<workbook/>")))
        assert found.code == "office-file"
        assert "CSV" in found.message

    @pytest.mark.parametrize("raw", [b"PK\x03\x04", b"PK\x03\x04" + b"\0" * 200, pack(("Zoe.txt", LIST))[:-10]])
    def test_is_damaged(self, raw: bytes) -> None:
        assert refuse(raw).code == "damaged-archive"

    def test_has_entries_that_overlap(self) -> None:
        """Many entries of the directory name one packed file: a bomb that no single file is."""
        raw = pack(("a", b"\0" * 200_000))
        start, end = raw.index(b"PK\x01\x02"), raw.index(b"PK\x05\x06")
        entry, tail = raw[start:end], bytearray(raw[end:])
        tail[8:10] = tail[10:12] = (100).to_bytes(2, "little")
        tail[12:16] = (100 * len(entry)).to_bytes(4, "little")
        assert refuse(raw[:start] + entry * 100 + bytes(tail)).code == "too-large"


def test_other_files_are_no_zip() -> None:
    assert not is_zip(LIST)
    assert not is_zip(b"")
    assert zipfile.is_zipfile(io.BytesIO(pack(("a", LIST))))
