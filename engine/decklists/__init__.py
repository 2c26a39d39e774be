"""Deck text: what people already paste, read line by line and written back."""

from engine.decklists.encoding import MAX_BYTES, MAX_LINES, decode
from engine.decklists.items import from_items
from engine.decklists.lines import MAX_COPIES, MAX_LINE_LENGTH
from engine.decklists.metadata import metadata
from engine.decklists.reading import MAX_CARDS, MAX_SUGGESTED, read
from engine.decklists.writing import write

__all__ = [
    "MAX_BYTES",
    "MAX_CARDS",
    "MAX_COPIES",
    "MAX_LINES",
    "MAX_LINE_LENGTH",
    "MAX_SUGGESTED",
    "decode",
    "from_items",
    "metadata",
    "read",
    "write",
]
