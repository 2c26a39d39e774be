"""The layout of the classic comprehensive rules as plain text: a paragraph a line, each rule with its number."""

from __future__ import annotations

from vsdb.exchange.rule_documents.edition import read_edition
from vsdb.exchange.rule_documents.pieces import pieces
from vsdb.exchange.rule_documents.units import Text

LAYOUT = "numbered"


def read(text: str, document: str) -> Text:
    """The units of a numbered edition. Raises InputError where it has no numbered rule."""
    return read_edition(LAYOUT, pieces(text, has_markup=False), document)
