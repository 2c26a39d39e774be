"""Figures over turns as lines, with bands for their error; the same stands beside the picture as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import ClassVar

_WIDTH, _HEIGHT = 520, 260  #: units of the picture
_LEFT, _RIGHT, _TOP, _FOOT = 48, 12, 12, 34
_STEPS = (1, 2, 2.5, 5, 10)
_MOST_LINES = 5  #: of the grid
_MARK = 3.5
_HALF = 0.5  #: a share beyond which the whole is shown


@dataclass(frozen=True, slots=True)
class Point:
    """A figure at a place; from `low` to `high` where it isn't exact."""

    x: float
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """The points of a line in ascending order. `address` leads to what they come from, empty for none."""

    label: str
    points: tuple[Point, ...]
    address: str = ""


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """A point in the picture; `words` say its figure."""

    x: float
    y: float
    words: str


@dataclass(frozen=True, slots=True)
class DrawnSeries:
    """A line in the picture. `look` from 1 chooses ink, dashes and mark, so that colour isn't needed."""

    series: Series
    look: int
    path: str
    band: str
    marks: tuple[DrawnMark, ...]


@dataclass(frozen=True, slots=True)
class GridLine:
    """A line of the grid with its figure."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class LineChart:
    """Lines over a common axis. Shares are from 0 to 1 and written as percentages.

    `what` names the axis (“Turn”), `of` what the lines count. `digits` are those behind the point.
    """

    width: ClassVar = _WIDTH
    height: ClassVar = _HEIGHT
    left: ClassVar = _LEFT
    right: ClassVar = _WIDTH - _RIGHT
    floor: ClassVar = _HEIGHT - _FOOT
    label_x: ClassVar = _LEFT - 8
    label_y: ClassVar = _HEIGHT - _FOOT + 18
    looks: ClassVar = 6

    slug: str
    title: str
    what: str
    of: str
    series: tuple[Series, ...]
    is_share: bool = False
    digits: int = 1
    note: str = ""

    @property
    def places(self) -> list[float]:
        """Every place of the axis that has a point, in ascending order."""
        return sorted({point.x for each in self.series for point in each.points})

    @property
    def columns(self) -> list[GridLine]:
        """The places of the axis with their labels."""
        return [GridLine(self._to_x(x), _plain(x)) for x in self.places]

    @property
    def rows(self) -> list[GridLine]:
        """The lines of the grid from the floor up."""
        step = self._step
        count = round(self._top / step)
        return [GridLine(self._to_y(n * step), self._write_scale(n * step)) for n in range(count + 1)]

    @property
    def drawn(self) -> list[DrawnSeries]:
        """The lines in the order of the key."""
        return [self._draw(each, at) for at, each in enumerate(self.series)]

    @property
    def table(self) -> list[tuple[str, list[str]]]:
        """Each place with the figure of every line; empty where it has none."""
        found: list[tuple[str, list[str]]] = []
        for x in self.places:
            points = [next((p for p in each.points if p.x == x), None) for each in self.series]
            found.append((_plain(x), [self.write(point) if point else "" for point in points]))
        return found

    @property
    def words(self) -> str:
        """The picture in words."""
        lines = "; ".join(f"{each.label}: {self._read_out(each)}" for each in self.series)
        return f"{self.title}. {lines}"

    def write(self, point: Point) -> str:
        """The figure of a point, with what it may be off by."""
        if point.low is None or point.high is None or point.low == point.high:
            return self._write(point.y)
        if abs((point.high - point.y) - (point.y - point.low)) < 10**-9:
            return f"{self._write(point.y)} ± {self._write(point.high - point.y)}"
        return f"{self._write(point.low)} to {self._write(point.high)}"

    def _read_out(self, series: Series) -> str:
        return ", ".join(f"{self.what.lower()} {_plain(point.x)} {self.write(point)}" for point in series.points)

    def _draw(self, series: Series, at: int) -> DrawnSeries:
        marks = tuple(
            DrawnMark(
                self._to_x(point.x),
                self._to_y(point.y),
                f"{series.label}, {self.what.lower()} {_plain(point.x)}: {self.write(point)}",
            )
            for point in series.points
        )
        path = "M" + "L".join(f"{mark.x} {mark.y}" for mark in marks) if marks else ""
        return DrawnSeries(series, at % self.looks + 1, path, self._draw_band(series.points), marks)

    def _draw_band(self, points: Sequence[Point]) -> str:
        """The outline of the error, there along the upper and back along the lower side; empty without any."""
        bounds = [(p.x, p.low, p.high) for p in points if p.low is not None and p.high is not None]
        if not any(low != high for _, low, high in bounds):
            return ""
        upper = [f"{self._to_x(x)} {self._to_y(high)}" for x, _, high in bounds]
        lower = [f"{self._to_x(x)} {self._to_y(low)}" for x, low, _ in reversed(bounds)]
        return "M" + "L".join([*upper, *lower]) + "Z"

    @property
    def _most(self) -> float:
        return max((max(p.y, p.high or p.y) for each in self.series for p in each.points), default=0.0)

    @property
    def _step(self) -> float:
        """The distance of the grid's lines, such that there are few and their figures are round."""
        if self.is_share and self._most > _HALF:
            return 0.25
        rough = max(self._most, self._least_step) / _MOST_LINES
        size = 10.0 ** floor(log10(rough))
        return next(step * size for step in _STEPS if step * size >= rough * (1 - 10**-9))

    @property
    def _least_step(self) -> float:
        """The smallest figure that can be written."""
        return 10.0 ** -(self.digits + 2 if self.is_share else self.digits)

    @property
    def _top(self) -> float:
        """The figure at the upper edge."""
        if self.is_share and self._most > _HALF:
            return 1.0
        return max(1, ceil(self._most / self._step - 10**-9)) * self._step

    def _to_x(self, x: float) -> float:
        places = self.places
        first, last = places[0], places[-1]
        part = (x - first) / (last - first) if last > first else 0.5
        return round(self.left + _MARK + part * (self.right - self.left - 2 * _MARK), 2)

    def _to_y(self, y: float) -> float:
        return round(self.floor - min(max(y / self._top, 0.0), 1.0) * (self.floor - _TOP), 2)

    def _write(self, figure: float) -> str:
        return f"{100 * figure:.{self.digits}f} %" if self.is_share else f"{figure:,.{self.digits}f}"

    def _write_scale(self, figure: float) -> str:
        return f"{_plain(round(100 * figure, 6))} %" if self.is_share else _plain(round(figure, 6))


def build_series(label: str, figures: Sequence[tuple[float, float]], address: str = "") -> Series:
    """A line of exact figures."""
    return Series(label, tuple(Point(x, y) for x, y in figures), address)


def _plain(figure: float) -> str:
    """A figure without needless digits."""
    return f"{figure:,.0f}" if figure == int(figure) else f"{figure:g}"
