"""Exports as tests make them: the reference with texts of our own, out of the tables and back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.commands import run
from vsdb.exchange.reference_files.layout import TABLES

CARDS = """name,set,number,type,text,errata_text,errata_date,flavour,ruling
Newly Minted Hero,MUN,901,Character,"Pay 2 >>> Draw. – “Ünï”",Pay 3 >>> Draw.,2008-06-10,All for one,From the top.
Newly Minted Villain,MUN,902,Character,"First line.
Second line.",,,,
"""


def exported(folder: Path) -> dict[str, bytes]:
    assert run("export_reference", str(folder))[0] == 0
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def empty() -> None:
    """Take the whole reference out of the database."""
    for table in reversed(TABLES):
        table.model._default_manager.all().delete()


def refused(folder: Path, *arguments: str) -> str:
    """What an import of the folder is refused with; nothing may have changed."""
    before = {table.name: table.model._default_manager.count() for table in TABLES}
    status, _, err = run("import_reference", str(folder), *arguments)
    assert status == 2
    assert {table.name: table.model._default_manager.count() for table in TABLES} == before
    return err


def signed(folder: Path, name: str, change: Callable[[list[Any]], list[Any]]) -> None:
    """Change the rows of a file and put its new checksum into the manifest, as somebody might by hand."""
    path, listing = folder / name, folder / "manifest.json"
    rows = change([json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()])
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    manifest = json.loads(listing.read_text(encoding="utf-8"))
    manifest["files"][name] |= {"rows": len(rows), "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    listing.write_text(json.dumps(manifest), encoding="utf-8")
