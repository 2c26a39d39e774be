"""What every test may ask for."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from engine.reference import Reference

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("VSDB_SHARED") or ROOT.parent / "shared")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of official documents and cases; without one the test is skipped and says so."""
    if not SHARED.is_dir():
        pytest.skip("needs the official documents: name their folder in VSDB_SHARED")
    return SHARED


@cache
def _reference(game: str) -> Reference:
    from engine import reference as rows_to_values
    from vsdb.cards.fixture_files import read_game

    rows = read_game(ROOT / "fixtures" / game, game)
    return rows_to_values.reference(
        game, cards=rows.cards, sets=rows.sets, formats=rows.formats, bans=rows.bans, data_version="test"
    )


@pytest.fixture(scope="session")
def reference() -> Callable[[str], Reference]:
    """The reference of a game, out of the fixtures, without a database."""
    return _reference
