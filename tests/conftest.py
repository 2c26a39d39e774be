"""What every test may ask for."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from engine.model.reference import Reference

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("VSDB_SHARED") or ROOT.parent / "shared")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of official documents and cases; without one the test is skipped and says so."""
    if not SHARED.is_dir():
        pytest.skip("needs the official documents: name their folder in VSDB_SHARED")
    return SHARED


@cache
def _reference(game: str) -> Reference:
    from engine import build_reference
    from vsdb.catalog.cards.fixture_files import read_game

    rows = read_game(ROOT / "fixtures" / game, game)
    return build_reference(
        game, cards=rows.cards, sets=rows.sets, formats=rows.formats, bans=rows.bans, data_version="test"
    )


@pytest.fixture(scope="session")
def reference() -> Callable[[str], Reference]:
    """The reference of a game, out of the fixtures, without a database."""
    return _reference


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Every test that asks for the database finds the whole reference in it; index and imports have folders apart.

    Both are made once a session.
    """
    settings.SEARCH_INDEX_DIR = tmp_path_factory.mktemp("index")
    # Imports are locked by their number, and each worker's database counts from one.
    settings.IMPORT_DIR = tmp_path_factory.mktemp("imports")
    with django_db_blocker.unblock():
        call_command("load_reference", verbosity=0)
        call_command("build_index", verbosity=0)


@pytest.fixture
def loaded_live_server(live_server: LiveServer) -> LiveServer:
    """A served site with the reference, which the test before it that was served has emptied out of the tables."""
    from vsdb.catalog.cards.models import Card

    if not Card.objects.exists():
        call_command("load_reference", verbosity=0)
    return live_server
