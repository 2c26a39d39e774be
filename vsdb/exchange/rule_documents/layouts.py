"""Which layout a rules document has, from its own text, and the reader of that layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.model.errors import InputError
from vsdb.exchange.rule_documents import faq, rulebook, steps
from vsdb.exchange.rule_documents.edition import MARKDOWN, NUMBERED, read_markdown, read_numbered
from vsdb.exchange.rule_documents.rulebook_contents import find_contents, lines_of
from vsdb.exchange.rule_documents.units import Text

READERS: Mapping[str, Callable[[str, str], Text]] = MappingProxyType(
    {
        NUMBERED: read_numbered,
        MARKDOWN: read_markdown,
        rulebook.LAYOUT: rulebook.read,
        faq.LAYOUT: faq.read,
        steps.LAYOUT: steps.read,
    }
)

_RULE = re.compile(r"^[-#* \t]*(?:<u>[-#* \t]*)?\d{3}\.\d{1,3}[a-z]?(?:\.|:|[ \t]|\*|</u>)", re.MULTILINE | re.ASCII)
_HEADING = re.compile(r"^#{1,6} \S", re.MULTILINE)
_FEWEST_RULES = 3  #: numbered rules that tell a numbered edition
_UNREADABLE = re.compile(r"[\x00-\x08\x0e-\x1b\x7f\ufeff\ufffe\uffff\ud800-\udfff]")


def layout(text: str) -> str:
    """The layout: `numbered`, `markdown`, `rulebook`, `faq` or `steps`. Raises InputError for any other."""
    if any(steps.is_heading(line) for line in text.split("\n")):
        return steps.LAYOUT
    if sum(1 for _, _ in zip(range(_FEWEST_RULES), _RULE.finditer(text), strict=False)) == _FEWEST_RULES:
        return MARKDOWN if _HEADING.search(text) else NUMBERED
    if find_contents(lines_of(text)):
        return rulebook.LAYOUT
    if faq.begins(text):
        return faq.LAYOUT
    raise InputError(
        "the text has none of the known layouts: rules with numbers such as 101.2a, in plain text or Markdown; a "
        "rulebook whose contents list its headings with their pages; questions in sections such as GENERAL and ERRATA; "
        "or a sheet of steps with the numbers of rules. Save the document as UTF-8 text with its lines as they are",
        code="unknown-layout",
    )


def read(text: str, document: str) -> Text:
    """The units of a document, by the reader of its layout. Raises InputError where the text is no such document."""
    if found := _UNREADABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise InputError(
            f"holds the character {found[0]!r}, which no text has; save the document as UTF-8 text without it",
            place=f"{document}, line {line}",
            code="not-text",
        )
    return READERS[layout(text)](text, document)
