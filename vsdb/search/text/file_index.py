"""The text index beside the database: files in a folder of their own for each writing of the searched texts.

The rows in the database say which writing is current; the folder bears its name. A new index is written under another
name and renamed when it is complete, so that a build that is killed leaves nothing that would be taken for an index.
"""

from __future__ import annotations

import fcntl
import logging
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from time import monotonic

from django.conf import settings
from django.db.models import QuerySet

from vsdb.search.models import SearchText
from vsdb.search.text import rows
from vsdb.search.text.rows import PrintedNames, Progress, TextIndex, TextQuery
from vsdb.search.text.whoosh_index import DamagedIndex, Text, WhooshFiles, amend_files, write_files

logger = logging.getLogger(__name__)
_PART = ".part"
#: After a failed writing the folder is left alone for that long, so that not every search tries in vain.
RETRY_SECONDS = 60.0


@dataclass(slots=True)
class _Opened:
    """The files of one writing as a process holds them open, and the names once somebody asked for them."""

    folder: Path
    files: WhooshFiles
    names: PrintedNames | None = None


_opening = Lock()
_held: list[_Opened] = []
# Open files have one place to read from, which processes that were forked from one another would move for each other.
os.register_at_fork(after_in_child=_held.clear)
_failed: dict[Path, tuple[float, OSError]] = {}


class FileIndex(TextIndex):
    """The cards' texts in files, of one writing of them."""

    def __init__(self, opened: _Opened, notes: tuple[str, ...] = ()) -> None:
        self.notes = notes
        self._opened = opened

    def build(self, progress: Progress | None = None) -> int:
        """Write texts and files anew, and use them from now on; how many cards they hold.

        Until both are written the old ones answer, also where the build is killed.
        """
        made = rows.write(before_it_counts=lambda build: _write_files(_folder(build), progress))
        self._opened, _ = _open_files(made.build, progress)
        _sweep(self._opened.folder)
        return SearchText.objects.count()

    def update(self, card_ids: Iterable[int]) -> int:
        """Write the texts of these cards again and put them into a copy of the files, which is used from now on."""
        wanted = tuple(card_ids)
        before, after = rows.rewrite_rows(wanted)
        texts = list(_texts().filter(pk__in=wanted))
        old, new = _folder(before.build), _folder(after.build)
        if before.is_current and old.is_dir():
            with _lock_folder(old.parent):
                part = _empty_folder(new)
                shutil.copytree(old, part)
                amend_files(part, texts, set(wanted) - {text[0] for text in texts})
                part.rename(new)
        self._opened, _ = _open_files(after.build, None)
        return len(texts)

    def search(self, query: TextQuery) -> Mapping[int, float]:
        """Every card that holds the words, with its rank; no query."""
        return self._opened.files.search(query)

    def suggest(self, text: str, limit: int = 5) -> tuple[str, ...]:
        """Names most like a misspelt one, best first; one query the first time."""
        names = self._opened.names
        if names is None:
            names = self._opened.names = PrintedNames.held()
        return names.nearest(text, limit)


def open_index(build: str, progress: Progress | None = None) -> tuple[FileIndex, bool]:
    """The index of a writing of the texts, and whether its files had to be written; raises OSError where they can't be.

    Whoever comes while another process writes them waits for it.
    """
    opened, was_written = _open_files(build, progress)
    return FileIndex(opened), was_written


def _open_files(build: str, progress: Progress | None) -> tuple[_Opened, bool]:
    folder = _folder(build)
    with _opening:
        if _held and _held[0].folder == folder and folder.is_dir():
            return _held[0], False
        try:
            files, was_written = WhooshFiles(folder), False
        except DamagedIndex:
            files, was_written = _try_to_write(folder, progress)
            _sweep(folder)
        # What was open before is let go of when the last search in it is done.
        _held[:] = [_Opened(folder, files)]
        return _held[0], was_written


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
        part = _empty_folder(folder)
        part.mkdir()
        try:
            write_files(part, _texts().iterator(rows.BATCH), SearchText.objects.count(), progress)
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


def _folder(build: str) -> Path:
    return Path(settings.SEARCH_INDEX_DIR) / build


def _empty_folder(folder: Path) -> Path:
    """Where a folder is written until it is complete; what a build that was killed left there is gone."""
    part = folder.with_name(folder.name + _PART)
    shutil.rmtree(part, ignore_errors=True)
    return part


def _texts() -> QuerySet[SearchText, Text]:
    return SearchText.objects.order_by("pk").values_list("card", "name_words", "words", "wording")


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """One process at a time writes into the folder; the lock ends with the process, however it ends."""
    with (folder / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
