"""The check that keeps migrations fit for a site that people use meanwhile."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def check(*migrations: str) -> tuple[int, str]:
    """The exit status of the check for these migrations, for all new ones without any, and what it says."""
    command = [sys.executable, "scripts/check_migrations.py", *migrations]
    ran = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    return ran.returncode, ran.stderr


def test_new_migrations_pass() -> None:
    assert check() == (0, "")


def test_one_that_locks_or_breaks_the_code_before_is_refused_with_what_to_do() -> None:
    """By migrations that landed before the check: an index on a table in use, and a column that must not be NULL."""
    status, said = check("decks.0008_likes_by_date", "decks.0005_decks_at_a_glance", "operations.0001_heartbeats")
    faults = dict(line.split(": ", 1) for line in said.splitlines())
    assert status == 1
    assert faults.keys() == {"decks.0008_likes_by_date", "decks.0005_decks_at_a_glance"}
    assert faults["decks.0008_likes_by_date"].startswith("CREATE_INDEX: ")
    assert faults["decks.0008_likes_by_date"].endswith("use AddIndexConcurrently in a migration with atomic = False")
    assert faults["decks.0005_decks_at_a_glance"].startswith("NOT_NULL: ")
