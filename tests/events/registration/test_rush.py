"""Acceptance 16 of the desk without its times: many players of one address at once, none refused and none lost.

`python -m benchmarks.events_rush` measures the times.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection

from tests.conftest import ROOT
from tests.events.registration.rushing import rush

PLAYERS = 40  #: more than the failed sign-ins that an address may have in a minute


@pytest.mark.dialect
@pytest.mark.django_db(transaction=True)
def test_many_players_of_one_address_sign_in_and_submit_and_none_is_refused_or_lost(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """On SQLite in a process of its own: threads that share a database in memory wait for no lock."""
    cache.clear()
    found = _rush_elsewhere(tmp_path, request) if connection.vendor == "sqlite" else rush(PLAYERS)
    assert found == {
        "answers": {"sign-in 302": PLAYERS, "submit 303": 2 * PLAYERS},
        "versions": 2 * PLAYERS,
        "players": PLAYERS,
        "logged": 2 * PLAYERS,
        "faults": [],
    }


def _rush_elsewhere(folder: Path, request: pytest.FixtureRequest) -> Any:
    database = shutil.copy(request.getfixturevalue("loaded_file"), folder / "vsdb.sqlite3")
    environment = {**os.environ, "DATABASE_URL": f"sqlite:///{database}", "VAR_DIR": str(folder)}
    words = [sys.executable, "-m", "tests.events.registration.rushing", str(PLAYERS)]
    done = subprocess.run(words, cwd=ROOT, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])
