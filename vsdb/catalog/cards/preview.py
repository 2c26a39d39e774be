"""The picture that other sites show beside a link to a card: its face, in the site's own fonts and inks."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageChops, ImageDraw, ImageFont

from engine.card_text import strip_reminders
from vsdb.catalog.cards.faces import CardFace, FaceFigure
from vsdb.catalog.cards.pictures import read_file_version
from vsdb.catalog.cards.signs import DomainSign
from vsdb.core.pdf.canvas import trace_icon

logger = logging.getLogger(__name__)

HEAD = "barlow-condensed-latin-700-normal"
LABEL = "barlow-condensed-latin-600-normal"
TEXT = "source-sans-3-latin-400-normal"
CODE = "ibm-plex-mono-latin-400-normal"
#: The subset of the fonts has neither the lozenge of identities nor the circle between versions.
_SIGNS = str.maketrans({"◊": "‹›", "○": "•"})

Font = ImageFont.FreeTypeFont
_TOKEN = re.compile(r"^ *--([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})", re.MULTILINE)
SIZE = (1200, 630)
_MARGIN = 40
_FACE = (_MARGIN, _MARGIN, _MARGIN + 394, SIZE[1] - _MARGIN)  #: 63 by 88
_TEXT_LEFT = _FACE[2] + 56
_TEXT_WIDTH = SIZE[0] - _TEXT_LEFT - _MARGIN
_HEAD_HEIGHT, _BAND_HEIGHT = 128, 46
_PIP, _PIPS = 22, 4  #: how wide a symbol of a power cost is, and how many stand in pairs


def draw(face: CardFace, picture: Path | None = None) -> bytes:
    """A PNG of a card's face or the operator's picture, with its name and what it says beside it, on light paper."""
    return _draw(face, picture, read_file_version(picture))


@lru_cache(maxsize=256)
def _draw(face: CardFace, picture: Path | None, version: tuple[int, int]) -> bytes:
    """The drawn picture, kept while the operator's file is the same."""
    drawn = Image.new("RGB", SIZE, read_colours()["paper"])
    pen = ImageDraw.Draw(drawn)
    shown = read_picture(picture, (_FACE[2] - _FACE[0], _FACE[3] - _FACE[1])) if picture else None
    if shown:
        paste_picture(drawn, shown, _FACE)
    else:
        _draw_face(pen, face)
    _draw_words(pen, face)
    held = BytesIO()
    drawn.quantize(256 if shown else 128).save(held, "PNG", optimize=True)
    return held.getvalue()


def read_picture(path: Path, size: tuple[int, int]) -> Image.Image | None:
    """The picture of a file on white, no larger than a size; None, with a line in the log, where it can't be read."""
    try:
        with Image.open(path) as opened:
            opened.draft("RGB", size)
            shown = opened.convert("RGBA")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        logger.warning("The card picture %s can't be read: %s", path, error)
        return None
    shown.thumbnail(size, Image.Resampling.LANCZOS)
    paper = Image.new("RGB", shown.size, "white")
    paper.paste(shown, mask=shown.getchannel("A"))
    return paper


def paste_picture(onto: Image.Image, shown: Image.Image, box: tuple[int, int, int, int]) -> None:
    """Put a picture in the middle of a box."""
    left, top, right, bottom = box
    onto.paste(shown, (left + (right - left - shown.width) // 2, top + (bottom - top - shown.height) // 2))


def _draw_face(pen: ImageDraw.ImageDraw, face: CardFace) -> None:
    colours, own = read_colours(), choose_colours(face)
    left, top, right, bottom = _FACE
    pen.rectangle(_FACE, fill=colours["panel"], outline=own[0], width=10 if "double" in face.looks else 5)
    pen.rectangle((left, top, right, top + _HEAD_HEIGHT), fill=own[0])
    if len(own) > 1:
        foot = top + _HEAD_HEIGHT
        pen.polygon([(left + 220, top), (right, top), (right, foot), (left + 160, foot)], fill=own[1])
    name_left = left + 18
    for place, coin in enumerate(face.coins[:2]):
        at = (left + 16, top + 14 + 66 * place)
        if coin.signs:
            _draw_pips(pen, coin.signs, at)
        else:
            _draw_coin(pen, coin, at, 60 if place == 0 else 40)
        name_left = left + 90
    lines, font = fit_text_to_width(face.name, HEAD, 46, right - name_left - 14, 2)
    for number, line in enumerate(lines):
        pen.text((name_left, top + 14 + number * (font.size + 4)), line, font=font, fill=colours["on-card"])
    band_top = top + _HEAD_HEIGHT
    band = colours[f"band-{face.band}"] if face.band is not None else colours["sunken"]
    pen.rectangle((left + 5, band_top, right - 5, band_top + _BAND_HEIGHT), fill=band)
    if face.signs:
        _draw_domains(pen, face.signs, (left + 18, band_top + _BAND_HEIGHT // 2))
    else:
        strip, font = fit_text_to_width(face.strip or " ", LABEL, 28, right - left - 36, 1)
        ink = colours["on-card"] if face.band is not None else colours["ink"]
        pen.text((left + 18, band_top + _BAND_HEIGHT // 2), strip[0], font=font, fill=ink, anchor="lm")
    pen.text(((left + right) // 2, top + 325), face.monogram, font=load_font(HEAD, 210), fill=own[0], anchor="mm")
    for number, figure in enumerate(face.figures):
        _draw_figure(pen, figure, (left + 18 + number * (right - left - 36) // len(face.figures), bottom - 70))
    pen.line((left + 18, bottom - 44, right - 18, bottom - 44), fill=colours["line"], width=2)
    pen.text((left + 18, bottom - 24), face.code, font=load_font(CODE, 20), fill=colours["ink-soft"], anchor="lm")
    pen.text((right - 18, bottom - 24), face.foot, font=load_font(CODE, 20), fill=colours["ink-soft"], anchor="rm")


def _draw_coin(pen: ImageDraw.ImageDraw, coin: FaceFigure, place: tuple[int, int], size: int) -> None:
    colours = read_colours()
    left, top = place
    box = (left, top, left + size, top + size)
    if not coin.value:
        pen.ellipse(box, outline=colours["on-card"], width=3)
        return
    shape = pen.rectangle if coin.look in {"level", "small"} else pen.ellipse
    shape(box, fill=colours["silver" if coin.look else "gold"])
    middle, font = (left + size / 2, top + size / 2), load_font(HEAD, size * 2 // 3)
    pen.text(middle, coin.value, font=font, fill=colours["on-coin"], anchor="mm")


def _draw_pips(pen: ImageDraw.ImageDraw, signs: Sequence[DomainSign], place: tuple[int, int]) -> None:
    """A power cost as symbols on paper of their own, in two rows."""
    left, top = place
    columns = 2 if len(signs) <= _PIPS else 3
    for number, sign in enumerate(signs):
        row, column = divmod(number, columns)
        in_row = min(columns, len(signs) - row * columns)
        x = left + 30 - in_row * (_PIP + 2) // 2 + column * (_PIP + 2)
        y = top + row * (_PIP + 2)
        pen.ellipse((x, y, x + _PIP, y + _PIP), fill=read_colours()["pip"])
        _draw_sign(pen, sign, (x + 4, y + 4), _PIP - 8)


def _draw_domains(pen: ImageDraw.ImageDraw, signs: Iterable[DomainSign], place: tuple[int, int]) -> None:
    """Domains with their words, one behind the other."""
    (left, middle), font = place, load_font(LABEL, 28)
    for sign in signs:
        _draw_sign(pen, sign, (left, middle - 12), 24)
        pen.text((left + 32, middle), sign.word, font=font, fill=read_colours()["ink"], anchor="lm")
        left += 32 + int(font.getlength(sign.word)) + 20


def _draw_sign(pen: ImageDraw.ImageDraw, sign: DomainSign, place: tuple[int, int], size: int) -> None:
    """A symbol in its ink; in two inks the halves of one that stands for several domains."""
    inks = [read_colours()[f"domain-{ink}"] for ink in sign.inks[:2]]
    for part, ink in enumerate(inks):
        pen.bitmap(place, _mask_icon(sign.icon, size, part if len(inks) > 1 else None), fill=ink)


@lru_cache(maxsize=64)
def _mask_icon(name: str, size: int, part: int | None = None) -> Image.Image:
    """Where an icon is inked, holes left out; of its outlines one alone where `part` says which."""
    fine = size * 4
    wound = [Image.new("L", (fine, fine)), Image.new("L", (fine, fine))]
    outlines = trace_icon(name)
    for outline in outlines if part is None else outlines[part : part + 1]:
        points = [(x * fine, y * fine) for x, y in outline]
        area = sum(x * v - u * y for (x, y), (u, v) in pairwise([*points, points[0]]))
        filled = Image.new("L", (fine, fine))
        ImageDraw.Draw(filled).polygon(points, fill=1)
        way = int(area > 0)
        wound[way] = ImageChops.add(wound[way], filled)
    inked = ImageChops.difference(*wound).point(lambda times: 255 if times else 0)
    return inked.resize((size, size), Image.Resampling.LANCZOS)


def _draw_figure(pen: ImageDraw.ImageDraw, figure: FaceFigure, place: tuple[int, int]) -> None:
    """A figure with its name; one that isn't recorded is an empty box with a dotted edge."""
    font, colours, (left, middle) = load_font(LABEL, 34), read_colours(), place
    pen.text(place, f"{figure.label} {figure.value}", font=font, fill=colours["ink"], anchor="lm")
    if not figure.value:
        left += int(font.getlength(f"{figure.label} "))
        for step in range(0, 30, 6):
            for x, y in ((step, -15), (step, 15), (0, step - 15), (30, step - 15)):
                pen.rectangle((left + x, middle + y, left + x + 2, middle + y + 2), fill=colours["edge"])


def _draw_words(pen: ImageDraw.ImageDraw, face: CardFace) -> None:
    """The name and what stands under it, large, then type, team and the text, else keywords."""
    colours = read_colours()
    y = _MARGIN + 6
    kind = "" if face.card.type and face.card.type in face.under else face.card.type
    for text, name, size, lines, ink in (
        (face.name, HEAD, 92, 3, "ink"),
        (face.under, LABEL, 44, 2, "ink-soft"),
        (" · ".join(part for part in (kind, face.team, *face.sides, *face.icons) if part), TEXT, 34, 2, "ink"),
        (_text(face), TEXT, 34, 6 if face.said else 3, "ink"),
    ):
        if not text:
            continue
        room = max(1, int((_FACE[3] - 66 - y) // (size * 1.16)))
        found, font = fit_text_to_width(text, name, size, _TEXT_WIDTH, min(lines, room))
        for line in found:
            pen.text((_TEXT_LEFT, y), line, font=font, fill=colours[ink])
            y += int(font.size * 1.16)
        y += 14
    draw_mark(pen, _TEXT_LEFT, _FACE[3])


def draw_mark(pen: ImageDraw.ImageDraw, left: int, bottom: int) -> None:
    """The site's mark, by its lower left corner."""
    colours = read_colours()
    pen.rectangle((left, bottom - 50, left + 58, bottom), fill=colours["ink"])
    pen.text((left + 29, bottom - 25), "VS", font=load_font(HEAD, 38), fill=colours["panel"], anchor="mm")
    pen.text((left + 68, bottom - 25), "DB", font=load_font(HEAD, 38), fill=colours["ink"], anchor="lm")


def _text(face: CardFace) -> str:
    """The text that counts, in one paragraph, without what reminds; the keywords where there is none."""
    return " ".join(strip_reminders(face.said).split("\n")) or ", ".join(map(str, face.keywords))


@lru_cache(maxsize=64)
def load_font(name: str, size: int) -> Font:
    """A font of the site in a size, kept once it is read."""
    return ImageFont.truetype(settings.BASE_DIR / f"static/fonts/{name}.woff2", size)


def fit_text_to_width(text: str, name: str, size: int, width: int, most_lines: int) -> tuple[list[str], Font]:
    """The text in lines that fit, in a font as large as they allow, cut where even the smallest doesn't fit."""
    text = text.translate(_SIGNS)
    while True:
        font = load_font(name, size)
        lines = _lines(text, font, width)
        if len(lines) <= most_lines and all(font.getlength(line) <= width for line in lines):
            return lines, font
        if size <= 18:
            kept = lines[:most_lines]
            if len(lines) > most_lines:
                kept[-1] = f"{kept[-1]} {lines[most_lines]}"  # so that its end is seen to be cut off
            return [_cut(line, font, width) for line in kept], font
        size -= 4


def _lines(text: str, font: Font, width: int) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [" "]


def _cut(line: str, font: Font, width: int) -> str:
    if font.getlength(line) <= width:
        return line
    while len(line) > 1 and font.getlength(f"{line}…") > width:
        line = line[:-1]
    return f"{line}…"


@lru_cache(maxsize=1)
def read_colours() -> dict[str, str]:
    """The colours of tokens.css by their names, those for light paper, the screen's and not the printer's."""
    text = (settings.BASE_DIR / "static/css/tokens.css").read_text(encoding="utf-8")
    return dict(reversed(_TOKEN.findall(text.partition("@media print")[0])))


def choose_colours(face: CardFace) -> list[str]:
    """One ink or two: that of the type, or those of the domains."""
    names = [look.removeprefix("and-") for look in face.looks]
    found = [read_colours().get(f"card-{name}") or read_colours().get(name) for name in names]
    return [ink for ink in found if ink] or [read_colours()["card-plain"]]
