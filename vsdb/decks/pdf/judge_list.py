"""The judge's list: every card by name with its count and boxes to tick in a deck check, as a page and on paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.decklists.sections import section_title
from engine.model.decks import READ, Deck
from engine.model.names import fold
from vsdb.core.pdf.canvas import INK, MIDDLE, MM, RIGHT, RULE, SOFT, PdfCanvas
from vsdb.core.pdf.lettering import (
    BOLD,
    CODE,
    HEAD,
    ITALIC,
    LABEL,
    TEXT,
    cut,
    shorten_text,
    to_drawable_text,
    wrap_text,
)
from vsdb.decks.pdf.listing import ListingRow, SheetRequest, build_row, build_unread_row, count_sections, sort_sections
from vsdb.decks.pdf.sheet import FOOT, MARGIN, NO_CARDS, draw_foot

CHECKS = 3  #: boxes to tick beside each card
SIZE, LEADING = 9.5, 11.5
_HEAD = 19 * MM
_COUNT, _CODE, _WHERE, _BOX = 10 * MM, 24 * MM, 34 * MM, 9 * MM
_TICK = 3.4 * MM


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A card in a section of the list, or a line that names no one card."""

    row: ListingRow
    where: str


def build_check_rows(deck: Deck) -> tuple[CheckRow, ...]:
    """The cards by name, a row for each section that a card stands in; lines that weren't read come last."""
    found = []
    for section in sort_sections(deck.sections, deck.game):
        entries = deck.sections[section]
        found += [
            CheckRow(build_row(card, count, entries), section_title(section)) for card, count in deck.read(section)
        ]
        found += [CheckRow(build_unread_row(entry), section_title(section)) for entry in entries if entry.state != READ]
    return tuple(sorted(found, key=lambda each: (not each.row.is_read, fold(each.row.name), each.row.code)))


@dataclass(frozen=True, slots=True)
class JudgeListPage:
    """The judge's list as a page; `back` is the address of the deck."""

    sheet: SheetRequest
    rows: tuple[CheckRow, ...]
    totals: tuple[tuple[str, int], ...]
    back: str = ""
    checks: tuple[int, ...] = tuple(range(1, CHECKS + 1))

    @property
    def cards(self) -> int:
        """How many cards there are in all."""
        return sum(count for _, count in self.totals)

    @property
    def unread(self) -> int:
        """How many lines name no one card."""
        return len(self.sheet.deck.unsettled)


def build_judge_list_page(sheet: SheetRequest, back: str = "") -> JudgeListPage:
    """What templates/decks/pdf/judge_list.html shows, as `page`."""
    return JudgeListPage(sheet, build_check_rows(sheet.deck), tuple(count_sections(sheet.deck).items()), back)


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A row with its name and its section in lines."""

    row: CheckRow
    name: tuple[str, ...]
    where: tuple[str, ...]

    @property
    def height(self) -> float:
        """How much of the page it takes."""
        return max(len(self.name), len(self.where)) * LEADING + 5


def lay_out_judge_list(request: SheetRequest, pen: PdfCanvas) -> list[list[CheckLine]]:
    """The lines of each page; a deck without cards has one empty page."""
    room = pen.paper.height - 2 * MARGIN - FOOT - _HEAD
    found: list[list[CheckLine]] = [[]]
    left = room
    for line in _lines(request, pen):
        if line.height > left:
            found.append([])
            left = room
        found[-1].append(line)
        left -= line.height
    return found


def draw_judge_list(
    pen: PdfCanvas, request: SheetRequest, lists: Sequence[Sequence[CheckLine]], first_page: int, of: int
) -> None:
    """Draw the pages of a judge's list, numbered from `first_page` in a file of `of` pages."""
    for number, lines in enumerate(lists, start=first_page):
        _draw_head(pen, request)
        y = MARGIN + _HEAD
        for line in lines:
            _draw_line(pen, line, y)
            y += line.height
        if not request.deck.entries:
            pen.text(MARGIN, y + LEADING, NO_CARDS, ITALIC, SIZE)
        draw_foot(pen, request, number, of)
        pen.next_page()


def _lines(request: SheetRequest, pen: PdfCanvas) -> Iterable[CheckLine]:
    room = pen.paper.width - 2 * MARGIN - _COUNT - _CODE - _WHERE - CHECKS * _BOX - 6
    for each in build_check_rows(request.deck):
        said = cut(each.row.name)
        name = wrap_text(*((said, TEXT) if each.row.is_read else (f"? {said}", ITALIC)), SIZE, room)
        yield CheckLine(each, tuple(name), tuple(wrap_text(cut(each.where, 80), TEXT, 8.5, _WHERE - 6)))


def _places(pen: PdfCanvas) -> tuple[float, float, float]:
    """Where printings, sections and boxes begin."""
    boxes = pen.paper.width - MARGIN - CHECKS * _BOX
    return boxes - _WHERE - _CODE, boxes - _WHERE, boxes


def _draw_head(pen: PdfCanvas, request: SheetRequest) -> None:
    right = pen.paper.width - MARGIN
    pen.text(MARGIN, MARGIN + 14, "Judge’s list, by name", HEAD, 18)
    said = " · ".join(filter(None, map(to_drawable_text, (request.player, request.title, request.event))))
    pen.text(MARGIN, MARGIN + 28, shorten_text(said, LABEL, 11, right - MARGIN), LABEL, 11)
    codes, wheres, boxes = _places(pen)
    y = MARGIN + _HEAD - 6
    pen.text(MARGIN + _COUNT - 8, y, "No.", TEXT, 7.5, ink=SOFT, at=RIGHT)
    for x, label in ((MARGIN + _COUNT, "Card"), (codes, "Printing"), (wheres, "Where")):
        pen.text(x, y, label, TEXT, 7.5, ink=SOFT)
    for check in range(CHECKS):
        pen.text(boxes + (check + 0.5) * _BOX, y, f"Check {check + 1}", TEXT, 6.5, ink=SOFT, at=MIDDLE)
    pen.rule(MARGIN, y + 4, right, y + 4, wide=0.8)


def _draw_line(pen: PdfCanvas, line: CheckLine, y: float) -> None:
    codes, wheres, boxes = _places(pen)
    foot, is_read = y + LEADING, line.row.row.is_read
    pen.text(MARGIN + _COUNT - 8, foot, str(line.row.row.count or ""), BOLD, SIZE, at=RIGHT)
    pen.lines(MARGIN + _COUNT, foot, line.name, TEXT if is_read else ITALIC, SIZE, LEADING)
    pen.text(codes, foot, cut(line.row.row.code, 20), CODE, 7.5, ink=SOFT)
    pen.lines(wheres, foot, line.where, TEXT, 8.5, LEADING)
    for check in range(CHECKS):
        pen.box(boxes + (check + 0.5) * _BOX - _TICK / 2, y + 3, _TICK, _TICK, edge=INK, wide=0.7)
    end = y + line.height - 0.5
    pen.rule(MARGIN, end, pen.paper.width - MARGIN, end, ink=RULE, wide=0.25)
