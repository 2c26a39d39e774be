"""The files that a browser needs to check lists by itself, each known by the digest of what it holds.

Code and facts are packed when they are first asked for in a version, the same bytes in every process; Pyodide lies in
`static/vendor/pyodide/`, compressed as it is sent.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import brotli
import rapidfuzz
from django.conf import settings

from engine.games import OWN_GAMES
from engine.model.cards import GAMES
from engine.model.errors import NotFound
from vsdb.catalog.cards import selectors
from vsdb.core.code_version import get_code_version

PYODIDE = "0.29.5"
#: The worker's script, and what it is made of; every other file is data, which no browser runs by itself.
WORKER = "worker.js"
_SCRIPTS = ("pyodide.js", "pyodide.asm.js")
_DATA = ("pyodide.asm.wasm", "python_stdlib.zip")
_TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip", ".json": "application/json"}
_DIGITS = 16  #: of a digest in an address
_QUALITY = 6  #: of Brotli; nine takes three times as long for a thirtieth less


@dataclass(frozen=True)
class EngineFile:
    """A file of the offline engine: `packed` is its content in Brotli."""

    name: str
    packed: bytes = field(repr=False)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the content."""
        return hashlib.sha256(self.unpack()).hexdigest()

    @cached_property
    def size(self) -> int:
        """How many bytes the content has."""
        return len(self.unpack())

    @property
    def key(self) -> str:
        """What stands for the content in the file's address."""
        return self.digest[:_DIGITS]

    @property
    def content_type(self) -> str:
        """The media type."""
        return _TYPES[Path(self.name).suffix]

    def unpack(self) -> bytes:
        """The content."""
        content: bytes = brotli.decompress(self.packed)
        return content


def list_files() -> tuple[EngineFile, ...]:
    """Every file of today's code and facts; what the references' versions cost, and after a load the facts.

    A game that is installed beside the engine's own isn't among them: its code isn't in `engine`.
    """
    return (*_list_code(get_code_version()), *(_pack_facts(*each) for each in _list_versions()))


def find_file(key: str, name: str) -> EngineFile | None:
    """The file of that name if it still has that content; costs what `list_files` does."""
    return next((each for each in list_files() if (each.key, each.name) == (key, name)), None)


def get_version(files: Iterable[EngineFile]) -> str:
    """What stands for all of the files together."""
    return hashlib.sha256("".join(each.digest for each in files).encode()).hexdigest()[:_DIGITS]


def list_games() -> list[str]:
    """The names of the games whose facts are among the files."""
    return [GAMES[game] for game, _ in _list_versions()]


def _list_versions() -> list[tuple[str, str]]:
    found = []
    for game in OWN_GAMES:
        with suppress(NotFound):
            found.append((game, selectors.get_data_version(game)))
    return found


@lru_cache(maxsize=1)
def _list_code(version: str) -> tuple[EngineFile, ...]:
    """The worker's script, Pyodide and the engine, for a version of the code."""
    own = (settings.BASE_DIR / "static" / "js" / "engine-worker.js").read_bytes()
    script = b"\n".join([*(brotli.decompress(_read_vendored(name)) for name in _SCRIPTS), own])
    return (
        _pack(WORKER, script),
        *(EngineFile(name, _read_vendored(name)) for name in _DATA),
        _pack("engine.zip", zip_code()),
    )


@lru_cache(maxsize=2 * len(OWN_GAMES))
def _pack_facts(game: str, version: str) -> EngineFile:
    """The facts of a game as `engine.on_device` reads them. Raises NotFound where others were loaded meanwhile."""
    rows: dict[str, Any] = {"game": game, "data_version": version, **selectors.list_reference_rows(game)}
    if selectors.map_stored_versions()[game] != version:
        raise NotFound(f"the facts of {GAMES[game]} have just changed; ask again")
    dump = json.dumps(rows, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return _pack(f"facts-{game}.json", dump.encode())


def zip_code() -> bytes:
    """The engine and the one library that it needs, as Python finds them in a zip; the same bytes everywhere.

    Of RapidFuzz the modules in Python are enough: they give the same answers as those in C++. NumPy stays away, so what
    computes many games or decks at once isn't for browsers.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for folder in (settings.BASE_DIR / "engine", Path(rapidfuzz.__file__).parent):
            for path in sorted(folder.rglob("*.py")):
                if path.parent.name != "__pyinstaller":
                    name = (folder.name / path.relative_to(folder)).as_posix()
                    archive.writestr(zipfile.ZipInfo(name), path.read_bytes())
    return packed.getvalue()


def _pack(name: str, content: bytes) -> EngineFile:
    return EngineFile(name, brotli.compress(content, quality=_QUALITY))


def _read_vendored(name: str) -> bytes:
    path: Path = settings.BASE_DIR / "static" / "vendor" / "pyodide" / f"{name}.br"
    return path.read_bytes()
