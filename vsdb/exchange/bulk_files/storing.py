"""Bulk files on disk: written once per version of the facts and day, replaced at once, never built per request."""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from engine.model.errors import NotFound
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.pictures import get_pictures_version
from vsdb.core.code_version import get_code_version
from vsdb.exchange.bulk_files.kinds import KINDS, BulkKind

_INDEX = "index.json"
_UNFINISHED_SECONDS = 6 * 3600


@dataclass(frozen=True, slots=True)
class BulkFile:
    """A file of the folder. `updated_at` is when its content last changed; `sha256` is of the compressed file."""

    game: str
    kind: str
    file_name: str
    updated_at: str
    size: int
    sha256: str
    objects: int

    @property
    def path(self) -> Path:
        """Where it lies."""
        return settings.BULK_DIR / self.file_name


def list_bulk_files() -> tuple[BulkFile, ...]:
    """The files of today's facts. Where there are none they are written first, which takes seconds."""
    return list_written_files() if is_current() else write_bulk_files()


def list_written_files() -> tuple[BulkFile, ...]:
    """The files that there are, of whatever day."""
    _, files = _read_index()
    return files if all(each.path.exists() for each in files) else ()


def is_current() -> bool:
    """Whether the files are those of today's facts."""
    return _read_index()[0] == _list_stamps() and bool(list_written_files())


def find_bulk_file(files: Iterable[BulkFile], game: str, kind: str) -> BulkFile:
    """The file of a game and a kind. Raises NotFound."""
    found = next((each for each in files if (each.game, each.kind) == (game, kind)), None)
    if found is None:
        raise NotFound(f"no bulk file {game}/{kind}; /api/v1/bulk lists the files"[:200])
    return found


def write_bulk_files() -> tuple[BulkFile, ...]:
    """Write what is out of date and return all files. One process at a time writes; another one waits for it."""
    settings.BULK_DIR.mkdir(parents=True, exist_ok=True)
    with _lock():
        stamps, (known, held) = _list_stamps(), _read_index()
        before = {(each.game, each.kind): each for each in held}
        files: list[BulkFile] = []
        for game, stamp in stamps.items():
            for kind in KINDS:
                last = before.get((game, kind.slug))
                is_good = last is not None and last.path.exists() and known.get(game) == stamp
                files.append(last if last and is_good else _write(game, kind, last))
        _replace(settings.BULK_DIR / _INDEX, json.dumps([stamps, [asdict(each) for each in files]]).encode())
        _delete_others({each.file_name for each in (*files, *held)})
        return tuple(files)


def _list_stamps() -> dict[str, str]:
    """What the files of each game depend on: the facts, the day, since bans begin and end, and the code."""
    today, code = timezone.localdate().isoformat(), f"{get_code_version()} {get_pictures_version()}".rstrip()
    return {each.game: f"{each.data_version} {today} {code}" for each in selectors.list_references()}


def _write(game: str, kind: BulkKind, last: BulkFile | None) -> BulkFile:
    """A file of JSON Lines, compressed; the same content gives the same bytes, and stays the file it was."""
    unfinished = settings.BULK_DIR / f".{game}-{kind.slug}.{os.getpid()}"
    objects = 0
    with unfinished.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
        for objects, line in enumerate(kind.list_lines(game), start=1):  # noqa: B007
            file.write(line + b"\n")
    content = unfinished.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if last and last.sha256 == digest and last.path.exists():
        unfinished.unlink()
        return last
    name = f"{game}-{kind.slug}-{digest[:16]}.jsonl.gz"
    unfinished.replace(settings.BULK_DIR / name)
    now = timezone.now().replace(microsecond=0).isoformat()
    return BulkFile(game, kind.slug, name, now, len(content), digest, objects)


def _read_index() -> tuple[Mapping[str, str], tuple[BulkFile, ...]]:
    """The stamps and the files of the folder, none where nothing was written."""
    try:
        stamps, rows = json.loads((settings.BULK_DIR / _INDEX).read_bytes())
        return stamps, tuple(BulkFile(**row) for row in rows)
    except (OSError, ValueError, TypeError):
        return {}, ()


def _replace(path: Path, content: bytes) -> None:
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def _delete_others(names: set[str]) -> None:
    """Delete files that neither this index nor the one before names: somebody may still be about to open those.

    Also what a writer that was killed has left unfinished: whoever writes holds the lock.
    """
    for path in settings.BULK_DIR.glob("*.jsonl.gz"):
        if path.name not in names:
            path.unlink(missing_ok=True)
    for path in settings.BULK_DIR.glob(".*.[0-9]*"):
        path.unlink(missing_ok=True)


def list_unfinished_files() -> list[Path]:
    """What writers that were killed have left: none takes as long."""
    oldest = time.time() - _UNFINISHED_SECONDS
    of_writers = [path for path in settings.BULK_DIR.glob(".*.*") if path.suffix[1:].isdecimal()]
    return [path for path in of_writers if path.stat().st_mtime < oldest]


@contextmanager
def _lock() -> Iterator[None]:
    with (settings.BULK_DIR / ".lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def parse_moment(text: str) -> datetime:
    """A moment of the index."""
    return datetime.fromisoformat(text)
