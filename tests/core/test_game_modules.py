"""The games that an installation adds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from django.conf import LazySettings

import vsdb.core
from vsdb.core.apps import CoreConfig


def test_modules_of_games_are_imported(tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house_rules_game.py").write_text("IS_IMPORTED = True\n")
    monkeypatch.syspath_prepend(tmp_path)
    settings.GAME_MODULES = ["house_rules_game"]
    CoreConfig("vsdb.core", vsdb.core)
    assert sys.modules.pop("house_rules_game").IS_IMPORTED
