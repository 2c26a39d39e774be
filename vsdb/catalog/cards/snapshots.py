"""References as files, for processes that start: read in a tenth of the time that the database takes.

A file is of one game, one version of its facts and one version of the code, and sealed with the site's key: any other
isn't read. `REFERENCE_DIR` is their folder; without one there are none.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import pickle
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from engine.model.reference import Reference
from vsdb.core.code_version import get_code_version
from vsdb.core.read_only import is_refusing_writes

logger = logging.getLogger(__name__)
_SEAL_BYTES = hashlib.sha256().digest_size


def read_snapshot(game: str, version: str) -> Reference | None:
    """The reference of a game in a version; None where no file of it can be read."""
    if not _is_used():
        return None
    try:
        content = _find_path(game, version).read_bytes()
    except OSError:
        return None
    seal, packed = content[:_SEAL_BYTES], content[_SEAL_BYTES:]
    if not hmac.compare_digest(seal, _seal(packed)):
        return None
    found: Reference = pickle.loads(packed)  # noqa: S301  (sealed: this site has written it)
    return found if (found.game, found.data_version) == (game, version) else None


def write_snapshot(reference: Reference) -> None:
    """Keep a reference for processes that start later, in place of those of other versions."""
    if not _is_used() or is_refusing_writes():
        return
    path = _find_path(reference.game, reference.data_version)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    packed = pickle.dumps(reference, pickle.HIGHEST_PROTOCOL)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(_seal(packed) + packed)
        part.replace(path)
        for other in path.parent.glob(f"{reference.game}-*.pickle"):
            if other != path:
                other.unlink(missing_ok=True)
    except OSError as error:
        logger.warning("The reference can't be kept for the next start in REFERENCE_DIR: %s", error)
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _is_used() -> bool:
    """Games that are installed beside the engine's own may change without the version of the code."""
    return bool(settings.REFERENCE_DIR) and not settings.GAME_MODULES


def _find_path(game: str, version: str) -> Path:
    stamp = hashlib.sha256(f"{version} {get_code_version()}".encode()).hexdigest()[:32]
    return Path(settings.REFERENCE_DIR) / f"{game}-{stamp}.pickle"


def _seal(packed: bytes) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), b"vsdb.reference" + packed, "sha256")
