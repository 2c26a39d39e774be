"""Deck text: what people already paste, read line by line and written back."""

from engine.decklists.encoding import MAX_BYTES, MAX_LINES, decode_list
from engine.decklists.items import read_items
from engine.decklists.lines import MAX_COPIES, MAX_LINE_LENGTH
from engine.decklists.metadata import read_metadata
from engine.decklists.reading import MAX_CARDS, MAX_SUGGESTED, read_deck
from engine.decklists.writing import write_deck

__all__ = [
    "MAX_BYTES",
    "MAX_CARDS",
    "MAX_COPIES",
    "MAX_LINES",
    "MAX_LINE_LENGTH",
    "MAX_SUGGESTED",
    "decode_list",
    "read_deck",
    "read_items",
    "read_metadata",
    "write_deck",
]
