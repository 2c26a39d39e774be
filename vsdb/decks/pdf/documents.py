"""What a stored deck is given away as: a list in a layout, its registration sheet, proxies, a picture for links."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from io import BytesIO

from django.http import HttpResponse, QueryDict
from django.utils.http import content_disposition_header
from PIL import Image, ImageDraw

from engine.model.decks import Deck
from vsdb.catalog.cards import preview
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.faces import build_faces_with_texts
from vsdb.catalog.cards.preview import HEAD, LABEL, SIZE, TEXT, draw_mark, fit_text_to_width
from vsdb.core import qr
from vsdb.core.dates import parse_day
from vsdb.core.pdf.canvas import PdfCanvas, get_paper
from vsdb.decks.access import ViewedDeck
from vsdb.decks.deck_page import build_verification_codes, describe_verdict, read_version
from vsdb.decks.pdf.listing import SheetRequest
from vsdb.decks.pdf.proxies import ALL, count_proxies, draw_proxies
from vsdb.decks.pdf.sheet import draw_sheet
from vsdb.exchange.deck_lists import ExportedText, ListLayout, OutgoingDeck, build_file_name, get_layout, map_octgn_ids

_MAX_WORD_LENGTH = 120
_MARGIN = 56
_WIDTH = SIZE[0] - 2 * _MARGIN
_BAR = 84
_ROW = 46


@dataclass(frozen=True, slots=True)
class ExportedDeck:
    """The newest version of a deck in a layout, and what its file is called."""

    layout: ListLayout
    name: str
    export: ExportedText


def export_deck(place: ViewedDeck, slug: str, absolute: Callable[[str], str]) -> ExportedDeck:
    """A deck in the layout of that slug; `absolute` makes a whole address of a path. Raises NotFound."""
    chosen = get_layout(slug)
    read = read_version(place.deck)
    revision = read.revision
    said = {"format": revision.format, "as-of": revision.as_of.isoformat() if revision.as_of else ""}
    value = replace(read.value, title=revision.title, metadata={key: word for key, word in said.items() if word})
    out = OutgoingDeck(
        deck=value,
        catalog=cards.get_reference(value.game).on(read.on).catalog,
        notes=revision.notes,
        card_notes=revision.card_notes,
        address=absolute(place.address()) if place.has_preview else "",
        absolute=absolute,
        octgn_ids=map_octgn_ids(value.game, [card.slug for card in value.cards]) if slug == "o8d" else {},
    )
    return ExportedDeck(chosen, build_file_name(value, chosen), chosen.write(out))


def build_sheet_request(place: ViewedDeck, words: QueryDict, absolute: Callable[[str], str]) -> SheetRequest:
    """What stands on the sheet of a deck; the player's name comes with the address and is kept nowhere.

    Raises InputError for a day that can't be read.
    """
    read = read_version(place.deck)
    revision, on = read.revision, words.get("date", "").strip()
    found = build_verification_codes(read.value, fmt=revision.format, as_of=revision.as_of)
    check = absolute(found.check)
    return SheetRequest(
        deck=read.value,
        title=revision.title,
        player=words.get("player", "").strip()[:_MAX_WORD_LENGTH],
        event=words.get("event", place.deck.event).strip()[:_MAX_WORD_LENGTH],
        date=parse_day(on) if on else place.deck.played_on,
        format=read.fmt.name if read.fmt else "",
        fingerprint=found.fingerprint,
        verdict=describe_verdict(read),
        check_url=check if len(check.encode()) <= qr.MAX_LENGTH else "",
    )


def render_sheet_file(place: ViewedDeck, words: QueryDict, absolute: Callable[[str], str]) -> HttpResponse:
    """The registration sheet of a deck as PDF. Raises InputError."""
    return _pdf(
        render_sheet(build_sheet_request(place, words, absolute), words.get("paper", "a4")),
        f"{place.deck.slug}-sheet.pdf",
    )


def render_proxies_file(place: ViewedDeck, words: QueryDict) -> HttpResponse:
    """The faces of a deck's cards as PDF. Raises InputError."""
    read, paper = read_version(place.deck), words.get("paper", "a4")
    made = render_proxies(read.value, read.on, copies=words.get("copies", ALL), paper=paper, title=place.deck.title)
    return _pdf(made, f"{place.deck.slug}-proxies.pdf")


def _pdf(made: bytes, name: str) -> HttpResponse:
    disposition = content_disposition_header(False, name) or "inline"
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": disposition})


def render_sheet(request: SheetRequest, paper: str = "a4") -> bytes:
    """The registration sheet. The same bytes for the same request.

    Raises InputError for another paper, and for an address too long for a QR code.
    """
    pen = PdfCanvas(get_paper(paper), request.title or "Deck registration sheet", request.fingerprint)
    draw_sheet(pen, request)
    return pen.file()


def render_proxies(
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
    sheet = get_paper(paper)
    counts = count_proxies(deck, copies, chosen)
    faces = build_faces_with_texts([card for card, _ in counts], on)
    title = title or deck.title
    pen = PdfCanvas(sheet, f"Proxies: {title}" if title else "Proxies")
    draw_proxies(pen, [(face, count) for face, (_, count) in zip(faces, counts, strict=True)], title)
    return pen.file()


@dataclass(frozen=True, slots=True)
class PreviewTexts:
    """What the picture says; `outcome` is empty for a deck without a verdict, which then has no bar."""

    title: str
    about: str
    outcome: str
    verdict: str
    names: tuple[str, ...]


@lru_cache(maxsize=128)
def draw_preview_image(told: PreviewTexts) -> bytes:
    """A PNG on light paper."""
    colours = preview.read_colours()
    picture = Image.new("RGB", SIZE, colours["paper"])
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, SIZE[0], 12), fill=colours["ink"])
    y = _words(pen, told.title, (_MARGIN, 44), (HEAD, 76, 2), "ink")
    y = _words(pen, told.about, (_MARGIN, y + 4), (LABEL, 36, 1), "ink-soft") + 20
    if told.outcome:
        pen.rectangle((_MARGIN, y, SIZE[0] - _MARGIN, y + _BAR), fill=colours[f"{told.outcome}-solid"])
        lines, font = fit_text_to_width(told.verdict, HEAD, 46, _WIDTH - 48, 1)
        place = (_MARGIN + 24, y + _BAR // 2)
        pen.text(place, lines[0], font=font, fill=colours[f"on-{told.outcome}"], anchor="lm")
        y += _BAR + 24
    _names(pen, told.names, y)
    draw_mark(pen, _MARGIN, SIZE[1] - 36)
    held = BytesIO()
    picture.quantize(64).save(held, "PNG", optimize=True)
    return held.getvalue()


def _words(pen: ImageDraw.ImageDraw, text: str, place: tuple[int, int], look: tuple[str, int, int], ink: str) -> int:
    """Lines of text from a place down, and where they end."""
    name, size, most = look
    lines, font = fit_text_to_width(text, name, size, _WIDTH, most)
    left, y = place
    for line in lines:
        pen.text((left, y), line, font=font, fill=preview.read_colours()[ink])
        y += int(font.size * 1.14)
    return y


def _names(pen: ImageDraw.ImageDraw, names: Sequence[str], top: int) -> None:
    """The cards in two columns, as many as there is room for."""
    room = max(0, (SIZE[1] - 90 - top) // _ROW)
    half = _WIDTH // 2
    for place, name in enumerate(names[: 2 * room]):
        column, row = divmod(place, room)
        lines, font = fit_text_to_width(name, TEXT, 30, half - 40, 1)
        left, y = _MARGIN + column * half, top + row * _ROW
        pen.rectangle((left, y + 6, left + 6, y + 38), fill=preview.read_colours()["accent"])
        pen.text((left + 22, y), lines[0], font=font, fill=preview.read_colours()["ink"])
