"""What several tests of imports ask for."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from tests.commands import run
from tests.exchange.exporting import CARDS
from tests.exchange.uploading import somebody


@pytest.fixture
def folder(tmp_path: Path, settings: Settings) -> Path:
    """Where uploads of a test wait."""
    settings.IMPORT_DIR = tmp_path / "imports"
    cache.clear()
    return tmp_path / "imports"


@pytest.fixture
def importer() -> Client:
    return somebody("add_import")


@pytest.fixture
def with_texts(tmp_path: Path) -> None:
    """Wordings and rulings of our own beside the reference."""
    path = tmp_path / "cards-vs-classic.csv"
    path.write_text(CARDS, encoding="utf-8")
    status, said, _ = run("import_cards", str(path), "--source", "csv")
    assert status == 0, said
