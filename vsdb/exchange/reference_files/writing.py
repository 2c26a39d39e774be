"""The reference into a folder: written beside it under another name, and there only when it is complete.

The manifest lists what an exported folder holds: rows and checksums of each file, and the versions of the facts. On a
terminal a bar shows how far the writing is.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
from django.db import transaction

from engine.model.errors import InputError
from vsdb.catalog.cards.locking import lock_games
from vsdb.exchange.reference_files.layout import TABLES, FileTable, encode, refused

FORMAT, VERSION = "vsdb-reference", 1
NAME = "manifest.json"
_MAX_VALUE = 1024 * 1024


@dataclass(frozen=True)
class ListedFile:
    """What a manifest says of a file."""

    rows: int
    sha256: str


def write_manifest(files: dict[str, ListedFile], games: dict[str, dict[str, str]]) -> str:
    """A manifest's text."""
    listed = {
        table.file_name: asdict(files[table.file_name]) | {"columns": sorted(column.name for column in table.columns)}
        for table in TABLES
    }
    return json.dumps({"format": FORMAT, "version": VERSION, "games": games, "files": listed}, indent=1) + "\n"


def is_export(folder: Path) -> bool:
    """Whether a folder is one that an export wrote: a manifest, and nothing beside the files of the tables."""
    try:
        said = _read_manifest(folder)
    except (InputError, OSError):
        return False
    files = said.get("files")
    return isinstance(files, dict) and {each.name for each in folder.iterdir()} <= {NAME, *files}


def check_folder(folder: Path) -> dict[str, ListedFile]:
    """What a folder holds, once every file is found to be what the manifest says.

    Raises InputError that names every file at fault, OSError where a file can't be read.
    """
    path = folder / NAME
    said = _read_manifest(folder)
    if said.get("version") != VERSION:
        message = (
            f"the export has layout version {said.get('version')!r}; this vsdb reads version {VERSION}. "
            "Export again with this vsdb, or import with the vsdb that wrote the export"
        )
        raise refused(message, path, "other-version")
    files = said.get("files")
    if not isinstance(files, dict):
        raise refused("the manifest lists no files", path, "damaged-manifest")
    listed, faults = {}, []
    for table in TABLES:
        try:
            listed[table.file_name] = _parse_listed_file(table, files)
        except (KeyError, TypeError, ValueError) as error:
            faults.append(f"the manifest's entry for {table.file_name} is wrong ({error or type(error).__name__})")
    faults += _faults(folder, listed)
    if faults:
        raise refused("; ".join(faults), folder, "damaged-export")
    return listed


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / NAME
    if not folder.is_dir():
        raise refused("no such folder", folder, "no-such-folder")
    if not path.is_file():
        raise refused(f"no {NAME} here; this is not a complete export", folder, "no-manifest")
    if path.stat().st_size > _MAX_VALUE:
        raise refused("the file is too large for a manifest", path, "damaged-manifest")
    try:
        said = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise refused(f"not valid JSON: {error}", path, "damaged-manifest") from error
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        message = f'this is not the manifest of an exported reference ("format": "{FORMAT}")'
        raise refused(message, path, "damaged-manifest")
    return said


def _parse_listed_file(table: FileTable, files: dict[str, Any]) -> ListedFile:
    if table.file_name not in files:
        raise ValueError("missing")
    entry = files[table.file_name]
    ours, theirs = {column.name for column in table.columns}, {*entry["columns"]}
    if ours != theirs:
        other = [f"no column {name}" for name in sorted(ours - theirs)]
        other += [f"unknown column {name}" for name in sorted(theirs - ours)]
        raise ValueError(f"another version of vsdb wrote it: {', '.join(other)}")
    if not isinstance(entry["rows"], int) or not isinstance(entry["sha256"], str):
        raise TypeError("rows must be a number and sha256 text")
    return ListedFile(entry["rows"], entry["sha256"])


def _faults(folder: Path, listed: dict[str, ListedFile]) -> Iterator[str]:
    there = {each.name for each in folder.iterdir()} - {NAME}
    for table in TABLES:
        name = table.file_name
        if name not in there:
            yield f"{name} is missing"
        elif name in listed:
            with (folder / name).open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != listed[name].sha256:
                    yield f"{name} was changed after the export (SHA-256 differs)"
    for name in sorted(there - {table.file_name for table in TABLES}):
        yield f"{name} is not part of an export; remove it"


#: Told how many of how many rows are done.
Progress = Callable[[int, int], None]
_TELL_EVERY = 1000


def export_reference(folder: Path, progress: Progress | None = None) -> dict[str, ListedFile]:
    """Write the whole reference into a folder; what was written, by file.

    A folder that is there is replaced if an export wrote it, or if it is empty. Raises InputError for any other and
    where nothing is loaded, OSError where it can't be written; what was there stays then.
    """
    target = folder.resolve()
    _refuse_other(target)
    part = target.parent / f".{target.name}.{secrets.token_hex(4)}.part"
    part.mkdir()
    try:
        with transaction.atomic():
            games = _lock_versions()
            written = _write(part, progress)
            (part / NAME).write_text(write_manifest(written, games), encoding="utf-8")
        _put(part, target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return written


def _refuse_other(target: Path) -> None:
    if not target.parent.is_dir():
        raise refused("no such folder", target.parent, "no-such-folder")
    if target.exists() and not target.is_dir():
        raise refused("this is a file; name a folder", target, "not-a-folder")
    if target.is_dir() and any(target.iterdir()) and not is_export(target):
        message = "the folder holds other files; name an empty folder or an older export"
        raise refused(message, target, "not-an-export")


def _lock_versions() -> dict[str, dict[str, str]]:
    """The versions of the games; whoever loads or imports waits until the export is done."""
    games = lock_games()
    if not games:
        raise InputError("no reference is loaded; run manage.py load_reference", code="no-reference")
    names = ("facts_version", "imports_version", "data_version", "words_version")
    return {game.pk: {name: getattr(game, name) for name in names} for game in games}


def _write(part: Path, progress: Progress | None) -> dict[str, ListedFile]:
    total = sum(table.model._default_manager.count() for table in TABLES)
    done, written = 0, {}
    for table in TABLES:
        found, count = hashlib.sha256(), 0
        with (part / table.file_name).open("wb") as file:
            for count, (_, row) in enumerate(table.rows(), 1):
                line = encode(row)
                file.write(line)
                found.update(line)
                if progress and (count % _TELL_EVERY == 0 or done + count == total):
                    progress(done + count, total)
        done += count
        written[table.file_name] = ListedFile(count, found.hexdigest())
    return written


def _put(part: Path, target: Path) -> None:
    """Put the complete folder in the place of what is there."""
    if not target.exists():
        part.rename(target)
        return
    old = part.with_suffix(".old")
    target.rename(old)
    try:
        part.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old)


@contextmanager
def show_progress(label: str, *, is_shown: bool) -> Iterator[Progress | None]:
    """The function to tell how many of how many are done."""
    if not is_shown or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def show(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield show
