"""Blocks set into columns and pages: a heading never stands alone at a foot, a part that goes on says so."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

PART, GROUP, ROW, UNREAD = "part", "group", "row", "unread"
COLUMNS = 2
_STEP = 6.0  #: points by which columns grow until they hold what is left


@dataclass(frozen=True, slots=True)
class Block:
    """What can't be divided; `part` is the part of the list that it belongs to."""

    kind: str
    height: float
    part: str
    lines: tuple[str, ...] = ()
    count: str = ""
    beside: str = ""

    @property
    def is_heading(self) -> bool:
        """Whether something has to stand below it."""
        return self.kind in (PART, GROUP)


Column = tuple[Block, ...]
#: The heading that a part has where it goes on.
GoesOn = Callable[[Block], Block]


@dataclass(frozen=True, slots=True)
class Page:
    """The columns of a page; the last page has the closing."""

    columns: tuple[Column, ...]
    has_closing: bool


def pages(blocks: Sequence[Block], *, first: float, other: float, closing: float, goes_on: GoesOn) -> list[Page]:
    """The pages that blocks fill: the first has columns of one height, the others of another.

    What closes the last page takes `closing` from its columns; these are made equally long there.
    """
    found: list[Page] = []
    start = 0
    while True:
        room = other if found else first
        columns, end = _balanced(blocks, start, room - closing, goes_on)
        if end == len(blocks):
            return [*found, Page(columns, has_closing=True)]
        columns, start = _filled(blocks, start, room, goes_on)
        found.append(Page(columns, has_closing=False))


def _balanced(blocks: Sequence[Block], start: int, room: float, goes_on: GoesOn) -> tuple[tuple[Column, ...], int]:
    """Columns as short as hold all that is left, as long as there is room."""
    height = min(room, sum(block.height for block in blocks[start:]) / COLUMNS)
    while True:
        columns, end = _filled(blocks, start, height, goes_on)
        if end == len(blocks) or height >= room:
            return columns, end
        height = min(room, height + _STEP)


def _filled(blocks: Sequence[Block], start: int, room: float, goes_on: GoesOn) -> tuple[tuple[Column, ...], int]:
    """The columns of one page from a block on, and the block that comes after them."""
    columns = []
    for _ in range(COLUMNS):
        column, start = _column(blocks, start, room, goes_on)
        columns.append(column)
    return tuple(columns), start


def _column(blocks: Sequence[Block], start: int, room: float, goes_on: GoesOn) -> tuple[Column, int]:
    """One column from a block on, and the block that comes after it."""
    if start == len(blocks):
        return (), start
    head = () if blocks[start].kind == PART else (goes_on(blocks[start]),)
    left = room - sum(block.height for block in head)
    end = start
    while end < len(blocks) and blocks[end].height <= left:
        left -= blocks[end].height
        end += 1
    while end > start and end < len(blocks) and blocks[end - 1].is_heading:
        end -= 1
    if end == start:  # however short the column is, something stands in it
        end = next(place for place in range(start, len(blocks)) if not blocks[place].is_heading) + 1
    return (*head, *blocks[start:end]), end
