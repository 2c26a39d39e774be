"""The site's own templates, read before somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.template.loader import get_template


def load_templates() -> int:
    """Read every template of the site into the memory of this process, in which Django keeps them; how many. Raises
    TemplateSyntaxError for one that can't be read."""
    names = list(_list_templates())
    for name in names:
        get_template(name)
    return len(names)


def _list_templates() -> Iterator[str]:
    folders: list[Path] = [Path(each) for engine in settings.TEMPLATES for each in engine["DIRS"]]  # type: ignore[attr-defined]
    for folder in folders:
        yield from (path.relative_to(folder).as_posix() for path in sorted(folder.rglob("*")) if path.is_file())
