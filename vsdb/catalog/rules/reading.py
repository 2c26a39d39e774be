"""A document's text as it is read: its entries with their links, the contents that follow, what stands around."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, chain

from django.urls import reverse

from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.catalog.rules.book import AROUND, BookEntry, RuleBookText
from vsdb.catalog.rules.linking import (
    NO_TERMS,
    OUTSIDE,
    RULE,
    CardNames,
    GlossaryTerms,
    LinePart,
    LinkSpan,
    find_glossary,
    find_naming_entries,
    find_newest_terms,
    link_lines,
    load_card_names,
    load_texts_of_game,
)
from vsdb.catalog.rules.models import Document, rule_slug
from vsdb.catalog.wordings.drawing import KeywordGloss, Line, LinePiece, PieceRun

_INSIDE = frozenset({"example", "paragraph"})  #: kinds that belong to what they stand under
_MAX_BELOW = 150  # entries
_HELD = 8  # whole documents

Lines = tuple[tuple[LinePart, ...], ...]

#: What the words behind the number of another document's rule name it, `Privacy` in `CR 127. Privacy for more`.
_NAMED_BEHIND = re.compile(r"\.?\s*(?P<name>[A-Z][^.,(]*?)(?=\s*[.,(]|\s+for\b|\s*$)")
_OF_AN_EDITION = re.compile(r"\bCR\s*$")  #: what stands before a number of whichever edition its writer had


@dataclass(frozen=True, slots=True)
class ShownEntry:
    """An entry as it is shown: its title and its text as lines with links."""

    entry: BookEntry
    url: str
    lines: Lines


@dataclass(frozen=True, slots=True)
class ContentsLine:
    """A line of the contents."""

    entry: BookEntry
    url: str
    depth: int
    is_here: bool
    is_open: bool


@dataclass(frozen=True)
class OutsideRules:
    """The rules of another document that one refers to: its text, where that is loaded, else those we sum up.

    `summed_up` are these, each as document and number.
    """

    summed_up: frozenset[tuple[str, str]] = frozenset()
    book: RuleBookText | None = None

    def find(self, number: str, before: str, behind: str) -> tuple[str, str]:
        """The address of a rule and what it is called; both empty where it isn't found.

        A number that names its subject has to lead to that subject: where the number is of an edition that numbers
        otherwise, the rule of that name is meant.
        """
        name = found["name"] if (found := _NAMED_BEHIND.match(behind)) and _OF_AN_EDITION.search(before) else ""
        if self.book is not None:
            entry = _find_named(self.book, number, fold(name))
            said = (
                " ".join(filter(None, (self.book.document, entry.name, entry.text and entry.excerpt))) if entry else ""
            )
            return (self.book.url(entry.slug), said) if entry else ("", "")
        document = next((document for document, held in self.summed_up if held == number and not name), None)
        return (reverse("rules:rule", args=(document, rule_slug(number))), "") if document else ("", "")


def _find_named(book: RuleBookText, number: str, name: str) -> BookEntry | None:
    entry = book.find(number)
    if not name or (entry and fold(f"{entry.title} {entry.text}").startswith(name)):
        return entry
    titled = (each for each in book.readable if each.number and fold(each.title) == name)
    begun = (each for each in book.readable if " " in name and each.number and fold(each.text).startswith(name))
    return next(chain(titled, begun), None)


NO_OUTSIDE_RULES = OutsideRules()


@lru_cache(maxsize=_HELD)
def find_outside_referrers(book: RuleBookText, other: RuleBookText) -> dict[str, tuple[BookEntry, ...]]:
    """The entries of the other document that refer to each address of the book, in order, each once."""
    rules, found = OutsideRules(book=book), defaultdict[str, dict[str, BookEntry]](dict)
    for entry in other.readable:
        for link in (each for each in entry.links if each.outside):
            address, _ = rules.find(link.outside, entry.text[: link.start], entry.text[link.end :])
            if address:
                found[address][entry.slug] = entry
    return {address: tuple(by.values()) for address, by in found.items()}


@dataclass(frozen=True, eq=False)
class Linker:
    """How the texts of a document are linked: within it, to cards, to its glossary and to another document's rules."""

    book: RuleBookText
    terms: GlossaryTerms
    names: CardNames | None
    outside: OutsideRules = NO_OUTSIDE_RULES

    def shown(self, entry: BookEntry) -> ShownEntry:
        """An entry with its links."""
        spans = [*self._references(entry), *(self.names.spans(entry.text) if self.names else ())]
        own = entry.slug if entry.kind == "glossary" else ""
        return ShownEntry(entry, self.book.url(entry.slug), tuple(link_lines(entry.text, spans, self.terms, own=own)))

    def _references(self, entry: BookEntry) -> Iterator[LinkSpan]:
        for link in (each for each in entry.links if not each.is_between):
            target = self.book.by_slug.get(link.target)
            if target:
                preview = target.excerpt if target.text else target.name
                yield LinkSpan(link.start, link.end, RULE, self.book.url(target.slug), preview, target.name)
            elif link.outside:
                near = entry.text[: link.start], entry.text[link.end :]
                address, preview = self.outside.find(link.outside, *near)
                yield LinkSpan(link.start, link.end, OUTSIDE, address, preview, key=link.outside)


def build_linker(
    book: RuleBookText, held: Mapping[str, RuleBookText], names: CardNames | None, outside: OutsideRules
) -> Linker:
    """How a document is linked, among the texts of its game; kept until one of them or the cards change."""
    return _linker(book, find_glossary(book, held), names, outside)


_linker = lru_cache(maxsize=_HELD)(Linker)


@lru_cache(maxsize=_HELD)
def link_document(linked: Linker) -> tuple[ShownEntry, ...]:
    """The whole text; kept until it, another text of its game or the cards change."""
    return tuple(linked.shown(entry) for entry in linked.book.readable)


def link_entry(linked: Linker, entry: BookEntry, heading: str = "") -> list[ShownEntry]:
    """An entry with all that stands below it; of a whole chapter only what stands right below.

    Without a text it is left out where its title is the heading of the page.
    """
    below = [*linked.book.below(entry.slug)]
    if len(below) > _MAX_BELOW:
        below = [*linked.book.children[entry.slug]]
    shown = (linked.shown(each) for each in (entry, *below) if each.kind not in AROUND)
    is_said = fold(heading) == fold(entry.title) or entry.kind == "heading"
    return [each for each in shown if each.lines or each.entry is not entry or not is_said]


def list_contents(book: RuleBookText, here: BookEntry | None = None, *, depth: int = 0) -> list[ContentsLine]:
    """The contents that follow: the top, and what is below each line on the way to where one is.

    `depth` is how deep it is open everywhere.
    """
    way = {each.slug for each in (*book.above(here), here)} if here else set()

    def listed(parent: str, level: int) -> Iterator[ContentsLine]:
        for entry in book.children.get(parent, ()):
            if entry.kind in AROUND or entry.kind in _INSIDE or (entry.kind == "glossary" and parent not in way):
                continue
            is_open = entry.slug in way or level < depth
            yield ContentsLine(entry, book.url(entry.slug), level, entry == here, is_open)
            if is_open:
                yield from listed(entry.slug, level + 1)

    return [*listed("", 0)]


def find_entries_beside(book: RuleBookText, entry: BookEntry) -> tuple[BookEntry | None, BookEntry | None]:
    """What is read before and after an entry; an example or a paragraph has no page and lies at its rule."""
    held = [each for each in book.readable if each.kind not in _INSIDE]
    at = entry
    while at not in held and at.parent:
        at = book.by_slug[at.parent]
    if at not in held:
        return None, held[0] if held else None
    place = held.index(at)
    before = held[place - 1] if place else None
    return (at if at is not entry else before), held[place + 1] if place + 1 < len(held) else None


def list_excerpts(book: RuleBookText, entries: Iterable[BookEntry]) -> list[tuple[BookEntry, str, BookEntry]]:
    """Entries with their addresses and the rule that each belongs to."""
    return [(entry, book.url(entry.slug), _owner(book, entry)) for entry in entries]


def _owner(book: RuleBookText, entry: BookEntry) -> BookEntry:
    while entry.kind in _INSIDE and entry.parent:
        entry = book.by_slug[entry.parent]
    return entry


@dataclass(frozen=True, slots=True)
class NamingPlace:
    """A place that names a card: the document, the rule's name, its address, and whether an example does it."""

    document: Document
    name: str
    url: str
    excerpt: str
    is_example: bool


@dataclass(frozen=True)
class RulesForCard:
    """The rules that name a card, document by document, and how terms are linked in its text."""

    named_in: Sequence[NamingPlace] = ()
    terms: GlossaryTerms = NO_TERMS
    names: CardNames | None = None

    def with_terms(self, lines: Sequence[Line]) -> Sequence[Line]:
        """The lines of a card's text with the terms in them, as keywords are: each once a line, in no longer name."""
        if self.names is None or not self.terms.by_words:
            return lines
        return [_line(line, self.terms, self.names) for line in lines]


def find_rules_for_card(reference: Reference, slug: str) -> RulesForCard:
    """What the rules documents of its game say of a card: their examples that name it, and their answers about it.

    One query where no text is loaded or all have been read by this process, two more for each other.
    """
    documents, held = load_texts_of_game(reference.game)
    if not held:
        return RulesForCard()
    names = load_card_names(reference, held)
    named_in = [
        NamingPlace(document, owner.name, url, entry.excerpt, entry.kind == "example")
        for document in documents
        if (book := held.get(document.slug))
        for entry, url, owner in list_excerpts(book, find_naming_entries(book, names).get(slug, ()))
    ]
    return RulesForCard(named_in, find_newest_terms(held), names)


def _line(line: Line, terms: GlossaryTerms, names: CardNames) -> Line:
    pieces = [piece for run in line for piece in run.pieces]
    said = "".join(piece.text for piece in pieces)
    edges = [*accumulate((len(piece.text) for piece in pieces), initial=0)]
    placed = [*zip(pieces, edges, edges[1:], strict=False)]
    taken = [LinkSpan(start, end, "card") for start, end, _ in names.in_text(said)]
    taken += [LinkSpan(at, end, piece.kind) for piece, at, end in placed if not _is_plain(piece)]
    if not (spans := [*terms.spans(said, taken)]):
        return line
    cut = (
        _pieces(piece, at, [each for each in spans if at <= each.start and each.end <= end])
        for piece, at, end in placed
    )
    return tuple(PieceRun(run.is_reminder, tuple(each for _ in run.pieces for each in next(cut))) for run in line)


def _is_plain(piece: LinePiece) -> bool:
    return piece.kind == "words" and piece.gloss is None and not piece.name


def _pieces(piece: LinePiece, at: int, spans: Iterable[LinkSpan]) -> Iterator[LinePiece]:
    done = 0
    for span in spans:
        start, end = span.start - at, span.end - at
        if done < start:
            yield replace(piece, text=piece.text[done:start])
        said = piece.text[start:end]
        yield replace(piece, text=said, gloss=KeywordGloss(said, span.key, span.preview, span.url, None))
        done = end
    if done < len(piece.text):
        yield replace(piece, text=piece.text[done:])
