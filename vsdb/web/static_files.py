"""Static files as production serves them: sheets joined, minified, named by what they hold, and compressed."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import InMemoryStorage, Storage
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

Sources = dict[str, tuple[Storage, str]]  #: where each file lies, by its name

#: The project's own files; those of libraries are left as they come.
_MINIFIERS: dict[str, tuple[str, Callable[[str], str]]] = {".css": ("css/", cssmin), ".js": ("js/", jsmin)}
_IMPORT = re.compile(r'^@import "([\w.-]+)";\n?', re.MULTILINE)


class ProductionStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # it has no types
    """Names, minifies and compresses what `collectstatic` gathers. The readable sources stay beside it, unlinked.

    A sheet that imports others becomes one file with them: in development the browser follows its imports instead.
    """

    def post_process(
        self, paths: Sources, dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str | None, bool | Exception]]:
        """Yield what became of each file: its name, its new name, and whether it was changed."""
        smaller = {} if dry_run else minify_sources(paths)
        yield from super().post_process({**paths, **smaller}, dry_run=dry_run, **options)


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
