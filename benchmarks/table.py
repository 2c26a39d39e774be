"""The table of `make bench`: a row a goal, kept or missed, and whether the machine was too busy to tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import isnan
from typing import Any

from benchmarks.goals import Result

Row = dict[str, Any]

KEPT, MISSED, NO_PEER, FAILED = "kept", "missed", "peer not installed", "failed"
_HEADINGS = ("goal", "measured", "compared with", "ratio", "wanted", "")


def row_of_result(module: str, result: Result) -> Row:
    """A row of the JSON file. The ratio is null if the peer isn't installed."""
    if isnan(result.ratio):
        return {"module": module, **asdict(result), "ratio": None, "state": NO_PEER}
    return {"module": module, **asdict(result), "state": KEPT if result.is_kept else MISSED}


def row_of_failure(module: str, error: str) -> Row:
    """The row of a module that couldn't measure its goals, or not all."""
    goal = f"{module}: {error}"
    return {"module": module, "goal": goal, "measured": "", "peer": "", "ratio": None, "wanted": None, "state": FAILED}


def is_busy(before: float, during: Sequence[float], cores: int) -> bool:
    """Whether something else used more than half of the cores: the run itself counts for one while it measures."""
    return before > cores / 2 or any(load - 1 > cores / 2 for load in during)


def write_text_table(rows: Sequence[Row]) -> str:
    """Columns padded with spaces, for a terminal."""
    lines = [_HEADINGS, *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def write_markdown_table(rows: Sequence[Row]) -> str:
    """The same as a table of Markdown."""
    lines = [_HEADINGS, ("---",) * len(_HEADINGS), *map(_cells, rows)]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _cells(row: Row) -> tuple[str, ...]:
    compared = row["peer"] or ("" if row["state"] == FAILED else "the bound")
    ratio, wanted = (_figure(row[name]) for name in ("ratio", "wanted"))
    return row["goal"], row["measured"], compared, ratio, wanted, row["state"]


def _figure(ratio: float | None) -> str:
    """A ratio with three digits; a big one without decimals."""
    if ratio is None:
        return ""
    return f"{ratio:.{2 if ratio < 10 else 1 if ratio < 100 else 0}f}"
