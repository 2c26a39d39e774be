"""What a stored deck is given away as: a list in a layout, its registration sheet, proxies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.http import HttpResponse, QueryDict
from django.utils.http import content_disposition_header

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.errors import InputError
from vsdb.catalog.cards import preview
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.cards.faces import CardFace, build_faces_with_texts
from vsdb.catalog.cards.pictures import find_picture_file
from vsdb.check.play_area import build_play_area
from vsdb.core import qr
from vsdb.core.dates import parse_day
from vsdb.core.limits.computing import bounds_computing
from vsdb.core.pdf.canvas import INK, MIDDLE, MM, RIGHT, SOFT, PdfCanvas, get_paper
from vsdb.core.pdf.lettering import TEXT, cut, shorten_text
from vsdb.decks.access import ViewedDeck
from vsdb.decks.deck_page import ReadVersion, add_metadata, build_verification_codes, describe_verdict, read_version
from vsdb.decks.pdf.face_drawing import HEIGHT, WIDTH, draw_face, draw_pictured_face
from vsdb.decks.pdf.listing import SheetRequest, sort_sections
from vsdb.decks.pdf.sheet import draw_sheet
from vsdb.exchange.deck_lists.drafts import ExportedText, OutgoingDeck
from vsdb.exchange.deck_lists.layouts import ListLayout, build_file_name, get_layout
from vsdb.exchange.deck_lists.o8d import map_octgn_ids

_MAX_WORD_LENGTH = 120
ONE, ALL, CHOSEN = "one", "all", "chosen"
CHOICES = (ONE, ALL, CHOSEN)
PICTURES, DRAWN = "pictures", "drawn"
FACES = (PICTURES, DRAWN)
_PRINTED = (1040, 1040)  #: a picture of the longer side of a card at 300 dots an inch
MAX_CARDS = 300
ACROSS, DOWN = 3, 3
_MARK, _AWAY = 4 * MM, 1 * MM  #: how long a cutting mark is, and how far from the cards


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
    value = add_metadata(read.value, revision.title, revision.format, revision.as_of)
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


def build_sheet_request(
    place: ViewedDeck, words: QueryDict, absolute: Callable[[str], str], read: ReadVersion | None = None
) -> SheetRequest:
    """What stands on the sheet of a deck; the player's name comes with the address and is kept nowhere.

    Raises InputError for a day that can't be read.
    """
    read = read or read_version(place.deck)
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
        area=build_play_area(read.value, read.fmt, read.on),
    )


def render_sheet_file(place: ViewedDeck, words: QueryDict, absolute: Callable[[str], str]) -> HttpResponse:
    """The registration sheet of a deck as PDF. Raises InputError."""
    made = render_sheet(build_sheet_request(place, words, absolute), words.get("paper", "a4"))
    return build_pdf_response(made, f"{place.deck.slug}-sheet.pdf")


def render_proxies_file(place: ViewedDeck, words: QueryDict) -> HttpResponse:
    """The faces of a deck's cards as PDF. Raises InputError."""
    read, paper = read_version(place.deck), words.get("paper", "a4")
    copies, faces = words.get("copies", ALL), words.get("faces", PICTURES)
    made = render_proxies(read.value, read.on, copies=copies, paper=paper, title=place.deck.title, faces=faces)
    return build_pdf_response(made, f"{place.deck.slug}-proxies.pdf")


def build_pdf_response(made: bytes, name: str) -> HttpResponse:
    """A PDF that the browser shows."""
    disposition = content_disposition_header(False, name) or "inline"
    return HttpResponse(made, content_type="application/pdf", headers={"Content-Disposition": disposition})


def render_sheet(request: SheetRequest, paper: str = "a4") -> bytes:
    """The registration sheet. The same bytes for the same request.

    Raises InputError for another paper, and for an address too long for a QR code.
    """
    pen = PdfCanvas(get_paper(paper), request.title or "Deck registration sheet", request.fingerprint)
    draw_sheet(pen, request)
    return pen.file()


@bounds_computing
def render_sheets(requests: Sequence[SheetRequest], paper: str = "a4") -> bytes:
    """The registration sheets of several decks in one file, each on pages of its own. Raises InputError."""
    pen = PdfCanvas(get_paper(paper), "Deck registration sheets")
    for request in requests:
        draw_sheet(pen, request)
    return pen.file()


@bounds_computing
def render_proxies(
    deck: Deck, on: date, *, copies: str = ALL, paper: str = "a4", title: str = "", faces: str = PICTURES
) -> bytes:
    """The faces of a deck's cards with the texts of a day, nine on a page at 63 by 88 mm; one query.

    `copies` is one (of each) or all; `faces` pictures (where the operator has them as files) or drawn.
    Raises InputError for another choice or paper, for nothing to print and for more than 300 cards.
    """
    if faces not in FACES:
        raise InputError(f"no choice {faces[:40]!r}; the choices are {', '.join(FACES)}", place="faces")
    sheet = get_paper(paper)
    counts = count_proxies(deck, copies)
    drawn = build_faces_with_texts([card for card, _ in counts], on)
    title = title or deck.title
    pen = PdfCanvas(sheet, f"Proxies: {title}" if title else "Proxies")
    pairs = [(face, count) for face, (_, count) in zip(drawn, counts, strict=True)]
    draw_proxies(pen, pairs, title, with_pictures=faces == PICTURES)
    return pen.file()


def count_proxies(
    deck: Deck, copies: str = ALL, chosen: Mapping[str, int] | None = None
) -> tuple[tuple[Card, int], ...]:
    """The cards to print with how many of each, in the order of the sheet.

    One of each, all copies, or counts chosen by the cards' slugs. Raises InputError where there is nothing to print,
    more than a file takes, or a card is chosen that the deck hasn't.
    """
    if copies not in CHOICES:
        raise InputError(f"no choice {copies[:40]!r}; the choices are {', '.join(CHOICES)}", place="copies")
    held: dict[Card, int] = {}
    for section in sort_sections(deck.sections, deck.game):
        for card, count in deck.read(section):
            held[card] = held.get(card, 0) + count
    if copies == CHOSEN:
        wanted = _choose_cards(held, chosen or {})
    else:
        wanted = {card: count if copies == ALL else 1 for card, count in held.items()}
    total = sum(wanted.values())
    if not total:
        raise InputError("no cards to print; choose at least one", place="copies", code="nothing-to-print")
    if total > MAX_CARDS:
        said = f"{total} cards; at most {MAX_CARDS} per file. Print one of each or fewer cards"
        raise InputError(said, place="copies", code="too-many")
    return tuple(wanted.items())


def _choose_cards(held: Mapping[Card, int], chosen: Mapping[str, int]) -> dict[Card, int]:
    known = {card.slug: card for card in held}
    for slug, count in chosen.items():
        if slug not in known:
            raise InputError(f"no card {slug[:80]!r} in this deck", place="chosen", code="unknown-card")
        if count < 0:
            raise InputError(f"{slug}: {count} copies; at least 0", place="chosen")
    return {card: chosen[card.slug] for card in held if chosen.get(card.slug)}


def draw_proxies(
    pen: PdfCanvas, faces: Sequence[tuple[CardFace, int]], title: str, *, with_pictures: bool = True
) -> None:
    """Draw each face as often as asked for, nine on a page; where the operator has a picture's file, that."""
    queue = [face for face, count in faces for _ in range(count)]
    files = {face.card: find_picture_file(face.card) for face, _ in faces if with_pictures}
    pictures = {card: preview.read_picture(file, _PRINTED) for card, file in files.items() if file}
    a_page = ACROSS * DOWN
    of = -(-len(queue) // a_page)
    for page in range(of):
        for place, face in enumerate(queue[page * a_page : (page + 1) * a_page]):
            row, column = divmod(place, ACROSS)
            x, y = _left(pen) + column * WIDTH, _top(pen) + row * HEIGHT
            if picture := pictures.get(face.card):
                draw_pictured_face(pen, picture, x, y)
            else:
                draw_face(pen, face, x, y)
        for mark in _marks(pen):
            pen.rule(*mark, ink=INK, wide=0.4)
        _draw_margin(pen, title, page + 1, of)
        pen.next_page()


def _left(pen: PdfCanvas) -> float:
    return (pen.paper.width - ACROSS * WIDTH) / 2


def _top(pen: PdfCanvas) -> float:
    return (pen.paper.height - DOWN * HEIGHT) / 2


def _marks(pen: PdfCanvas) -> Iterator[tuple[float, float, float, float]]:
    """Short lines in the margins where the edges of the cards lie."""
    left, top = _left(pen), _top(pen)
    right, foot = left + ACROSS * WIDTH, top + DOWN * HEIGHT
    for column in range(ACROSS + 1):
        x = left + column * WIDTH
        yield x, top - _AWAY - _MARK, x, top - _AWAY
        yield x, foot + _AWAY, x, foot + _AWAY + _MARK
    for row in range(DOWN + 1):
        y = top + row * HEIGHT
        yield left - _AWAY - _MARK, y, left - _AWAY, y
        yield right + _AWAY, y, right + _AWAY + _MARK, y


def _draw_margin(pen: PdfCanvas, title: str, page: int, of: int) -> None:
    """Below the cards: how to print, whose cards these are, which page."""
    y, left = _top(pen) + DOWN * HEIGHT + 3.4 * MM, _left(pen)
    pen.text(left + 2 * MM, y, "Print at 100%. A card is 63 × 88 mm.", TEXT, 7, ink=SOFT)
    said = shorten_text(cut(title), TEXT, 7, WIDTH - 4 * MM)
    pen.text(pen.paper.width / 2, y, said, TEXT, 7, ink=SOFT, at=MIDDLE)
    pen.text(left + ACROSS * WIDTH - 2 * MM, y, f"page {page} of {of}", TEXT, 7, ink=SOFT, at=RIGHT)
