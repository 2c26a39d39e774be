"""The picture that other sites show beside a link to a deck: whom it is led by, its teams, its curve, and the cards
that it has most copies of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from vsdb.catalog.cards import preview
from vsdb.catalog.cards.faces import name_card
from vsdb.catalog.cards.pictures import find_picture_file, read_file_version
from vsdb.catalog.cards.preview import HEAD, LABEL, SIZE, TEXT, draw_mark, fit_text_to_width
from vsdb.decks.deck_page import ReadVersion, describe_deck, describe_verdict
from vsdb.decks.glance import Glance, SmallCurve, build_glance, list_known_cards, list_most_copied, summarize
from vsdb.decks.models import Deck

MAX_CARDS = 8  #: named with their counts
_MARGIN = 56
_FOOT = SIZE[1] - 40
_WIDTH = SIZE[0] - 2 * _MARGIN
_MARK = 140  #: how much of the first line the site's mark takes
_BAR = 72
_ROW = (50, 70)  #: how high a card's line is, at least and at most
_LEFT = 360  #: how wide the column of lead, teams and curve is
_RIGHT = _MARGIN + _LEFT + 40
_CURVE = (60, 150)  #: how high the curve is, at least and at most
_STEP, _GAP = 44, 8  #: of its columns
_PICTURE = (208, 290)  #: at most as large, in pixels


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """What the picture says. `outcome` is empty for a deck without a verdict, which then has no bar."""

    title: str
    about: str
    outcome: str
    verdict: str
    glance: Glance
    cards: tuple[tuple[int, str], ...]
    picture: Path | None = None  #: of its best-known card


def build_link_picture(deck: Deck, read: ReadVersion) -> LinkPicture:
    """What the picture says of a version of a deck; no query."""
    value = read.value
    glance = build_glance(deck.game_id, summarize(value))
    known = list_known_cards(value)
    return LinkPicture(
        title=read.revision.title,
        about=describe_deck(deck, read),
        outcome=read.outcome,
        verdict=describe_verdict(read),
        glance=glance,
        cards=tuple((copies, name_card(card)) for card, copies in list_most_copied(value)[:MAX_CARDS]),
        picture=find_picture_file(known[0]) if known else None,
    )


def draw_link_picture(said: LinkPicture) -> bytes:
    """A PNG on light paper."""
    return _draw_picture(said, read_file_version(said.picture))


@lru_cache(maxsize=128)
def _draw_picture(said: LinkPicture, version: tuple[int, int]) -> bytes:
    """The drawn picture, kept while the operator's file is the same."""
    colours = preview.read_colours()
    picture = Image.new("RGB", SIZE, colours["paper"])
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, SIZE[0], 12), fill=colours["ink"])
    draw_mark(pen, SIZE[0] - _MARGIN - 106, 98)
    y = _draw_text(pen, said.title, (_MARGIN, 40), (HEAD, 72, 2), "ink", _WIDTH - _MARK)
    y = _draw_text(pen, said.about, (_MARGIN, y + 2), (LABEL, 34, 1), "ink-soft") + 18
    if said.outcome:
        pen.rectangle((_MARGIN, y, SIZE[0] - _MARGIN, y + _BAR), fill=colours[f"{said.outcome}-solid"])
        lines, font = fit_text_to_width(said.verdict, HEAD, 42, _WIDTH - 48, 1)
        place = (_MARGIN + 24, y + _BAR // 2)
        pen.text(place, lines[0], font=font, fill=colours[f"on-{said.outcome}"], anchor="lm")
        y += _BAR + 22
    shown = preview.read_picture(said.picture, _PICTURE) if said.picture else None
    if shown:
        right = SIZE[0] - _MARGIN
        preview.paste_picture(picture, shown, (right - _PICTURE[0], _FOOT - _PICTURE[1], right, _FOOT))
    _draw_glance(pen, said.glance, y)
    _draw_cards(pen, said.cards, y, 1 if shown else 2)
    held = BytesIO()
    picture.quantize(128 if shown else 64).save(held, "PNG", optimize=True)
    return held.getvalue()


def _draw_text(
    pen: ImageDraw.ImageDraw,
    text: str,
    place: tuple[int, int],
    look: tuple[str, int, int],
    ink: str,
    wide: int = _WIDTH,
) -> int:
    """Lines of text from a place down, and where they end."""
    name, size, most = look
    lines, font = fit_text_to_width(text, name, size, wide, most)
    left, y = place
    for line in lines:
        pen.text((left, y), line, font=font, fill=preview.read_colours()[ink])
        y += int(font.size * 1.14)
    return y


def _draw_glance(pen: ImageDraw.ImageDraw, glance: Glance, top: int) -> None:
    """The column at the left: who leads the deck, its teams in their colours, its curve down to the foot."""
    colours, y = preview.read_colours(), top
    for lead in glance.leads:
        y = _draw_text(pen, lead.title, (_MARGIN, y), (HEAD, 40, 2), "ink", _LEFT)
    for group in glance.groups:
        left = _MARGIN
        if ink := colours.get(group.look.removeprefix("ink-")):
            pen.rectangle((left, y + 8, left + 22, y + 30), fill=ink)
            left += 34
        words = f"{group.name} {group.copies}" if group.copies else group.name
        y = _draw_text(pen, words, (left, y), (LABEL, 30, 1), "ink", _LEFT - 34) + 4
    if glance.curve and _FOOT - y > _CURVE[0] + 64:
        _draw_curve(pen, glance.curve, y + 12)


def _draw_curve(pen: ImageDraw.ImageDraw, curve: SmallCurve, top: int) -> None:
    """The bars with their counts above and their costs below, as high as there is room for."""
    colours, columns = preview.read_colours(), curve.columns
    step = min(_STEP, _LEFT // len(columns))
    font, foot = preview.load_font(LABEL, 22), _FOOT - 28
    high = min(_CURVE[1], foot - top - 28)
    most = max((copies for _, copies in columns), default=0) or 1
    for place, (figure, copies) in enumerate(columns):
        left = _MARGIN + place * step
        middle = left + (step - _GAP) // 2
        pen.text((middle, foot + 4), figure, font=font, fill=colours["ink-soft"], anchor="ma")
        if copies:
            tall = max(3, round(high * copies / most))
            pen.rectangle((left, foot - tall, left + step - _GAP, foot), fill=colours["accent"])
            pen.text((middle, foot - tall - 4), str(copies), font=font, fill=colours["ink"], anchor="mb")
    pen.line((_MARGIN, foot, _MARGIN + step * len(columns) - _GAP, foot), fill=colours["ink"], width=2)


def _draw_cards(pen: ImageDraw.ImageDraw, cards: tuple[tuple[int, str], ...], top: int, columns: int) -> None:
    """The cards with their counts, down each column, as many as there is room for."""
    colours, room = preview.read_colours(), max(1, (_FOOT - top) // _ROW[0])
    wide = (SIZE[0] - _MARGIN - _RIGHT - (_PICTURE[0] + 24 if columns == 1 else 0)) // columns
    deep = min(room, -(-len(cards) // columns))
    high = min(_ROW[1], (_FOOT - top) // max(deep, 1))
    for place, (copies, name) in enumerate(cards[: columns * room]):
        column, row = divmod(place, deep)
        left, middle = _RIGHT + column * wide, top + row * high + high // 2
        pen.text((left, middle), f"{copies}", font=preview.load_font(HEAD, 36), fill=colours["accent"], anchor="lm")
        lines, font = fit_text_to_width(name, TEXT, 28, wide - 60, 2)
        first = middle - (len(lines) - 1) * (font.size + 2) // 2
        for number, line in enumerate(lines):
            at = (left + 44, first + number * (font.size + 2))
            pen.text(at, line, font=font, fill=colours["ink"], anchor="lm")
