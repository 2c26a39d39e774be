"""Templates are in memory before somebody asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.template import TemplateSyntaxError, engines
from pytest_django import Settings

from vsdb.core.templates import parse_templates, read_templates


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """A folder that is the only one with templates of the site."""
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path]}]
    return tmp_path


def test_a_template_that_an_upgrade_changes_stays_as_it_was_read(folder: Path) -> None:
    (folder / "parts").mkdir()
    (folder / "parts" / "page.html").write_text("before")
    assert read_templates() == 1
    (folder / "parts" / "page.html").write_text("{% a_tag_of_tomorrow %}")
    assert engines["django"].get_template("parts/page.html").render({}) == "before"


def test_the_site_starts_without_parsing_its_own(folder: Path) -> None:
    (folder / "page.html").write_text("{% a_tag_of_tomorrow %}")
    assert read_templates() == 1
    with pytest.raises(TemplateSyntaxError):
        parse_templates()


def test_one_of_the_operator_that_can_not_be_parsed_is_told_at_the_start(folder: Path, settings: Settings) -> None:
    settings.TEMPLATES_DIR = str(folder)
    (folder / "page.html").write_text("{% a_tag_of_tomorrow %}")
    with pytest.raises(TemplateSyntaxError):
        read_templates()
