"""A numbered edition: its units, the references between them, and what the document itself has wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from engine.model.errors import InputError
from vsdb.exchange.rule_documents.contents import contents_defects, contents_target
from vsdb.exchange.rule_documents.drafts import Draft
from vsdb.exchange.rule_documents.outline import Outline
from vsdb.exchange.rule_documents.pieces import Piece, fold
from vsdb.exchange.rule_documents.references import Found, references
from vsdb.exchange.rule_documents.units import Defect, Mention, Text

_EXCERPT = 80  # characters
#: Where a picture among the words was lost: a parenthesis or quotation marks with nothing in them, a digit for a sign.
_NO_SYMBOL = re.compile(r"\((?=\s)[\s)]*|(?<!\S)\"\"(?!\S)|\([0-9]\)(?=\s+symbol\b)")


def read_edition(layout: str, found: tuple[Piece, ...], document: str) -> Text:
    """The text of a numbered edition. Raises InputError where nothing in it is numbered as a rule is."""
    outline = Outline(found)
    drafts = outline.drafts
    if not any("." in number for number in drafts.by_number):
        raise InputError("no line begins with a rule's number, as 101.2 or 101.2a", place=document, code="no-rules")
    slugs = {number: draft.slug for number, draft in drafts.by_number.items()}
    terms = {fold(draft.title): draft.slug for draft in drafts.all if draft.kind == "glossary"}

    def target(one: Found) -> str | None:
        return slugs.get(one.number) if one.number else terms.get(fold(one.term)) if one.term else None

    defects = list(outline.number_defects)
    units = []
    for draft in drafts.all:
        if draft.kind == "contents":
            units.append(draft.unit(contents_target(draft, slugs)))
            continue
        mentions = _mentions(draft.text(), target)
        defects.extend(_dangling(draft, mentions))
        defects.extend(_symbols_missing(draft))
        units.append(draft.unit(mentions))
    defects.extend(contents_defects(drafts.all))
    defects.extend(_broken_off(drafts.all))
    return Text(layout, tuple(units), tuple(sorted(defects, key=lambda defect: defect.line)))


def _mentions(text: str, target: Callable[[Found], str | None]) -> tuple[Mention, ...]:
    return tuple(Mention(one.start, one.end, one.written, target(one)) for one in references(text))


def _dangling(draft: Draft, mentions: Iterable[Mention]) -> Iterable[Defect]:
    for mention in mentions:
        if mention.target is not None:
            continue
        line = draft.line_at(mention.start)
        if mention.written.startswith("Error!"):
            yield Defect("leftover-reference", line, "a reference was lost when the document was made", mention.written)
        else:
            message = f"it refers to {mention.written}, which the document doesn't have"
            yield Defect("dangling-reference", line, message, mention.written)


def _symbols_missing(draft: Draft) -> Iterable[Defect]:
    for match in _NO_SYMBOL.finditer(draft.text()):
        yield Defect("missing-symbol", draft.line_at(match.start()), "a symbol was lost here", match[0].strip())


def _broken_off(drafts: list[Draft]) -> Iterable[Defect]:
    last = drafts[-1]
    if last.is_broken:
        excerpt = last.text()[-_EXCERPT:]
        yield Defect("broken-off", last.line_at(len(last.text()) - 1), "the document ends within a sentence", excerpt)
