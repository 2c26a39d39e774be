"""The text index that answers now: the one that goes with the database, made anew where it is missing or stale.

PostgreSQL searches in itself, with files beside SQLite; where none can be kept the table is read through. The files
stand in a folder of their own for each writing of the searched texts. The rows in the database say which writing is
current; the folder bears its name. A new index is written under another name and renamed when it is complete, so that
a build that is killed leaves nothing that would be taken for an index.
"""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import monotonic, time

from django.conf import settings
from django.db import connection

from vsdb.core.read_only import is_refusing_writes
from vsdb.search.models import IndexState, SearchText
from vsdb.search.text import rows
from vsdb.search.text.postgresql_index import PostgresqlIndex, search_with_state
from vsdb.search.text.rows import (
    Progress,
    TextIndex,
    TextQuery,
    TextRanking,
)
from vsdb.search.text.whoosh_index import DamagedIndex, WhooshFiles, write_files

logger = logging.getLogger(__name__)


class TableScan(TextIndex):
    """The same answers as an index gives, slower with every card: each search reads the whole table, in one query."""

    def search(self, query: TextQuery) -> Mapping[int, float]:
        """Every card that holds the words, with its rank."""
        if not query.tokens:
            return {}
        ranking = TextRanking(query.tokens, query.kind)
        column = "wording" if query.field == "wording" else "words"
        parts = [f" {' '.join(query.tokens)} "] if query.kind == "phrase" else [f" {token}" for token in query.tokens]
        held = SearchText.objects.order_by("pk")
        for part in parts:
            held = held.filter(**{f"{column}__contains": part})
        names = " " if query.field == "wording" else None
        return {
            card: ranking.rank(names or name_words, text)
            for card, name_words, text in held.values_list("card", "name_words", column)
        }


_PART = ".part"
#: After a failed writing the folder is left alone for that long, so that not every search tries in vain.
RETRY_SECONDS = 60.0
_LEFT_SECONDS = 24 * 3600
_opening = Lock()
#: The files of one writing, as the process holds them open.
_held: dict[Path, WhooshFiles] = {}
# Open files have one place to read from, which processes that were forked from one another would move for each other.
os.register_at_fork(after_in_child=_held.clear)
_failed: dict[Path, tuple[float, OSError]] = {}


class FileIndex(TextIndex):
    """The cards' texts in files, of one writing of them."""

    kind = "files"

    def __init__(self, build: str, files: WhooshFiles) -> None:
        super().__init__(build)
        self._files = files

    def build(self, progress: Progress | None = None) -> int:
        """Write texts and files anew, and use them from now on; how many cards they hold.

        Until both are written the old ones answer, also where the build is killed.
        """
        self._build = rows.write(before_it_counts=lambda build: _write_files(_folder(build), progress)).build
        self._files, _ = _open_files(_folder(self._build), progress)
        _sweep(_folder(self._build))
        return SearchText.objects.count()

    def search(self, query: TextQuery) -> Mapping[int, float]:
        """Every card that holds the words, with its rank; no query."""
        return self._files.search(query)


def open_index(build: str, progress: Progress | None = None) -> tuple[FileIndex, bool]:
    """The index of a writing of the texts, and whether its files had to be written; raises OSError where they can't be.

    Whoever comes while another process writes them waits for it.
    """
    files, was_written = _open_files(_folder(build), progress)
    return FileIndex(build, files), was_written


def _open_files(folder: Path, progress: Progress | None) -> tuple[WhooshFiles, bool]:
    with _opening:
        if folder in _held and folder.is_dir():
            return _held[folder], False
        try:
            files, was_written = WhooshFiles(folder), False
        except DamagedIndex:
            files, was_written = _try_to_write(folder, progress)
            _sweep(folder)
        # What was open before is let go of when the last search in it is done.
        _held.clear()
        _held[folder] = files
        return files, was_written


def _try_to_write(folder: Path, progress: Progress | None) -> tuple[WhooshFiles, bool]:
    """Write the files, unless that failed a short while ago."""
    since, fault = _failed.get(folder, (0.0, None))
    if fault and monotonic() - since < RETRY_SECONDS:
        raise fault
    try:
        return _write_files(folder, progress)
    except OSError as error:
        _failed.clear()
        _failed[folder] = (monotonic(), error)
        raise


def _write_files(folder: Path, progress: Progress | None) -> tuple[WhooshFiles, bool]:
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _lock_folder(folder.parent):
        try:
            return WhooshFiles(folder), False
        except DamagedIndex:
            shutil.rmtree(folder, ignore_errors=True)
        part = folder.with_name(folder.name + _PART)
        shutil.rmtree(part, ignore_errors=True)  # what a build that was killed left there
        part.mkdir()
        try:
            texts = SearchText.objects.order_by("pk").values_list("card", "name_words", "words", "wording")
            write_files(part, texts.iterator(rows.BATCH), SearchText.objects.count(), progress)
        except OSError:
            shutil.rmtree(part, ignore_errors=True)
            raise
        part.rename(folder)
    logger.info("the search index was written: %s", folder)
    return WhooshFiles(folder), True


def _sweep(folder: Path) -> None:
    """Remove every index that is older than this one, complete or not; a newer one another process is writing."""
    with _lock_folder(folder.parent):
        since = folder.stat().st_mtime_ns
        for other in folder.parent.iterdir():
            if other.is_dir() and other.stat().st_mtime_ns < since:
                shutil.rmtree(other, ignore_errors=True)


def list_leftover_folders() -> list[Path]:
    """What builds that were killed have left beside the index; none takes as long. One query."""
    folder, oldest = Path(settings.SEARCH_INDEX_DIR), time() - _LEFT_SECONDS
    current = set(IndexState.objects.values_list("build", flat=True))
    found = [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    return [path for path in found if path.name not in current and path.stat().st_mtime < oldest]


def _folder(build: str) -> Path:
    return Path(settings.SEARCH_INDEX_DIR) / build


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """One process at a time writes into the folder; the lock ends with the process, however it ends."""
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


OUTDATED = "The search index is missing or out of date. It is rebuilt when the site is no longer read-only."
REBUILT = "The search index was missing or out of date and has been rebuilt."
_heard: ContextVar[list[str] | None] = ContextVar("heard", default=None)


@contextmanager
def index_notes() -> Iterator[list[str]]:
    """Within it the list gathers what every index that is asked has to tell; it stays empty where all is well."""
    heard: list[str] = []
    token = _heard.set(heard)
    try:
        yield heard
    finally:
        _heard.reset(token)


def get_text_index(progress: Progress | None = None) -> TextIndex:
    """The index of today's facts; one query where it is there. Its `notes` say what had to be done, or can't be.

    Ask for it once a request: it doesn't look again whether the facts have changed.
    """
    index = _found(progress)
    heard = _heard.get()
    if heard is not None:
        heard.extend(index.notes)
    return index


def search_current_index(query: TextQuery) -> tuple[TextIndex, Mapping[int, float]]:
    """The index of today's facts, as `get_text_index` gives it, and what it finds.

    On PostgreSQL one trip to the database says whether it is current and searches it.
    """
    if connection.vendor == "postgresql" and query.tokens:
        state, found = search_with_state(query)
        if state.is_current:
            return PostgresqlIndex(state.build), found
    index = get_text_index()
    return index, index.search(query)


def update_index() -> tuple[str, ...]:
    """Bring the index to what is recorded now; what stands in the way of it, if something does."""
    return tuple(note for note in get_text_index().notes if note != REBUILT)


def _found(progress: Progress | None) -> TextIndex:
    found = rows.read_rows_state()
    was_stale = not found.is_current
    if was_stale and is_refusing_writes():
        return TableScan(notes=(OUTDATED,))
    if was_stale:
        logger.info("the search index is missing or out of date; rebuilding it")
        found = rows.write(progress, anew=False)
    if connection.vendor == "postgresql":
        return PostgresqlIndex(found.build, (REBUILT,) if was_stale else ())
    if not found.build:
        return TableScan()
    try:
        index, was_written = open_index(found.build, progress)
    except OSError as error:
        logger.warning("the search index can't be written to %s: %s", settings.SEARCH_INDEX_DIR, error)
        return TableScan(notes=(f"Searched without an index, because it can't be written: {error.strerror or error}.",))
    if was_stale or was_written:
        index.notes = (REBUILT,)
    return index


@dataclass(frozen=True, slots=True)
class IndexReport:
    """Which index answers searches (`PostgreSQL`, `files` or `none`: rows are scanned), and whether it is current.

    One that isn't current is rebuilt by the next search.
    """

    kind: str
    is_current: bool


def describe_index() -> IndexReport:
    """Say how the index stands and rebuild nothing; one query."""
    found = rows.read_rows_state()
    if connection.vendor == "postgresql":
        return IndexReport("PostgreSQL", found.is_current)
    if not found.build:
        return IndexReport("none", found.is_current)
    return IndexReport("files", found.is_current and _folder(found.build).is_dir())
