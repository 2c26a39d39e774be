"""The judge's list on paper: every card by name with its count and section, and boxes to tick."""

from __future__ import annotations

from collections.abc import Sequence

from vsdb.core.pdf.canvas import MM, RIGHT, RULE, SOFT, PdfCanvas
from vsdb.core.pdf.lettering import BOLD, CODE, HEAD, ITALIC, LABEL, TEXT, cut, shorten_text, to_drawable_text
from vsdb.decks.pdf.listing import CHECKS, CheckRow, SheetRequest, build_check_rows, count_sections
from vsdb.decks.pdf.sheet import MARGIN, SIZE, draw_foot

_ROW = 6.2 * MM  #: so that a box is easy to tick
_BOX = 3.6 * MM
_HEAD, _HEAD_AGAIN, _FOOT = 28 * MM, 12 * MM, 10 * MM
_COUNT, _PRINTING, _SECTION = 11 * MM, 24 * MM, 36 * MM


def draw_judge_list(pen: PdfCanvas, request: SheetRequest) -> int:
    """Draw every page of a judge's list on the pen's paper; how many there are."""
    rows, height = build_check_rows(request.deck), pen.paper.height - 2 * MARGIN - _FOOT
    first, other = int((height - _HEAD) // _ROW), int((height - _HEAD_AGAIN) // _ROW)
    pages = [rows[:first], *(rows[start : start + other] for start in range(first, len(rows), other))]
    for number, held in enumerate(pages, start=1):
        y = MARGIN + (_draw_head(pen, request) if number == 1 else _draw_head_again(pen, request))
        _draw_rows(pen, held, y)
        draw_foot(pen, request, f"page {number} of {len(pages)}")
        pen.next_page()
    return len(pages)


def _draw_head(pen: PdfCanvas, request: SheetRequest) -> float:
    """Whose list it is, how many cards, and what became of it; how high that is."""
    room = pen.paper.width - 2 * MARGIN
    player = to_drawable_text(request.player, 80) or "Player"
    totals = count_sections(request.deck)
    counts = ", ".join(f"{title} {count}" for title, count in totals.items())
    pen.text(MARGIN, MARGIN + 15, shorten_text(player, HEAD, 18, room * 0.6), HEAD, 18)
    title = f"Judge’s list · {request.check_code}" if request.check_code else "Judge’s list"
    pen.text(MARGIN + room, MARGIN + 15, title, LABEL, 12, ink=SOFT, at=RIGHT)
    said = (request.about, request.verdict, f"{counts}, total {sum(totals.values())}.")
    for number, line in enumerate(said):
        pen.text(MARGIN, MARGIN + 29 + 11.5 * number, shorten_text(cut(line), TEXT, SIZE, room), TEXT, SIZE)
    _draw_checks(pen, MARGIN + _HEAD - 6)
    return _HEAD


def _draw_head_again(pen: PdfCanvas, request: SheetRequest) -> float:
    room = pen.paper.width - 2 * MARGIN
    said = f"Judge’s list, continued · {to_drawable_text(request.player, 60)}"
    pen.text(MARGIN, MARGIN + 10, shorten_text(said, LABEL, 11, room * 0.7), LABEL, 11)
    _draw_checks(pen, MARGIN + _HEAD_AGAIN - 6)
    return _HEAD_AGAIN


def _list_boxes(pen: PdfCanvas) -> list[float]:
    """The left edges of the boxes to tick."""
    right = pen.paper.width - MARGIN
    return [right - (CHECKS - number) * (_BOX + 5 * MM) + 5 * MM for number in range(CHECKS)]


def _draw_checks(pen: PdfCanvas, y: float) -> None:
    for number, x in enumerate(_list_boxes(pen), start=1):
        pen.text(x, y, f"{number}", LABEL, 9, ink=SOFT)
    pen.rule(MARGIN, y + 4, pen.paper.width - MARGIN, y + 4, ink=RULE)


def _draw_rows(pen: PdfCanvas, rows: Sequence[CheckRow], y: float) -> None:
    boxes = _list_boxes(pen)
    section = boxes[0] - _SECTION - 3 * MM
    room = section - MARGIN - _COUNT - _PRINTING
    for each in rows:
        foot, row = y + _ROW - 5, each.row
        name = cut(row.name) if row.is_read else f"? {cut(row.name)}"
        font = TEXT if row.is_read else ITALIC
        pen.text(MARGIN + _COUNT - 8, foot, str(row.count or ""), BOLD, SIZE + 1, at=RIGHT)
        pen.text(MARGIN + _COUNT, foot, shorten_text(name, font, SIZE + 1, room), font, SIZE + 1)
        pen.text(section - _PRINTING + 2, foot, shorten_text(cut(row.code, 20), CODE, 7.5, _PRINTING - 4), CODE, 7.5)
        pen.text(section, foot, shorten_text(cut(each.where, 40), TEXT, 8.5, _SECTION), TEXT, 8.5, ink=SOFT)
        for x in boxes:
            pen.box(x, y + (_ROW - _BOX) / 2, _BOX, _BOX, edge=SOFT, wide=0.6)
        y += _ROW
        pen.rule(MARGIN, y, pen.paper.width - MARGIN, y, ink="#bbbbbb", wide=0.25)
    if not rows:
        pen.text(MARGIN, y + 14, "This list has no cards yet.", ITALIC, SIZE)
