"""Questions about a set: numbered entries on its mechanics, then errata and rulings card by card.

A section's heading and what begins an entry are told by the reader of card references, which reads the same documents
for their wordings.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from engine.model.errors import InputError
from vsdb.exchange.card_files.sources.reference.entries import DocumentEntry, Event, gather_entries, split_preamble
from vsdb.exchange.card_files.sources.reference.layout import (
    ERRATA,
    FileParagraph,
    is_bullet,
    is_meta,
    is_title,
    read_paragraphs,
)
from vsdb.exchange.card_files.sources.reference.statements import is_date, load_known_words
from vsdb.exchange.rule_documents.units import (
    MAX_TITLE_LENGTH,
    DocumentDefect,
    DocumentText,
    DocumentUnit,
    UnitGathering,
    UnitMention,
    slugify_heading,
    strip_bullet,
)

LAYOUT = "faq"
_EXAMPLE = re.compile(r"Example(?: \d+)?[:,]")
_SEE = re.compile(r"^See (?P<name>[^.\n]+)\.$", re.MULTILINE)  #: a paragraph of its own


#: A paragraph, what it is, and the entry that it begins. It is `section`, `furniture`, `entry`, `quoted` (the name of a
#: card that an entry quotes), `wording` (what stands under that name) or `body`.
_Piece = tuple[FileParagraph, str, DocumentEntry | None]


def read(text: str, document: str) -> DocumentText:
    """The units of a set's questions. Raises InputError where it is no text or has neither a section nor a card."""
    rest = read_paragraphs(io.BytesIO(text.encode()))
    before, first = split_preamble(rest)
    if not first:
        why = "the text needs a section such as GENERAL, ERRATA or SINGLE CARDS, or a card with a type line"
        raise InputError(why, place=document, code="wrong-format")
    faq = _Faq()
    faq.preamble(before)
    events = gather_entries(chain(first, rest), load_known_words())
    for paragraph, role, entry in sorted(_pieces(events), key=lambda piece: piece[0].line):
        faq.take(paragraph.line, paragraph.text, role, entry)
    dangling = _resolve_references(faq.gathering.units)
    return DocumentText(LAYOUT, tuple(faq.gathering.units), (*faq.defects, *dangling))


def is_faq(text: str) -> bool:
    """Whether a text reads as such a document: it has a section or a card."""
    try:
        return bool(split_preamble(read_paragraphs(io.BytesIO(text.encode())))[1])
    except InputError:
        return False


def _pieces(events: Iterable[Event]) -> Iterator[_Piece]:
    for event in events:
        if not isinstance(event, DocumentEntry):
            yield event.paragraph, {"heading": "section", "stray": "body"}.get(event.kind, event.kind), None
            continue
        if event.head and not event.goes_on:
            yield event.head, "entry", event
        if event.type_paragraph and not event.goes_on:
            yield event.type_paragraph, "body", None
        yield from ((paragraph, "body", None) for paragraph in event.body)
        for example in event.examples:
            if example.head:
                yield example.head, "quoted", None
            yield from ((paragraph, "wording", None) for paragraph in example.body)


class _Faq:
    """The section and the entry that the paragraphs have come to."""

    def __init__(self) -> None:
        self.gathering = UnitGathering(DocumentUnit)
        self.defects: list[DocumentDefect] = []
        self.section: DocumentUnit | None = None
        self.entry: DocumentUnit | None = None
        self.example: DocumentUnit | None = None
        self.quoted: DocumentUnit | None = None
        self.last_number = 0

    def preamble(self, before: list[FileParagraph]) -> None:
        """What stands before the first entry: the document's title, its makers and days, and the page's own lines."""
        titles = [each for each in before if is_title(each.text) and not is_date(each.text) and not is_meta(each.text)]
        for paragraph in before:
            line, text = paragraph.line, paragraph.text
            if titles and paragraph is titles[-1]:
                self.gathering.add("heading", slugify_heading(text), line, title=text)
            elif paragraph in titles or (is_date(text) and not is_meta(text)):
                self.gathering.piece("furniture", None, line, text)
            else:
                self.gathering.piece("paragraph", None, line, text)

    def take(self, line: int, text: str, role: str, entry: DocumentEntry | None) -> None:
        """Make a unit of a paragraph, or make it the rest of the one before."""
        title, long_text = ("", text) if len(text) > MAX_TITLE_LENGTH else (text, "")
        match role:
            case "section":
                self.section = self.gathering.add("heading", slugify_heading(text), line, title=title, text=long_text)
                self._leave_entry()
                self.last_number = 0
            case "furniture":
                self.gathering.piece("furniture", None, line, text)
            case "entry" if entry:
                self._begin(line, text, entry)
            case "quoted":
                owner, above = self.entry or self.section, self.example
                self.quoted = self.gathering.piece("paragraph", owner, line, long_text, parent=above, title=title)
            case "wording" if self.quoted and self.quoted is self.gathering.last and not _EXAMPLE.match(text):
                _lengthen(self.quoted, text)
            case _:
                self._body(line, text)

    def _leave_entry(self) -> None:
        self.entry = self.example = self.quoted = None

    def _begin(self, line: int, text: str, entry: DocumentEntry) -> None:
        self._leave_entry()
        number, title = "", text
        section = self.section.slug if self.section else "entry"
        if entry.number:
            missing = range(self.last_number + 1, int(entry.number))
            self.defects += (DocumentDefect("number-missing", line, f"number {each} is missing") for each in missing)
            self.last_number = int(entry.number)
            number, _, title = text.partition(" ")
            number = number.removesuffix(".")
            slug = f"{section}-{entry.number}"
        elif entry.section.kind == ERRATA:
            slug = f"{section}-{slugify_heading(title)}"
        else:
            slug = slugify_heading(title)
        written = ""
        if len(title) > MAX_TITLE_LENGTH or (number and title.endswith((".", "?", "!"))):
            title, written = "", title
        said = {"number": number, "title": title, "text": written}
        self.entry = self.gathering.add("rule", slugify_heading(slug), line, parent=self.section, **said)

    def _body(self, line: int, text: str) -> None:
        owner = self.entry or self.section
        self.quoted = None
        if _EXAMPLE.match(text):
            self.example = self.gathering.piece("example", owner, line, text)
        elif is_bullet(text):
            self.gathering.piece("paragraph", owner, line, strip_bullet(text) or text)
        elif self.entry is not None and self.entry is self.gathering.last:
            _lengthen(self.entry, text)
        else:
            self.gathering.piece("paragraph", owner, line, text)


def _lengthen(unit: DocumentUnit, text: str) -> None:
    unit.text = f"{unit.text}\n\n{text}" if unit.text else text


def _resolve_references(units: list[DocumentUnit]) -> list[DocumentDefect]:
    """Find what units refer to, and what refers to nothing: `See Name.` is the one entry whose title begins so.

    A card may have an entry among the errata too; the one in the section of the reference is meant.
    """
    titled = [unit for unit in units if unit.kind == "rule" and unit.title]
    defects: list[DocumentDefect] = []

    def target(name: str, unit: DocumentUnit) -> str | None:
        pattern = re.compile(rf"{re.escape(name)}(?!\w)")
        named = [entry for entry in titled if pattern.match(entry.title)]
        found = [entry.slug for entry in named if entry.parent == unit.parent] or [entry.slug for entry in named]
        if len(found) == 1:
            return found[0]
        message = "several entries have this name" if found else "no entry has this name"
        defects.append(DocumentDefect("dangling-reference", unit.line, message, name[:MAX_TITLE_LENGTH]))
        return None

    for unit in units:
        found = _SEE.finditer(unit.text)
        unit.mentions = tuple(UnitMention(*see.span("name"), see["name"], target(see["name"], unit)) for see in found)
    return defects
