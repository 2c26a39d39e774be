"""The letters of printed pages: each character in a font that has it, lines that fit, nothing but what is seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

HEAD, LABEL, TEXT = "vsdb-head", "vsdb-label", "vsdb-text"
BOLD, ITALIC, CODE = "vsdb-bold", "vsdb-italic", "vsdb-code"
#: Stands for a character that none of the fonts has.
LACKING = "□"
MAX_LENGTH = 300  #: characters of a line that somebody wrote; what is longer is cut, and seen to be
_FOLDER = Path(__file__).with_name("fonts")
_FILES = {
    HEAD: "BarlowCondensed_700Bold",
    LABEL: "BarlowCondensed_600SemiBold",
    TEXT: "SourceSans3_400Regular",
    BOLD: "SourceSans3_600SemiBold",
    ITALIC: "SourceSans3_400Regular_Italic",
    CODE: "IBMPlexMono_400Regular",
}
#: Where a character is looked for that the font itself lacks.
_BEHIND = {HEAD: (BOLD, CODE), LABEL: (BOLD, CODE)}


@cache
def _load_font(name: str) -> TTFont:
    """A font, registered with the writer of PDFs, which takes long to load and which few processes use."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(name, _FOLDER / f"{_FILES[name]}.ttf")
    pdfmetrics.registerFont(font)
    return font


@lru_cache(maxsize=8_192)
def _choose_font(name: str, character: str) -> str | None:
    """The first font that has the character: the one asked for, then those behind it; None where none has it."""
    tried = (name, *_BEHIND.get(name, (TEXT, CODE)))
    return next((font for font in tried if ord(character) in _load_font(font).face.charToGlyph), None)


def to_visible_text(text: str) -> str:
    """A text in one line without what isn't seen: control characters and marks of direction; accents composed."""
    kept = (
        " " if unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc") else character
        for character in unicodedata.normalize("NFC", text[: 8 * MAX_LENGTH])
        if unicodedata.category(character) not in ("Cf", "Cs")
    )
    return " ".join("".join(kept).split())


def cut(text: str, longest: int = MAX_LENGTH) -> str:
    """The text as it is seen, with an ellipsis where it is longer than is ever drawn."""
    plain = to_visible_text(text)
    return plain if len(plain) <= longest else f"{plain[: longest - 1].rstrip()}…"


def to_drawable_text(text: str, longest: int = MAX_LENGTH) -> str:
    """The text as `cut` gives it; nothing where our fonts lack letters of it, which are then left to be written."""
    plain = cut(text, longest)
    lacks = any(character.isalnum() and _choose_font(TEXT, character) is None for character in plain)
    return "" if lacks else plain


def split_runs(text: str, name: str) -> list[tuple[str, str]]:
    """The text in pieces, each with the font that has its characters."""
    lacking = (_choose_font(name, LACKING) or TEXT, LACKING)
    fonts = ((_choose_font(name, character), character) for character in text)
    found = ((font, character) if font else lacking for font, character in fonts)
    return [(font, "".join(piece[1] for piece in pieces)) for font, pieces in groupby(found, key=lambda each: each[0])]


def measure_width(text: str, name: str, size: float) -> float:
    """How wide a text is."""
    return size * sum(_advance(name, character) for character in text)


@lru_cache(maxsize=8_192)
def _advance(name: str, character: str) -> float:
    """How wide a character is in letters of one point."""
    ((font, drawn),) = split_runs(character, name)
    return float(_load_font(font).stringWidth(drawn, 1))


def wrap_text(text: str, name: str, size: float, room: float) -> list[str]:
    """The text in lines no wider than the room; a word that is wider is broken."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if measure_width(longer, name, size) <= room:
            lines[-1:] = [longer]
        else:
            lines.extend(break_word(word, name, size, room))
    return lines or [""]


def break_word(word: str, name: str, size: float, room: float) -> Iterable[str]:
    """A word in parts no wider than the room, each of a letter at least."""
    part, wide = "", 0.0
    for character in word:
        advance = size * _advance(name, character)
        if part and wide + advance > room:
            yield part
            part, wide = "", 0.0
        part, wide = part + character, wide + advance
    yield part


def shorten_text(text: str, name: str, size: float, room: float) -> str:
    """The text in one line, its end cut off with an ellipsis where it doesn't fit."""
    if measure_width(text, name, size) <= room:
        return text
    while text and measure_width(f"{text}…", name, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def fit_text(text: str, name: str, sizes: Iterable[float], room: float, most_lines: int) -> tuple[list[str], float]:
    """The text in at most so many lines, in the largest of the sizes that breaks no word, else cut in the smallest."""
    lines, size = [text], 0.0
    for size in sizes:
        lines = wrap_text(text, name, size, room)
        if len(lines) <= most_lines and all(measure_width(word, name, size) <= room for word in text.split()):
            return lines, size
    kept = lines[:most_lines]
    if len(lines) > most_lines:
        kept[-1] = shorten_text(f"{kept[-1]} {' '.join(lines[most_lines:])}", name, size, room)
    return kept, size
