"""Templates are in memory before somebody asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.template import TemplateSyntaxError, engines
from pytest_django import Settings

from vsdb.core.templates import load_templates


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """A folder that is the only one with templates of the site."""
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    return tmp_path


def test_a_template_that_an_upgrade_changes_stays_as_it_was_loaded(folder: Path) -> None:
    (folder / "parts").mkdir()
    (folder / "parts" / "page.html").write_text("before")
    assert load_templates() == 1
    (folder / "parts" / "page.html").write_text("{% a_tag_of_tomorrow %}")
    assert engines["django"].get_template("parts/page.html").render({}) == "before"


def test_one_that_can_not_be_read_is_told(folder: Path) -> None:
    (folder / "page.html").write_text("{% a_tag_of_tomorrow %}")
    with pytest.raises(TemplateSyntaxError):
        load_templates()
