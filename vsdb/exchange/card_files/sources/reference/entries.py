"""The paragraphs of a reference gathered into its entries: cards, notes, headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, pairwise

from vsdb.exchange.card_files.sources.reference import layout
from vsdb.exchange.card_files.sources.reference.layout import FileParagraph, TypeLine
from vsdb.exchange.card_files.sources.reference.statements import KnownWords

MAX_ENTRY_LENGTH = 500  #: paragraphs
MAX_PREAMBLE_LENGTH = 300  #: paragraphs
_QUESTION = re.compile(r"Q(?:uestion)?(?: ?\d{1,3})?[:.] ")
_MAX_NAME_LENGTH = 200  #: characters
_MAX_HEADING_LENGTH = 80  #: characters
_MAX_LEFT_OUT = 2  #: numbers that a count of entries may leave out


@dataclass(frozen=True, slots=True)
class DocumentSection:
    """A part of the document: one of the kinds of `layout`, and its heading as a title, empty for what has none."""

    kind: str = layout.CARDS
    title: str = ""

    @property
    def holds_notes(self) -> bool:
        """Whether it holds entries that aren't about one card."""
        return self.kind in {layout.GENERAL, layout.OTHER}


@dataclass(frozen=True, slots=True)
class LoneParagraph:
    """A paragraph of no entry: the `heading` of a section, a `stray` type line without a name over it, or `furniture`,
    which belongs to the page; why that is left out."""

    kind: str
    paragraph: FileParagraph
    reason: str = ""


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

    @property
    def newest(self) -> DocumentEntry:
        """The newest card of the entry, or the entry itself."""
        return self.examples[-1] if self.examples else self

    @property
    def size(self) -> int:
        """How many paragraphs it holds."""
        return len(self.body) + sum(len(example.body) + 1 for example in self.examples)


Event = LoneParagraph | DocumentEntry


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
    number, _ = layout.parse_numbered_line(paragraph.text) or ("", "")
    return number == "1" or _is_card(paragraph, following) or layout.find_section_kind(paragraph.text) is not None


def gather_entries(paragraphs: Iterable[FileParagraph], words: KnownWords) -> Iterator[Event]:
    """Entries in their order, headings and furniture where they stand; an entry comes out once the next begins."""
    gathering = _Gathering(words)
    for paragraph, following in pairwise(chain(paragraphs, (None,))):
        if paragraph is not None:
            yield from gathering.take(paragraph, following)
    yield from gathering.done()


class _Gathering:
    """The section and the entry that the paragraphs have come to."""

    def __init__(self, words: KnownWords) -> None:
        self.words = words
        self.section = DocumentSection()
        self.entry: DocumentEntry | None = None
        self.last_number = 0  # Of the section's notes; 0 where they have none.
        self.after_type_line = False
        self.furniture: list[LoneParagraph] = []

    def take(self, paragraph: FileParagraph, following: FileParagraph | None) -> Iterator[Event]:
        """What is complete by now, once a paragraph with the one after it is taken in."""
        if self.after_type_line:
            self.after_type_line = False
            return
        if following and _is_card(paragraph, following):
            between = self._heading_between()
            yield from self.done()
            yield from between
            self.entry = DocumentEntry(self.section, paragraph, True, following, layout.parse_type_line(following.text))
            self.after_type_line = True
        elif (stray := layout.parse_type_line(paragraph.text)) and layout.is_certain(stray):
            yield from self.done()
            yield LoneParagraph("stray", paragraph)
        elif reason := layout.explain_furniture(paragraph.text):
            self.furniture.append(LoneParagraph("furniture", paragraph, reason))
            if self.entry is None or len(self.furniture) >= MAX_ENTRY_LENGTH:
                yield from self.done()
        elif (kind := self._section(paragraph, following)) is not None:
            yield from self.done()
            title = layout.strip_heading_marks(paragraph.text)
            self.section = DocumentSection(kind, title.title() if title.isupper() else title)
            self.last_number = 0
            yield LoneParagraph("heading", paragraph)
        elif self._begins_note(paragraph, following):
            yield from self.done()
            number = (layout.parse_numbered_line(paragraph.text) or ("", ""))[0]
            self.last_number = int(number) if number else 0
            if not self.section.holds_notes:
                self.section = DocumentSection(layout.GENERAL)
            self.entry = DocumentEntry(self.section, paragraph, number=number)
        elif following and self._is_example(paragraph, following):
            example = DocumentEntry(self.section, paragraph, is_card=True)
            if self.entry is None or (self.entry.is_card and self.entry.type_line is None):
                yield from self.done()
                self.entry = example
            else:
                self.entry.examples.append(example)
        else:
            yield from self._go_on(paragraph)

    def _go_on(self, paragraph: FileParagraph) -> Iterator[Event]:
        if self.entry is not None and self.entry.size >= MAX_ENTRY_LENGTH:
            full = self.entry
            yield from self.done()
            self.entry = DocumentEntry(self.section, full.head, full.is_card, number=full.number, goes_on=True)
        if self.entry is None:
            self.entry = DocumentEntry(self.section)
        self.entry.newest.body.append(paragraph)

    def _heading_between(self) -> list[LoneParagraph]:
        """What reads as a heading right before a card: a team's name, over the cards of that team."""
        if self.entry is None or not self.entry.is_card:
            return []
        body = self.entry.newest.body
        if not body or not body[-1].gap or not layout.is_title(body[-1].text) or self.words.keyword(body[-1].text):
            return []
        return [LoneParagraph("furniture", body.pop(), "looks like a heading between cards")]

    def done(self) -> Iterator[Event]:
        """The entry that is complete, and the furniture after it."""
        entry, self.entry = self.entry, None
        if entry is not None:
            yield entry
        yield from self.furniture
        self.furniture = []

    def _section(self, paragraph: FileParagraph, following: FileParagraph | None) -> str | None:
        """The kind of the section that a paragraph is the heading of."""
        text = paragraph.text
        if kind := layout.find_section_kind(text):
            return kind
        if not (following and following.gap and (paragraph.gap or self.entry is None)):
            return None
        if layout.is_title(text) and (kind := layout.find_section_kind_at_end(text)):
            return kind
        is_heading = layout.is_shouted(text) and not self.words.keyword(layout.strip_heading_marks(text))
        return layout.OTHER if is_heading else None

    def _begins_note(self, paragraph: FileParagraph, following: FileParagraph | None) -> bool:
        text = paragraph.text
        if found := layout.parse_numbered_line(text):
            if not self.section.holds_notes and (self.entry or self.section.title):
                return False
            # A list inside of a note begins with 1 again, or goes on from there.
            return self.last_number < int(found[0]) <= self.last_number + _MAX_LEFT_OUT + 1
        if self.last_number or not self.section.holds_notes or not (paragraph.gap or self.entry is None):
            return False
        if _QUESTION.match(text):
            return True
        # Right over its text stands a heading, or a card that the text before it speaks of.
        may_be_heading = layout.is_title(text) and "," not in text and "<>" not in text
        stands_alone = following is not None and (following.gap > 0 or may_be_heading)
        is_heading = len(text) <= _MAX_HEADING_LENGTH and text[-1] not in ".:;,!" and text[0].isupper()
        return stands_alone and is_heading and not layout.is_bullet(text)

    def _is_example(self, paragraph: FileParagraph, following: FileParagraph) -> bool:
        """Whether a paragraph is the name of a card without a type line: its text follows in the next line."""
        text = paragraph.text
        if following.gap or not (paragraph.gap or self.entry is None) or not layout.is_title(text):
            return False
        if self.words.keyword(text) or layout.is_bullet(following.text) or layout.parse_type_line(text):
            return False
        is_named = "," in text or "<>" in text or len(text.split()) > 1
        reads_as_text = following.text[-1] in '.)"”' or ":" in following.text or self.words.keyword(following.text)
        return bool(reads_as_text) and (is_named or self.section.holds_notes)


def _is_card(paragraph: FileParagraph, following: FileParagraph) -> bool:
    """Whether a paragraph is the name over a type line, which stands under it without much between."""
    found = layout.parse_type_line(following.text)
    if found is None or layout.parse_type_line(paragraph.text) or len(paragraph.text) > _MAX_NAME_LENGTH:
        return False
    if layout.is_certain(found):
        return following.gap <= 1 or layout.is_title(paragraph.text)
    return not following.gap and layout.is_title(paragraph.text) and not following.text.endswith(".")
