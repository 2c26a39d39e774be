"""The file of a backup: a ZIP of tables, a row of JSON a line, with a manifest that has the SHA-256 of each.

The last bytes of the file, which ZIP calls its comment, hold the SHA-256 of all bytes before them. So one flipped bit
is seen, whether in a table, in the manifest or between the two, and so is an end that is missing. Any program for ZIP
opens the file.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import secrets
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from vsdb.core.encryption import find_fingerprints
from vsdb.operations.backups.columns import Value
from vsdb.operations.backups.errors import BackupError, DamagedBackup, NewerBackup

KIND, LAYOUT = "vsdb-backup", 1
_MANIFEST = "manifest.json"
_SEAL = b"vsdb-backup sha256:"
_SEAL_LENGTH = len(_SEAL) + 64
_MAX_MANIFEST = 16 * 1024 * 1024
_MAX_LINE = 256 * 1024 * 1024  #: bytes of a row; the longest, an import's report, has a few million
_CHUNK = 1024 * 1024
_BATCH = 500  #: rows that are written at once
#: What file systems say that know no second name of a file.
_WITHOUT_LINKS = (errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)
_MODE = 0o600  #: personal data: nobody else on the machine reads it


@dataclass(frozen=True, slots=True)
class HeldTable:
    """A table in a backup: its columns with their types, and what its member of the file must be."""

    name: str
    member: str
    columns: Mapping[str, str]
    rows: int
    size: int  #: bytes, unpacked
    sha256: str
    next_number: int | None  #: what the database would have numbered the next row; None where it numbers none


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup says of itself."""

    made: str  #: the moment, in UTC, that the rows are of
    revision: str  #: of the checkout, where there is one
    code: str  #: fingerprint
    database: str
    migrations: Mapping[str, Sequence[str]]
    games: Sequence[str]
    keys: Mapping[str, Any]  #: fingerprints of the secrets that rows need
    left_out: Mapping[str, str]
    tables: Sequence[HeldTable]

    @property
    def rows(self) -> int:
        """How many rows there are in all."""
        return sum(table.rows for table in self.tables)

    def count(self, name: str) -> int:
        """How many rows a table has."""
        return next((table.rows for table in self.tables if table.name == name), 0)


class ArchiveWriter:
    """Writes tables into a file of its own name, which becomes the backup when all of it is on the disk."""

    def __init__(self, file: zipfile.ZipFile) -> None:
        self._file = file
        self.tables: list[HeldTable] = []
        self.sealed: Counter[str] = Counter()  #: how many secrets each key has sealed, by its fingerprint
        self.path = Path()  #: of the backup, once all of it is on the disk

    def write_table(
        self, name: str, columns: Mapping[str, str], rows: Iterable[Sequence[Value]], next_number: int | None
    ) -> HeldTable:
        """Write a table row by row."""
        member = f"tables/{name}.jsonl"
        digest, size, count = hashlib.sha256(), 0, 0
        encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
        with self._file.open(member, "w", force_zip64=True) as opened:
            for lines in _in_batches(map(encode, rows)):
                text = "\n".join(lines) + "\n"
                self.sealed.update(find_fingerprints(text))
                data = text.encode()
                digest.update(data)
                size += len(data)
                count += len(lines)
                opened.write(data)
        table = HeldTable(name, member, dict(columns), count, size, digest.hexdigest(), next_number)
        self.tables.append(table)
        return table

    def write_manifest(self, manifest: Manifest) -> None:
        """Write what the backup says of itself, last."""
        said = {"kind": KIND, "layout": LAYOUT, **asdict(manifest)}
        self._file.writestr(_MANIFEST, json.dumps(said, ensure_ascii=False, indent=1))


@contextmanager
def create_archive(*paths: Path) -> Iterator[ArchiveWriter]:
    """A new backup under the first of these names, all in one folder, that no file has by its end; none is replaced.

    What fails before its end leaves nothing. Raises BackupError where every name is taken.
    """
    _require_free(paths)
    part = paths[0].with_name(f".{paths[0].name}.{secrets.token_hex(8)}.part")
    handle = os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, _MODE)
    try:
        with os.fdopen(handle, "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as opened:
                opened.comment = _SEAL + b"0" * 64
                writer = ArchiveWriter(opened)
                yield writer
            _seal(file)
            file.flush()
            os.fsync(file.fileno())
        verify_archive(part)  # what can't be read again is no backup
        writer.path = _name(part, paths)
    finally:
        part.unlink(missing_ok=True)
    _sync_folder(part.parent)


def read_manifest(path: Path) -> Manifest:
    """What a backup says of itself; the digests aren't looked at. Raises BackupError."""
    with _open(path) as (_, opened):
        return _read_manifest(opened)


def verify_archive(path: Path, on_table: Callable[[HeldTable], None] = lambda _: None) -> Manifest:
    """Read all of a backup and compare every digest and count. Raises DamagedBackup and NewerBackup."""
    with _open(path) as (file, opened):
        if _hash_before_seal(file) != _read_seal(file):
            raise DamagedBackup("its bytes aren’t those that were written: the SHA-256 of the whole differs")
        manifest = _read_manifest(opened)
        expected = {_MANIFEST, *(table.member for table in manifest.tables)}
        if sorted(opened.namelist()) != sorted(expected):
            raise DamagedBackup("its members aren’t those that its manifest names")
        for table in manifest.tables:
            for _ in _read_lines(opened, table):
                pass
            on_table(table)
    return manifest


@contextmanager
def open_rows(path: Path) -> Iterator[Callable[[HeldTable], Iterator[list[Value]]]]:
    """A function that gives the rows of a table; at their end it raises DamagedBackup if they aren't whole."""
    with _open(path) as (_, opened):

        def read_rows(table: HeldTable) -> Iterator[list[Value]]:
            return (json.loads(line) for line in _read_lines(opened, table))

        yield read_rows


@contextmanager
def _open(path: Path) -> Iterator[tuple[IO[bytes], zipfile.ZipFile]]:
    try:
        with path.open("rb") as file:
            if not _read_seal(file):
                raise DamagedBackup("it is no backup of vsdb, or its end is missing")
            with zipfile.ZipFile(file) as opened:
                yield file, opened
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, KeyError) as error:
        raise DamagedBackup(f"it can’t be unpacked: {error}") from error


def _read_manifest(opened: zipfile.ZipFile) -> Manifest:
    if opened.getinfo(_MANIFEST).file_size > _MAX_MANIFEST:
        raise DamagedBackup("its manifest is too long")
    try:
        said = json.loads(opened.read(_MANIFEST))
        kind, layout = said.pop("kind"), said.pop("layout")
        if kind == KIND and layout > LAYOUT:
            raise NewerBackup(
                f"it has layout {layout}, which a newer version of vsdb writes; this one reads layouts up to {LAYOUT}. "
                f"Restore it with the version that made it: revision {said.get('revision') or 'unknown'}."
            )
        return Manifest(**{**said, "tables": [HeldTable(**table) for table in said["tables"]]})
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise DamagedBackup(f"its manifest can’t be read: {error}") from error


def _read_lines(opened: zipfile.ZipFile, table: HeldTable) -> Iterator[bytes]:
    digest, size, count = hashlib.sha256(), 0, 0
    with opened.open(table.member) as member:
        while line := member.readline(_MAX_LINE):
            digest.update(line)
            size += len(line)
            count += 1
            yield line
    if (digest.hexdigest(), size, count) != (table.sha256, table.size, table.rows):
        raise DamagedBackup(f"the table {table.name} isn’t what was written: its SHA-256 or its number of rows differs")


def _seal(file: IO[bytes]) -> None:
    """Write the digest of all that stands before it into the last bytes."""
    digest = _hash_before_seal(file)
    file.seek(-64, os.SEEK_END)
    file.write(digest.encode())


def _hash_before_seal(file: IO[bytes]) -> str:
    left = file.seek(0, os.SEEK_END) - _SEAL_LENGTH
    file.seek(0)
    digest = hashlib.sha256()
    while left > 0 and (chunk := file.read(min(_CHUNK, left))):
        digest.update(chunk)
        left -= len(chunk)
    return digest.hexdigest()


def _read_seal(file: IO[bytes]) -> str:
    """The digest in the last bytes of a file; empty where there is none."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _SEAL_LENGTH))
    end = file.read(_SEAL_LENGTH)
    file.seek(0)
    return end.removeprefix(_SEAL).decode("ascii", "replace") if end.startswith(_SEAL) else ""


def _in_batches(lines: Iterable[str]) -> Iterator[list[str]]:
    batch = []
    for line in lines:
        batch.append(line)
        if len(batch) >= _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _require_free(paths: Sequence[Path]) -> None:
    """Raise BackupError where every name is taken: before the long work, not after it."""
    if all(os.path.lexists(path) for path in paths):
        raise BackupError(f"{paths[0]} is there already, and no backup replaces a file. Give another name")


def _name(part: Path, paths: Sequence[Path]) -> Path:
    """Give a file the first name that no other has, which another process may take at this very moment."""
    for path in paths:
        try:
            try:
                path.hardlink_to(part)
            except OSError as error:
                if error.errno not in _WITHOUT_LINKS:
                    raise
                # A file system of one name a file, as on many USB disks: the name is taken, then the file put there.
                os.close(os.open(path, os.O_CREAT | os.O_EXCL, _MODE))
                part.replace(path)
        except FileExistsError:
            continue
        return path
    _require_free(paths)
    raise BackupError(f"{paths[0]} was there for a moment. Try again")


def _sync_folder(folder: Path) -> None:
    """Put a renaming on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def require_plain_file(path: Path) -> None:
    """Raise BackupError where there is no such file."""
    if not path.is_file():
        raise BackupError(f"no file {path}")
