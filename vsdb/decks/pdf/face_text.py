"""A card's text set for its face on paper: words, keywords and symbols in lines that fit, as large as there is room."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from vsdb.catalog.cards.faces import Face
from vsdb.catalog.wordings.drawing import ICONS, Line, Piece, is_placeholder, symbol_word
from vsdb.core.pdf.lettering import BOLD, ITALIC, TEXT, broken, seen, width

LEADING = 1.18
_ICON = 1.0  #: how wide an icon is, in its letters' size
_GAP = 0.35  #: between paragraphs, in the letters' size
_SPACES = re.compile(r"(\s+)")


@dataclass(frozen=True, slots=True)
class Bit:
    """A piece of a word: letters in a font, or an icon."""

    text: str
    font: str = TEXT
    icon: str = ""

    def width(self, size: float) -> float:
        """How wide it is in letters of that size."""
        return _ICON * size if self.icon else width(self.text, self.font, size)


Word = tuple[Bit, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """Text in lines, each with the place of its foot below the top."""

    size: float
    lines: tuple[tuple[float, tuple[Word, ...]], ...]
    height: float


def laid(face: Face, sizes: Iterable[float], room: float, height: float) -> Laid:
    """The text of a face in the largest of the sizes in which it fits; in the smallest its end is cut off."""
    paragraphs = [[*_words(line)] for line in _lines(face)]
    found = Laid(0, (), 0)
    for size in sizes:
        found = _set(paragraphs, size, room)
        if found.height <= height:
            return found
    kept = [line for line in found.lines if line[0] <= height]
    foot, words = kept[-1]
    kept[-1] = (foot, (*words[:-1], (Bit("…"),)))
    return Laid(found.size, tuple(kept), height)


def _lines(face: Face) -> Iterable[list[Bit]]:
    """The paragraphs: the wording where it is loaded, else keywords, else a word for what is missing."""
    if face.lines:
        return [_bits(line) for line in face.lines]
    if face.keywords:
        return [[Bit(", ".join(map(str, face.keywords)), BOLD)]]
    if not face.card.type:
        return [[Bit("type not recorded", ITALIC)]]
    return [[Bit("wording not loaded" if face.lines is None else "no game text", ITALIC)]]


def _bits(line: Line) -> list[Bit]:
    return [_bit(piece, is_reminder=run.is_reminder) for run in line for piece in run.pieces]


def _bit(piece: Piece, *, is_reminder: bool) -> Bit:
    plain = ITALIC if is_reminder else TEXT
    if piece.kind == "words":
        return Bit(piece.text, plain)
    if piece.kind == "keyword":
        return Bit(piece.text, BOLD)
    if piece.kind == "arrow":
        return Bit("then", icon="arrow")
    if piece.name in ICONS:
        return Bit(piece.name, icon=ICONS[piece.name])
    if is_placeholder(piece.name):
        return Bit(f"[{piece.printed}]", plain)
    return Bit(f"[{symbol_word(piece.printed)}]", BOLD)


def _words(bits: Iterable[Bit]) -> Iterator[Word]:
    """The words of a paragraph; letters and icons that touch are one word."""
    word: list[Bit] = []
    for bit in bits:
        for part in [bit.text] if bit.icon else _SPACES.split(bit.text):
            if part.isspace():
                yield tuple(word)
                word = []
            elif part:
                word.append(Bit(part, bit.font, bit.icon) if bit.icon else Bit(seen(part), bit.font))
    yield tuple(word)


def _set(paragraphs: Iterable[Iterable[Word]], size: float, room: float) -> Laid:
    lines: list[tuple[float, tuple[Word, ...]]] = []
    foot = 0.0
    for number, words in enumerate(paragraphs):
        foot += size * _GAP if number else 0
        for line in _wrapped(words, size, room):
            foot += size * LEADING
            lines.append((foot - size * (LEADING - 0.95), line))
    return Laid(size, tuple(lines), foot)


def _wrapped(words: Iterable[Word], size: float, room: float) -> Iterator[tuple[Word, ...]]:
    space = width(" ", TEXT, size)
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
            yield from ((Bit(part, bit.font),) for part in broken(bit.text, bit.font, size, room))
