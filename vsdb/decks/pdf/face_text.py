"""A card's text set for its face on paper: words, keywords and symbols in lines that fit, as large as there is room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from vsdb.catalog.cards.faces import CardFace
from vsdb.catalog.wordings.drawing import ICONS, Line, LinePiece, get_symbol_word, is_placeholder
from vsdb.core.pdf.lettering import BOLD, ITALIC, TEXT, break_word, measure_width, to_visible_text

LEADING = 1.18
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


def lay_out_text(face: CardFace, sizes: Iterable[float], room: float, height: float) -> LaidOutText:
    """The text of a face in the largest of the sizes in which it fits; in the smallest its end is cut off."""
    paragraphs = [[*_words(line)] for line in _lines(face)]
    found = LaidOutText(0, (), 0)
    for size in sizes:
        found = _set(paragraphs, size, room)
        if found.height <= height:
            return found
    kept = [line for line in found.lines if line[0] <= height]
    foot, words = kept[-1]
    kept[-1] = (foot, (*words[:-1], (TextPiece("…"),)))
    return LaidOutText(found.size, tuple(kept), height)


def _lines(face: CardFace) -> Iterable[list[TextPiece]]:
    """The paragraphs: the wording where it is loaded, else keywords, else a word for what is missing."""
    if face.lines:
        return [_bits(line) for line in face.lines]
    if face.keywords:
        return [[TextPiece(", ".join(map(str, face.keywords)), BOLD)]]
    if not face.card.type:
        return [[TextPiece("type not recorded", ITALIC)]]
    return [[TextPiece("wording not loaded" if face.lines is None else "no game text", ITALIC)]]


def _bits(line: Line) -> list[TextPiece]:
    return [_bit(piece, is_reminder=run.is_reminder) for run in line for piece in run.pieces]


def _bit(piece: LinePiece, *, is_reminder: bool) -> TextPiece:
    plain = ITALIC if is_reminder else TEXT
    if piece.kind == "words":
        return TextPiece(piece.text, plain)
    if piece.kind == "keyword":
        return TextPiece(piece.text, BOLD)
    if piece.kind == "arrow":
        return TextPiece("then", icon="arrow")
    if piece.name in ICONS:
        return TextPiece(piece.name, icon=ICONS[piece.name])
    if is_placeholder(piece.name):
        return TextPiece(f"[{piece.printed}]", plain)
    return TextPiece(f"[{get_symbol_word(piece.printed)}]", BOLD)


def _words(bits: Iterable[TextPiece]) -> Iterator[Word]:
    """The words of a paragraph; letters and icons that touch are one word."""
    word: list[TextPiece] = []
    for bit in bits:
        for part in [bit.text] if bit.icon else _SPACES.split(bit.text):
            if part.isspace():
                yield tuple(word)
                word = []
            elif part:
                word.append(
                    TextPiece(part, bit.font, bit.icon) if bit.icon else TextPiece(to_visible_text(part), bit.font)
                )
    yield tuple(word)


def _set(paragraphs: Iterable[Iterable[Word]], size: float, room: float) -> LaidOutText:
    lines: list[tuple[float, tuple[Word, ...]]] = []
    foot = 0.0
    for number, words in enumerate(paragraphs):
        foot += size * _GAP if number else 0
        for line in _wrap(words, size, room):
            foot += size * LEADING
            lines.append((foot - size * (LEADING - 0.95), line))
    return LaidOutText(size, tuple(lines), foot)


def _wrap(words: Iterable[Word], size: float, room: float) -> Iterator[tuple[Word, ...]]:
    space = measure_width(" ", TEXT, size)
    line: list[Word] = []
    wide = 0.0
    for word in chain.from_iterable(_that_fit(word, size, room) for word in words if word):
        needed = sum(bit.width(size) for bit in word)
        if line and wide + space + needed > room:
            yield tuple(line)
            line, wide = [], 0.0
        wide += needed + (space if line else 0)
        line.append(word)
    yield tuple(line)


def _that_fit(word: Word, size: float, room: float) -> Iterator[Word]:
    """The word, broken where it is wider than a line."""
    if sum(bit.width(size) for bit in word) <= room:
        yield word
        return
    for bit in word:
        if bit.icon:
            yield (bit,)
        else:
            yield from ((TextPiece(part, bit.font),) for part in break_word(bit.text, bit.font, size, room))
