"""The figures of a run as rows and as charts, from its answer as it is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from vsdb.core.line_charts import LineChart, Point, Series

Answer = Mapping[str, Any]
#: Two standard errors to each side hold the true figure in 19 of 20 runs.
ERRORS = 2


def list_figures(answer: Answer) -> Iterator[tuple[int, str, float, float]]:
    """Turn, metric, mean and standard error of every figure by turn."""
    for by_turn in (answer["by_turn"], answer["more_by_turn"]):
        for row in by_turn:
            for metric, found in row.items():
                if metric != "turn":
                    yield row["turn"], metric, found["mean"], found["se"]


def build_charts(answer: Answer) -> tuple[LineChart, ...]:
    """Points by turn, and the share of games on curve."""
    points = (("points", "Points"), ("spent", "Spent"), ("lost", "Lost"))
    shares = (("curve_hit", "On curve this turn"), ("on_curve", "On curve so far"))
    return (
        LineChart("points", "Points by turn", "Turn", "points", _list_series(answer, points), digits=2),
        LineChart("curve", "Games on curve", "Turn", "games", _list_series(answer, shares), is_share=True),
    )


def _list_series(answer: Answer, metrics: tuple[tuple[str, str], ...]) -> tuple[Series, ...]:
    return tuple(
        Series(label, tuple(_build_point(row["turn"], row[metric]) for row in answer["by_turn"]))
        for metric, label in metrics
    )


def _build_point(turn: int, found: Mapping[str, float]) -> Point:
    off = ERRORS * found["se"]
    return Point(turn, found["mean"], found["mean"] - off, found["mean"] + off)
