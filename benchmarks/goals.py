"""What benchmarks hand to `make bench`: goals with what was measured, and how cost grows with size.

A module of this folder takes part if it has `results()`, which gives a `Result` for each goal, and may have `growth()`,
which gives a `Point` for each size. Each runs in a process of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan


@dataclass(frozen=True, slots=True)
class Result:
    """A goal, and what was measured for it."""

    goal: str  #: "a verdict of a deck just read, classic"
    measured: str  #: "12.3 µs"
    peer: str  #: "throneteki-deck-helper 2.7.0", or "" if the goal is a bound
    ratio: float  #: of us against the peer, or of the bound against what was measured; NaN if the peer isn't installed
    wanted: float  #: the least ratio that keeps the goal

    @property
    def is_kept(self) -> bool:
        """Whether the ratio is at least the wanted one."""
        return self.ratio >= self.wanted


@dataclass(frozen=True, slots=True)
class Point:
    """What one thing costs at one size."""

    what: str  #: "a search for two words"
    unit: str  #: what the size counts: "cards", "decks"
    size: int
    milliseconds: float


def within(goal: str, seconds: float, bound: float) -> Result:
    """A goal that is a bound in seconds."""
    return Result(goal, format_time(seconds), "", bound / seconds, 1.0)


def faster(goal: str, seconds: float, peer: str, peer_seconds: float | None, wanted: float) -> Result:
    """A goal that is a ratio of speeds. Without the peer's seconds the row says that the peer isn't installed."""
    ratio = nan if peer_seconds is None else peer_seconds / seconds
    return Result(goal, format_time(seconds), peer, ratio, wanted)


def format_time(seconds: float) -> str:
    """Three digits and the unit that suits: "12.3 µs", "450 ms", "2.00 s"."""
    units = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))
    unit, size = next((each for each in units if seconds >= each[1]), units[-1])
    value = seconds / size
    return f"{value:.{2 if value < 10 else 1 if value < 100 else 0}f} {unit}"
