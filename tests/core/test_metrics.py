"""The folder in which processes add up their metrics: made where it is missing, done without where it can't be."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COUNT = "from vsdb.core import metrics; metrics.count('tried', 'Tries').inc(); print(metrics.is_shared)"


def count_in(folder: Path) -> subprocess.CompletedProcess[str]:
    """A process that counts with this folder in its environment."""
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(folder), "METRICS_PROCESS": "web-1-0"}
    command = [sys.executable, "-c", COUNT]
    return subprocess.run(command, check=False, capture_output=True, text=True, cwd=ROOT, env=environment)


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    ran = count_in(tmp_path / "run" / "metrics")
    assert (ran.returncode, ran.stdout.strip()) == (0, "True"), ran.stderr
    assert (tmp_path / "run" / "metrics" / "counter_web-1-0.db").is_file()


def test_a_process_counts_for_itself_where_the_folder_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = count_in(tmp_path / "file" / "metrics")
    assert (ran.returncode, ran.stdout.strip()) == (0, "False"), ran.stderr
    assert "PROMETHEUS_MULTIPROC_DIR can't be used" in ran.stderr
