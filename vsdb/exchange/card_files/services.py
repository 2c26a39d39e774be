"""Importing card files: one door for the command line, the admin and whoever else has a file.

Whoever works on an import holds a lock on a file of it in `IMPORT_DIR`. The system lets go of it with the process,
however that ends, so that an import that was killed is known at once. The file tells how far the import is: the cache
of a default installation is each process's own, and its database can't be written to while an import is.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import os
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import BinaryIO

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from engine.model.errors import InputError
from vsdb.catalog.cards.followers import tell_of_new_facts
from vsdb.catalog.cards.locking import lock_games
from vsdb.catalog.cards.models import Game
from vsdb.catalog.wordings.selectors import combine_data_version, get_imports_version
from vsdb.exchange.card_files.applying import apply
from vsdb.exchange.card_files.models import Import
from vsdb.exchange.card_files.sources import READERS
from vsdb.exchange.reports import ImportReport, to_storable
from vsdb.search.text import current

logger = logging.getLogger(__name__)
#: Told how many of how many bytes are read.
Progress = Callable[[int, int], None]
_TELL_EVERY_SECONDS = 0.2
_WIDTH = 64


@contextmanager
def hold_import(number: int) -> Iterator[Progress]:
    """Within it the import is at work; the function tells how many of how many bytes are read.

    Raises InputError where another process is at work on it. Where the folder can't be written, nobody can be told.
    """
    path = _progress_file(number)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        file = path.open("r+", encoding="utf-8")
    except OSError as error:
        logger.warning("can't record import progress in %s: %s", path.parent, error)
        yield lambda _done, _total: None
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputError("this import is already running", code="import-running") from error
        told = 0.0

        def tell(done: int, total: int) -> None:
            nonlocal told
            if done < total and monotonic() - told < _TELL_EVERY_SECONDS:
                return
            told = monotonic()
            # Over what stood there, so that whoever reads meanwhile finds the one or the other.
            file.seek(0)
            file.write(json.dumps([done, total]).ljust(_WIDTH))
            file.flush()

        try:
            yield tell
        finally:
            path.unlink(missing_ok=True)


def is_at_work(number: int) -> bool | None:
    """Whether somebody works on the import; None where nobody has left a trace of it here."""
    try:
        with _progress_file(number).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return None
    return False


def get_progress(number: int) -> tuple[int, int] | None:
    """How many of how many bytes are read, where that is told."""
    try:
        done, total = json.loads(_progress_file(number).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return done, total


def forget_progress(number: int) -> None:
    """Delete what an import that was killed has left of its progress."""
    _progress_file(number).unlink(missing_ok=True)


def _progress_file(number: int) -> Path:
    return Path(settings.IMPORT_DIR) / f"{number}.running"


@contextmanager
def _without_query_log() -> Iterator[None]:
    """Within it Django keeps no text of queries, as it does in development: those of an import would fill the memory.

    Whoever counts queries gets them all the same.
    """
    log = connection.queries_log
    if not connection.force_debug_cursor:
        connection.queries_log = deque(maxlen=0)
    try:
        yield
    finally:
        connection.queries_log = log


@_without_query_log()
def run(
    file: BinaryIO,
    name: str,
    source: str,
    *,
    is_dry_run: bool = False,
    progress: Progress | None = None,
    by: User | None = None,
    record: Import | None = None,
) -> ImportReport:
    """Import a file, whole or not at all; `source` is one of `READERS`, `file` can be sought in.

    With `is_dry_run` everything is done and taken back. What was tried is kept as an `Import`, in `record` where that
    is given. Raises InputError, and changes nothing, where the file can't be used.
    """
    name = to_storable(os.path.basename(name)[:200]) or "file"  # noqa: PTH119 - a name out of an upload, not a path
    record = record or Import()
    record.by, record.source, record.file_name, record.is_dry_run = by or record.by, source, name, is_dry_run
    record.save()
    with hold_import(record.pk) as tell:
        record.state, record.started = Import.State.RUNNING, timezone.now()
        record.save()

        def told(done: int, total: int) -> None:
            tell(done, total)
            if progress:
                progress(done, total)

        try:
            total = _size(file)
            file.seek(0)
            record.digest = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
            report = _import_file(file, record, lambda: told(min(file.tell(), total), total))
        except BaseException as error:
            said, code = f"{type(error).__name__}: {error}"[:1000], "broken-off"
            if isinstance(error, InputError):
                said, code = str(error), error.code
            _end(record, Import.State.FAILED, to_storable({"error": said, "code": code}))
            raise
        if is_dry_run:
            _end(record, Import.State.DONE, report.as_json())
    if report.has_changed and not is_dry_run:
        report.notes += current.update_index()
    return report


def _import_file(file: BinaryIO, record: Import, told: Callable[[], None]) -> ImportReport:
    name, source = record.file_name, record.source
    if source not in READERS:
        raise InputError(f"no file type {source!r}; the file types are {', '.join(READERS)}", code="no-such-source")
    report = ImportReport(name, is_dry_run=record.is_dry_run)
    with transaction.atomic():
        # A load of the fixtures or another import waits here until this one is done.
        if not lock_games():
            raise InputError("no reference is loaded; run manage.py load_reference", code="no-reference")
        file.seek(0)
        told()
        reader = READERS[source](file, name)
        apply(reader, record.digest, report, at_most=settings.IMPORT_MAX_ITEMS, told=told)
        if report.has_changed:
            report.data_versions = _renew_version(Game.objects.get(pk=report.source["game"]))
        else:
            tell_of_new_facts({}, {})  # what is behind the facts of before may catch up
        if record.is_dry_run:
            transaction.set_rollback(True)
        else:
            # With what it did, so that no kill comes between the two.
            _end(record, Import.State.DONE, report.as_json())
    return report


def _renew_version(game: Game) -> dict[str, str]:
    """Give the game the fingerprint of what it has now; that by its slug, where it is another than before."""
    before, game.facts_version = game.data_version, game.facts_version or game.data_version
    game.imports_version = get_imports_version(game.pk)
    game.data_version = combine_data_version(game.facts_version, game.imports_version)
    game.save(update_fields=["facts_version", "imports_version", "data_version"])
    versions = {} if game.data_version == before else {game.pk: game.data_version}
    tell_of_new_facts({game.pk: before}, versions)
    return versions


def _size(file: BinaryIO) -> int:
    """How many bytes the file has; raises InputError for more than may be."""
    size, limit = file.seek(0, os.SEEK_END), settings.IMPORT_MAX_BYTES
    if size > limit:
        message = f"the file has {size} bytes; at most {limit} are allowed (IMPORT_MAX_BYTES)"
        raise InputError(message, code="file-too-large")
    return size


def _end(record: Import, state: Import.State, report: dict[str, object]) -> None:
    record.state, record.ended, record.report = state, timezone.now(), report
    record.save()
