"""What `collectstatic` notes of each file, so that the doctor can compare it with its source."""

from __future__ import annotations

import hashlib
from typing import Protocol

NAME = "staticfiles.json"
#: The keys of the file: the collected file of each name, as Django notes it; and what its source held.
PATHS, SOURCES = "paths", "sources"


class Readable(Protocol):
    """An open file; of storages too."""

    def read(self) -> bytes:
        """Return all of it."""


def hash_source(source: Readable) -> str:
    """Return the fingerprint of a static file as it lies in the code, before anything is made of it."""
    return hashlib.sha256(source.read()).hexdigest()
