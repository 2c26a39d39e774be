"""Two results side by side: what a change of the deck does to each figure of each turn."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Any

from engine.model.errors import InputError
from engine.simulation.goldfish.running import GoldfishResult
from engine.simulation.goldfish.tallies import PLACES, Estimate


@dataclass(frozen=True, slots=True)
class Difference:
    """A metric of a turn in two results, and how much it is more in the second."""

    turn: int
    metric: str
    before: Estimate
    after: Estimate

    @property
    def mean(self) -> float:
        """The second mean less the first."""
        return self.after.mean - self.before.mean

    @property
    def error(self) -> float:
        """The standard error of the difference of two independent means."""
        return hypot(self.before.error, self.after.error)

    def as_dict(self) -> dict[str, Any]:
        """A row for CSV and JSON."""
        return {
            "turn": self.turn,
            "metric": self.metric,
            "before": self.before.as_dict(),
            "after": self.after.as_dict(),
            "difference": round(self.mean, PLACES),
            "se": round(self.error, PLACES),
        }


def compare_runs(before: GoldfishResult, after: GoldfishResult) -> tuple[Difference, ...]:
    """The differences by turn and metric, over the turns that both results have. Raises InputError for two games.

    The results count as independent, so the error of a difference is √(se² + se²). Sums don't hold how games of one
    number go together, so results of one seed aren't paired. A game of one seed has the same random numbers in both,
    and two decks that share most cards then fare alike in it: their real error is smaller, often by half or more. Two
    different seeds make the results independent indeed.
    """
    if before.run.deck.game != after.run.deck.game:
        raise InputError("the two decks are of different games", place="game")
    turns = range(1, min(before.run.turns, after.run.turns) + 1)
    return tuple(
        Difference(turn, metric, before.tally.estimate(turn, place), after.tally.estimate(turn, place))
        for turn in turns
        for place, metric in enumerate(before.run.metrics)
    )
