"""The layout of the classic comprehensive rules as plain text: a paragraph a line, each rule with its number."""

from __future__ import annotations

from vsdb.rules.texts.edition import read_edition
from vsdb.rules.texts.pieces import pieces
from vsdb.rules.texts.units import Text

LAYOUT = "numbered"


def read(text: str, document: str) -> Text:
    """The units of a numbered edition. Raises InputError where it has no numbered rule."""
    return read_edition(LAYOUT, pieces(text, has_markup=False), document)
