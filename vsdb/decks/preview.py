"""The picture that other sites show beside a link to a deck: its title, its outcome, and cards that it is known by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageDraw

from vsdb.catalog.cards import preview
from vsdb.catalog.cards.preview import HEAD, LABEL, SIZE, TEXT, draw_mark, fitted

_MARGIN = 56
_WIDTH = SIZE[0] - 2 * _MARGIN
_BAR = 84
_ROW = 46


@dataclass(frozen=True, slots=True)
class Told:
    """What the picture says; `outcome` is empty for a deck without a verdict, which then has no bar."""

    title: str
    about: str
    outcome: str
    verdict: str
    names: tuple[str, ...]


@lru_cache(maxsize=128)
def draw(told: Told) -> bytes:
    """A PNG on light paper."""
    colours = preview.site_colours()
    picture = Image.new("RGB", SIZE, colours["paper"])
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, SIZE[0], 12), fill=colours["ink"])
    y = _words(pen, told.title, (_MARGIN, 44), (HEAD, 76, 2), "ink")
    y = _words(pen, told.about, (_MARGIN, y + 4), (LABEL, 36, 1), "ink-soft") + 20
    if told.outcome:
        pen.rectangle((_MARGIN, y, SIZE[0] - _MARGIN, y + _BAR), fill=colours[f"{told.outcome}-solid"])
        lines, font = fitted(told.verdict, HEAD, 46, _WIDTH - 48, 1)
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
    lines, font = fitted(text, name, size, _WIDTH, most)
    left, y = place
    for line in lines:
        pen.text((left, y), line, font=font, fill=preview.site_colours()[ink])
        y += int(font.size * 1.14)
    return y


def _names(pen: ImageDraw.ImageDraw, names: Sequence[str], top: int) -> None:
    """The cards in two columns, as many as there is room for."""
    room = max(0, (SIZE[1] - 90 - top) // _ROW)
    half = _WIDTH // 2
    for place, name in enumerate(names[: 2 * room]):
        column, row = divmod(place, room)
        lines, font = fitted(name, TEXT, 30, half - 40, 1)
        left, y = _MARGIN + column * half, top + row * _ROW
        pen.rectangle((left, y + 6, left + 6, y + 38), fill=preview.site_colours()["accent"])
        pen.text((left + 22, y), lines[0], font=font, fill=preview.site_colours()["ink"])
