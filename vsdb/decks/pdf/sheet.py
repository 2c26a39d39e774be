"""The deck registration sheet: who plays what where, the list in columns, its fingerprint, and room for the judge.

The list is cut into blocks, and these are set into columns and pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.model.cards import GAMES
from engine.model.decks import Deck
from vsdb.check.play_area import ListingRow
from vsdb.core.pdf import lettering
from vsdb.core.pdf.canvas import MM, RIGHT, RULE, SOFT, PdfCanvas
from vsdb.core.pdf.lettering import BOLD, CODE, HEAD, ITALIC, LABEL, TEXT, cut, shorten_text, to_drawable_text
from vsdb.core.qr import encode_qr, merge_squares
from vsdb.core.words import format_day
from vsdb.decks.pdf.listing import SheetRequest, build_sheet_parts, count_sections, list_open_rows

MARGIN = 13 * MM
GUTTER = 7 * MM
CLOSING = 62 * MM  #: totals, the judge's box and the signatures
FOOT = 8 * MM  #: the line at the foot of a page
QR = 26 * MM
HEAD_HEIGHT = 108.0  #: title, fields and fingerprint
SIZE, LEADING = 9.5, 11.5  #: the letters of the list
COUNT = 9 * MM  #: the room of a count beside its card
PART, GROUP, ROW, UNREAD, OPEN = "part", "group", "row", "unread", "open"
OPEN_HEIGHT = 18.0  #: of a row to write on
_HEADS = {PART: 26.0, GROUP: 14.0}  #: how high headings are
COLUMNS = 2
_STEP = 6.0  #: points by which columns grow until they hold what is left
_TITLE = "Deck registration sheet"


@dataclass(frozen=True, slots=True)
class ColumnBlock:
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
        return self.kind in _HEADS


Column = tuple[ColumnBlock, ...]


@dataclass(frozen=True, slots=True)
class ColumnPage:
    """The columns of a page; the last page has the closing."""

    columns: tuple[Column, ...]
    has_closing: bool


def draw_sheet(pen: PdfCanvas, request: SheetRequest) -> int:
    """Draw every page of a sheet on the pen's paper; how many there are."""
    notices = tuple(_notices(request, pen.paper.width - 2 * MARGIN))
    head, column = HEAD_HEIGHT + len(notices) * LEADING + (6 if notices else 0), _column_width(pen)
    whole = pen.paper.height - 2 * MARGIN - FOOT
    blocks = [*_blocks(request, column)]
    pages = fill_pages(blocks, first=whole - head, other=whole - 10 * MM, closing=CLOSING)
    for number, page in enumerate(pages, start=1):
        if number > 1:
            _draw_head_again(pen, request)
        else:
            _draw_head(pen, request, notices)
        top = MARGIN + (10 * MM if number > 1 else head)
        for place, held in enumerate(page.columns):
            _draw_column(pen, MARGIN + place * (column + GUTTER), top, held)
        if not blocks:
            pen.text(MARGIN, top + LEADING, "This list has no cards yet.", ITALIC, SIZE)
        if page.has_closing:
            _draw_closing(pen, request)
        draw_foot(pen, request, f"page {number} of {len(pages)}")
        pen.next_page()
    return len(pages)


def fill_pages(blocks: Sequence[ColumnBlock], *, first: float, other: float, closing: float) -> list[ColumnPage]:
    """The pages that blocks fill: the first has columns of one height, the others of another.

    What closes the last page takes `closing` from its columns; these are made equally long there.
    """
    found: list[ColumnPage] = []
    while True:
        room = other if found else first
        columns, rest = _balance_columns(blocks, room - closing)
        if not rest:
            return [*found, ColumnPage(columns, has_closing=True)]
        columns, blocks = _fill_columns(blocks, room)
        found.append(ColumnPage(columns, has_closing=False))


def _balance_columns(blocks: Sequence[ColumnBlock], room: float) -> tuple[tuple[Column, ...], Sequence[ColumnBlock]]:
    """Columns as short as hold all blocks, as long as there is room; and what they don't hold."""
    height = min(room, sum(block.height for block in blocks) / COLUMNS)
    while True:
        columns, rest = _fill_columns(blocks, height)
        if not rest or height >= room:
            return columns, rest
        height = min(room, height + _STEP)


def _fill_columns(blocks: Sequence[ColumnBlock], room: float) -> tuple[tuple[Column, ...], Sequence[ColumnBlock]]:
    """The columns of one page, and the blocks that come after them."""
    columns = []
    for _ in range(COLUMNS):
        column, blocks = _fill_column(blocks, room)
        columns.append(column)
    return tuple(columns), blocks


def _fill_column(blocks: Sequence[ColumnBlock], left: float) -> tuple[Column, Sequence[ColumnBlock]]:
    """One column with so much room, and the blocks that come after it; a part that goes on says so."""
    if not blocks:
        return (), blocks
    head: Column = ()
    if blocks[0].kind != PART:
        head = (ColumnBlock(PART, _HEADS[PART], blocks[0].part, (f"{blocks[0].part}, continued",)),)
        left -= _HEADS[PART]
    end = 0
    while end < len(blocks) and blocks[end].height <= left:
        left -= blocks[end].height
        end += 1
    while 0 < end < len(blocks) and blocks[end - 1].is_heading:
        end -= 1
    if not end:  # however short the column is, something stands in it
        end = next(place for place, block in enumerate(blocks) if not block.is_heading) + 1
    return (*head, *blocks[:end]), blocks[end:]


def draw_foot(pen: PdfCanvas, request: SheetRequest, number: str) -> None:
    """The line at the foot of every page: whose list it is, and which page of how many."""
    y, right = pen.paper.height - MARGIN, pen.paper.width - MARGIN
    pen.rule(MARGIN, y - 10, right, y - 10, ink=RULE)
    whose = " · ".join(filter(None, (to_drawable_text(request.player, 80), to_drawable_text(request.title, 120))))
    code = cut(request.fingerprint, 40)
    end = pen.text(MARGIN, y, code, CODE, 8) + 8 if code else MARGIN
    pen.text(end, y, shorten_text(whose, TEXT, 8, right - end - 60), TEXT, 8, ink=SOFT)
    pen.text(right, y, number, TEXT, 8, at=RIGHT)


def _column_width(pen: PdfCanvas) -> float:
    return (pen.paper.width - 2 * MARGIN - GUTTER) / 2


def _blocks(request: SheetRequest, room: float) -> Iterable[ColumnBlock]:
    """The list as blocks for a column of that width."""
    for part in build_sheet_parts(request.deck, request.area):
        title = cut(part.title, 80)
        head = shorten_text(title, HEAD, 13, room - lettering.measure_width(part.figures, HEAD, 13) - 12)
        yield ColumnBlock(PART, _HEADS[PART], title, (head,), part.figures)
        for group in part.groups:
            if group.title:
                yield ColumnBlock(GROUP, _HEADS[GROUP], title, (group.title,), str(group.count))
            for row in group.rows:
                yield _row_block(row, title, room)
        for beside in list_open_rows(request.deck, part):
            yield ColumnBlock(OPEN, OPEN_HEIGHT, title, beside=beside)


def _row_block(row: ListingRow, part: str, room: float) -> ColumnBlock:
    """A card with its name in as many lines as it needs; a line that wasn't read is marked by sign and slant."""
    beside = cut(row.code, 20)
    room -= COUNT + lettering.measure_width(beside, CODE, 7.5) + 6
    if not row.is_read:
        lines = lettering.wrap_text(f"? {cut(row.name)}", ITALIC, SIZE, room)
        return ColumnBlock(UNREAD, len(lines) * LEADING + 2, part, tuple(lines), str(row.count or ""), beside)
    lines = lettering.wrap_text(cut(row.name), TEXT, SIZE, room)
    return ColumnBlock(ROW, len(lines) * LEADING + 2, part, tuple(lines), str(row.count), beside)


def _notices(request: SheetRequest, room: float) -> Iterable[str]:
    """What is said above the list: whose it is, the verdict, and that lines weren't read."""
    if request.about:
        yield from lettering.wrap_text(cut(request.about), TEXT, SIZE, room)[:2]
    if request.verdict:
        yield from lettering.wrap_text(cut(request.verdict), TEXT, SIZE, room)[:4]
    unread = len(request.deck.unsettled)
    if unread:
        were, are = ("was", "is") if unread == 1 else ("were", "are")
        yield f"! {unread} line{'' if unread == 1 else 's'} {were} not read and {are} marked with ? as written."


def _draw_head(pen: PdfCanvas, request: SheetRequest, notices: Iterable[str]) -> None:
    """Title, fields to fill and the fingerprint with its code; below them the notices."""
    top, right = MARGIN, pen.paper.width - MARGIN
    room = right - MARGIN - QR - 12 * MM
    pen.text(MARGIN, top + 18, _TITLE, HEAD, 22)
    game = GAMES.get(request.deck.game, request.deck.game)
    about = " · ".join(filter(None, (game, to_drawable_text(request.title))))
    pen.text(MARGIN, top + 32, shorten_text(about, LABEL, 12, room), LABEL, 12)
    half = (room - 6 * MM) / 2
    fields = (
        ("Player", request.player, 0, 0),
        ("Event", request.event, 1, 0),
        ("Date", format_day(request.date), 0, 1),
        ("Format", request.format, 1, 1),
    )
    for label, value, column, row in fields:
        _draw_field(pen, label, value, MARGIN + column * (half + 6 * MM), top + 60 + row * 29, half)
    _draw_code(pen, request, right - QR, top)
    pen.lines(MARGIN, top + HEAD_HEIGHT + 6, notices, TEXT, SIZE, LEADING)


def _draw_field(pen: PdfCanvas, label: str, value: str, x: float, y: float, room: float) -> None:
    """A line with its name below it and what stands on it; letters that we can't draw are left to be written."""
    pen.rule(x, y, x + room, y)
    pen.text(x, y + 8, label, TEXT, 7.5, ink=SOFT)
    if drawn := to_drawable_text(value):
        lines, size = lettering.fit_text(drawn, BOLD, (11, 10, 9, 8), room, 1)
        pen.text(x, y - 3, lines[0], BOLD, size)


def _draw_code(pen: PdfCanvas, request: SheetRequest, x: float, y: float) -> None:
    """The fingerprint as letters and as a QR code."""
    said = request.check_url or request.fingerprint
    if said:
        rows = encode_qr(said)
        pen.bars(x, y, QR / len(rows), merge_squares(rows))
    if request.fingerprint:
        code = cut(request.fingerprint, 40)
        size = min(9.0, 9.0 * (QR + 8 * MM) / lettering.measure_width(code, CODE, 9))
        pen.text(x + QR, y + QR + 15, code, CODE, size, at=RIGHT)
        pen.text(x + QR, y + QR + 24, "fingerprint", TEXT, 7.5, ink=SOFT, at=RIGHT)
    if request.check_code:
        right = x + QR - 40
        pen.text(right, y + QR + 25, request.check_code, BOLD, 11, at=RIGHT)
        beside = right - lettering.measure_width(request.check_code, BOLD, 11) - 4
        pen.text(beside, y + QR + 24, "code", TEXT, 7.5, ink=SOFT, at=RIGHT)


def _draw_head_again(pen: PdfCanvas, request: SheetRequest) -> None:
    player, title = to_drawable_text(request.player, 60), to_drawable_text(request.title)
    said = " · ".join(filter(None, (f"{_TITLE}, continued", player, title)))
    room = pen.paper.width - 2 * MARGIN
    pen.text(MARGIN, MARGIN + 10, shorten_text(said, LABEL, 11, room), LABEL, 11)
    pen.rule(MARGIN, MARGIN + 16, MARGIN + room, MARGIN + 16, ink=RULE)


def _draw_column(pen: PdfCanvas, x: float, y: float, column: Sequence[ColumnBlock]) -> None:
    right = x + _column_width(pen)
    for block in column:
        if block.kind == PART:
            pen.text(x, y + 19, block.lines[0], HEAD, 13)
            pen.text(right, y + 19, block.count, HEAD, 13, at=RIGHT)
            pen.rule(x, y + 22.5, right, y + 22.5, wide=0.8)
        elif block.kind == GROUP:
            pen.text(x, y + 11, block.lines[0], LABEL, 10, ink=SOFT)
            pen.text(right, y + 11, block.count, LABEL, 10, ink=SOFT, at=RIGHT)
        elif block.kind == OPEN:
            foot = y + OPEN_HEIGHT - 2
            pen.rule(x, foot, x + COUNT - 5, foot, ink=SOFT)
            pen.rule(x + COUNT, foot, right, foot, ink=SOFT)
            pen.text(right, foot - 2.5, block.beside, TEXT, 8, ink=SOFT, at=RIGHT)
        else:
            pen.text(x + COUNT - 8, y + LEADING - 2, block.count, BOLD, SIZE, at=RIGHT)
            font = TEXT if block.kind == ROW else ITALIC
            foot = pen.lines(x + COUNT, y + LEADING - 2, block.lines, font, SIZE, LEADING)
            pen.text(right, y + LEADING - 2, block.beside, CODE, 7.5, ink=SOFT, at=RIGHT)
            pen.rule(x, foot - LEADING + 3.5, right, foot - LEADING + 3.5, ink="#bbbbbb", wide=0.25)
        y += block.height


def _draw_closing(pen: PdfCanvas, request: SheetRequest) -> None:
    """Totals, the judge's box and the signatures, at the foot of the last page."""
    top = pen.paper.height - MARGIN - FOOT - CLOSING + 6 * MM
    column = _column_width(pen)
    right = MARGIN + column + GUTTER
    _draw_totals(pen, request.deck, top, column)
    _draw_judges_box(pen, right, top, column)
    y = top + 44 * MM
    for x, who in ((MARGIN, "Player’s signature: this is my list"), (right, "Judge’s signature")):
        pen.rule(x, y, x + column, y)
        pen.text(x, y + 9, who, TEXT, 7.5, ink=SOFT)


def _draw_totals(pen: PdfCanvas, deck: Deck, top: float, room: float) -> None:
    found = count_sections(deck)
    pen.text(MARGIN, top, "Totals", HEAD, 11)
    pen.text(MARGIN + room, top, f"{sum(found.values())} cards", HEAD, 11, at=RIGHT)
    pen.rule(MARGIN, top + 4, MARGIN + room, top + 4, wide=0.8)
    shown = [*found.items()]
    most = 7
    if len(shown) > most:
        rest = shown[most - 1 :]
        shown = [*shown[: most - 1], (f"{len(rest)} more sections", sum(count for _, count in rest))]
    for number, (title, count) in enumerate(shown):
        y = top + 17 + number * 12
        pen.text(MARGIN, y, shorten_text(cut(title, 80), TEXT, SIZE, room - 40), TEXT, SIZE)
        pen.text(MARGIN + room, y, str(count), BOLD, SIZE, at=RIGHT)


def _draw_judges_box(pen: PdfCanvas, x: float, top: float, room: float) -> None:
    pen.text(x, top, "For the judge", HEAD, 11)
    pen.box(x, top + 4, room, 33 * MM, edge=SOFT, wide=0.8)
    for number, (left, right) in enumerate((("Counted", "Checked in round"), ("Found", ""), ("Penalty", "Initials"))):
        y = top + 4 + (number + 1) * 11 * MM
        if number < 2:
            pen.rule(x, y, x + room, y, ink=RULE)
        pen.text(x + 5, y - 11 * MM + 10, left, TEXT, 7.5, ink=SOFT)
        if right:
            pen.rule(x + room / 2, y - 11 * MM, x + room / 2, y, ink=RULE)
            pen.text(x + room / 2 + 5, y - 11 * MM + 10, right, TEXT, 7.5, ink=SOFT)
