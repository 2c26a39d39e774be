"""Papers that show no cards: who is missing a list, who sits where, and slips for the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from vsdb.core.pdf.canvas import MM, RIGHT, RULE, SOFT, PdfCanvas
from vsdb.core.pdf.lettering import BOLD, HEAD, ITALIC, LABEL, TEXT, cut, shorten_text
from vsdb.events import clock
from vsdb.events.models import Event, Registration
from vsdb.events.paper.selectors import MissingList, TableSlip

_MARGIN = 13 * MM
_ROW, _HEAD = 6.5 * MM, 24 * MM
_SIZE = 10.5
_ACROSS, _DOWN = 2, 4  #: slips on a page
_NOBODY = "Nobody."
T = TypeVar("T")


def draw_missing(pen: PdfCanvas, event: Event, missing: Sequence[MissingList]) -> None:
    """The players whose lists aren't all there, with a box to tick once they are."""
    rows = [(*_name_player(each.player), _describe_missing(event, each)) for each in missing]
    _draw_table(pen, event, "Missing lists", ("Player", "Table", "List"), rows, has_boxes=True)


def _describe_missing(event: Event, each: MissingList) -> str:
    if each.has_draft:
        return "draft only" if event.lists_per_entry == 1 else f"draft, {each.submitted} of {event.lists_per_entry}"
    return f"{each.submitted} of {event.lists_per_entry}" if event.lists_per_entry > 1 else "missing"


def draw_seats(pen: PdfCanvas, event: Event, seats: Sequence[tuple[Registration, str]]) -> None:
    """The players by name, each with a table."""
    rows = [(_name_player(player)[0], table, "") for player, table in seats]
    _draw_table(pen, event, "Player meeting", ("Player", "Table", ""), rows, has_boxes=False)


def _name_player(player: Registration) -> tuple[str, str]:
    """A player by the name that is sorted by, with the number; and the table."""
    name = player.sort_name or player.shown_name
    return f"{name} ({player.number})", "" if player.table is None else str(player.table)


def _draw_table(
    pen: PdfCanvas,
    event: Event,
    title: str,
    heads: tuple[str, str, str],
    rows: Sequence[tuple[str, str, str]],
    *,
    has_boxes: bool,
) -> None:
    """A table of so many pages as it takes."""
    a_page = int((pen.paper.height - 2 * _MARGIN - _HEAD - 8 * MM) // _ROW)
    pages = _split(rows, a_page) or [()]
    for number, held in enumerate(pages, start=1):
        _draw_head(pen, event, f"{title}, {len(rows)}", f"page {number} of {len(pages)}")
        y = _MARGIN + _HEAD
        for place, head in zip(_list_places(pen), heads, strict=True):
            pen.text(place, y - 6, head, LABEL, 10, ink=SOFT)
        pen.rule(_MARGIN, y, pen.paper.width - _MARGIN, y, wide=0.8)
        for row in held:
            y = _draw_row(pen, row, y, has_boxes=has_boxes)
        if not rows:
            pen.text(_MARGIN, y + 16, _NOBODY, ITALIC, _SIZE)
        pen.next_page()


def _split(rows: Sequence[T], size: int) -> list[Sequence[T]]:
    """The rows of each page."""
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _list_places(pen: PdfCanvas) -> tuple[float, float, float]:
    """Where the columns begin."""
    right = pen.paper.width - _MARGIN
    return _MARGIN, right - 70 * MM, right - 45 * MM


def _draw_row(pen: PdfCanvas, row: tuple[str, str, str], y: float, *, has_boxes: bool) -> float:
    places, foot = _list_places(pen), y + _ROW - 6
    rooms = (places[1] - places[0] - 4 * MM, 24 * MM, 34 * MM)
    for place, text, room, font in zip(places, row, rooms, (BOLD, TEXT, TEXT), strict=True):
        pen.text(place, foot, shorten_text(cut(text), font, _SIZE, room), font, _SIZE)
    if has_boxes:
        pen.box(pen.paper.width - _MARGIN - 4 * MM, y + 1.2 * MM, 4 * MM, 4 * MM, edge=SOFT, wide=0.6)
    pen.rule(_MARGIN, y + _ROW, pen.paper.width - _MARGIN, y + _ROW, ink="#bbbbbb", wide=0.25)
    return y + _ROW


def _draw_head(pen: PdfCanvas, event: Event, title: str, page: str) -> None:
    right = pen.paper.width - _MARGIN
    pen.text(_MARGIN, _MARGIN + 15, title, HEAD, 20)
    about = " · ".join(filter(None, (event.title, clock.describe_moment(event.starts, event), event.place)))
    pen.text(_MARGIN, _MARGIN + 31, shorten_text(cut(about), TEXT, 10, right - _MARGIN), TEXT, 10)
    pen.text(right, pen.paper.height - _MARGIN, page, TEXT, 8, ink=SOFT, at=RIGHT)


def draw_slips(pen: PdfCanvas, event: Event, slips: Sequence[TableSlip]) -> None:
    """A slip for each table, to cut apart: the names, and room for the result and the signatures."""
    wide, high = pen.paper.width / _ACROSS, pen.paper.height / _DOWN
    for held in _split(slips, _ACROSS * _DOWN):
        for place, slip in enumerate(held):
            row, column = divmod(place, _ACROSS)
            _draw_slip(pen, event, slip, column * wide, row * high, wide, high)
        for number in range(1, _DOWN):
            pen.rule(0, number * high, pen.paper.width, number * high, ink=RULE, wide=0.3)
        pen.rule(wide, 0, wide, pen.paper.height, ink=RULE, wide=0.3)
        pen.next_page()


def _draw_slip(pen: PdfCanvas, event: Event, slip: TableSlip, x: float, y: float, wide: float, high: float) -> None:
    left, right = x + 8 * MM, x + wide - 8 * MM
    pen.text(left, y + 12 * MM, f"Table {slip.table}", HEAD, 18)
    said = f"Round {slip.round}" if slip.round else "Round"
    pen.text(right, y + 12 * MM, said, LABEL, 12, at=RIGHT)
    pen.text(left, y + 17 * MM, shorten_text(cut(event.title), TEXT, 9, right - left), TEXT, 9, ink=SOFT)
    for number, name in enumerate(_list_names(slip)):
        foot = y + 27 * MM + number * 19 * MM
        pen.text(left, foot, shorten_text(cut(name), BOLD, 12, right - left - 30 * MM), BOLD, 12)
        pen.text(right - 14 * MM, foot, "wins", TEXT, 8, ink=SOFT, at=RIGHT)
        pen.box(right - 12 * MM, foot - 7 * MM, 12 * MM, 9 * MM, edge=SOFT, wide=0.6)
        pen.rule(left, foot + 8 * MM, right, foot + 8 * MM, ink=SOFT)
        pen.text(left, foot + 11 * MM, "signature", TEXT, 7, ink=SOFT)
    pen.text(left, y + high - 6 * MM, "Drawn games ____     Drop  □ first  □ second", TEXT, 8, ink=SOFT)


def _list_names(slip: TableSlip) -> Iterator[str]:
    """Two names; where somebody sits alone, a line to write on."""
    names = [player.shown_name for player in slip.players]
    yield from (names + [""] * 2)[: max(2, len(names))][:2]
