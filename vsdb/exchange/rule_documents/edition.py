"""A numbered edition: its units, the references between them, and what the document itself has wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.model.errors import InputError
from vsdb.exchange.rule_documents.outline import DocumentOutline, fold, parse_number, split_document_lines
from vsdb.exchange.rule_documents.units import DocumentDefect, DocumentText, GrowingUnit, UnitMention

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
    found = [*map(_found, _LEFTOVER.finditer(text)), *_find_named(text)]
    terms = ((match, match["term"]) for match in _GLOSSARY.finditer(text))
    found += [FoundReference(*match.span("term"), term, term=term) for match, term in terms]
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
            section, point, _ = number.partition(".")  # `5` after `214.3` is 214.5: it leaves out what both share
            number = f"{section}.{short}" if short and point and following["dash"] else following["item"]
            start, end = following.span("item")
            yield FoundReference(start, end, text[start:end], number=number)


def _found(match: re.Match[str], *, number: str = "") -> FoundReference:
    return FoundReference(match.start(), match.end(), match[0], number=number)


def find_contents_target(line: GrowingUnit, slugs: Mapping[str, str]) -> tuple[UnitMention, ...]:
    """What a line of the contents leads to: the chapter or the section that it names."""
    entry = parse_number(line.text)
    return (UnitMention(0, len(line.text), line.text, slugs.get(entry.number)),) if entry else ()


def find_contents_defects(units: Sequence[GrowingUnit]) -> Iterator[DocumentDefect]:
    """Where contents and text differ: chapters and sections by number and title, the glossary's terms by their words.

    The terms stand in columns that run into one another, so that only their words can be told.
    """
    lines = [unit for unit in units if unit.kind == "contents"]
    if not lines:
        return
    listed = {entry.number: (fold(entry.rest), line.line) for line in lines if (entry := parse_number(line.text))}
    titles = {unit.number: unit for unit in units if unit.kind == "heading" and unit.number.isdigit()}
    for number, (title, place) in listed.items():
        if number not in titles:
            message = f"the contents list {number}, which is not in the text"
            yield DocumentDefect("contents-differ", place, message, number)
        elif fold(titles[number].title) != title:
            message = f"the contents give {number} another title"
            yield DocumentDefect("contents-differ", place, message, number)
    left_out = [(unit.line, number) for number, unit in titles.items() if number not in listed]
    words = {word for line in lines for word in fold(line.text).split("-")}
    terms = [unit for unit in units if unit.kind == "glossary"]
    left_out += [(term.line, term.title) for term in terms if not words.issuperset(fold(term.title).split("-"))]
    for place, name in left_out:
        yield DocumentDefect("contents-differ", place, f"{name} is not in the contents", name)


_EXCERPT = 80  # characters
#: Where a picture among the words was lost: a parenthesis or quotation marks with nothing in them, a digit for a sign.
_NO_SYMBOL = re.compile(r"\((?=\s)[\s)]*|(?<!\S)\"\"(?!\S)|\([0-9]\)(?=\s+symbol\b)")


def read_numbered(text: str, document: str) -> DocumentText:
    """The units of an edition as plain text: a paragraph a line, each rule with its number."""
    return _read(NUMBERED, text, document)


def read_markdown(text: str, document: str) -> DocumentText:
    """The units of an edition as Markdown out of a PDF: headings of random depth, broken lines, and a glossary."""
    return _read(MARKDOWN, text, document)


def _read(layout: str, text: str, document: str) -> DocumentText:
    """The text of a numbered edition. Raises InputError where nothing in it is numbered as a rule is."""
    outline = DocumentOutline(split_document_lines(text, has_markup=layout == MARKDOWN))
    units = outline.gathering.units
    if not any("." in number for number in outline.by_number):
        raise InputError("no line starts with a rule number such as 101.2 or 101.2a", place=document, code="no-rules")
    slugs = {number: unit.slug for number, unit in outline.by_number.items()}
    terms = {fold(unit.title): unit.slug for unit in units if unit.kind == "glossary"}

    def target(one: FoundReference) -> str | None:
        return slugs.get(one.number) if one.number else terms.get(fold(one.term)) if one.term else None

    defects = list(outline.sequence.defects)
    for unit in units:
        if unit.kind == "contents":
            unit.mentions = find_contents_target(unit, slugs)
            continue
        found = find_references(unit.text)
        unit.mentions = tuple(UnitMention(one.start, one.end, one.written, target(one)) for one in found)
        defects += _find_defects(unit)
    defects += find_contents_defects(units)
    last = units[-1]
    if last.is_broken:
        line, message = last.line_at(len(last.text) - 1), "the document ends mid-sentence"
        defects.append(DocumentDefect("broken-off", line, message, last.text[-_EXCERPT:]))
    return DocumentText(layout, tuple(units), tuple(sorted(defects, key=lambda defect: defect.line)))


def _find_defects(unit: GrowingUnit) -> Iterator[DocumentDefect]:
    """References that lead nowhere, and symbols that were lost."""
    for mention in unit.mentions:
        line, written = unit.line_at(mention.start), mention.written
        if mention.target is None and written.startswith("Error!"):
            yield DocumentDefect("leftover-reference", line, "a broken reference left in the document", written)
        elif mention.target is None:
            message = f"refers to {written}, which is not in the document"
            yield DocumentDefect("dangling-reference", line, message, written)
    for match in _NO_SYMBOL.finditer(unit.text):
        yield DocumentDefect(
            "missing-symbol", unit.line_at(match.start()), "a symbol is missing here", match[0].strip()
        )
