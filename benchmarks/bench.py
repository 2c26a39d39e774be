"""Measure every goal in one run, print the table, write `var/bench.json`: `make bench`.

Each module of this folder that has `results()` runs in a process of its own, one after the other; a comparison with a
peer is interleaved inside its module. A module that fails says so in a row, and the others go on. Names of modules
choose some; `--peers` first installs the programs to compare with; `--growth` measures how cost grows with size, too;
`--page` writes the table into docs/performance.md.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import peers, performance_page
from benchmarks.goals import Result
from benchmarks.table import is_busy, row_of_failure, row_of_result, write_text_table

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "var" / "bench.json"
SECONDS = 1200  #: at most for one module
_MARK = "BENCH "


def main() -> int:
    """Run the modules; 0 if all could be run, whether or not their goals are kept."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("modules", nargs="*")
    for name in ("peers", "growth", "page"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--inside", choices=("results", "growth"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        _measure_here(options.modules[0], options.inside)
        return 0
    if options.peers:
        peers.install()
    report = measure(options.modules, options.growth)
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(write_text_table(report["rows"]))
    print(busy_sentence(report))
    if options.page:
        performance_page.write(report)
    return 1 if any(row["state"] == "failed" for row in report["rows"]) else 0


def measure(chosen: Sequence[str], with_growth: bool) -> dict[str, Any]:
    """The whole report, as it is written to the file. `chosen` names modules; all if it is empty."""
    cores = len(os.sched_getaffinity(0))
    before = os.getloadavg()[0]
    loads, rows, points = [before], [], []
    for module in [name for name in find_modules("results") if not chosen or name in chosen]:
        print(f"measuring {module} …", file=sys.stderr, flush=True)
        rows += collect(module, "results", partial(_row_of, module))
        loads.append(os.getloadavg()[0])
    if with_growth:
        for module in [name for name in find_modules("growth") if not chosen or name in chosen]:
            print(f"measuring the growth of {module} …", file=sys.stderr, flush=True)
            found = collect(module, "growth", dict)
            rows += [each for each in found if "state" in each]
            points += [each for each in found if "state" not in each]
            loads.append(os.getloadavg()[0])
    return {
        "measured_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": describe_machine(cores),
        "loads": [round(load, 2) for load in loads],
        "is_busy": is_busy(before, loads[1:], cores),
        "rows": rows,
        "growth": points,
    }


def busy_sentence(report: dict[str, Any]) -> str:
    """Whether the machine was quiet enough to tell."""
    before, *during = report["loads"]
    figures = (
        f"load {before:.1f} before, up to {max(during, default=before):.1f} during, {report['machine']['cores']} cores"
    )
    if report["is_busy"]:
        return f"The machine was too busy to tell ({figures}): run it again on a quiet one."
    return f"The machine was quiet ({figures})."


def find_modules(function: str) -> list[str]:
    """The modules of this folder that define the function, by name, without importing them."""
    defined = re.compile(rf"^def {function}\(", re.MULTILINE)
    paths = sorted(Path(__file__).parent.glob("*.py"))
    return [path.stem for path in paths if defined.search(path.read_text(encoding="utf-8"))]


def _row_of(module: str, found: dict[str, Any]) -> dict[str, Any]:
    return row_of_result(module, Result(**found))


def collect(module: str, function: str, make_row: Callable[[dict[str, Any]], dict[str, Any]]) -> list[dict[str, Any]]:
    """What the function of the module gives, a row each; and a row if it fails, with the last line of its error."""
    try:
        done = subprocess.run(
            _command(module, function), cwd=ROOT, check=False, capture_output=True, text=True, timeout=SECONDS
        )
        printed, error = done.stdout, _last_line(done.stderr) if done.returncode else ""
    except subprocess.TimeoutExpired as exc:
        printed, error = (exc.stdout or b"").decode(), f"not done after {SECONDS} seconds"
    rows = [make_row(json.loads(line.removeprefix(_MARK))) for line in printed.splitlines() if line.startswith(_MARK)]
    return [*rows, row_of_failure(module, error)] if error else rows


def _command(module: str, function: str) -> list[str]:
    return [sys.executable, "-m", "benchmarks.bench", module, "--inside", function]


def _last_line(text: str) -> str:
    lines = text.strip().splitlines()
    return lines[-1].strip() if lines else "ended without a word"


def _measure_here(module: str, function: str) -> None:
    """Print what the function gives, a line of JSON each, as soon as it is there."""
    found: Iterator[Any] = getattr(importlib.import_module(f"benchmarks.{module}"), function)()
    for each in found:
        print(_MARK + json.dumps(asdict(each)), flush=True)


def describe_machine(cores: int) -> dict[str, Any]:
    """What the figures depend on."""
    try:
        cpu = re.search(r"model name\s*:\s*(.+)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    except (OSError, ValueError):
        cpu, memory = None, 0.0
    return {
        "cpu": cpu[1].strip() if cpu else platform.machine(),
        "cores": cores,
        "memory_gib": round(memory, 1),
        "system": platform.system(),
        "python": platform.python_version(),
        "node": _version("node", "--version").removeprefix("v"),
        "postgresql": _version("psql", "--version").removeprefix("psql (PostgreSQL) "),
    }


def _version(*command: str) -> str:
    try:
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


if __name__ == "__main__":
    sys.exit(main())
