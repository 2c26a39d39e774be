"""Figures of goldfish games as text, with their errors, and the steps of a game with the cards that they name."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, log10
from typing import Protocol

from engine.simulation.goldfish.comparing import Difference
from engine.simulation.goldfish.figures import FIGURES, FigureWords, GameWords

TWO_ERRORS = 2  #: standard errors within which a difference may be chance
MessagePart = tuple[str, str]  #: text, and the slug of the card that it names; empty for none
_MOST_DIGITS = 6  #: behind the point, as the figures are given


def explain_figure(game: GameWords, metric: str) -> str:
    """What a column of files means: `On curve this turn (1: yes, 0: no): a character whose cost is the turn`."""
    words = game.figures.get(metric) or FIGURES[metric]
    of_curve = f": {game.curve_card}" if metric in ("curve_hit", "on_curve") else ""
    return words.title + (" (1: yes, 0: no)" if words.is_share else "") + of_curve


def write_figure(words: FigureWords, mean: float, error: float | None = None) -> str:
    """A figure with its error, a share as a percentage."""
    factor, digits = _choose_digits(words, error or 0)
    unit = " %" if words.is_share else ""
    return f"{factor * mean:.{digits}f}{unit}" + (f" ± {factor * error:.{digits}f}" if error else "")


def write_difference(words: FigureWords, difference: Difference) -> str:
    """A difference with its sign and error; of shares in percentage points."""
    if not (difference.mean or difference.error):
        return "0"
    factor, digits = _choose_digits(words, difference.error)
    mean = f"{round(factor * difference.mean, digits) or 0:+.{digits}f}".replace("-", "−")
    return f"{mean} ± {factor * difference.error:.{digits}f}"


def describe_difference(words: FigureWords, difference: Difference) -> str:
    """A difference as a phrase: `0.31 ± 0.02 more points spent`."""
    more = "more" if difference.mean > 0 else "fewer"
    factor, digits = _choose_digits(words, difference.error)
    by = f"{abs(factor * difference.mean):.{digits}f} ± {factor * difference.error:.{digits}f}"
    return f"{by} percentage points {more} games {words.noun}" if words.is_share else f"{by} {more} {words.noun}"


def _choose_digits(words: FigureWords, error: float) -> tuple[int, int]:
    """The factor of a figure and its digits behind the point: as many more than usual as its error needs."""
    factor, usual = (100, 1) if words.is_share else (1, 2)
    needed = -floor(log10(factor * error)) if error > 0 else 0
    return factor, min(max(usual, needed), _MOST_DIGITS)


def is_within_error(difference: Difference) -> bool:
    """Whether a difference may be chance: it is at most two standard errors."""
    return difference.error > 0 and abs(difference.mean) <= TWO_ERRORS * difference.error


class NamedCard(Protocol):
    """A card by its title and slug; None or empty of one that the list doesn't name."""

    @property
    def title(self) -> str:
        """Its title."""

    @property
    def slug(self) -> str | None:
        """Its slug."""


class Step(Protocol):
    """A step of a game in words."""

    @property
    def message(self) -> str:
        """The sentence."""

    @property
    def cards(self) -> Sequence[NamedCard]:
        """The cards that it names."""


def split_message(step: Step) -> list[MessagePart]:
    """The sentence of a step in parts, those that name its cards apart."""
    parts: list[MessagePart] = []
    rest = step.message
    for card in step.cards:
        before, found, behind = rest.partition(card.title)
        if found and card.slug:
            parts += [(before, ""), (found, card.slug)]
            rest = behind
    return [part for part in (*parts, (rest, "")) if part[0]]
