"""Sums over games, in whole numbers, so that they are the same in whatever portions the games were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from engine.simulation.goldfish.policy import TurnFigures

PLACES = 6  #: of a mean and its error
METRICS = ("points", "spent", "lost", "curve_hit", "on_curve", "characters", "atk", "def", "hand")
SO_FAR = ("spent_so_far", "nothing_recruited", "resources_missed")  #: over all turns up to this one
ALL_METRICS = (*METRICS, *SO_FAR)  #: a game's own stand behind

Row = tuple[int, ...]
Histogram = tuple[tuple[int, int], ...]  #: (value, games with it), the lowest value first


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of a figure over the games and its standard error."""

    mean: float
    error: float

    def as_dict(self) -> dict[str, float]:
        """The estimate as the API gives it."""
        return {"mean": round(self.mean, PLACES), "se": round(self.error, PLACES)}


def estimate_share(count: int, games: int) -> Estimate:
    """The share of so many of the games, with its error √(p(1−p)/games)."""
    return Estimate(count / games, sqrt(count * (games - count) / games**3))


@dataclass(frozen=True, slots=True)
class Tally:
    """Games, and by turn the sum of each metric and of its squares.

    `histograms` count the games by each value of a metric, by turn and metric; empty where nobody asked for them.
    """

    games: int
    sums: tuple[Row, ...]
    squares: tuple[Row, ...]
    histograms: tuple[tuple[Histogram, ...], ...] = ()

    def estimate(self, turn: int, place: int) -> Estimate:
        """A metric of a turn by its place; a share p has the error √(p(1−p)/games)."""
        total, squares, games = self.sums[turn - 1][place], self.squares[turn - 1][place], self.games
        return Estimate(total / games, sqrt((games * squares - total * total) / games**3))

    def as_dict(self) -> dict[str, Any]:
        """The tally as plain lists and numbers for JSON, from which `read_tally` makes the same tally."""
        return {"games": self.games, "sums": self.sums, "squares": self.squares, "histograms": self.histograms}


def read_tally(stored: Mapping[str, Any]) -> Tally:
    """The tally that `Tally.as_dict` told, back from JSON."""
    return Tally(
        stored["games"],
        tuple(map(tuple, stored["sums"])),
        tuple(map(tuple, stored["squares"])),
        tuple(
            tuple(tuple((value, games) for value, games in of_metric) for of_metric in of_turn)
            for of_turn in stored["histograms"]
        ),
    )


def list_rows(turns: Iterable[TurnFigures]) -> Iterator[Row]:
    """The metrics of each turn of a game, in the order of `ALL_METRICS` and behind them the game's own."""
    on_curve, spent, recruited, missed = 1, 0, 0, 0
    for turn in turns:
        on_curve &= turn.hit
        spent += turn.spent
        recruited += turn.recruited
        missed += turn.missed
        lost = turn.points - turn.spent
        board = (turn.characters, turn.atk, turn.defense, turn.hand)
        yield (turn.points, turn.spent, lost, turn.hit, on_curve, *board, spent, int(not recruited), missed, *turn.own)


def tally_games(
    games: Iterable[Sequence[TurnFigures]], turns: int, metrics: int, *, distribution: bool = False
) -> Tally:
    """The tally of some games of so many turns and metrics each; with histograms where `distribution` is asked for."""
    sums, squares = ([[0] * metrics for _ in range(turns)] for _ in range(2))
    counts: list[list[Counter[int]]] = [[Counter() for _ in range(metrics)] for _ in range(turns)]
    count = 0
    for game in games:
        count += 1
        for turn, row in enumerate(list_rows(game)):
            of_sums, of_squares = sums[turn], squares[turn]
            for place, value in enumerate(row):
                if value:
                    of_sums[place] += value
                    of_squares[place] += value * value
            if distribution:
                for of_metric, value in zip(counts[turn], row, strict=True):
                    of_metric[value] += 1
    histograms = tuple(tuple(map(_sort_counts, of_turn)) for of_turn in counts) if distribution else ()
    return Tally(count, tuple(map(tuple, sums)), tuple(map(tuple, squares)), histograms)


def add_tallies(portions: Iterable[Tally]) -> Tally:
    """The tally of all games of some portions of one run, of which there is at least one."""
    first, *others = portions
    return Tally(
        first.games + sum(other.games for other in others),
        _add_rows([first.sums, *(other.sums for other in others)]),
        _add_rows([first.squares, *(other.squares for other in others)]),
        tuple(
            tuple(_add_histograms(of_metric) for of_metric in zip(*of_turn, strict=True))
            for of_turn in zip(first.histograms, *(other.histograms for other in others), strict=True)
        ),
    )


def _add_rows(tables: Sequence[tuple[Row, ...]]) -> tuple[Row, ...]:
    return tuple(tuple(map(sum, zip(*rows, strict=True))) for rows in zip(*tables, strict=True))


def _add_histograms(histograms: Iterable[Histogram]) -> Histogram:
    counts: Counter[int] = Counter()
    for histogram in histograms:
        counts.update(dict(histogram))
    return _sort_counts(counts)


def _sort_counts(counts: Counter[int]) -> Histogram:
    return tuple(sorted(counts.items()))
