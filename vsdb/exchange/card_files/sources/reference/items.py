"""Entries into what they propose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.card_text import printed_form
from engine.model.names import fold
from vsdb.exchange.card_files.proposals import (
    CardProposal,
    GroupProposal,
    Ignored,
    Place,
    Problem,
    RulingProposal,
    SetProposal,
    WordingProposal,
)
from vsdb.exchange.card_files.sources.reference.entries import Entry, Event, Furniture, Heading, Stray
from vsdb.exchange.card_files.sources.reference.known import CardName, Words, card_name, without_italics
from vsdb.exchange.card_files.sources.reference.layout import CARDS, ERRATA, numbered, plain_heading
from vsdb.exchange.card_files.sources.reference.lines import Given, Paragraph, Role, spans
from vsdb.exchange.card_files.sources.reference.preamble import Document
from vsdb.exchange.card_files.sources.reference.speech import DOUBTFUL, Split, split
from vsdb.exchange.card_files.sources.reference.statements import (
    groups,
    is_about_set,
    legal_from,
    rules_cited,
    set_meant,
)

_INTRODUCES = re.compile(r":$|\b(?:below|following|italic\w*|errata|this section|these cards)\b", re.IGNORECASE)
_LONGEST_SUBJECT, _LONGEST_LABEL, _LONGEST_EXCERPT = 400, 120, 120  #: characters
_MOST_GROUPS = 1000
#: How much speaks against (below zero) or for an entry that has no commentary at all.
_FAQ_CARD, _ERRATA_CARD, _OTHER_CARD = -3.0, 0.0, 2.5


class Items:
    """Makes the items of one document's entries. It remembers the groups that it gave, so that each comes once."""

    def __init__(self, document: Document, words: Words) -> None:
        self.document = document
        self.words = words
        self.groups: dict[str, tuple[str, ...]] = {}

    def of(self, event: Event) -> Iterator[Given]:
        """The items of an entry, a heading or a piece of furniture."""
        if isinstance(event, Heading):
            yield Given(None, spans([event.paragraph], Role.HEADING))
        elif isinstance(event, Furniture):
            yield _ignored(event.paragraph, event.reason)
        elif isinstance(event, Stray):
            message = "a type line without a name right over it; put the card's name into the line before"
            yield _problem(Place(event.paragraph.line), message, event.paragraph.text, [event.paragraph])
        elif event.is_card and not event.goes_on:
            yield from self._card(event)
            for example in event.examples:
                yield from self._card(example, label=event)
        elif event.head is None:
            yield from self._introduction(event)
        else:
            yield from self._note(event)

    def statement(self, paragraph: Paragraph) -> Iterator[Given]:
        """The items of a paragraph before the first entry."""
        if legal_from(paragraph.text) is None:
            yield _ignored(paragraph, "introduces the document")
            return
        place = Place(paragraph.line, label="Introduction")
        yield self._ruling(place, self.document.source.name, [paragraph])
        yield from self._facts(place, paragraph.text, may_name_set=True)

    def _card(
        self, entry: Entry, *, label: Entry | None = None, resumed: list[Paragraph] | None = None
    ) -> Iterator[Given]:
        """A card with its wording and its commentary; the latter goes into `resumed` where that is given."""
        assert entry.head is not None  # noqa: S101
        is_whole = entry.type_line is not None
        facts = dict(entry.type_line.facts) if entry.type_line else {}
        named = card_name(
            entry.head.text,
            is_character=facts.get("type", "Character") == "Character",
            is_whole=is_whole,
            words=self.words,
        )
        place = self._place(entry.head, self._label(label or entry, named.title))
        parts = self._split(entry)
        wording, commentary = entry.body[: parts.wording], entry.body[parts.wording :]
        lines = [*spans(filter(None, (entry.head, entry.type_paragraph)), Role.FACTS), *spans(wording, Role.WORDING)]
        rulings: tuple[RulingProposal, ...] = ()
        if commentary and resumed is None:
            lines += spans(commentary, Role.RULING)
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
        yield Given(card, tuple(lines))
        yield from self._doubts(entry, parts, place)
        yield from self._facts(place, "\n".join(paragraph.text for paragraph in entry.body))

    def _split(self, entry: Entry) -> Split:
        prior = _OTHER_CARD
        if entry.section.kind == ERRATA:
            prior = _ERRATA_CARD
        elif entry.type_line and entry.section.kind == CARDS and self.document.is_faq:
            prior = _FAQ_CARD
        at_once = bool(entry.body) and entry.body[0].gap == 0
        return split(entry.body, keyword=self.words.keyword, prior=prior, starts_with_wording=at_once)

    def _wording(
        self, entry: Entry, named: CardName, paragraphs: Sequence[Paragraph], place: Place, *, is_excerpt: bool
    ) -> WordingProposal:
        is_errata = entry.section.kind == ERRATA and not is_excerpt
        plain = [without_italics(paragraph.text, named.title) for paragraph in paragraphs]
        return WordingProposal(
            kind="errata" if is_errata else "reference",
            text=printed_form("\n".join(text for text, _ in plain), self.words.game),
            place=Place(paragraphs[0].line, label=place.label),
            effective=self.document.source.published,
            changed=tuple(printed_form(each, self.words.game) for _, found in plain for each in found)
            if is_errata
            else (),
            is_excerpt=is_excerpt,
        )

    def _card_ruling(
        self, entry: Entry, named: CardName, place: Place, commentary: Sequence[Paragraph]
    ) -> RulingProposal:
        return self._proposed_ruling(
            Place(commentary[0].line, label=place.label),
            named.title,
            commentary,
            cards=(named.title,),
            mentions=self._examples(entry, only_bare=True),
        )

    def _examples(self, entry: Entry, *, only_bare: bool = False) -> tuple[str, ...]:
        """The names of the cards quoted in an entry; only the bare ones: those that have no commentary of their own."""
        return tuple(
            plain_heading(each.head.text)
            for each in entry.examples
            if each.head and not (only_bare and self._split(each).wording < len(each.body))
        )

    def _doubts(self, entry: Entry, parts: Split, place: Place) -> Iterator[Given]:
        for unread in entry.type_line.unread if entry.type_line else ():
            line = entry.type_paragraph.line if entry.type_paragraph else place.line
            message = "a part of the type line can't be read; it should be like: Character, 3, Team ○ Other Team, 5/4"
            yield _problem(Place(line, label=place.label), message, unread)
        if parts.margin < DOUBTFUL:
            taken = f"{parts.wording} of {len(entry.body)} paragraphs were taken for it"
            message = f"it is doubtful where the wording ends; {taken}"
            yield _problem(Place(entry.body[0].line, label=place.label), message, entry.body[0].text)

    def _note(self, entry: Entry) -> Iterator[Given]:
        """A general entry, or the rest of an entry that was too long, as a ruling; the cards in it on their own."""
        assert entry.head is not None  # noqa: S101
        heading = (numbered(entry.head.text) or ("", entry.head.text))[1]
        is_sentence = heading.endswith((".", "!", "?")) and not entry.is_card
        cards, resumed = [], list[Paragraph]()
        for example in entry.examples:
            cards += list(self._card(example, label=entry, resumed=resumed))
        says = [*entry.body, *resumed]
        label = self._label(entry, entry.number or heading)
        place = Place(entry.head.line, label=label)
        if not says and not is_sentence and not cards:
            yield _problem(place, "a heading with nothing under it", entry.head.text, [entry.head])
            return
        lines = () if entry.goes_on else spans([entry.head], Role.RULING if is_sentence else Role.HEADING)
        ruling = self._proposed_ruling(
            Place(says[0].line, label=label) if entry.goes_on else place,
            plain_heading(heading),
            [*([entry.head] if is_sentence else []), *says],
            cards=(plain_heading(heading),) if entry.is_card else (),
            mentions=self._examples(entry),
            drop_number=True,
        )
        if ruling.text:
            yield Given(ruling, (*lines, *spans(says, Role.RULING)))
        else:
            yield Given(None, lines)
        yield from self._facts(place, ruling.text, may_name_set=True)
        yield from cards

    def _introduction(self, entry: Entry) -> Iterator[Given]:
        """What stands between a section's heading and its first entry."""
        place = self._place(entry.body[0], entry.section.title)
        text = " ".join(paragraph.text for paragraph in entry.body)
        if (
            not entry.section.holds_notes
            and _INTRODUCES.search(text)
            and legal_from(text) is None
            and not entry.examples
        ):
            for paragraph in entry.body:
                yield _ignored(paragraph, "introduces the section")
            return
        resumed = list[Paragraph]()
        cards = [given for example in entry.examples for given in self._card(example, label=entry, resumed=resumed)]
        yield self._ruling(place, entry.section.title or self.document.source.name, [*entry.body, *resumed])
        yield from self._facts(place, text, may_name_set=True)
        yield from cards

    def _ruling(self, place: Place, subject: str, paragraphs: Sequence[Paragraph]) -> Given:
        return Given(self._proposed_ruling(place, subject, paragraphs), spans(paragraphs, Role.RULING))

    def _proposed_ruling(
        self,
        place: Place,
        subject: str,
        paragraphs: Sequence[Paragraph],
        *,
        cards: tuple[str, ...] = (),
        mentions: tuple[str, ...] = (),
        drop_number: bool = False,
    ) -> RulingProposal:
        texts = [without_italics(paragraph.text, subject)[0] for paragraph in paragraphs]
        if drop_number and texts and (found := numbered(texts[0])) and texts[0].endswith(subject):
            texts[0] = found[1]
        text = "\n".join(texts)
        own_set = self.document.set_code or self.document.set_name
        about_set = own_set is not None and is_about_set(text, self.document.set_name)
        return RulingProposal(
            place=place,
            subject=subject if len(subject) <= _LONGEST_SUBJECT else f"{subject[: _LONGEST_SUBJECT - 1]}…",
            text=text,
            day=self.document.source.published,
            cards=cards,
            mentions=mentions,
            keywords=self.words.keywords_in(text if cards else f"{subject} / {text}"),
            sets=(own_set,) if own_set and about_set else (),
            rules=rules_cited(text),
        )

    def _facts(self, place: Place, text: str, *, may_name_set: bool = False) -> Iterator[Given]:
        """Groups that a text lists, each once, and the day from which a set is legal."""
        for name, members in groups(text):
            before = self.groups.get(fold(name))
            if before is None and len(self.groups) < _MOST_GROUPS:
                self.groups[fold(name)] = members
                yield Given(GroupProposal(place, name, members))
            elif before is not None and {fold(each) for each in before} != {fold(each) for each in members}:
                message = f"the members of {name} are others here than where the file lists them first"
                yield _problem(place, message, ", ".join(members))
        found = legal_from(text) if may_name_set else None
        if found is None:
            return
        subject, day = found
        code, set_name = set_meant(subject, self.words, (self.document.set_code, self.document.set_name))
        if code or set_name:
            yield Given(SetProposal(place, self.words.game, code, set_name, {"legal_from": day}))
        else:
            message = f"a set becomes legal on {day}, and nothing says which; name it in the document's title"
            yield _problem(place, message, text)

    def _place(self, paragraph: Paragraph, label: str) -> Place:
        return Place(paragraph.line, label=label[:_LONGEST_LABEL])

    def _label(self, entry: Entry, name: str) -> str:
        """What the document itself calls the place: `General 2`, `Errata: Cable, Secret Avenger`."""
        title = entry.section.title or ("General" if entry.number else "")
        if entry.number:
            return f"{title} {entry.number}"[:_LONGEST_LABEL]
        return (f"{title}: {name}" if title else name)[:_LONGEST_LABEL]


def _problem(place: Place, message: str, excerpt: str, paragraphs: Sequence[Paragraph] = ()) -> Given:
    return Given(Problem(place, message, excerpt[:_LONGEST_EXCERPT]), spans(paragraphs, Role.PROBLEM))


def _ignored(paragraph: Paragraph, reason: str) -> Given:
    item = Ignored(Place(paragraph.line), reason, paragraph.text[:_LONGEST_EXCERPT])
    return Given(item, spans([paragraph], Role.IGNORED))
