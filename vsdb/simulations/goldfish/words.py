"""Figures of goldfish games as text, with their errors."""

from __future__ import annotations

from engine.simulation.goldfish.comparing import Difference
from engine.simulation.goldfish.figures import FigureWords

TWO_ERRORS = 2  #: standard errors within which a difference may be chance


def write_figure(words: FigureWords, mean: float, error: float | None = None) -> str:
    """A figure with its error, a share as a percentage."""
    if words.is_share:
        return f"{100 * mean:.1f} %" + (f" ± {100 * error:.1f}" if error else "")
    return f"{mean:.2f}" + (f" ± {error:.2f}" if error else "")


def write_difference(words: FigureWords, difference: Difference) -> str:
    """A difference with its sign and error; of shares in percentage points."""
    if not (difference.mean or difference.error):
        return "0"
    factor, digits = (100, 1) if words.is_share else (1, 2)
    mean = f"{round(factor * difference.mean, digits) or 0:+.{digits}f}".replace("-", "−")
    return f"{mean} ± {factor * difference.error:.{digits}f}"


def describe_difference(words: FigureWords, difference: Difference) -> str:
    """A difference as a phrase: `0.31 ± 0.02 more points spent`."""
    more = "more" if difference.mean > 0 else "fewer"
    if words.is_share:
        by = f"{abs(100 * difference.mean):.1f} ± {100 * difference.error:.1f}"
        return f"{by} percentage points {more} games {words.noun}"
    return f"{abs(difference.mean):.2f} ± {difference.error:.2f} {more} {words.noun}"


def is_within_error(difference: Difference) -> bool:
    """Whether a difference may be chance: it is at most two standard errors."""
    return difference.error > 0 and abs(difference.mean) <= TWO_ERRORS * difference.error
