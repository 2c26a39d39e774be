"""Files to print, out of values: nothing here asks the database but for the wordings of proxies."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from engine.model.decks import Deck
from vsdb.catalog.cards.worded_faces import worded_faces
from vsdb.core.pdf.canvas import Pen
from vsdb.core.pdf.paper import paper_of
from vsdb.decks.pdf.check_sheet import draw_judge_pages, judge_pages
from vsdb.decks.pdf.listing import SheetRequest
from vsdb.decks.pdf.proxies import ALL, draw_proxies, proxy_counts
from vsdb.decks.pdf.sheet import draw_sheet, laid_out


def sheet_pdf(request: SheetRequest, paper: str = "a4", *, with_judge_list: bool = False) -> bytes:
    """The registration sheet, behind it the judge's list where asked for. The same bytes for the same request.

    Raises InputError for another paper, and for an address too long for a QR code.
    """
    pen = Pen(paper_of(paper), request.title or "Deck registration sheet", request.fingerprint)
    sheet = laid_out(request, pen)
    lists = judge_pages(request, pen) if with_judge_list else []
    of = len(sheet.pages) + len(lists)
    draw_sheet(pen, sheet, 1, of)
    draw_judge_pages(pen, request, lists, len(sheet.pages) + 1, of)
    return pen.file()


def judge_list_pdf(request: SheetRequest, paper: str = "a4") -> bytes:
    """The judge's list alone. Raises InputError for another paper."""
    pen = Pen(
        paper_of(paper), f"Judge’s list: {request.title}" if request.title else "Judge’s list", request.fingerprint
    )
    lists = judge_pages(request, pen)
    draw_judge_pages(pen, request, lists, 1, len(lists))
    return pen.file()


def proxies_pdf(
    deck: Deck,
    on: date,
    *,
    copies: str = ALL,
    chosen: Mapping[str, int] | None = None,
    paper: str = "a4",
    title: str = "",
) -> bytes:
    """The faces of a deck's cards with the texts of a day, nine on a page at 63 by 88 mm; one query.

    `copies` is one (of each), all, or chosen: then `chosen` counts them by slug. Raises InputError for another choice
    or paper, for nothing to print and for more than 300 cards.
    """
    sheet = paper_of(paper)
    counts = proxy_counts(deck, copies, chosen)
    faces = worded_faces([card for card, _ in counts], on)
    title = title or deck.title
    pen = Pen(sheet, f"Proxies: {title}" if title else "Proxies")
    draw_proxies(pen, [(face, count) for face, (_, count) in zip(faces, counts, strict=True)], title)
    return pen.file()
