"""Entries into what they propose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.card_text import to_printed_form
from engine.model.names import fold
from vsdb.exchange.card_files.proposals import (
    CardProposal,
    FilePosition,
    GroupProposal,
    ReadingProblem,
    RulingProposal,
    SetProposal,
    WordingProposal,
)
from vsdb.exchange.card_files.sources.reference.entries import (
    DocumentEntry,
    DocumentHeading,
    Event,
    PageFurniture,
    StrayTypeLine,
)
from vsdb.exchange.card_files.sources.reference.known import CardName, KnownWords, parse_card_name, strip_italics
from vsdb.exchange.card_files.sources.reference.layout import CARDS, ERRATA, parse_numbered_line, strip_heading_marks
from vsdb.exchange.card_files.sources.reference.lines import FileParagraph, GivenItem, LineRole, list_spans
from vsdb.exchange.card_files.sources.reference.preamble import SourceDocument
from vsdb.exchange.card_files.sources.reference.speech import DOUBTFUL, WordingSplit, split
from vsdb.exchange.card_files.sources.reference.statements import (
    find_cited_rules,
    find_groups,
    find_legal_from,
    is_about_set,
    set_meant,
)

_INTRODUCES = re.compile(r":$|\b(?:below|following|italic\w*|errata|this section|these cards)\b", re.IGNORECASE)
_MAX_SUBJECT_LENGTH, _MAX_LABEL_LENGTH = 400, 120  #: characters
_MAX_GROUPS = 1000
#: How much speaks against (below zero) or for an entry that has no commentary at all.
_FAQ_CARD, _ERRATA_CARD, _OTHER_CARD = -3.0, 0.0, 2.5


class ItemBuilder:
    """Makes the items of one document's entries. It remembers the groups that it gave, so that each comes once."""

    def __init__(self, document: SourceDocument, words: KnownWords) -> None:
        self.document = document
        self.words = words
        self.groups: dict[str, tuple[str, ...]] = {}

    def of(self, event: Event) -> Iterator[GivenItem]:
        """The items of an entry, a heading or a piece of furniture."""
        if isinstance(event, DocumentHeading):
            yield GivenItem(None, list_spans([event.paragraph], LineRole.HEADING))
        elif isinstance(event, PageFurniture):
            yield GivenItem.ignored(event.paragraph, event.reason)
        elif isinstance(event, StrayTypeLine):
            message = "a type line without a name right over it; put the card's name into the line before"
            yield _problem(FilePosition(event.paragraph.line), message, event.paragraph.text, [event.paragraph])
        elif event.is_card and not event.goes_on:
            yield from self._card(event)
            for example in event.examples:
                yield from self._card(example, label=event)
        elif event.head is None:
            yield from self._introduction(event)
        else:
            yield from self._note(event)

    def statement(self, paragraph: FileParagraph) -> Iterator[GivenItem]:
        """The items of a paragraph before the first entry."""
        if find_legal_from(paragraph.text) is None:
            yield GivenItem.ignored(paragraph, "introduces the document")
            return
        place = FilePosition(paragraph.line, label="Introduction")
        yield self._ruling(place, self.document.source.name, [paragraph])
        yield from self._facts(place, paragraph.text, may_name_set=True)

    def _card(
        self, entry: DocumentEntry, *, label: DocumentEntry | None = None, resumed: list[FileParagraph] | None = None
    ) -> Iterator[GivenItem]:
        """A card with its wording and its commentary; the latter goes into `resumed` where that is given."""
        assert entry.head is not None  # noqa: S101
        is_whole = entry.type_line is not None
        facts = dict(entry.type_line.facts) if entry.type_line else {}
        named = parse_card_name(
            entry.head.text,
            is_character=facts.get("type", "Character") == "Character",
            is_whole=is_whole,
            words=self.words,
        )
        place = self._place(entry.head, self._label(label or entry, named.title))
        parts = self._split(entry)
        wording, commentary = entry.body[: parts.wording], entry.body[parts.wording :]
        lines = [
            *list_spans(filter(None, (entry.head, entry.type_paragraph)), LineRole.FACTS),
            *list_spans(wording, LineRole.WORDING),
        ]
        rulings: tuple[RulingProposal, ...] = ()
        if commentary and resumed is None:
            lines += list_spans(commentary, LineRole.RULING)
            rulings = (self._card_ruling(entry, named, place, commentary),)
        elif resumed is not None:
            resumed += commentary
        is_excerpt = label is not None and not commentary
        card = CardProposal(
            *(place, self.words.game, named.name, named.identity, named.versions, named.set_code, named.number),
            facts=facts,
            wordings=(self._wording(entry, named, wording, place, is_excerpt=is_excerpt),) if wording else (),
            rulings=rulings,
        )
        yield GivenItem(card, tuple(lines))
        yield from self._doubts(entry, parts, place)
        yield from self._facts(place, "\n".join(paragraph.text for paragraph in entry.body))

    def _split(self, entry: DocumentEntry) -> WordingSplit:
        prior = _OTHER_CARD
        if entry.section.kind == ERRATA:
            prior = _ERRATA_CARD
        elif entry.type_line and entry.section.kind == CARDS and self.document.is_faq:
            prior = _FAQ_CARD
        at_once = bool(entry.body) and entry.body[0].gap == 0
        return split(entry.body, keyword=self.words.keyword, prior=prior, starts_with_wording=at_once)

    def _wording(
        self,
        entry: DocumentEntry,
        named: CardName,
        paragraphs: Sequence[FileParagraph],
        place: FilePosition,
        *,
        is_excerpt: bool,
    ) -> WordingProposal:
        is_errata = entry.section.kind == ERRATA and not is_excerpt
        plain = [strip_italics(paragraph.text, named.title) for paragraph in paragraphs]
        return WordingProposal(
            kind="errata" if is_errata else "reference",
            text=to_printed_form("\n".join(text for text, _ in plain), self.words.game),
            place=FilePosition(paragraphs[0].line, label=place.label),
            effective=self.document.source.published,
            changed=tuple(to_printed_form(each, self.words.game) for _, found in plain for each in found)
            if is_errata
            else (),
            is_excerpt=is_excerpt,
        )

    def _card_ruling(
        self, entry: DocumentEntry, named: CardName, place: FilePosition, commentary: Sequence[FileParagraph]
    ) -> RulingProposal:
        return self._proposed_ruling(
            FilePosition(commentary[0].line, label=place.label),
            named.title,
            commentary,
            cards=(named.title,),
            mentions=self._examples(entry, only_bare=True),
        )

    def _examples(self, entry: DocumentEntry, *, only_bare: bool = False) -> tuple[str, ...]:
        """The names of the cards quoted in an entry; only the bare ones: those that have no commentary of their own."""
        return tuple(
            strip_heading_marks(each.head.text)
            for each in entry.examples
            if each.head and not (only_bare and self._split(each).wording < len(each.body))
        )

    def _doubts(self, entry: DocumentEntry, parts: WordingSplit, place: FilePosition) -> Iterator[GivenItem]:
        for unread in entry.type_line.unread if entry.type_line else ():
            line = entry.type_paragraph.line if entry.type_paragraph else place.line
            message = "a part of the type line can't be read; it should be like: Character, 3, Team ○ Other Team, 5/4"
            yield _problem(FilePosition(line, label=place.label), message, unread)
        if parts.margin < DOUBTFUL:
            taken = f"{parts.wording} of {len(entry.body)} paragraphs were taken for it"
            message = f"it is doubtful where the wording ends; {taken}"
            yield _problem(FilePosition(entry.body[0].line, label=place.label), message, entry.body[0].text)

    def _note(self, entry: DocumentEntry) -> Iterator[GivenItem]:
        """A general entry, or the rest of an entry that was too long, as a ruling; the cards in it on their own."""
        assert entry.head is not None  # noqa: S101
        heading = (parse_numbered_line(entry.head.text) or ("", entry.head.text))[1]
        is_sentence = heading.endswith((".", "!", "?")) and not entry.is_card
        cards, resumed = [], list[FileParagraph]()
        for example in entry.examples:
            cards += list(self._card(example, label=entry, resumed=resumed))
        says = [*entry.body, *resumed]
        label = self._label(entry, entry.number or heading)
        place = FilePosition(entry.head.line, label=label)
        if not says and not is_sentence and not cards:
            yield _problem(place, "a heading with nothing under it", entry.head.text, [entry.head])
            return
        lines = () if entry.goes_on else list_spans([entry.head], LineRole.RULING if is_sentence else LineRole.HEADING)
        ruling = self._proposed_ruling(
            FilePosition(says[0].line, label=label) if entry.goes_on else place,
            strip_heading_marks(heading),
            [*([entry.head] if is_sentence else []), *says],
            cards=(strip_heading_marks(heading),) if entry.is_card else (),
            mentions=self._examples(entry),
            drop_number=True,
        )
        if ruling.text:
            yield GivenItem(ruling, (*lines, *list_spans(says, LineRole.RULING)))
        else:
            yield GivenItem(None, lines)
        yield from self._facts(place, ruling.text, may_name_set=True)
        yield from cards

    def _introduction(self, entry: DocumentEntry) -> Iterator[GivenItem]:
        """What stands between a section's heading and its first entry."""
        place = self._place(entry.body[0], entry.section.title)
        text = " ".join(paragraph.text for paragraph in entry.body)
        if (
            not entry.section.holds_notes
            and _INTRODUCES.search(text)
            and find_legal_from(text) is None
            and not entry.examples
        ):
            for paragraph in entry.body:
                yield GivenItem.ignored(paragraph, "introduces the section")
            return
        resumed = list[FileParagraph]()
        cards = [given for example in entry.examples for given in self._card(example, label=entry, resumed=resumed)]
        yield self._ruling(place, entry.section.title or self.document.source.name, [*entry.body, *resumed])
        yield from self._facts(place, text, may_name_set=True)
        yield from cards

    def _ruling(self, place: FilePosition, subject: str, paragraphs: Sequence[FileParagraph]) -> GivenItem:
        return GivenItem(self._proposed_ruling(place, subject, paragraphs), list_spans(paragraphs, LineRole.RULING))

    def _proposed_ruling(
        self,
        place: FilePosition,
        subject: str,
        paragraphs: Sequence[FileParagraph],
        *,
        cards: tuple[str, ...] = (),
        mentions: tuple[str, ...] = (),
        drop_number: bool = False,
    ) -> RulingProposal:
        texts = [strip_italics(paragraph.text, subject)[0] for paragraph in paragraphs]
        if drop_number and texts and (found := parse_numbered_line(texts[0])) and texts[0].endswith(subject):
            texts[0] = found[1]
        text = "\n".join(texts)
        own_set = self.document.set_code or self.document.set_name
        about_set = own_set is not None and is_about_set(text, self.document.set_name)
        return RulingProposal(
            place=place,
            subject=subject if len(subject) <= _MAX_SUBJECT_LENGTH else f"{subject[: _MAX_SUBJECT_LENGTH - 1]}…",
            text=text,
            day=self.document.source.published,
            cards=cards,
            mentions=mentions,
            keywords=self.words.keywords_in(text if cards else f"{subject} / {text}"),
            sets=(own_set,) if own_set and about_set else (),
            rules=find_cited_rules(text),
        )

    def _facts(self, place: FilePosition, text: str, *, may_name_set: bool = False) -> Iterator[GivenItem]:
        """Groups that a text lists, each once, and the day from which a set is legal."""
        for name, members in find_groups(text):
            before = self.groups.get(fold(name))
            if before is None and len(self.groups) < _MAX_GROUPS:
                self.groups[fold(name)] = members
                yield GivenItem(GroupProposal(place, name, members))
            elif before is not None and {fold(each) for each in before} != {fold(each) for each in members}:
                message = f"the members of {name} are others here than where the file lists them first"
                yield _problem(place, message, ", ".join(members))
        found = find_legal_from(text) if may_name_set else None
        if found is None:
            return
        subject, day = found
        code, set_name = set_meant(subject, self.words, (self.document.set_code, self.document.set_name))
        if code or set_name:
            yield GivenItem(SetProposal(place, self.words.game, code, set_name, {"legal_from": day}))
        else:
            message = f"a set becomes legal on {day}, and nothing says which; name it in the document's title"
            yield _problem(place, message, text)

    def _place(self, paragraph: FileParagraph, label: str) -> FilePosition:
        return FilePosition(paragraph.line, label=label[:_MAX_LABEL_LENGTH])

    def _label(self, entry: DocumentEntry, name: str) -> str:
        """What the document itself calls the place: `General 2`, `Errata: Cable, Secret Avenger`."""
        title = entry.section.title or ("General" if entry.number else "")
        if entry.number:
            return f"{title} {entry.number}"[:_MAX_LABEL_LENGTH]
        return (f"{title}: {name}" if title else name)[:_MAX_LABEL_LENGTH]


def _problem(place: FilePosition, message: str, excerpt: str, paragraphs: Sequence[FileParagraph] = ()) -> GivenItem:
    return GivenItem(ReadingProblem(place, message, excerpt), list_spans(paragraphs, LineRole.PROBLEM))
