"""The list of what an exported folder holds: rows and checksums of each file, and the versions of the facts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.model.errors import InputError
from vsdb.exchange.reference_files.layout import TABLES, Table

FORMAT, VERSION = "vsdb-reference", 1
NAME = "manifest.json"
_LARGEST = 1024 * 1024


@dataclass(frozen=True)
class Listed:
    """What a manifest says of a file."""

    rows: int
    sha256: str


def text_of(files: dict[str, Listed], games: dict[str, dict[str, str]]) -> str:
    """A manifest's text."""
    listed = {
        table.file_name: {
            "rows": files[table.file_name].rows,
            "sha256": files[table.file_name].sha256,
            "columns": sorted(column.name for column in table.columns),
        }
        for table in TABLES
    }
    return json.dumps({"format": FORMAT, "version": VERSION, "games": games, "files": listed}, indent=1) + "\n"


def is_export(folder: Path) -> bool:
    """Whether a folder is one that an export wrote: a manifest, and nothing beside the files of the tables."""
    try:
        said = _parsed(folder)
    except (InputError, OSError):
        return False
    files = said.get("files")
    return isinstance(files, dict) and {each.name for each in folder.iterdir()} <= {NAME, *files}


def checked(folder: Path) -> dict[str, Listed]:
    """What a folder holds, once every file is found to be what the manifest says.

    Raises InputError that names every file at fault, OSError where a file can't be read.
    """
    path = folder / NAME
    said = _parsed(folder)
    if said.get("version") != VERSION:
        raise InputError(
            f"it is of version {said.get('version')!r} of the layout; version {VERSION} is read here. "
            "Export again with the vsdb that reads it, or read it with the vsdb that wrote it",
            place=str(path),
            code="other-version",
        )
    files = said.get("files")
    if not isinstance(files, dict):
        raise InputError("it lists no files", place=str(path), code="damaged-manifest")
    listed = {}
    faults = []
    for table in TABLES:
        try:
            listed[table.file_name] = _listed(table, files)
        except (KeyError, TypeError, ValueError) as error:
            faults.append(f"the manifest's entry of {table.file_name} can't be read ({error or type(error).__name__})")
    faults += _faults(folder, listed)
    if faults:
        raise InputError("; ".join(faults), place=str(folder), code="damaged-export")
    return listed


def _parsed(folder: Path) -> dict[str, Any]:
    path = folder / NAME
    if not folder.is_dir():
        raise InputError("there is no such folder", place=str(folder), code="no-such-folder")
    if not path.is_file():
        raise InputError(
            f"there is no {NAME} in it; it is no export, or an incomplete one", place=str(folder), code="no-manifest"
        )
    if path.stat().st_size > _LARGEST:
        raise InputError("it is too large to be a manifest", place=str(path), code="damaged-manifest")
    try:
        said = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise InputError(f"it can't be read: {error}", place=str(path), code="damaged-manifest") from error
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise InputError(
            f'it isn\'t the manifest of an exported reference ("format": "{FORMAT}")',
            place=str(path),
            code="damaged-manifest",
        )
    return said


def _listed(table: Table, files: dict[str, Any]) -> Listed:
    if table.file_name not in files:
        raise ValueError("there is none")
    entry = files[table.file_name]
    ours, theirs = {column.name for column in table.columns}, {*entry["columns"]}
    if ours != theirs:
        other = [f"it lacks {name}" for name in sorted(ours - theirs)]
        other += [f"nothing here is called {name}" for name in sorted(theirs - ours)]
        raise ValueError(f"it was written by another version of vsdb: {', '.join(other)}")
    if not isinstance(entry["rows"], int) or not isinstance(entry["sha256"], str):
        raise TypeError("rows has to be a number and sha256 a text")
    return Listed(entry["rows"], entry["sha256"])


def _faults(folder: Path, listed: dict[str, Listed]) -> Iterator[str]:
    there = {each.name for each in folder.iterdir()} - {NAME}
    for table in TABLES:
        name = table.file_name
        if name not in there:
            yield f"{name} is missing"
        elif name in listed and sha256_of(folder / name) != listed[name].sha256:
            yield f"{name} isn't the file that was exported: its SHA-256 is another"
    for name in sorted(there - {table.file_name for table in TABLES}):
        yield f"{name} doesn't belong to an export"


def sha256_of(path: Path) -> str:
    """The checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
