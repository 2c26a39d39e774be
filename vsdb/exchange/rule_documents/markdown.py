"""The layout of the classic comprehensive rules as Markdown out of a PDF: headings of random depth, broken lines."""

from __future__ import annotations

from vsdb.exchange.rule_documents.edition import read_edition
from vsdb.exchange.rule_documents.pieces import pieces
from vsdb.exchange.rule_documents.units import Text

LAYOUT = "markdown"


def read(text: str, document: str) -> Text:
    """The units of a numbered edition with its glossary. Raises InputError where it has no numbered rule."""
    return read_edition(LAYOUT, pieces(text, has_markup=True), document)
