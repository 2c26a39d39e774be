"""Entries into what they propose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import BinaryIO

from engine.card_text import to_printed_form
from engine.model.errors import InputError
from engine.model.names import fold
from vsdb.core.words import shorten
from vsdb.exchange.card_files import proposals
from vsdb.exchange.card_files.proposals import CardProposal, FilePosition, Item, ReadingProblem, RulingProposal
from vsdb.exchange.card_files.sources.reference import entries, layout, statements
from vsdb.exchange.card_files.sources.reference.entries import DocumentEntry
from vsdb.exchange.card_files.sources.reference.layout import FileParagraph
from vsdb.exchange.card_files.sources.reference.preamble import FAQ, SourceDocument, read_preamble
from vsdb.exchange.card_files.sources.reference.speech import DOUBTFUL, WordingSplit, split

_INTRODUCES = re.compile(r":$|\b(?:below|following|italic\w*|errata|this section|these cards)\b", re.IGNORECASE)
_MAX_SUBJECT_LENGTH, _MAX_LABEL_LENGTH = 400, 120  #: characters
_MAX_GROUPS = 1000
#: How much speaks against (below zero) or for an entry that has no commentary at all.
_FAQ_CARD, _ERRATA_CARD, _OTHER_CARD = -3.0, 0.0, 2.5


def read(file: BinaryIO, name: str) -> Iterator[Item]:
    """The items of a card reference or a set's FAQ in the order of the file, the source first.

    `name` is the file's own, which stands in where the document has no title and no date. Raises InputError where the
    file is no text, or no such document.
    """
    known = statements.load_known_words()
    rest = layout.read_paragraphs(file)
    before, first = entries.split_preamble(rest)
    if not first:
        raise InputError(
            "the file doesn't look like a card reference; it needs cards with a type line such as "
            "“Character, 3, Team, 5/4” below the name, or a section such as GENERAL, ERRATA or SINGLE CARDS",
            place=f"line {before[0].line}" if before else "",
            code="wrong-format",
        )
    has_sections = layout.find_section_kind(first[0].text) is not None
    document, left_out, rest_of_preamble = read_preamble(before, name=name, has_sections=has_sections, words=known)
    items = ItemBuilder(document, known)
    yield document.source
    yield from left_out
    for paragraph in rest_of_preamble:
        yield from items.statement(paragraph)
    for event in entries.gather_entries(chain(first, rest), known):
        yield from items.of(event)


class ItemBuilder:
    """Makes the items of one document's entries. It remembers the groups that it gave, so that each comes once."""

    def __init__(self, document: SourceDocument, words: statements.KnownWords) -> None:
        self.document = document
        self.words = words
        self.groups: dict[str, tuple[str, ...]] = {}

    def of(self, event: entries.Event) -> Iterator[Item]:
        """The items of an entry, a heading or a piece of furniture."""
        match event:
            case entries.LoneParagraph(kind="furniture"):
                yield proposals.IgnoredText(FilePosition(event.paragraph.line), event.reason, event.paragraph.text)
            case entries.LoneParagraph(kind="stray"):
                message = "a type line without a card name; put the name on the line above"
                yield ReadingProblem(FilePosition(event.paragraph.line), message, event.paragraph.text)
            case DocumentEntry(is_card=True, goes_on=False):
                yield from self._card(event)
                for example in event.examples:
                    yield from self._card(example, of=event)
            case DocumentEntry():
                yield from self._note(event) if event.head else self._introduction(event)

    def statement(self, paragraph: FileParagraph) -> Iterator[Item]:
        """The items of a paragraph before the first entry."""
        if statements.find_legal_from(paragraph.text) is None:
            yield proposals.IgnoredText(FilePosition(paragraph.line), "introduction to the document", paragraph.text)
            return
        place = FilePosition(paragraph.line, label="Introduction")
        yield self._ruling(place, self.document.source.name, [paragraph])
        yield from self._facts(place, paragraph.text, may_name_set=True)

    def _card(
        self, entry: DocumentEntry, *, of: DocumentEntry | None = None, resumed: list[FileParagraph] | None = None
    ) -> Iterator[Item]:
        """A card with its wording and its commentary; the latter goes into `resumed` where that is given.

        `of` is the entry in which the card is quoted.
        """
        assert entry.head is not None  # noqa: S101
        facts = dict(entry.type_line.facts) if entry.type_line else {}
        is_character, is_whole = facts.get("type", "Character") == "Character", entry.type_line is not None
        named = statements.parse_card_name(
            entry.head.text, is_character=is_character, is_whole=is_whole, words=self.words
        )
        place = FilePosition(entry.head.line, label=self._label(of or entry, named.title))
        parts = self._split(entry)
        wording, commentary = entry.body[: parts.wording], entry.body[parts.wording :]
        rulings: tuple[RulingProposal, ...] = ()
        if resumed is not None:
            resumed += commentary
        elif commentary:
            here, bare = place._replace(line=commentary[0].line), self._examples(entry, only_bare=True)
            rulings = (self._ruling(here, named.title, commentary, cards=(named.title,), mentions=bare),)
        is_excerpt = of is not None and not commentary
        yield CardProposal(
            *(place, self.words.game, named.name, named.identity, named.versions, named.set_code, named.number),
            facts=facts,
            wordings=(self._wording(entry, named.title, wording, place, is_excerpt=is_excerpt),) if wording else (),
            rulings=rulings,
        )
        yield from self._doubts(entry, parts, place)
        yield from self._facts(place, "\n".join(paragraph.text for paragraph in entry.body))

    def _split(self, entry: DocumentEntry) -> WordingSplit:
        # Entries of questions and answers are there for their commentary.
        is_of_faq = entry.type_line and entry.section.kind == layout.CARDS and self.document.source.kind == FAQ
        prior = _ERRATA_CARD if entry.section.kind == layout.ERRATA else _FAQ_CARD if is_of_faq else _OTHER_CARD
        at_once = bool(entry.body) and entry.body[0].gap == 0
        return split(entry.body, keyword=self.words.keyword, prior=prior, starts_with_wording=at_once)

    def _wording(
        self, entry: DocumentEntry, title: str, lines: Sequence[FileParagraph], place: FilePosition, *, is_excerpt: bool
    ) -> proposals.WordingProposal:
        is_errata = entry.section.kind == layout.ERRATA and not is_excerpt
        plain = [statements.strip_italics(paragraph.text, title) for paragraph in lines]
        marked = [each for _, passages in plain for each in passages] if is_errata else []
        return proposals.WordingProposal(
            kind="errata" if is_errata else "reference",
            text=to_printed_form("\n".join(text for text, _ in plain), self.words.game),
            place=place._replace(line=lines[0].line),
            effective=self.document.source.published,
            changed=tuple(to_printed_form(each, self.words.game) for each in marked),
            is_excerpt=is_excerpt,
        )

    def _examples(self, entry: DocumentEntry, *, only_bare: bool = False) -> tuple[str, ...]:
        """The names of the cards quoted in an entry; only the bare ones: those that have no commentary of their own."""
        return tuple(
            layout.strip_heading_marks(each.head.text)
            for each in entry.examples
            if each.head and not (only_bare and self._split(each).wording < len(each.body))
        )

    def _doubts(self, entry: DocumentEntry, parts: WordingSplit, place: FilePosition) -> Iterator[Item]:
        for unread in entry.type_line.unread if entry.type_line else ():
            line = entry.type_paragraph.line if entry.type_paragraph else place.line
            message = "part of the type line can't be read; write it as: Character, 3, Team ○ Other Team, 5/4"
            yield ReadingProblem(place._replace(line=line), message, unread)
        if parts.margin < DOUBTFUL:
            taken = f"{parts.wording} of {len(entry.body)} paragraphs were read as card text"
            message = f"unclear where the card text ends; {taken}"
            yield ReadingProblem(place._replace(line=entry.body[0].line), message, entry.body[0].text)

    def _note(self, entry: DocumentEntry) -> Iterator[Item]:
        """A general entry, or the rest of an entry that was too long, as a ruling; the cards in it on their own."""
        assert entry.head is not None  # noqa: S101
        heading = (layout.parse_numbered_line(entry.head.text) or ("", entry.head.text))[1]
        is_sentence = heading.endswith((".", "!", "?")) and not entry.is_card
        cards, resumed = list[Item](), list[FileParagraph]()
        for example in entry.examples:
            cards += self._card(example, of=entry, resumed=resumed)
        says = [*entry.body, *resumed]
        place = FilePosition(entry.head.line, label=self._label(entry, entry.number or heading))
        if not says and not is_sentence and not cards:
            yield ReadingProblem(place, "a heading with no text below it", entry.head.text)
            return
        ruling = self._ruling(
            place._replace(line=says[0].line) if entry.goes_on else place,
            layout.strip_heading_marks(heading),
            [*([entry.head] if is_sentence else []), *says],
            cards=(layout.strip_heading_marks(heading),) if entry.is_card else (),
            mentions=self._examples(entry),
            drop_number=True,
        )
        if ruling.text:
            yield ruling
        yield from self._facts(place, ruling.text, may_name_set=True)
        yield from cards

    def _introduction(self, entry: DocumentEntry) -> Iterator[Item]:
        """What stands between a section's heading and its first entry."""
        place = FilePosition(entry.body[0].line, label=entry.section.title[:_MAX_LABEL_LENGTH])
        text = " ".join(paragraph.text for paragraph in entry.body)
        is_of_use = entry.section.holds_notes or entry.examples or statements.find_legal_from(text)
        if not is_of_use and _INTRODUCES.search(text):
            for paragraph in entry.body:
                yield proposals.IgnoredText(FilePosition(paragraph.line), "introduction to the section", paragraph.text)
            return
        resumed = list[FileParagraph]()
        cards = [given for example in entry.examples for given in self._card(example, of=entry, resumed=resumed)]
        yield self._ruling(place, entry.section.title or self.document.source.name, [*entry.body, *resumed])
        yield from self._facts(place, text, may_name_set=True)
        yield from cards

    def _ruling(
        self,
        place: FilePosition,
        subject: str,
        paragraphs: Sequence[FileParagraph],
        *,
        cards: tuple[str, ...] = (),
        mentions: tuple[str, ...] = (),
        drop_number: bool = False,
    ) -> RulingProposal:
        texts = [statements.strip_italics(paragraph.text, subject)[0] for paragraph in paragraphs]
        if drop_number and texts and (found := layout.parse_numbered_line(texts[0])) and texts[0].endswith(subject):
            texts[0] = found[1]
        text = "\n".join(texts)
        own_set = self.document.set_code or self.document.set_name
        about_set = own_set is not None and statements.is_about_set(text, self.document.set_name)
        return RulingProposal(
            place=place,
            subject=shorten(subject, _MAX_SUBJECT_LENGTH),
            text=text,
            day=self.document.source.published,
            cards=cards,
            mentions=mentions,
            keywords=self.words.keywords_in(text if cards else f"{subject} / {text}"),
            sets=(own_set,) if own_set and about_set else (),
            rules=statements.find_cited_rules(text),
        )

    def _facts(self, place: FilePosition, text: str, *, may_name_set: bool = False) -> Iterator[Item]:
        """Groups that a text lists, each once, and the day from which a set is legal."""
        for name, members in statements.find_groups(text):
            before = self.groups.get(fold(name))
            if before is None and len(self.groups) < _MAX_GROUPS:
                self.groups[fold(name)] = members
                yield proposals.GroupProposal(place, name, members)
            elif before is not None and {fold(each) for each in before} != {fold(each) for each in members}:
                message = f"the members of {name} differ from the file's first list"
                yield ReadingProblem(place, message, ", ".join(members))
        if not may_name_set or (found := statements.find_legal_from(text)) is None:
            return
        subject, day = found
        code, set_name = statements.set_meant(subject, self.words, (self.document.set_code, self.document.set_name))
        if code or set_name:
            yield proposals.SetProposal(place, self.words.game, code, set_name, {"legal_from": day})
        else:
            message = f"an unnamed set becomes legal on {day}; name it in the document's title"
            yield ReadingProblem(place, message, text)

    def _label(self, entry: DocumentEntry, name: str) -> str:
        """What the document itself calls the place: `General 2`, `Errata: Cable, Secret Avenger`."""
        if entry.number:
            return f"{entry.section.title or 'General'} {entry.number}"[:_MAX_LABEL_LENGTH]
        return (f"{entry.section.title}: {name}" if entry.section.title else name)[:_MAX_LABEL_LENGTH]
