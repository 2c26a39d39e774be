"""The paragraphs of a reference gathered into its entries: cards, notes, headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from vsdb.exchange.card_files.sources.reference.known import KnownWords
from vsdb.exchange.card_files.sources.reference.layout import (
    CARDS,
    GENERAL,
    OTHER,
    TypeLine,
    explain_furniture,
    find_section_kind,
    find_section_kind_at_end,
    is_bullet,
    is_certain,
    is_shouted,
    is_title,
    parse_numbered_line,
    parse_type_line,
    strip_heading_marks,
)
from vsdb.exchange.card_files.sources.reference.lines import FileParagraph

MAX_ENTRY_LENGTH = 500  #: paragraphs
MAX_PREAMBLE_LENGTH = 300  #: paragraphs
_QUESTION = re.compile(r"Q(?:uestion)?(?: ?\d{1,3})?[:.] ")
_MAX_NAME_LENGTH = 200  #: characters
_MAX_HEADING_LENGTH = 80  #: characters
_MAX_LEFT_OUT = 2  #: numbers that a count of entries may leave out


@dataclass(frozen=True, slots=True)
class DocumentSection:
    """A part of the document: one of the kinds of `layout`, and its heading as a title, empty for what has none."""

    kind: str = CARDS
    title: str = ""

    @property
    def holds_notes(self) -> bool:
        """Whether it holds entries that aren't about one card."""
        return self.kind in {GENERAL, OTHER}


@dataclass(frozen=True, slots=True)
class DocumentHeading:
    """The heading of a section."""

    section: DocumentSection
    paragraph: FileParagraph


@dataclass(frozen=True, slots=True)
class PageFurniture:
    """A line that belongs to the page, and why it is left out."""

    paragraph: FileParagraph
    reason: str


@dataclass(frozen=True, slots=True)
class StrayTypeLine:
    """A type line that has no name over it."""

    paragraph: FileParagraph


@dataclass(slots=True)
class DocumentEntry:
    """A card or a note with the paragraphs under it, and the cards without a type line that stand among them.

    A card has its name in `head`; a note has its heading there, or None, and its `number` where it has one.
    """

    section: DocumentSection
    head: FileParagraph | None = None
    is_card: bool = False
    type_paragraph: FileParagraph | None = None
    type_line: TypeLine | None = None
    number: str = ""
    body: list[FileParagraph] = field(default_factory=list)
    examples: list[DocumentEntry] = field(default_factory=list)
    goes_on: bool = False  #: Whether it is the rest of an entry that was too long.

    def add(self, paragraph: FileParagraph) -> None:
        """Put a paragraph under the newest card of the entry, or under itself."""
        (self.examples[-1] if self.examples else self).body.append(paragraph)

    @property
    def size(self) -> int:
        """How many paragraphs it holds."""
        return len(self.body) + sum(len(example.body) + 1 for example in self.examples)


Event = DocumentHeading | PageFurniture | StrayTypeLine | DocumentEntry


def split_preamble(rest: Iterator[FileParagraph]) -> tuple[list[FileParagraph], list[FileParagraph]]:
    """What stands before a document's first entry, and the two paragraphs with which that begins; none where nothing
    in its first pages does: a heading, a number or a card's name."""
    before: list[FileParagraph] = []
    for paragraph in rest:
        if before and _begins_document(before[-1], paragraph):
            return before[:-1], [before[-1], paragraph]
        if len(before) > MAX_PREAMBLE_LENGTH:
            break
        before.append(paragraph)
    return before, []


def _begins_document(paragraph: FileParagraph, following: FileParagraph) -> bool:
    if _is_card(paragraph, following) or find_section_kind(paragraph.text):
        return True
    found = parse_numbered_line(paragraph.text)
    return found is not None and found[0] == "1"


def gather_entries(paragraphs: Iterable[FileParagraph], words: KnownWords) -> Iterator[Event]:
    """Entries in their order, headings and furniture where they stand; an entry comes out once the next begins."""
    return _Gathering(words).run(paragraphs)


class _Gathering:
    """The section and the entry that the paragraphs have come to."""

    def __init__(self, words: KnownWords) -> None:
        self.words = words
        self.section = DocumentSection()
        self.entry: DocumentEntry | None = None
        self.last_number = 0  # Of the section's notes; 0 where they have none.
        self.after_type_line = False
        self.furniture: list[PageFurniture] = []

    def run(self, paragraphs: Iterable[FileParagraph]) -> Iterator[Event]:
        """Every paragraph with the one after it."""
        waiting: FileParagraph | None = None
        for paragraph in paragraphs:
            if waiting is not None:
                yield from self._take(waiting, paragraph)
            waiting = paragraph
        if waiting is not None:
            yield from self._take(waiting, None)
        yield from self._done()

    def _take(self, paragraph: FileParagraph, following: FileParagraph | None) -> Iterator[Event]:
        if self.after_type_line:
            self.after_type_line = False
            return
        if following and _is_card(paragraph, following):
            between = self._heading_between()
            yield from self._done()
            yield from between
            self.entry = DocumentEntry(self.section, paragraph, True, following, parse_type_line(following.text))
            self.after_type_line = True
        elif (stray := parse_type_line(paragraph.text)) and is_certain(stray):
            yield from self._done()
            yield StrayTypeLine(paragraph)
        elif reason := explain_furniture(paragraph.text):
            self.furniture.append(PageFurniture(paragraph, reason))
            if self.entry is None or len(self.furniture) >= MAX_ENTRY_LENGTH:
                yield from self._done()
        elif (kind := self._section(paragraph, following)) is not None:
            yield from self._done()
            self.section = DocumentSection(kind, _as_title(strip_heading_marks(paragraph.text)))
            self.last_number = 0
            yield DocumentHeading(self.section, paragraph)
        elif self._begins_note(paragraph, following):
            yield from self._done()
            number = (parse_numbered_line(paragraph.text) or ("", ""))[0]
            self.last_number = int(number) if number else 0
            if not self.section.holds_notes:
                self.section = DocumentSection(GENERAL)
            self.entry = DocumentEntry(self.section, paragraph, number=number)
        elif following and self._is_example(paragraph, following):
            example = DocumentEntry(self.section, paragraph, is_card=True)
            if self.entry is None or (self.entry.is_card and self.entry.type_line is None):
                yield from self._done()
                self.entry = example
            else:
                self.entry.examples.append(example)
        else:
            yield from self._go_on(paragraph)

    def _go_on(self, paragraph: FileParagraph) -> Iterator[Event]:
        if self.entry is not None and self.entry.size >= MAX_ENTRY_LENGTH:
            full = self.entry
            yield from self._done()
            self.entry = DocumentEntry(self.section, full.head, full.is_card, number=full.number, goes_on=True)
        if self.entry is None:
            self.entry = DocumentEntry(self.section)
        self.entry.add(paragraph)

    def _heading_between(self) -> list[PageFurniture]:
        """What reads as a heading right before a card: a team's name, over the cards of that team."""
        if self.entry is None or not self.entry.is_card:
            return []
        body = (self.entry.examples[-1] if self.entry.examples else self.entry).body
        if not body or not body[-1].gap or not is_title(body[-1].text) or self.words.keyword(body[-1].text):
            return []
        return [PageFurniture(body.pop(), "reads as a heading between cards")]

    def _done(self) -> Iterator[Event]:
        entry, self.entry = self.entry, None
        if entry is not None:
            yield entry
        yield from self.furniture
        self.furniture = []

    def _section(self, paragraph: FileParagraph, following: FileParagraph | None) -> str | None:
        """The kind of the section that a paragraph is the heading of."""
        if kind := find_section_kind(paragraph.text):
            return kind
        stands_alone = following is not None and following.gap > 0 and (paragraph.gap > 0 or self.entry is None)
        if stands_alone and is_title(paragraph.text) and (kind := find_section_kind_at_end(paragraph.text)):
            return kind
        if (
            not stands_alone
            or not is_shouted(paragraph.text)
            or self.words.keyword(strip_heading_marks(paragraph.text))
        ):
            return None
        return OTHER

    def _begins_note(self, paragraph: FileParagraph, following: FileParagraph | None) -> bool:
        if found := parse_numbered_line(paragraph.text):
            if not self.section.holds_notes and (self.entry or self.section.title):
                return False
            # A list inside of a note begins with 1 again, or goes on from there.
            return self.last_number < int(found[0]) <= self.last_number + _MAX_LEFT_OUT + 1
        if self.last_number or not self.section.holds_notes or not (paragraph.gap or self.entry is None):
            return False
        if _QUESTION.match(paragraph.text):
            return True
        # Right over its text stands a heading, or a card that the text before it speaks of.
        stands_alone = following is not None and (following.gap > 0 or _may_be_heading(paragraph.text))
        is_heading = len(paragraph.text) <= _MAX_HEADING_LENGTH and not paragraph.text.endswith(
            (".", ":", ";", ",", "!")
        )
        return stands_alone and is_heading and not is_bullet(paragraph.text) and paragraph.text[0].isupper()

    def _is_example(self, paragraph: FileParagraph, following: FileParagraph) -> bool:
        """Whether a paragraph is the name of a card without a type line: its text follows in the next line."""
        if following.gap or not (paragraph.gap or self.entry is None) or not is_title(paragraph.text):
            return False
        if self.words.keyword(paragraph.text) or is_bullet(following.text) or parse_type_line(paragraph.text):
            return False
        is_named = "," in paragraph.text or "<>" in paragraph.text or len(paragraph.text.split()) > 1
        reads_as_text = following.text[-1] in '.)"”' or ":" in following.text or self.words.keyword(following.text)
        return bool(reads_as_text) and (is_named or self.section.holds_notes)


def _is_card(paragraph: FileParagraph, following: FileParagraph | None) -> bool:
    """Whether a paragraph is the name over a type line, which stands under it without much between."""
    found = parse_type_line(following.text) if following else None
    if following is None or found is None or parse_type_line(paragraph.text) or len(paragraph.text) > _MAX_NAME_LENGTH:
        return False
    if is_certain(found):
        return following.gap <= 1 or is_title(paragraph.text)
    return not following.gap and is_title(paragraph.text) and not following.text.endswith(".")


def _may_be_heading(text: str) -> bool:
    return is_title(text) and "," not in text and "<>" not in text


def _as_title(text: str) -> str:
    return text.title() if text.isupper() else text
