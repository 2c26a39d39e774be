"""Deck text: what people already paste, read line by line and written back."""

from __future__ import annotations

from datetime import date

from engine.catalog import Catalog
from engine.decks import Deck


def decode(raw: bytes) -> str:
    """The text of an uploaded list. Raises InputError for wrong encodings, NUL bytes and lists that are too long."""
    raise NotImplementedError


def metadata(text: str) -> dict[str, str]:
    """The `# key: value` lines of a list (`title` for the first line without a key), without reading its cards."""
    raise NotImplementedError


def read(text: str, catalog: Catalog, as_of: date) -> Deck:
    """Read a list against a catalog; lines that can't be read stay in it, marked. Raises InputError for a text that
    can't be a list at all: too long, NUL bytes, too many cards."""
    raise NotImplementedError


def write(deck: Deck) -> str:
    """The deck as text, in the layout that `read` gives back as an equal deck."""
    raise NotImplementedError
