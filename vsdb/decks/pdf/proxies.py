"""Proxies: which cards how often, nine on a page, with marks to cut along."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.errors import InputError
from vsdb.catalog.cards.faces import CardFace
from vsdb.core.pdf.canvas import INK, MIDDLE, MM, RIGHT, SOFT, PdfCanvas
from vsdb.core.pdf.lettering import TEXT, cut, shorten_text
from vsdb.decks.pdf.face_drawing import HEIGHT, WIDTH, draw_face
from vsdb.decks.pdf.listing import sort_sections

ONE, ALL, CHOSEN = "one", "all", "chosen"
CHOICES = (ONE, ALL, CHOSEN)
MAX_CARDS = 300
ACROSS, DOWN = 3, 3
_MARK, _AWAY = 4 * MM, 1 * MM  #: how long a cutting mark is, and how far from the cards


def count_proxies(
    deck: Deck, copies: str = ALL, chosen: Mapping[str, int] | None = None
) -> tuple[tuple[Card, int], ...]:
    """The cards to print with how many of each, in the order of the sheet.

    One of each, all copies, or counts chosen by the cards' slugs. Raises InputError where there is nothing to print,
    more than a file takes, or a card is chosen that the deck hasn't.
    """
    if copies not in CHOICES:
        raise InputError(f"{copies[:40]!r} is no choice; choose one of {', '.join(CHOICES)}", place="copies")
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
        raise InputError("no card to print; choose at least one that was read", place="copies", code="nothing-to-print")
    if total > MAX_CARDS:
        raise InputError(
            f"{total} cards; at most {MAX_CARDS} a file: print one of each, or choose fewer",
            place="copies",
            code="too-many",
        )
    return tuple(wanted.items())


def _choose_cards(held: Mapping[Card, int], chosen: Mapping[str, int]) -> dict[Card, int]:
    known = {card.slug: card for card in held}
    for slug, count in chosen.items():
        if slug not in known:
            raise InputError(f"{slug[:80]!r} is not a card of this deck", place="chosen", code="unknown-card")
        if count < 0:
            raise InputError(f"{count} of {slug}; at least 0", place="chosen")
    return {card: chosen[card.slug] for card in held if chosen.get(card.slug)}


def draw_proxies(pen: PdfCanvas, faces: Sequence[tuple[CardFace, int]], title: str) -> None:
    """Draw each face as often as asked for, nine on a page."""
    queue = [face for face, count in faces for _ in range(count)]
    a_page = ACROSS * DOWN
    of = -(-len(queue) // a_page)
    for page in range(of):
        for place, face in enumerate(queue[page * a_page : (page + 1) * a_page]):
            row, column = divmod(place, ACROSS)
            draw_face(pen, face, _left(pen) + column * WIDTH, _top(pen) + row * HEIGHT)
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
    pen.text(left + 2 * MM, y, "Print at 100 %: a card is 63 × 88 mm", TEXT, 7, ink=SOFT)
    said = shorten_text(cut(title), TEXT, 7, WIDTH - 4 * MM)
    pen.text(pen.paper.width / 2, y, said, TEXT, 7, ink=SOFT, at=MIDDLE)
    pen.text(left + ACROSS * WIDTH - 2 * MM, y, f"page {page} of {of}", TEXT, 7, ink=SOFT, at=RIGHT)
