"""A fingerprint of the code that makes the pages."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from django.conf import settings

_FOLDERS = ("engine", "vsdb", "templates", "static")


def get_code_version() -> str:
    """The fingerprint of the code and of the templates, also the operator's.

    In development it is looked at anew, as templates change in place.
    """
    return _of_files(_states()) if settings.DEBUG else _once()


@lru_cache(maxsize=1)
def _once() -> str:
    return _of_files(_states())


def _states() -> tuple[tuple[str, int, int], ...]:
    """Every file with its time and size, in the order of the names."""
    folders = [str(settings.BASE_DIR / folder) for folder in _FOLDERS]
    if settings.TEMPLATES_DIR:
        folders.append(settings.TEMPLATES_DIR)
    return tuple(sorted(state for folder in folders for state in _list_states(folder)))


def _list_states(folder: str) -> Iterator[tuple[str, int, int]]:
    """The files of a folder and of those within it; without pathlib, since every start looks at all files."""
    with os.scandir(folder) as found:
        for entry in found:
            if entry.is_dir():
                if entry.name != "__pycache__":
                    yield from _list_states(entry.path)
            elif entry.is_file():
                stat = entry.stat()
                yield entry.path, stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=1)
def _of_files(states: tuple[tuple[str, int, int], ...]) -> str:
    """What the files hold, so that every machine that runs the same code gives the same fingerprint."""
    digest = hashlib.sha256((settings.BASE_DIR / "requirements.txt").read_bytes())
    for path, _, _ in states:
        content = Path(path).read_bytes()
        digest.update(f"{_name(path)}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def _name(path: str) -> str:
    """The name of a file within the checkout, or within the operator's templates."""
    for folder in (str(settings.BASE_DIR), settings.TEMPLATES_DIR):
        if path.startswith(f"{folder}{os.sep}"):
            return path[len(folder) + 1 :].replace(os.sep, "/")
    raise ValueError(path)
