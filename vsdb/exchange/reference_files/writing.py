"""The reference into a folder: written beside it under another name, and there only when it is complete.

On a terminal a bar shows how far it is.
"""

from __future__ import annotations

import hashlib
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from django.db import transaction

from engine.model.errors import InputError
from vsdb.catalog.cards.models import Game
from vsdb.exchange.reference_files.layout import TABLES, Table, encode
from vsdb.exchange.reference_files.manifest import NAME, Listed, is_export, text_of

#: Told how many of how many rows are done.
Progress = Callable[[int, int], None]
_TELL_EVERY = 1000


def export_reference(folder: Path, progress: Progress | None = None) -> dict[str, Listed]:
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
            games = _held_still()
            written = _write(part, progress)
            (part / NAME).write_text(text_of(written, games), encoding="utf-8")
        _put(part, target)
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return written


def _refuse_other(target: Path) -> None:
    if not target.parent.is_dir():
        raise InputError("there is no such folder", place=str(target.parent), code="no-such-folder")
    if target.exists() and not target.is_dir():
        raise InputError("it is a file; name a folder", place=str(target), code="not-a-folder")
    if target.is_dir() and any(target.iterdir()) and not is_export(target):
        raise InputError(
            "the folder holds something else than an export, and is left alone; name another one",
            place=str(target),
            code="not-an-export",
        )


def _held_still() -> dict[str, dict[str, str]]:
    """The versions of the games; whoever loads or imports waits until the export is done."""
    games = list(Game.objects.select_for_update().order_by("pk"))
    if not games:
        raise InputError("no facts are loaded yet: run manage.py load_reference", code="no-reference")
    names = ("facts_version", "imports_version", "data_version", "words_version")
    return {game.pk: {name: getattr(game, name) for name in names} for game in games}


def _write(part: Path, progress: Progress | None) -> dict[str, Listed]:
    total = sum(table.model._default_manager.count() for table in TABLES)
    done = 0

    def tell(rows: int) -> None:
        if progress and (rows % _TELL_EVERY == 0 or done + rows == total):
            progress(done + rows, total)

    written = {}
    for table in TABLES:
        written[table.file_name] = _write_table(part / table.file_name, table, tell)
        done += written[table.file_name].rows
    return written


def _write_table(path: Path, table: Table, tell: Callable[[int], None]) -> Listed:
    found, count = hashlib.sha256(), 0
    with path.open("wb") as file:
        for _, row in table.rows():
            line = encode(row)
            file.write(line)
            found.update(line)
            count += 1
            tell(count)
    return Listed(count, found.hexdigest())


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
def shown(label: str, *, is_shown: bool) -> Iterator[Progress | None]:
    """The function to tell how many of how many are done."""
    if not is_shown or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label=label, file=sys.stderr) as bar:

        def show(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield show
