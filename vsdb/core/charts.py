"""Counts as pictures: where a bar stands and how long it is. The same counts stand beside the picture as a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from vsdb.core.words import shorten

_WIDTH = 340  #: units of the picture; about a pixel each on a phone
_COLUMN_HEIGHT, _COLUMN_FOOT, _COLUMN_HEAD = 110, 20, 18
_ROW_HEIGHT, _LABEL_WIDTH, _COUNT_WIDTH = 24, 128, 36
_LABEL_LENGTH = 21  #: characters of a label that fit beside its bar


@dataclass(frozen=True, slots=True)
class ChartCount:
    """How many there are of something, and the address of them all, where there is one."""

    label: str
    count: int
    address: str = ""


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


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of counts; `what` names the column of labels, `of` what is counted.

    `rest` is what the picture has no room for: its table alone has it.
    """

    slug: str
    title: str
    what: str
    counts: tuple[ChartCount, ...]
    is_curve: bool = False
    of: str = "cards"
    note: str = ""
    rest: tuple[ChartCount, ...] = ()

    @property
    def words(self) -> str:
        """The picture in words."""
        said = ", ".join(f"{each.label} {each.count}" for each in self.counts)
        return f"{self.title}: {said}" + (f"; {self.note}" if self.note else "")

    @property
    def width(self) -> int:
        """The picture's width."""
        return _WIDTH

    @property
    def height(self) -> int:
        """The picture's height."""
        if self.is_curve:
            return _COLUMN_HEAD + _COLUMN_HEIGHT + _COLUMN_FOOT
        return _ROW_HEIGHT * len(self.counts)

    @property
    def floor(self) -> int:
        """The line that standing bars stand on."""
        return _COLUMN_HEAD + _COLUMN_HEIGHT

    @property
    def label_line(self) -> int:
        """The foot of the labels below standing bars."""
        return self.height - 5

    @property
    def label_end(self) -> int:
        """Where the labels of lying bars end."""
        return _LABEL_WIDTH - 8

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


def split(
    slug: str, title: str, what: str, counts: Sequence[ChartCount], *, of: str = "cards", most: int = 12
) -> Chart:
    """Lying bars, `most` of them at most, the longest first, those that are equally long in the order given."""
    ranked = tuple(sorted(counts, key=lambda each: -each.count))
    bars, rest = ranked[:most], ranked[most:]
    note = f"and {len(rest)} more, in the table" if rest else ""
    return Chart(slug, title, what, bars, of=of, note=note, rest=rest)


def _fine(figure: float) -> float:
    return round(figure, 1)
