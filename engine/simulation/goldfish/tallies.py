"""Sums over games, in whole numbers, so that they are the same in whatever portions the games were played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from engine.simulation.goldfish.policy import TurnFigures

PLACES = 6  #: of a mean and its error
METRICS = ("points", "spent", "lost", "curve_hit", "on_curve", "characters", "atk", "def", "hand")
SO_FAR = ("spent_so_far", "nothing_recruited", "resources_missed")  #: over all turns up to this one
ALL_METRICS = (*METRICS, *SO_FAR)  #: a game's own stand behind

Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of a figure over the games and its standard error."""

    mean: float
    error: float

    def as_dict(self) -> dict[str, float]:
        """The estimate as the API gives it."""
        return {"mean": round(self.mean, PLACES), "se": round(self.error, PLACES)}


@dataclass(frozen=True, slots=True)
class Tally:
    """Games, and by turn the sum of each metric and of its squares."""

    games: int
    sums: tuple[Row, ...]
    squares: tuple[Row, ...]

    def estimate(self, turn: int, place: int) -> Estimate:
        """A metric of a turn by its place; a share p has the error √(p(1−p)/games)."""
        total, squares, games = self.sums[turn - 1][place], self.squares[turn - 1][place], self.games
        return Estimate(total / games, sqrt((games * squares - total * total) / games**3))


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


def tally_games(games: Iterable[Sequence[TurnFigures]], turns: int, metrics: int) -> Tally:
    """The tally of some games of so many turns and metrics each."""
    sums, squares = ([[0] * metrics for _ in range(turns)] for _ in range(2))
    count = 0
    for game in games:
        count += 1
        for turn, row in enumerate(list_rows(game)):
            of_sums, of_squares = sums[turn], squares[turn]
            for place, value in enumerate(row):
                if value:
                    of_sums[place] += value
                    of_squares[place] += value * value
    return Tally(count, tuple(map(tuple, sums)), tuple(map(tuple, squares)))


def add_tallies(portions: Iterable[Tally]) -> Tally:
    """The tally of all games of some portions, of which there is at least one."""
    first, *others = portions
    return Tally(
        first.games + sum(other.games for other in others),
        _add_rows([first.sums, *(other.sums for other in others)]),
        _add_rows([first.squares, *(other.squares for other in others)]),
    )


def _add_rows(tables: Sequence[tuple[Row, ...]]) -> tuple[Row, ...]:
    return tuple(tuple(map(sum, zip(*rows, strict=True))) for rows in zip(*tables, strict=True))
