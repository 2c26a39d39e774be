"""A site that is broken on purpose keeps what it has: the short run of `scripts/faults.py`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.long
@pytest.mark.broker
def test_nothing_is_lost_doubled_or_half_done() -> None:
    """Kills, outages, a full disk, two writers and hostile input: each case is tried, and none goes wrong."""
    # Two cases at once, since most of them wait half of their time: for a server that hangs, for a lease that ends.
    command = [sys.executable, "scripts/faults.py", "--short", "--workers", "2", "--json"]
    ran = subprocess.run(command, check=False, cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout, ran.stderr[-3_000:]
    outcomes = json.loads(ran.stdout)
    assert {each["name"]: each["faults"] for each in outcomes if each["faults"]} == {}
    assert [each["name"] for each in outcomes if not each["tries"]] == []
    assert ran.returncode == 0, ran.stderr[-3_000:]
