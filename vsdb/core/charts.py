"""Counts and lives as pictures: where a bar stands and how long it is. The same stands beside the picture as a table.

Counts are drawn in units; a life on an axis of days in parts of a hundred of its width, so that its picture is as wide
as there is room, and its letters keep their size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import ClassVar

from django.utils.text import slugify

from engine import ILLEGAL, LEGAL, UNCERTAIN, UNKNOWN, Format
from engine.formats.legality import BANNED, NOT_IN
from vsdb.core.words import shorten

_WIDTH = 340  #: units of the picture; about a pixel each on a phone
_COLUMN_HEIGHT, _COLUMN_FOOT, _COLUMN_HEAD = 110, 20, 18
_ROW_HEIGHT, _LABEL_WIDTH, _COUNT_WIDTH = 24, 128, 36
_ICON = 14
_MAX_BARS = 12
_LABEL_LENGTH = 21  #: characters of a label that fit beside its bar


@dataclass(frozen=True, slots=True)
class ChartLook:
    """How a bar is filled: a pattern of `templates/parts/chart_pattern.html` in the inks of some classes.

    `icon` stands beside its label, so that neither colour nor pattern is needed.
    """

    label: str
    pattern: str
    classes: str
    icon: str = ""

    @property
    def slug(self) -> str:
        """What its pattern is called within a picture."""
        return slugify(self.label)


@dataclass(frozen=True, slots=True)
class ChartCount:
    """How many there are of something, and the address of them all, where there is one.

    Bars with `parts` are stacked of them: how many have which look.
    """

    label: str
    count: int
    address: str = ""
    look: ChartLook | None = None
    parts: tuple[tuple[ChartLook, int], ...] = ()

    @property
    def words(self) -> str:
        """The count in words, with its parts."""
        parts = ", ".join(f"{look.label} {count}" for look, count in self.parts if count)
        return f"{self.label} {self.count}" + (f" ({parts})" if parts else "")


@dataclass(frozen=True, slots=True)
class BarPart:
    """A part of a stacked bar with its place in the picture."""

    look: ChartLook
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class ChartBar:
    """A bar with its place in the picture."""

    count: ChartCount
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Where a word stands that is centred on it."""
        return self.x + self.width / 2

    @property
    def end(self) -> float:
        """Where the number stands behind a lying bar."""
        return self.x + self.width + 6

    @property
    def line(self) -> float:
        """The foot of the letters beside a lying bar."""
        return self.y + self.height / 2 + 4.5

    @property
    def top(self) -> float:
        """The foot of the number above a standing bar."""
        return self.y - 5

    @property
    def short_label(self) -> str:
        """The label as far as there is room for it."""
        return shorten(self.count.label, _LABEL_LENGTH)

    @property
    def parts(self) -> list[BarPart]:
        """What the bar is filled with, from its foot up; nothing for a bar of the usual look."""
        if self.count.look:
            return [BarPart(self.count.look, self.x, self.y, self.width, self.height)]
        foot, whole = self.y + self.height, sum(count for _, count in self.count.parts) or 1
        found = []
        for look, count in self.count.parts:
            high = self.height * count / whole
            foot -= high
            found.append(BarPart(look, self.x, _fine(foot), self.width, _fine(high)))
        return found


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of counts; `what` names the column of labels, `of` what is counted.

    `rest` is what the picture has no room for: its table alone has it.
    """

    width: ClassVar = _WIDTH
    floor: ClassVar = _COLUMN_HEAD + _COLUMN_HEIGHT  #: the line that standing bars stand on
    label_end: ClassVar = _LABEL_WIDTH - 8  #: of lying bars
    icon_x: ClassVar = _LABEL_WIDTH - 8 - _ICON  #: before lying bars
    icon_label_end: ClassVar = _LABEL_WIDTH - 12 - _ICON  #: of those with an icon
    icon_size: ClassVar = _ICON

    slug: str
    title: str
    what: str
    counts: tuple[ChartCount, ...]
    is_curve: bool = False
    of: str = "cards"
    note: str = ""
    rest: tuple[ChartCount, ...] = ()
    has_table: bool = True

    @property
    def key(self) -> list[ChartLook]:
        """The looks of the parts of its bars, in order."""
        return list(dict.fromkeys(look for each in self.counts for look, _ in each.parts))

    @property
    def looks(self) -> list[ChartLook]:
        """All looks of its bars, each once."""
        return list(dict.fromkeys([*self.key, *(each.look for each in self.counts if each.look)]))

    @property
    def rows(self) -> list[tuple[ChartCount, list[int]]]:
        """The counts of its table, those too that the picture has no room for, each with its count for every key."""
        key = self.key
        return [(each, [dict(each.parts).get(look, 0) for look in key]) for each in (*self.counts, *self.rest)]

    @property
    def words(self) -> str:
        """The picture in words."""
        said = ", ".join(each.words for each in self.counts)
        return f"{self.title}: {said}" + (f"; {self.note}" if self.note else "")

    @property
    def height(self) -> int:
        """The picture's height."""
        if self.is_curve:
            return _COLUMN_HEAD + _COLUMN_HEIGHT + _COLUMN_FOOT
        return _ROW_HEIGHT * len(self.counts)

    @property
    def label_line(self) -> int:
        """The foot of the labels below standing bars."""
        return self.height - 5

    @property
    def bars(self) -> list[ChartBar]:
        """The bars, the longest of the whole length."""
        most = max((each.count for each in self.counts), default=0) or 1
        if self.is_curve:
            step = _WIDTH / len(self.counts)
            heights = [_COLUMN_HEIGHT * each.count / most for each in self.counts]
            return [
                ChartBar(each, _fine(n * step + step * 0.12), _fine(self.floor - high), _fine(step * 0.76), _fine(high))
                for n, (each, high) in enumerate(zip(self.counts, heights, strict=True))
            ]
        room = _WIDTH - _LABEL_WIDTH - _COUNT_WIDTH
        return [
            ChartBar(each, _LABEL_WIDTH, n * _ROW_HEIGHT + 4, _fine(room * each.count / most), _ROW_HEIGHT - 8)
            for n, each in enumerate(self.counts)
        ]


def chart_curve(
    slug: str, title: str, what: str, figures: Iterable[ChartCount], *, of: str = "cards", note: str = ""
) -> Chart:
    """Standing bars, in the order of the figures."""
    return Chart(slug, title, what, tuple(figures), is_curve=True, of=of, note=note)


def chart_rows(slug: str, title: str, what: str, counts: Iterable[ChartCount], *, of: str = "cards") -> Chart:
    """Lying bars in the order given, where the page has their table beside them."""
    return Chart(slug, title, what, tuple(counts), of=of, has_table=False)


def split(slug: str, title: str, what: str, counts: Sequence[ChartCount], *, of: str = "cards") -> Chart:
    """Lying bars, twelve of them at most, the longest first, those that are equally long in the order given."""
    ranked = tuple(sorted(counts, key=lambda each: -each.count))
    bars, rest = ranked[:_MAX_BARS], ranked[_MAX_BARS:]
    note = f"{len(rest)} more in the table" if rest else ""
    return Chart(slug, title, what, bars, of=of, note=note, rest=rest)


def _fine(figure: float) -> float:
    return round(figure, 1)


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
