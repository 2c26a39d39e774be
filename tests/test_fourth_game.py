"""A game is a folder: one that the tests bring is a game like any other, with nothing changed outside its folder.

`tests/fourth_game/house_rules/` is that folder, `spare_house/` one with nothing but what a game needs, and the tests
beside them are the proof. They run in a process of their
own, with a database of their own: games are registered for a whole process, and tables and forms list them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.fourth_game.conftest import INSTALLED

ROOT = Path(__file__).resolve().parents[1]
#: What the process that runs this test may have set for itself.
NOT_ITS_OWN = ("PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER", "PYTEST_XDIST_WORKER_COUNT")


def test_a_game_is_a_folder(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name not in NOT_ITS_OWN} | {
        "VSDB_GAMES": ",".join(INSTALLED),
        "DATABASE_URL": f"sqlite:///{tmp_path / 'vsdb.sqlite3'}",
        "CACHE_URL": "locmemcache://fourth-game",
        "CELERY_BROKER_URL": "",
    }
    options = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--nomigrations")
    command = (sys.executable, "-m", "pytest", *options, str(ROOT / "tests" / "fourth_game"))
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}"
