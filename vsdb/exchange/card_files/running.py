"""Which imports are being worked on at this moment, and how far they are, across processes.

Whoever works holds a lock on a file of the import in `IMPORT_DIR`. The system lets go of it with the process, however
that ends, so that an import that was killed is known at once. The file tells how far the import is: the cache of a
default installation is each process's own, and its database can't be written to while an import is.
"""

from __future__ import annotations

import fcntl
import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from django.conf import settings

from engine.model.errors import InputError

logger = logging.getLogger(__name__)
Tell = Callable[[int, int], None]
_TELL_EVERY_SECONDS = 0.2
_WIDTH = 64


@contextmanager
def held(number: int) -> Iterator[Tell]:
    """Within it the import is at work; the function tells how many of how many bytes are read.

    Raises InputError where another process is at work on it. Where the folder can't be written, nobody can be told.
    """
    path = _path(number)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        file = path.open("r+", encoding="utf-8")
    except OSError as error:
        logger.warning("imports can't be followed in %s: %s", path.parent, error)
        yield lambda _done, _total: None
        return
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputError("this import is being worked on already", code="import-running") from error
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
        with _path(number).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return None
    return False


def progress(number: int) -> tuple[int, int] | None:
    """How many of how many bytes are read, where that is told."""
    try:
        done, total = json.loads(_path(number).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return done, total


def _path(number: int) -> Path:
    return Path(settings.IMPORT_DIR) / f"{number}.running"
