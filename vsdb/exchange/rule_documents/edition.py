"""A numbered edition: its units, the references between them, and what the document itself has wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.model.errors import InputError
from vsdb.exchange.rule_documents.drafts import DocumentLine, UnitDraft, fold, parse_number, split_document_lines
from vsdb.exchange.rule_documents.outline import DocumentOutline
from vsdb.exchange.rule_documents.units import DocumentDefect, DocumentText, UnitMention

NUMBERED, MARKDOWN = "numbered", "markdown"
_RULE = r"[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?"
_ALONE = re.compile(rf"(?<![\w.]){_RULE}(?!\w)")
_NAMED = re.compile(r"\b(?:rules?|(?P<sections>sections?))\s+(?=[0-9])", re.IGNORECASE)
_FIRST = re.compile(rf"(?:{_RULE}|[0-9]{{1,4}})(?!\w)")
_NEXT = re.compile(
    rf"(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to)\s+|\s*(?P<dash>[-–])\s*)"
    rf"(?P<item>{_RULE}|[1-9][0-9]{{2}}|(?P<short>[0-9]{{1,2}}))(?!\w)"
)
_GLOSSARY = re.compile(r"[\"“](?P<term>[^\"“”]{1,80})[\"”]\s+in\s+the\s+glossary\b", re.IGNORECASE)
_LEFTOVER = re.compile(r"Error!\s+Reference\s+source\s+not\s+found\.?")


@dataclass(frozen=True, slots=True)
class FoundReference:
    """A reference in a text: its place, and what it names.

    That is the `number` of a chapter, a section or a rule; a `term` of the glossary; neither in what a word processor
    left behind where it lost its target.
    """

    start: int
    end: int
    written: str
    number: str = ""
    term: str = ""


def find_references(text: str) -> tuple[FoundReference, ...]:
    """The references of a text in order: of `rules 214.3–5` both ends, of `rules 205, 206 and 301.2a` all three."""
    found = [*map(_found, _LEFTOVER.finditer(text)), *_terms(text), *_find_named(text)]
    found += [_found(match, number=match[0]) for match in _ALONE.finditer(text)]
    apart: list[FoundReference] = []
    for one in sorted(found, key=lambda one: one.start):
        if not apart or one.start >= apart[-1].end:
            apart.append(one)
    return tuple(apart)


def _find_named(text: str) -> Iterator[FoundReference]:
    for name in _NAMED.finditer(text):
        match = _FIRST.match(text, name.end())
        if match is None:
            continue
        yield _found(match, number=match[0])
        number, end = match[0], match.end()
        while following := _NEXT.match(text, end):
            short = following["short"]
            if short and not following["dash"] and not name["sections"]:
                break
            number = _complete_range_end(number, short) if short and following["dash"] else following["item"]
            start, end = following.span("item")
            yield FoundReference(start, end, text[start:end], number=number)


def _complete_range_end(first: str, short: str) -> str:
    """The end of a range that leaves out what it shares with the beginning: `5` after `214.3` is 214.5."""
    section, point, _ = first.partition(".")
    return f"{section}.{short}" if point else short


def _terms(text: str) -> Iterator[FoundReference]:
    for match in _GLOSSARY.finditer(text):
        yield FoundReference(match.start("term"), match.end("term"), match["term"], term=match["term"])


def _found(match: re.Match[str], *, number: str = "") -> FoundReference:
    return FoundReference(match.start(), match.end(), match[0], number=number)


def find_contents_target(line: UnitDraft, slugs: Mapping[str, str]) -> tuple[UnitMention, ...]:
    """What a line of the contents leads to: the chapter or the section that it names."""
    entry = parse_number(line.text())
    if entry is None:
        return ()
    return (UnitMention(0, len(line.text()), line.text(), slugs.get(entry.number)),)


def find_contents_defects(drafts: Sequence[UnitDraft]) -> Iterator[DocumentDefect]:
    """Where contents and text differ: chapters and sections by number and title, the glossary's terms by their words.

    The terms stand in columns that run into one another, so that only their words can be told.
    """
    lines = [draft for draft in drafts if draft.kind == "contents"]
    if not lines:
        return
    listed = {}
    for line in lines:
        entry = parse_number(line.text())
        if entry is not None:
            listed[entry.number] = (fold(entry.rest), line.line)
    titles = {draft.number: draft for draft in drafts if draft.kind == "heading" and draft.number.isdigit()}
    for number, (title, place) in listed.items():
        if number not in titles:
            yield DocumentDefect(
                "contents-differ", place, f"the contents list {number}, which the text doesn't have", number
            )
        elif fold(titles[number].title) != title:
            yield DocumentDefect(
                "contents-differ", place, f"the contents name {number} otherwise than the text", number
            )
    for number, draft in titles.items():
        if number not in listed:
            yield DocumentDefect("contents-differ", draft.line, f"the contents leave out {number}", number)
    yield from _find_unlisted_terms(lines, [draft for draft in drafts if draft.kind == "glossary"])


def _find_unlisted_terms(lines: Iterable[UnitDraft], terms: Iterable[UnitDraft]) -> Iterator[DocumentDefect]:
    words = Counter(word for line in lines for word in fold(line.text()).split("-"))
    for term in terms:
        if any(words[word] == 0 for word in fold(term.title).split("-")):
            yield DocumentDefect("contents-differ", term.line, f"the contents leave out {term.title}", term.title)


_EXCERPT = 80  # characters
#: Where a picture among the words was lost: a parenthesis or quotation marks with nothing in them, a digit for a sign.
_NO_SYMBOL = re.compile(r"\((?=\s)[\s)]*|(?<!\S)\"\"(?!\S)|\([0-9]\)(?=\s+symbol\b)")


def read_numbered(text: str, document: str) -> DocumentText:
    """The units of an edition as plain text: a paragraph a line, each rule with its number."""
    return _read(NUMBERED, split_document_lines(text, has_markup=False), document)


def read_markdown(text: str, document: str) -> DocumentText:
    """The units of an edition as Markdown out of a PDF: headings of random depth, broken lines, and a glossary."""
    return _read(MARKDOWN, split_document_lines(text, has_markup=True), document)


def _read(layout: str, found: tuple[DocumentLine, ...], document: str) -> DocumentText:
    """The text of a numbered edition. Raises InputError where nothing in it is numbered as a rule is."""
    outline = DocumentOutline(found)
    drafts = outline.drafts
    if not any("." in number for number in drafts.by_number):
        raise InputError("no line begins with a rule's number, as 101.2 or 101.2a", place=document, code="no-rules")
    slugs = {number: draft.slug for number, draft in drafts.by_number.items()}
    terms = {fold(draft.title): draft.slug for draft in drafts.all if draft.kind == "glossary"}

    def target(one: FoundReference) -> str | None:
        return slugs.get(one.number) if one.number else terms.get(fold(one.term)) if one.term else None

    defects = list(outline.number_defects)
    units = []
    for draft in drafts.all:
        if draft.kind == "contents":
            units.append(draft.unit(find_contents_target(draft, slugs)))
            continue
        found_there = find_references(draft.text())
        mentions = tuple(UnitMention(one.start, one.end, one.written, target(one)) for one in found_there)
        defects.extend(_find_dangling(draft, mentions))
        defects.extend(_symbols_missing(draft))
        units.append(draft.unit(mentions))
    defects.extend(find_contents_defects(drafts.all))
    defects.extend(_find_broken_off(drafts.all))
    return DocumentText(layout, tuple(units), tuple(sorted(defects, key=lambda defect: defect.line)))


def _find_dangling(draft: UnitDraft, mentions: Iterable[UnitMention]) -> Iterable[DocumentDefect]:
    for mention in mentions:
        if mention.target is not None:
            continue
        line = draft.line_at(mention.start)
        if mention.written.startswith("Error!"):
            yield DocumentDefect(
                "leftover-reference", line, "a reference was lost when the document was made", mention.written
            )
        else:
            message = f"it refers to {mention.written}, which the document doesn't have"
            yield DocumentDefect("dangling-reference", line, message, mention.written)


def _symbols_missing(draft: UnitDraft) -> Iterable[DocumentDefect]:
    for match in _NO_SYMBOL.finditer(draft.text()):
        yield DocumentDefect("missing-symbol", draft.line_at(match.start()), "a symbol was lost here", match[0].strip())


def _find_broken_off(drafts: list[UnitDraft]) -> Iterable[DocumentDefect]:
    last = drafts[-1]
    if last.is_broken:
        excerpt = last.text()[-_EXCERPT:]
        yield DocumentDefect(
            "broken-off", last.line_at(len(last.text()) - 1), "the document ends within a sentence", excerpt
        )
