"""Zip archives of lists, read in memory and within limits; nothing is written to disk, whatever an entry is called."""

from __future__ import annotations

import io
import re
import stat
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from engine import InputError, decklists

MAX_ENTRIES = 5_000  #: of an archive, with its folders and what is passed over
MAX_TOTAL = 8 * 1024 * 1024  #: bytes of all lists together, unpacked
_STARTS = (b"PK\x03\x04", b"PK\x05\x06")
_OFFICE = "[Content_Types].xml"
_SYSTEM = frozenset(("__macosx", "thumbs.db", "desktop.ini"))
_ENCRYPTED, _NAME_IN_UTF8 = 0x1, 0x800
_DRIVE = re.compile(r"[A-Za-z]:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class ArchivedFile:
    """A file of an archive: its path, and its bytes or why they can't be read."""

    path: str
    raw: bytes = b""
    problem: str = ""


def is_zip(raw: bytes) -> bool:
    """Whether the bytes begin as a zip does."""
    return raw.startswith(_STARTS)


def read_zip(raw: bytes, name: str = "") -> list[ArchivedFile]:
    """The files of an archive in its order, without folders, hidden files and what systems add.

    A file that can't be read says why and stops no other. Raises InputError, with the archive's name as its place, for
    one that is damaged, encrypted, a spreadsheet or document, has too many or too large files, or paths that lead out
    of it.
    """
    try:
        with ZipFile(io.BytesIO(raw)) as opened:
            return list(_read_entries(opened))
    except InputError as error:
        raise InputError(error.message, place=name, code=error.code) from error
    except (BadZipFile, ValueError, OverflowError, EOFError, NotImplementedError) as error:
        said = "the zip file is damaged; make it again"
        raise InputError(said, place=name, code="damaged-archive") from error


def is_passed_over(path: PurePosixPath) -> bool:
    """Whether a file is hidden, or one that a system puts beside others."""
    return any(part.startswith(".") or part.casefold() in _SYSTEM for part in path.parts)


def _read_entries(opened: ZipFile) -> Iterator[ArchivedFile]:
    entries = opened.infolist()
    if len(entries) > MAX_ENTRIES:
        said = f"the zip file has {len(entries):,} entries; at most {MAX_ENTRIES:,}"
        raise InputError(said, code="too-many")
    if any(entry.filename == _OFFICE for entry in entries):
        said = "this is a spreadsheet or a text document, not a zip file of lists; save it as CSV or as plain text"
        raise InputError(said, code="office-file")
    wanted = [(entry, path) for entry in entries if (path := _read_path(entry)) and not is_passed_over(path)]
    if any(entry.flag_bits & _ENCRYPTED for entry, _ in wanted):
        raise InputError("the zip file has a password; make one without", code="encrypted")
    if sum(entry.file_size for entry, _ in wanted) > MAX_TOTAL:
        raise _too_large_error()
    left = MAX_TOTAL
    for entry, path in wanted:
        found = _read_entry(opened, entry, str(path), left)
        left -= len(found.raw)
        if left < 0:
            raise _too_large_error()
        yield found


def _too_large_error() -> InputError:
    most = MAX_TOTAL // 1024 // 1024
    return InputError(f"the zip file has more than {most} MiB unpacked; send fewer lists at once", code="too-large")


def _read_path(entry: ZipInfo) -> PurePosixPath | None:
    """The path of an entry; None for a folder. Raises InputError for one that leads out of the archive."""
    name = _decode_name(entry).replace("\\", "/")
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or _DRIVE.match(name) or _CONTROL.search(name):
        said = f"the zip file has an entry {name[:60]!r}, which isn't a path inside it; make it again"
        raise InputError(said, code="unsafe-path")
    return None if entry.is_dir() or name.endswith("/") or not path.parts else path


def _decode_name(entry: ZipInfo) -> str:
    """The name of an entry; some programs write UTF-8 without saying so."""
    if entry.flag_bits & _NAME_IN_UTF8:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode()
    except UnicodeError:
        return entry.filename


def _read_entry(opened: ZipFile, entry: ZipInfo, path: str, left: int) -> ArchivedFile:
    """A file, never more of it than a list may have; a table of lists may have what is left of the archive."""
    if stat.S_ISLNK(entry.external_attr >> 16):
        return ArchivedFile(path, problem="this is a link to a file; put the file itself in the zip file")
    if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        return ArchivedFile(path, problem="it is packed by a method that isn't read; make the zip file again")
    most = left if path.casefold().endswith((".csv", ".tsv")) else decklists.MAX_BYTES
    try:
        with opened.open(entry) as file:
            raw = file.read(most + 1)
    except (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError):
        return ArchivedFile(path, problem="the file is damaged in the zip file; make it again")
    if len(raw) > most:
        return ArchivedFile(path, raw[:1] * most, f"the file has more than {most:,} bytes, the most that are read")
    return ArchivedFile(path, raw)
