"""A fingerprint of the code that makes the pages."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings

_FOLDERS = ("engine", "vsdb", "templates", "static")
_NO_SOURCE = "__pycache__"


def get_code_version() -> str:
    """The fingerprint of the code and the templates; in development looked at anew, as templates change in place."""
    return _of_files(_states()) if settings.DEBUG else _once()


@lru_cache(maxsize=1)
def _once() -> str:
    return _of_files(_states())


def _states() -> tuple[tuple[str, int, int], ...]:
    """Every file with its time and size, in the order of the names."""
    found = (entry for folder in _FOLDERS for entry in _files(settings.BASE_DIR / folder))
    stats = ((entry.path, entry.stat()) for entry in found)
    return tuple(sorted((path, stat.st_mtime_ns, stat.st_size) for path, stat in stats))


def _files(folder: Path | str) -> Iterator[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_file():
                yield entry
            elif entry.name != _NO_SOURCE:
                yield from _files(entry.path)


@lru_cache(maxsize=1)
def _of_files(states: tuple[tuple[str, int, int], ...]) -> str:
    """What the files hold, so that every machine that runs the same code gives the same fingerprint."""
    digest = hashlib.sha256((settings.BASE_DIR / "requirements.txt").read_bytes())
    for path, _, _ in states:
        content = Path(path).read_bytes()
        digest.update(f"{Path(path).relative_to(settings.BASE_DIR).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()
