"""The site's own templates, read before somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.template import Origin
from django.template.loader import get_template
from django.template.loaders import filesystem

_texts: dict[str, str] = {}  #: by the paths of their files


class Loader(filesystem.Loader):
    """Gives the templates of the site as they were when this process started."""

    def get_contents(self, origin: Origin) -> str:
        """Return the text of a template. Raises TemplateDoesNotExist."""
        text = _texts.get(origin.name)
        return super().get_contents(origin) if text is None else text


def read_templates() -> int:
    """Read the text of every template of the site into the memory of this process; how many.

    Each is parsed when it is first asked for, since to parse all takes a sixth of a start; those of the operator at
    once. Raises TemplateSyntaxError for one of these that can't be parsed.
    """
    texts = {str(path): path.read_text(encoding="utf-8") for folder in _list_folders() for path in _list_files(folder)}
    _texts.update(texts)
    if settings.TEMPLATES_DIR:
        _parse_templates(Path(settings.TEMPLATES_DIR))
    return len(texts)


def parse_templates() -> None:
    """Parse every template of the site, for processes that share the memory of this one. Raises TemplateSyntaxError."""
    for folder in _list_folders():
        _parse_templates(folder)


def _parse_templates(folder: Path) -> None:
    for path in _list_files(folder):
        get_template(path.relative_to(folder).as_posix())


def _list_folders() -> list[Path]:
    return [Path(each) for engine in settings.TEMPLATES for each in engine["DIRS"]]


def _list_files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())
