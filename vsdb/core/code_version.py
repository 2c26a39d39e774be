"""A fingerprint of the code that makes the pages."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from django.conf import settings

_FOLDERS = ("engine", "vsdb", "templates", "static")


def get_code_version() -> str:
    """The fingerprint of the code and the templates; in development looked at anew, as templates change in place."""
    return _of_files(_states()) if settings.DEBUG else _once()


@lru_cache(maxsize=1)
def _once() -> str:
    return _of_files(_states())


def _states() -> tuple[tuple[str, int, int], ...]:
    """Every file with its time and size, in the order of the names."""
    found = (path for folder in _FOLDERS for path in (settings.BASE_DIR / folder).rglob("*"))
    stats = ((str(path), path.stat()) for path in found if path.is_file() and "__pycache__" not in path.parts)
    return tuple(sorted((path, stat.st_mtime_ns, stat.st_size) for path, stat in stats))


@lru_cache(maxsize=1)
def _of_files(states: tuple[tuple[str, int, int], ...]) -> str:
    """What the files hold, so that every machine that runs the same code gives the same fingerprint."""
    digest = hashlib.sha256((settings.BASE_DIR / "requirements.txt").read_bytes())
    for path, _, _ in states:
        content = Path(path).read_bytes()
        digest.update(f"{Path(path).relative_to(settings.BASE_DIR).as_posix()}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()
