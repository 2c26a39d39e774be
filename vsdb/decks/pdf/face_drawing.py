"""A card's face on paper at its true size, with the facts and in the places of `templates/parts/face.html`; its text in
lines that fit, as large as there is room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from PIL.Image import Image, Transpose

from engine.model.game_site import COIN
from vsdb.catalog.cards.faces import CardFace, FaceFigure
from vsdb.catalog.cards.preview import choose_colours, read_colours
from vsdb.catalog.cards.signs import DomainSign
from vsdb.catalog.wordings.drawing import LinePiece, get_symbol_label, is_placeholder
from vsdb.core.pdf import lettering
from vsdb.core.pdf.canvas import MIDDLE, MM, RIGHT, SIDE, PdfCanvas, load_icon, trace_icon
from vsdb.core.pdf.lettering import BOLD, CODE, HEAD, ITALIC, LABEL, TEXT, cut, fit_text, measure_width, shorten_text

WIDTH, HEIGHT = 63 * MM, 88 * MM
MARK = "proxy"
#: As in face.css every measure is a share of the width: a hundredth of it.
_U = WIDTH / 100
_SIDE = 4 * _U
_STRIP, _FIGURES, _FOOT = 9 * _U, 13 * _U, 8.5 * _U
_LEAST_HEAD, _LEAST_TEXT, _LEAST_ART = 23 * _U, 18 * _U, 9 * _U
_TEXT_SIZES = tuple(size * _U for size in (5.4, 5, 4.6, 4.2, 3.9, 3.6, 3.3, 3, 2.8, 2.6))
_CAP = 0.35  #: half the height of a capital, in its letters' size
_WHITE = "#ffffff"
_PIP, _PIP_GAP, _IN_ROW = 6.4 * _U, 0.8 * _U, 2  #: the symbols of a power cost, so many beside each other
_LEADING = 1.18
_ICON = 1.0  #: how wide an icon is, in its letters' size
_GAP = 0.35  #: between paragraphs, in the letters' size
_SPACES = re.compile(r"(\s+)")


@dataclass(frozen=True, slots=True)
class TextPiece:
    """A piece of a word: letters in a font, or an icon."""

    text: str
    font: str = TEXT
    icon: str = ""

    def width(self, size: float) -> float:
        """How wide it is in letters of that size."""
        return _ICON * size if self.icon else measure_width(self.text, self.font, size)


Word = tuple[TextPiece, ...]


@dataclass(frozen=True, slots=True)
class LaidOutText:
    """Text in lines, each with the place of its foot below the top."""

    size: float
    lines: tuple[tuple[float, tuple[Word, ...]], ...]
    height: float


def draw_pictured_face(pen: PdfCanvas, picture: Image, x: float, y: float) -> None:
    """Draw a picture of a card as its face, with the word that says what it is; one that lies stands on its side."""
    if picture.width > picture.height:
        picture = picture.transpose(Transpose.ROTATE_90)
    pen.box(x, y, WIDTH, HEIGHT, fill=_WHITE)
    pen.picture(picture, x, y, WIDTH, HEIGHT)
    size = 4.4 * _U
    wide = measure_width(MARK, CODE, size) + 3 * _U
    pen.box(x + (WIDTH - wide) / 2, y + HEIGHT - 6.4 * _U, wide, 6.4 * _U, fill=_WHITE)
    pen.text(x + WIDTH / 2, y + HEIGHT - 2 * _U, MARK, CODE, size, ink=read_colours()["ink-soft"], at=MIDDLE)


def draw_face(pen: PdfCanvas, face: CardFace, x: float, y: float) -> None:
    """Draw a face with its upper left corner at a place."""
    own = choose_colours(face)
    pen.box(x, y, WIDTH, HEIGHT, fill=_WHITE)
    top = _draw_head(pen, face, own, x, y)
    top = _draw_strip(pen, face, x, top)
    line = y + HEIGHT - _FOOT - (1.8 * _U if "double" in face.looks else 0)
    foot = line
    if face.figures:
        foot -= _FIGURES
        _draw_figures(pen, face, own[0], x, foot)
    text = _lay_out_text(face, foot - top - _LEAST_ART - 3 * _U)
    text_top = min(foot - _LEAST_TEXT, foot - text.height - 3 * _U)
    _draw_art(pen, face, own[0], x, top, text_top - top)
    _draw_text(pen, text, x + _SIDE, text_top + 1.6 * _U)
    _draw_foot(pen, face, x, line)
    _draw_edge(pen, face, own[0], x, y)


def _draw_edge(pen: PdfCanvas, face: CardFace, ink: str, x: float, y: float) -> None:
    """The edge in the type's ink: one line, a main character's two, a dotted one where the type isn't recorded."""
    dots = (_U, _U) if "untyped" in face.looks else ()
    for inset in (0.0, 1.7 * _U) if "double" in face.looks else (0.0,):
        wide = (0.9 if "double" in face.looks else 1) * _U
        gap = inset + wide / 2
        pen.box(x + gap, y + gap, WIDTH - 2 * gap, HEIGHT - 2 * gap, edge=ink, wide=wide, dots=dots)


def _draw_head(pen: PdfCanvas, face: CardFace, own: list[str], x: float, y: float) -> float:
    """Cost, name and what stands under it on the card's ink; where the head ends."""
    left = x + _SIDE + (16.5 * _U if face.coins else 0)
    room = x + WIDTH - _SIDE - left
    names, size = fit_text(cut(face.name), HEAD, (9.4 * _U, 8.6 * _U, 7.8 * _U, 7 * _U, 6.2 * _U), room, 2)
    under, small = fit_text(cut(face.under), LABEL, (6 * _U, 5.4 * _U, 4.8 * _U, 4.2 * _U), room, 2)
    under = [line for line in under if line]
    wanted = 6.4 * _U + len(names) * size * 1.02 + len(under) * small * 1.12
    coins = 5.2 * _U + sum(_coin_size(coin) + 1.2 * _U for coin in face.coins)
    height = max(_LEAST_HEAD, wanted, coins)
    pen.box(x, y, WIDTH, height, fill=own[0])
    if len(own) > 1:
        slant = height * 0.466 / 2  # of 115 degrees, as in pages
        middle = x + WIDTH / 2
        corners = ((middle + slant, y), (x + WIDTH, y), (x + WIDTH, y + height), (middle - slant, y + height))
        pen.polygon(corners, own[1])
    coin_top = y + 3.6 * _U
    for coin in face.coins:
        _draw_coin(pen, coin, x + _SIDE, coin_top)
        coin_top += _coin_size(coin) + 1.2 * _U
    foot = y + 3.2 * _U + 0.8 * size
    on_card = read_colours()["on-card"]
    for line in names:
        pen.text(left, foot, line, HEAD, size, ink=on_card)
        foot += 1.02 * size
    foot += 0.85 * small - 0.8 * size
    for line in under:
        pen.text(left, foot, line, LABEL, small, ink=on_card)
        foot += 1.12 * small
    return y + height


def _coin_size(coin: FaceFigure) -> float:
    """How high a cost is, and how wide unless it is drawn as symbols."""
    if coin.is_drawn:
        return max(1, -(-len(coin.signs) // _IN_ROW)) * (_PIP + _PIP_GAP) - _PIP_GAP
    return (9 if coin.look == "small" else 14) * _U


def _draw_coin(pen: PdfCanvas, coin: FaceFigure, x: float, y: float) -> None:
    """A cost: round, square for a level, or so many symbols; an empty dotted one where it isn't recorded."""
    if coin.is_drawn:
        _draw_pips(pen, coin.signs, x, y)
        return
    size = _coin_size(coin)
    is_square = coin.look in ("level", "small")
    fill = read_colours()["silver" if coin.look else "gold"] if coin.value else ""
    edge, dots = ("", ()) if coin.value else (read_colours()["on-card"], (0.8 * _U, 0.8 * _U))
    if is_square:
        pen.box(x, y, size, size, fill=fill, edge=edge, wide=0.8 * _U, radius=1.5 * _U, dots=dots)
    else:
        pen.circle(x + size / 2, y + size / 2, size / 2, fill=fill, edge=edge, wide=0.8 * _U, dots=dots)
    if coin.value:
        (line,), letters = fit_text(cut(coin.value), HEAD, [0.71 * size, 0.55 * size, 0.4 * size], size, 1)
        ink = read_colours()["on-coin"]
        pen.text(x + size / 2, y + size / 2 + _CAP * letters, line, HEAD, letters, ink=ink, at=MIDDLE)


def _draw_pips(pen: PdfCanvas, signs: Sequence[DomainSign], x: float, y: float) -> None:
    """A power cost as symbols on paper of their own; one empty dotted place where it isn't recorded."""
    if not signs:
        edge, radius = read_colours()["on-card"], _PIP / 2
        pen.circle(x + 7 * _U, y + radius, radius - 0.4 * _U, edge=edge, wide=0.8 * _U, dots=(0.8 * _U, 0.8 * _U))
    for number, sign in enumerate(signs):
        row, column = divmod(number, _IN_ROW)
        in_row = min(_IN_ROW, len(signs) - row * _IN_ROW)
        left = x + 7 * _U - (in_row * (_PIP + _PIP_GAP) - _PIP_GAP) / 2 + column * (_PIP + _PIP_GAP)
        top = y + row * (_PIP + _PIP_GAP)
        pen.circle(left + _PIP / 2, top + _PIP / 2, _PIP / 2, fill=read_colours()["pip"])
        _draw_sign(pen, sign, left + 0.2 * _PIP, top + 0.2 * _PIP, 0.6 * _PIP)


def _draw_sign(pen: PdfCanvas, sign: DomainSign, x: float, y: float, size: float) -> None:
    """A domain's symbol in its ink; the halves of one that stands for several domains in two."""
    inks = [read_colours()[f"domain-{ink}"] for ink in sign.inks[:2]]
    if len(inks) == 1:
        pen.shape(load_icon(sign.icon), x, y, size / SIDE, inks[0])
        return
    for outline, ink in zip(trace_icon(sign.icon), inks, strict=False):
        pen.polygon([(x + across * size, y + down * size) for across, down in outline], ink)


def _draw_domains(pen: PdfCanvas, signs: Sequence[DomainSign], x: float, middle: float, right: float) -> None:
    """Domains with their words, one behind the other, as far as there is room."""
    words = [*(sign.word for sign in signs)]
    icon = 6 * _U
    for size in (6.2 * _U, 5.4 * _U, 4.6 * _U, 4 * _U):
        wides = [icon + _U + measure_width(word, LABEL, size) + 2.4 * _U for word in words]
        if x + sum(wides) <= right:
            break
    for sign, wide in zip(signs, wides, strict=True):
        _draw_sign(pen, sign, x, middle - icon / 2, icon)
        pen.text(x + icon + _U, middle + _CAP * size, sign.word, LABEL, size, ink=read_colours()["ink"])
        x += wide


def _draw_strip(pen: PdfCanvas, face: CardFace, x: float, y: float) -> float:
    """The team on its band, or the domains with their symbols; at the right alignment, flight, range and concealed.

    Where the strip ends.
    """
    has_band = face.band is not None
    if has_band:
        pen.box(x, y, WIDTH, _STRIP, fill=read_colours()[f"band-{face.band}"])
    else:
        pen.rule(x, y + _STRIP, x + WIDTH, y + _STRIP, ink=read_colours()["line"])
    ink, middle = read_colours()["on-card" if has_band else "ink"], y + _STRIP / 2
    right = x + WIDTH - _SIDE
    for name in reversed(face.icons):
        right -= 6.5 * _U
        pen.shape(load_icon(name), right, middle - 3.25 * _U, 6.5 * _U / SIDE, ink)
        right -= 1.4 * _U
    for side in reversed(face.sides):
        right -= 7.4 * _U
        pen.circle(right + 3.7 * _U, middle, 3.5 * _U, edge=ink, wide=0.5 * _U)
        pen.text(right + 3.7 * _U, middle + _CAP * 5.6 * _U, side[:1], HEAD, 5.6 * _U, ink=ink, at=MIDDLE)
        right -= 1.4 * _U
    if face.signs:
        _draw_domains(pen, face.signs, x + _SIDE, middle, right)
    elif face.strip:
        (line, *_), size = fit_text(cut(face.strip), LABEL, (6.2 * _U, 5.4 * _U, 4.6 * _U), right - x - _SIDE, 1)
        pen.text(x + _SIDE, middle + _CAP * size, line, LABEL, size, ink=ink)
    elif face.has_team_place:
        pen.box(x + _SIDE, middle - 3 * _U, 30 * _U, 6 * _U, edge=read_colours()["edge"], wide=0.6 * _U, dots=(_U, _U))
    return y + _STRIP


def _draw_art(pen: PdfCanvas, face: CardFace, ink: str, x: float, y: float, height: float) -> None:
    """Where a picture would be: the name's initials on a tint of the ink."""
    pen.box(x, y, WIDTH, height, fill=_mix_ink(ink, 0.14))
    size = min(42 * _U, height * 1.15)
    letters = face.monogram
    if letters:
        size = min(size, size * (WIDTH - 2 * _SIDE) / measure_width(letters, HEAD, size))
        foot = y + height / 2 + _CAP * size
        pen.text(x + WIDTH / 2, foot, letters, HEAD, size, ink=_mix_ink(ink, 0.6), at=MIDDLE)


def _draw_text(pen: PdfCanvas, text: LaidOutText, x: float, y: float) -> None:
    ink, space = read_colours()["ink"], measure_width(" ", TEXT, text.size)
    for foot, words in text.lines:
        place = x
        for word in words:
            for bit in word:
                if bit.icon:
                    scale = 0.92 * text.size / SIDE
                    pen.shape(load_icon(bit.icon), place, y + foot - 0.8 * text.size, scale, ink)
                else:
                    pen.text(place, y + foot, bit.text, bit.font, text.size, ink=ink)
                place += bit.width(text.size)
            place += space


def _draw_figures(pen: PdfCanvas, face: CardFace, ink: str, x: float, y: float) -> None:
    """Attack, defense, health or might, from the left edge to the right, each behind its icon."""
    size, side = 10.5 * _U, 6.4 * _U
    room = (WIDTH - 2 * _SIDE) / len(face.figures) - side - 3 * _U
    values = [shorten_text(cut(each.value), HEAD, size, room) for each in face.figures]
    wides = [side + _U + (measure_width(value, HEAD, size) if value else 9 * _U) for value in values]
    free = WIDTH - 2 * _SIDE - sum(wides)
    gap = free / (len(wides) - 1) if len(wides) > 1 else 0.0
    middle, place = y + _FIGURES / 2, x + _SIDE
    for figure, value, wide in zip(face.figures, values, wides, strict=True):
        pen.shape(load_icon(figure.look), place, middle - side / 2, side / SIDE, ink)
        at = place + side + _U
        if value:
            pen.text(at, middle + _CAP * size, value, HEAD, size, ink=read_colours()["ink"])
        else:
            edge = read_colours()["edge"]
            pen.box(at, middle - 4.5 * _U, 9 * _U, 9 * _U, edge=edge, wide=0.8 * _U, dots=(0.8 * _U, 0.8 * _U))
        place += wide + gap


def _draw_foot(pen: PdfCanvas, face: CardFace, x: float, y: float) -> None:
    """Printing, the word that says what this is, and rarity, brand or universe."""
    pen.rule(x, y, x + WIDTH, y, ink=read_colours()["line"])
    size, ink, foot = 4.4 * _U, read_colours()["ink-soft"], y + 5.2 * _U
    room = (WIDTH - 2 * _SIDE - measure_width(MARK, CODE, size)) / 2 - 2 * _U
    pen.text(x + _SIDE, foot, shorten_text(face.code or "unrecorded", CODE, size, room), CODE, size, ink=ink)
    pen.text(x + WIDTH / 2, foot, MARK, CODE, size, ink=ink, at=MIDDLE)
    pen.text(x + WIDTH - _SIDE, foot, shorten_text(cut(face.foot), CODE, size, room), CODE, size, ink=ink, at=RIGHT)


def _mix_ink(ink: str, share: float) -> str:
    """So much of an ink on white paper."""
    parts = (int(ink[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 + (part - 255) * share):02x}" for part in parts)


def _lay_out_text(face: CardFace, height: float) -> LaidOutText:
    """The text of a face in the largest size in which it fits; in the smallest its end is cut off."""
    paragraphs = [[*_words(line)] for line in _lines(face)]
    found = LaidOutText(0, (), 0)
    for size in _TEXT_SIZES:
        found = _set_lines(paragraphs, size, WIDTH - 2 * _SIDE)
        if found.height <= height:
            return found
    kept = [line for line in found.lines if line[0] <= height]
    foot, words = kept[-1]
    kept[-1] = (foot, (*words[:-1], (TextPiece("…"),)))
    return LaidOutText(found.size, tuple(kept), height)


def _lines(face: CardFace) -> Iterable[list[TextPiece]]:
    """The paragraphs: the wording where it is loaded, else keywords, else a word for what is missing."""
    if face.lines:
        return [
            [_bit(piece, is_reminder=run.is_reminder) for run in line for piece in run.pieces] for line in face.lines
        ]
    if face.keywords:
        return [[TextPiece(", ".join(map(str, face.keywords)), BOLD)]]
    if not face.card.type:
        return [[TextPiece("type not recorded", ITALIC)]]
    return [[TextPiece("card text not available" if face.lines is None else "no game text", ITALIC)]]


def _bit(piece: LinePiece, *, is_reminder: bool) -> TextPiece:
    plain = ITALIC if is_reminder else TEXT
    if piece.kind == "words":
        return TextPiece(piece.text, plain)
    if piece.kind == "keyword":
        return TextPiece(piece.text, BOLD)
    if piece.kind == "arrow":
        return TextPiece("then", icon="arrow")
    if piece.icon not in ("", COIN):
        return TextPiece(piece.name, icon=piece.icon)
    if is_placeholder(piece.name):
        return TextPiece(f"[{piece.printed}]", plain)
    return TextPiece(f"[{get_symbol_label(piece.name, piece.printed)}]", BOLD)


def _words(bits: Iterable[TextPiece]) -> Iterator[Word]:
    """The words of a paragraph; letters and icons that touch are one word."""
    word: list[TextPiece] = []
    for bit in bits:
        for part in [bit.text] if bit.icon else _SPACES.split(bit.text):
            if part.isspace():
                yield tuple(word)
                word = []
            elif part:
                word.append(bit if bit.icon else TextPiece(lettering.to_visible_text(part), bit.font))
    yield tuple(word)


def _set_lines(paragraphs: Iterable[Iterable[Word]], size: float, room: float) -> LaidOutText:
    lines: list[tuple[float, tuple[Word, ...]]] = []
    foot = 0.0
    for number, words in enumerate(paragraphs):
        foot += size * _GAP if number else 0
        for line in _wrap(words, size, room):
            foot += size * _LEADING
            lines.append((foot - size * (_LEADING - 0.95), line))
    return LaidOutText(size, tuple(lines), foot)


def _wrap(words: Iterable[Word], size: float, room: float) -> Iterator[tuple[Word, ...]]:
    space = measure_width(" ", TEXT, size)
    line: list[Word] = []
    wide = 0.0
    for word in chain.from_iterable(_break_to_fit(word, size, room) for word in words if word):
        needed = sum(bit.width(size) for bit in word)
        if line and wide + space + needed > room:
            yield tuple(line)
            line, wide = [], 0.0
        wide += needed + (space if line else 0)
        line.append(word)
    yield tuple(line)


def _break_to_fit(word: Word, size: float, room: float) -> Iterator[Word]:
    """The word, broken where it is wider than a line."""
    if sum(bit.width(size) for bit in word) <= room:
        yield word
        return
    for bit in word:
        if bit.icon:
            yield (bit,)
        else:
            yield from ((TextPiece(part, bit.font),) for part in lettering.break_word(bit.text, bit.font, size, room))
