"""A life as a picture: where each span stands on an axis of days, in parts of a hundred of its width.

Nothing in it has a width of its own, so the picture is as wide as there is room, and its letters keep their size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from engine import Format
from engine.formats.legality import BANNED, NOT_IN
from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN, UNKNOWN

SURE, DOUBT, AGAINST, NOTHING = "sure", "doubt", "against", "nothing"
_LOOKS = {
    LEGAL: (SURE, "✓"),
    UNCERTAIN: (DOUBT, "?"),
    UNKNOWN: (DOUBT, "?"),
    BANNED: (AGAINST, "✗"),
    ILLEGAL: (NOTHING, ""),
    NOT_IN: (NOTHING, ""),
}
_ROOM_FOR_A_SIGN = 4.5  #: of a hundred; about its width on a phone
_MAX_TICKS = 7  #: years that fit beside each other on a phone
_STEPS = (1, 2, 5, 10, 25)
_YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class DrawnStretch:
    """A time with one outcome, as it is drawn: `since` and `until` None where it is open; `anchor` its row's."""

    outcome: str
    since: date | None
    until: date | None
    anchor: str
    words: str


@dataclass(frozen=True, slots=True)
class AxisTick:
    """A year on the axis."""

    year: int
    x: str


@dataclass(frozen=True, slots=True)
class TimeAxis:
    """The days that the picture shows, from the first of a year on."""

    first: date
    last: date
    today: date

    def at(self, day: date) -> float:
        """Where a day begins, from 0 to 100; one beside the axis at its end."""
        whole = (self.last - self.first).days
        return min(max((day - self.first).days / whole * 100, 0), 100)

    @property
    def now(self) -> str:
        """Where today is."""
        return format_percent(self.at(self.today))

    @property
    def ticks(self) -> tuple[AxisTick, ...]:
        """The years that are written, as many as fit."""
        years = range(self.first.year, self.last.year + 1)
        step = next((step for step in _STEPS if len(years) / step <= _MAX_TICKS), _STEPS[-1])
        shown = (year for year in years if year % step == 0)
        return tuple(AxisTick(year, format_percent(self.at(date(year, 1, 1)))) for year in shown)


@dataclass(frozen=True, slots=True)
class TimelineBar:
    """A stretch with its place; `sign` is empty where there is no room for one."""

    look: str
    x: str
    width: str
    middle: str
    sign: str
    anchor: str
    words: str


@dataclass(frozen=True, slots=True)
class TimelineMark:
    """A day on which the outcome turned."""

    x: str
    anchor: str
    words: str


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """A life on the axis; `season` is where the format was played, None where that isn't recorded."""

    bars: tuple[TimelineBar, ...]
    marks: tuple[TimelineMark, ...]
    season: tuple[str, str] | None


def format_percent(part: float) -> str:
    """A part of a hundred as the picture writes it."""
    return f"{part:.2f}%"


def build_axis(days: Iterable[date], today: date, first: date) -> TimeAxis:
    """An axis from the year of the first turn (`first` where there is none) to a year after the last one or today."""
    turns = sorted(days) or [first]
    return TimeAxis(date(turns[0].year, 1, 1), max(turns[-1], today) + _YEAR, today)


def build_row(stretches: Sequence[DrawnStretch], axis: TimeAxis, fmt: Format) -> TimelineRow:
    """A life drawn on an axis."""
    turned = ((axis.at(each.since), each) for each in stretches if each.since)
    marks = tuple(TimelineMark(format_percent(at), each.anchor, each.words) for at, each in turned)
    return TimelineRow(tuple(_bar(each, axis) for each in stretches), marks, _season(fmt, axis))


def _bar(each: DrawnStretch, axis: TimeAxis) -> TimelineBar:
    look, sign = _LOOKS[each.outcome]
    start = axis.at(each.since or axis.first)
    end = axis.at(each.until + timedelta(days=1)) if each.until else 100.0
    x, width, middle = (format_percent(part) for part in (start, end - start, (start + end) / 2))
    shown = sign if end - start >= _ROOM_FOR_A_SIGN else ""
    return TimelineBar(look, x, width, middle, shown, each.anchor, each.words)


def _season(fmt: Format, axis: TimeAxis) -> tuple[str, str] | None:
    if fmt.starts is None and fmt.ends is None:
        return None
    start = axis.at(fmt.starts.earliest) if fmt.starts else 0.0
    end = axis.at(fmt.ends.latest) if fmt.ends else 100.0
    return (format_percent(start), format_percent(end - start)) if end > start else None
