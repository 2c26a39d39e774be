"""Text in pictures: the site's own fonts, lines that fit a width, and what is cut where nothing fits."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings
from PIL import ImageFont

HEAD = "barlow-condensed-latin-700-normal"
LABEL = "barlow-condensed-latin-600-normal"
TEXT = "source-sans-3-latin-400-normal"
CODE = "ibm-plex-mono-latin-400-normal"
#: The subset of the fonts has neither the lozenge of identities nor the circle between versions.
_SIGNS = str.maketrans({"◊": "‹›", "○": "•"})

Font = ImageFont.FreeTypeFont


@lru_cache(maxsize=64)
def font_of(name: str, size: int) -> Font:
    """A font of the site in a size, kept once it is read."""
    return ImageFont.truetype(settings.BASE_DIR / f"static/fonts/{name}.woff2", size)


def fitted(text: str, name: str, size: int, width: int, most_lines: int) -> tuple[list[str], Font]:
    """The text in lines that fit, in a font as large as they allow, cut where even the smallest doesn't fit."""
    text = text.translate(_SIGNS)
    while True:
        font = font_of(name, size)
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
