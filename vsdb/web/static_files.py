"""Static files as production serves them: sheets joined, minified, named by what they hold, and compressed."""

from __future__ import annotations

import json
import logging
import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from django.http import HttpRequest, HttpResponseBase
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.storage import CompressedManifestStaticFilesStorage

from vsdb.core.static_manifest import NAME, PATHS, SOURCES, hash_source

logger = logging.getLogger(__name__)
Sources = dict[str, tuple[Storage, str]]  #: where each file lies, by its name

#: The project's own files; those of libraries are left as they come.
_MINIFIERS: dict[str, tuple[str, Callable[[str], str]]] = {".css": ("css/", cssmin), ".js": ("js/", jsmin)}
_IMPORT = re.compile(r'^@import "([\w.-]+)";\n?', re.MULTILINE)


class ProductionStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Names, minifies and compresses what `collectstatic` gathers. The readable sources stay beside it, unlinked.

    A sheet that imports others becomes one file with them: in development the browser follows its imports instead.
    Two versions of the code share a folder: each finds its names in the manifest, whichever was collected last.
    """

    manifest_name = NAME
    hashed_files: dict[str, str]

    def __init__(self, *args: Any, **options: Any) -> None:
        self.sources: dict[str, str] = {}
        self.in_use: frozenset[str] = frozenset()
        super().__init__(*args, **options)

    def load_manifest(self) -> tuple[dict[str, str], str]:
        """Return the collected file of each name; none from a file that can't be read, which collecting replaces."""
        try:
            names, fingerprint = super().load_manifest()
        except ValueError as error:
            logger.error("static files: %s. Run manage.py collectstatic --no-input.", error)
            return {}, ""
        return names, fingerprint

    def post_process(
        self, paths: Sources, dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Yield what became of each file: its name, its new name, and whether it was changed."""
        self.in_use = frozenset(self._read_stored().get(PATHS, {}).values())
        smaller = {} if dry_run else minify_sources(paths)
        self.sources = {name: _hash(*place) for name, place in paths.items()}
        yield from super().post_process({**paths, **smaller}, dry_run=dry_run, **options)

    def delete(self, name: str) -> None:
        """Delete a file, but none that running processes serve: its name says what it holds, so it stays right."""
        if name not in self.in_use:
            super().delete(name)

    def _save(self, name: str, content: Any) -> str:
        return name if name in self.in_use and self.exists(name) else str(super()._save(name, content))

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress files but those in use that are compressed already; yield both names of each."""
        left = [path for path in paths if path not in self.in_use or not self.exists(f"{path}.gz")]
        yield from super().compress_files(left)

    def save_manifest(self) -> None:
        """Write the manifest in one step. Names that only other versions have stay while their files are there."""
        before = self._read_stored()
        kept = {name: path for name, path in before.get(PATHS, {}).items() if self.exists(path)}
        sources = {name: hashed for name, hashed in before.get(SOURCES, {}).items() if name in kept}
        self.hashed_files = {**kept, **self.hashed_files}
        names = json.dumps(sorted(self.hashed_files.items()))
        self.manifest_hash = self.file_hash(None, ContentFile(names.encode()))
        written = {
            PATHS: self.hashed_files,
            SOURCES: {**sources, **self.sources},
            "version": self.manifest_version,
            "hash": self.manifest_hash,
        }
        new = f"{self.manifest_name}.new"
        self.delete(new)
        self._save(new, ContentFile(json.dumps(written).encode()))
        Path(self.path(new)).replace(self.path(self.manifest_name))

    def _read_stored(self) -> dict[str, dict[str, str]]:
        """The manifest of the last collecting; empty where there is none that can be read."""
        try:
            stored: dict[str, dict[str, str]] = json.loads(self.read_manifest() or "{}")
        except ValueError:
            return {}
        return stored


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # it has no types
    """Serves the collected files, also those that a newer version has added since this process started.

    It looks for a file when it is first asked for: to look at all of them takes a thirtieth of a start.
    """

    directories: list[tuple[str, str]]
    files: dict[str, Any]

    def update_files_dictionary(self, root: str, prefix: str) -> None:
        """Remember the folder instead of its files."""
        self.directories.append((root, prefix))

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with a file, or leave the request to what comes next."""
        path = request.path_info
        if not self.autorefresh and path.startswith(self.static_prefix) and path not in self.files:
            self._keep_file(path)
        answer: HttpResponseBase = super().__call__(request)
        return answer

    def _keep_file(self, path: str) -> None:
        """Remember what a file is like, and how it is compressed, from the first time on that it is asked for."""
        if found := self.find_file(path):
            self.files[path] = found


def _hash(storage: Storage, path: str) -> str:
    with storage.open(path) as source:
        return hash_source(source)


def minify_sources(paths: Sources) -> Sources:
    """Return the project's own sheets and scripts, joined and minified, in memory."""
    memory = InMemoryStorage()
    for name in paths:
        folder, minify = _MINIFIERS.get(posixpath.splitext(name)[1], ("", None))
        if minify and name.startswith(folder):
            memory.save(name, ContentFile(minify(join_imports(name, paths)).encode()))
    return {name: (memory, name) for name in paths if memory.exists(name)}


def join_imports(name: str, paths: Sources) -> str:
    """Return a sheet with the sheets of its folder that it imports put in their places; any other file as it is."""
    storage, path = paths[name]
    with storage.open(path) as source:
        text = source.read().decode()
    if not name.endswith(".css"):
        return str(text)
    return _IMPORT.sub(lambda each: join_imports(posixpath.join(posixpath.dirname(name), each[1]), paths), text)
