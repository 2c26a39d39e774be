"""Questions about a set: numbered entries on its mechanics, then errata and rulings card by card.

A section's heading and what begins an entry are told by the reader of card references, which reads the same documents
for their wordings.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from engine.model.errors import InputError
from vsdb.exchange.card_files.sources.reference.entries import (
    DocumentEntry,
    DocumentHeading,
    Event,
    PageFurniture,
    StrayTypeLine,
    gather_entries,
    split_preamble,
)
from vsdb.exchange.card_files.sources.reference.known import load_known_words
from vsdb.exchange.card_files.sources.reference.layout import ERRATA, is_bullet, is_meta, is_title
from vsdb.exchange.card_files.sources.reference.lines import FileParagraph, read_paragraphs
from vsdb.exchange.card_files.sources.reference.statements import is_date
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
_SEE = re.compile(r"See (?P<name>[^.]+)\.")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A paragraph and what it is: `section`, `furniture`, `entry`, `quoted` (the name of a card that an entry quotes),
    `wording` (what stands under that name) or `body`."""

    paragraph: FileParagraph
    role: str
    entry: DocumentEntry | None = None


def read(text: str, document: str) -> DocumentText:
    """The units of a set's questions. Raises InputError where it is no text or has neither a section nor a card."""
    rest = read_paragraphs(io.BytesIO(text.encode()))
    before, first = split_preamble(rest)
    if not first:
        raise InputError(
            "there is neither a section such as GENERAL, ERRATA or SINGLE CARDS nor a card with its type line",
            place=document,
            code="wrong-format",
        )
    faq = _Faq()
    faq.preamble(before)
    events = gather_entries(chain(first, rest), load_known_words())
    for piece in sorted(_pieces(events), key=lambda piece: piece.paragraph.line):
        faq.take(piece)
    units, dangling = _resolve_references(faq.gathering.units)
    return DocumentText(LAYOUT, units, (*faq.defects, *dangling))


def is_faq(text: str) -> bool:
    """Whether a text reads as such a document: it has a section or a card."""
    try:
        return bool(split_preamble(read_paragraphs(io.BytesIO(text.encode())))[1])
    except InputError:
        return False


def _pieces(events: Iterable[Event]) -> Iterator[_Piece]:
    for event in events:
        match event:
            case DocumentHeading():
                yield _Piece(event.paragraph, "section")
            case PageFurniture():
                yield _Piece(event.paragraph, "furniture")
            case StrayTypeLine():
                yield _Piece(event.paragraph, "body")
            case DocumentEntry():
                yield from _of_entry(event)


def _of_entry(entry: DocumentEntry) -> Iterator[_Piece]:
    if entry.head and not entry.goes_on:
        yield _Piece(entry.head, "entry", entry)
    if entry.type_paragraph and not entry.goes_on:
        yield _Piece(entry.type_paragraph, "body", entry)
    yield from (_Piece(paragraph, "body", entry) for paragraph in entry.body)
    for example in entry.examples:
        if example.head:
            yield _Piece(example.head, "quoted", entry)
        yield from (_Piece(paragraph, "wording", entry) for paragraph in example.body)


class _Faq:
    """The section and the entry that the paragraphs have come to."""

    def __init__(self) -> None:
        self.gathering = UnitGathering()
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

    def take(self, piece: _Piece) -> None:
        """Make a unit of a paragraph, or make it the rest of the one before."""
        line, text = piece.paragraph.line, piece.paragraph.text
        match piece.role:
            case "section":
                title, text = ("", text) if len(text) > MAX_TITLE_LENGTH else (text, "")
                self.section = self.gathering.add(
                    "heading", slugify_heading(title or text), line, title=title, text=text
                )
                self._leave_entry()
                self.last_number = 0
            case "furniture":
                self.gathering.piece("furniture", None, line, text)
            case "entry" if piece.entry:
                self._begin(line, text, piece.entry)
            case "quoted":
                title, text = ("", text) if len(text) > MAX_TITLE_LENGTH else (text, "")
                owner = self.entry or self.section
                self.quoted = self.gathering.piece("paragraph", owner, line, text, parent=self.example, title=title)
            case "wording" if self.quoted and self.quoted is self._newest() and not _EXAMPLE.match(text):
                self.quoted = self._longer(self.quoted, text)
            case _:
                self._body(line, text)

    def _leave_entry(self) -> None:
        self.entry = self.example = self.quoted = None

    def _begin(self, line: int, text: str, entry: DocumentEntry) -> None:
        self._leave_entry()
        number, title = "", text
        section = self.section.slug if self.section else "entry"
        if entry.number:
            self._look_at(int(entry.number), line)
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
        self.entry = self.gathering.add(
            "rule", slugify_heading(slug), line, parent=self.section, number=number, title=title, text=written
        )

    def _look_at(self, number: int, line: int) -> None:
        missing = range(self.last_number + 1, number)
        self.defects += (DocumentDefect("number-missing", line, f"there is no number {each}") for each in missing)
        self.last_number = number

    def _body(self, line: int, text: str) -> None:
        owner = self.entry or self.section
        self.quoted = None
        if _EXAMPLE.match(text):
            self.example = self.gathering.piece("example", owner, line, text)
        elif is_bullet(text):
            self.gathering.piece("paragraph", owner, line, strip_bullet(text) or text)
        elif self.entry is not None and self.entry is self._newest():
            self.entry = self._longer(self.entry, text)
        else:
            self.gathering.piece("paragraph", owner, line, text)

    def _newest(self) -> DocumentUnit | None:
        return self.gathering.units[-1] if self.gathering.units else None

    def _longer(self, unit: DocumentUnit, text: str) -> DocumentUnit:
        """The newest unit with one more paragraph."""
        longer = replace(unit, text=f"{unit.text}\n\n{text}" if unit.text else text)
        self.gathering.units[-1] = longer
        return longer


def _resolve_references(units: list[DocumentUnit]) -> tuple[tuple[DocumentUnit, ...], list[DocumentDefect]]:
    """The units with what they refer to: `See Name.` is the one entry whose title begins with that name.

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
        message = "several entries bear that name" if found else "there is no such entry"
        defects.append(DocumentDefect("dangling-reference", unit.line, message, name[:MAX_TITLE_LENGTH]))
        return None

    def with_mentions(unit: DocumentUnit) -> DocumentUnit:
        mentions = tuple(
            UnitMention(start + see.start("name"), start + see.end("name"), see["name"], target(see["name"], unit))
            for start, paragraph in _paragraphs(unit.text)
            if (see := _SEE.fullmatch(paragraph))
        )
        return replace(unit, mentions=mentions) if mentions else unit

    return tuple(map(with_mentions, units)), defects


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Each paragraph of a unit's text and where it starts."""
    start = 0
    for paragraph in text.split("\n\n"):
        yield start, paragraph
        start += len(paragraph) + 2
