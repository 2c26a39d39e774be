"""Running text with what is linked in it: references, names of cards, and terms of a glossary."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from django.urls import reverse

from engine.model.cards import Card
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.catalog.cards.filters import list_address, write_term
from vsdb.catalog.cards.mentions import NamedCard, Names, find_cards_by_title, find_name_places, group_by_name
from vsdb.catalog.cards.selectors import keep_by_version
from vsdb.catalog.rules.book import BookEntry, RuleBookText, load_books
from vsdb.catalog.rules.models import Document

RULE, CARD, TERM, OUTSIDE = "rule", "card", "term", "outside"
STRONG = "**"

_SLASHED = re.compile(r"\s*[;/]\s*")
_SLASHED_OR_LISTED = re.compile(r"\s*[;/,]\s*")
_PLACEHOLDER = re.compile(r"\s*<[^<>]*>\s*")
_BRACKETED = re.compile(r"\s*\[[^\[\]]*\]\s*|(?<!\w)\s*\([^()]*\)\s*")
_ENDING = re.compile(r"(?<=\w)\(([a-z]+)\)")
_ARTICLE_BEHIND = re.compile(r"^(?P<term>.+), (?:The|A|An)$")
_LEAST = 2  #: letters of a term
_LOWER = re.compile(r"(?<![\w'’-])[a-z][a-z'’-]*")


@dataclass(frozen=True, slots=True)
class LinkSpan:
    """A stretch of a text (`start` and `end`, in characters) with its link; without an address it only is a name."""

    start: int
    end: int
    kind: str
    url: str = ""
    preview: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class LinePart:
    """A stretch of a line: plain without a link."""

    text: str
    link: LinkSpan | None = None
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class GlossaryTerm:
    """What a glossary defines: its page and the beginning of its definition."""

    name: str
    url: str
    preview: str
    key: str


@dataclass(frozen=True, eq=False)
class GlossaryTerms:
    """The terms of a glossary by the words they are written with, folded."""

    by_words: Mapping[str, GlossaryTerm]

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        longest_first = sorted(self.by_words, key=lambda words: (-len(words), words))
        if not longest_first:
            return None
        said = "|".join(re.escape(words).replace(r"\ ", r"\s+") for words in longest_first)
        return re.compile(rf"(?<![\w’'/.@-])(?:(?P<exact>{said})|(?P<stem>{said})(?:e?s))(?![\w-]|\.\w)", re.IGNORECASE)

    def spans(self, text: str, taken: Iterable[LinkSpan], *, own: str = "") -> Iterator[LinkSpan]:
        """Where terms stand in one paragraph: the longest at each place, each term once, never in what is taken.

        `own` is the key of the term that the paragraph defines, which isn't linked to itself.
        """
        if self._pattern is None:
            return
        held = sorted((span.start, span.end) for span in taken)
        seen = {own}
        for found in self._pattern.finditer(text):
            if any(start < found.end() and found.start() < end for start, end in held):
                continue
            words = " ".join((found["exact"] or found["stem"]).split()).lower()
            term = self.by_words[words]
            if term.key not in seen:
                seen.add(term.key)
                yield LinkSpan(found.start(), found.end(), TERM, term.url, term.preview, term.key)


def list_written_forms(title: str) -> tuple[str, ...]:
    """The words that a glossary's heading is written with in running text, in lower case.

    `Chain, The; Chain Zone` are two; brackets tell which is meant (`Bond (with Character)`) or how a word may end
    (`Level(ing) Up`); `<something>` holds the place of any word, and what it leaves alone is no term.
    """
    found: dict[str, None] = {}
    for part in (_SLASHED if "<" not in title else _SLASHED_OR_LISTED).split(title):
        for ending in ("", r"\1") if _ENDING.search(part) else ("",):
            whole = _BRACKETED.sub(" ", _ENDING.sub(ending, part))
            plain = _PLACEHOLDER.sub(" ", whole).strip()
            if plain != whole.strip() and (" " not in plain or plain.endswith("-")):
                continue
            if behind := _ARTICLE_BEHIND.match(plain):
                plain = behind["term"]
            plain = " ".join(plain.strip(' ,"“”').split())
            if len(plain) >= _LEAST and not plain.endswith("-"):
                found[plain.lower()] = None
    return tuple(found)


def index_terms(defined: Iterable[GlossaryTerm]) -> GlossaryTerms:
    """The terms by the words they are written with; of two with the same words the first counts."""
    by_words: dict[str, GlossaryTerm] = {}
    for each in defined:
        for words in list_written_forms(each.name):
            by_words.setdefault(words, each)
    return GlossaryTerms(by_words)


def link_lines(
    text: str, spans: Iterable[LinkSpan], glossary: GlossaryTerms | None = None, *, own: str = ""
) -> list[tuple[LinePart, ...]]:
    """The paragraphs of a text with their links: the spans given, then terms in what they leave.

    Of two spans that overlap the first given counts; one without an address stays plain, but no term is in it. What
    stands between two pairs of asterisks is strong; an odd pair stays as it is.
    """
    given = _apart(spans)
    found = []
    start = 0
    for paragraph in text.split("\n"):
        end = start + len(paragraph)
        if paragraph.strip():
            inside = [span for span in given if start <= span.start and span.end <= end]
            here = [LinkSpan(s.start - start, s.end - start, s.kind, s.url, s.preview, s.key) for s in inside]
            linked = [*here, *(glossary.spans(paragraph, here, own=own) if glossary else ())]
            found.append(tuple(_strong(_parts(paragraph, sorted(linked, key=lambda span: span.start)))))
        start = end + 1
    return found


def _strong(parts: Iterable[LinePart]) -> Iterator[LinePart]:
    held = [*parts]
    if sum(part.text.count(STRONG) for part in held) % 2:
        yield from held
        return
    is_strong = False
    for part in held:
        for place, said in enumerate(part.text.split(STRONG)):
            is_strong ^= place > 0
            if said:
                yield LinePart(said, part.link, is_strong)


def _apart(spans: Iterable[LinkSpan]) -> list[LinkSpan]:
    kept: list[LinkSpan] = []
    for span in spans:
        if span.start < span.end and not any(each.start < span.end and span.start < each.end for each in kept):
            kept.append(span)
    return kept


def _parts(paragraph: str, spans: Iterable[LinkSpan]) -> Iterator[LinePart]:
    at = 0
    for span in spans:
        if not span.url:
            continue
        if at < span.start:
            yield LinePart(paragraph[at : span.start])
        yield LinePart(paragraph[span.start : span.end], span)
        at = span.end
    if at < len(paragraph):
        yield LinePart(paragraph[at:])


NO_TERMS = GlossaryTerms({})


def find_glossary(book: RuleBookText, held: Mapping[str, RuleBookText]) -> GlossaryTerms:
    """The document's own terms; where it defines none, those of the newest other of its game that does."""
    own = index_terms_of_document(book)
    return own if own.by_words else find_newest_terms(held)


@lru_cache(maxsize=16)
def index_terms_of_document(book: RuleBookText) -> GlossaryTerms:
    """The terms that a document defines."""
    entries = ((each.title, book.url(each.slug), each.excerpt, each.slug) for each in book.glossary)
    return index_terms(GlossaryTerm(*entry) for entry in entries)


def load_texts_of_game(game: str | None) -> tuple[Collection[Document], dict[str, RuleBookText]]:
    """The documents of a game in the order of their days, and the texts of those that are loaded.

    One query, and two more for each text that this process hasn't read before.
    """
    documents = _list_documents(game)
    return documents, load_books(documents)


@keep_by_version
def _list_documents(game: str | None) -> tuple[Document, ...]:
    return tuple(Document.objects.filter(game=game).order_by("position"))


def find_newest_terms(held: Mapping[str, RuleBookText]) -> GlossaryTerms:
    """The terms of the newest text of a game that defines any."""
    newest_first = map(index_terms_of_document, reversed([*held.values()]))
    return next((found for found in newest_first if found.by_words), NO_TERMS)


@dataclass(frozen=True, eq=False)
class CardNames:
    """The cards of a game by their names, and the words that are no card's name where they stand alone."""

    game: str
    cards: tuple[Card, ...]
    common: frozenset[str]

    @cached_property
    def names(self) -> Names:
        """The cards as texts name them; `pk` is the place in `cards`."""
        rows = ((place, card.name, card.identity or "", card.versions or ()) for place, card in enumerate(self.cards))
        return group_by_name(NamedCard(*row) for row in rows)

    def in_text(self, text: str) -> Iterator[tuple[int, int, tuple[Card, ...]]]:
        """Where cards are named and which may be meant: one, or all of that name."""
        for start, end, found in find_name_places(text, self.names, is_common=self.common.__contains__):
            yield start, end, tuple(self.cards[each.pk] for each in found)

    def spans(self, text: str) -> Iterator[LinkSpan]:
        """Where cards are named: a link to the card, or to the list of those that bear the name."""
        for start, end, cards in self.in_text(text):
            yield LinkSpan(start, end, CARD, self.address(cards), key=cards[0].name)

    def address(self, cards: tuple[Card, ...]) -> str:
        """The page of a card, or the list of the cards of one name."""
        if len(cards) == 1:
            return reverse("cards:card", args=(self.game, cards[0].slug))
        return list_address(self.game, write_term("n", cards[0].name))

    def titled(self, title: str) -> tuple[Card, ...]:
        """The cards that a whole title means."""
        return tuple(self.cards[each.pk] for each in find_cards_by_title(title, self.names))


def load_card_names(reference: Reference, held: Mapping[str, RuleBookText]) -> CardNames:
    """The names of a game's cards, beside these texts of its documents; kept until either changes."""
    return _card_names(reference, tuple(held.values()))


@lru_cache(maxsize=8)
def _card_names(reference: Reference, held: Collection[RuleBookText]) -> CardNames:
    cards, entries = tuple(reference.catalog.cards), [entry for book in held for entry in book.entries]
    common = {fold(word) for entry in entries for word in _LOWER.findall(entry.text)}
    terms = (list_written_forms(entry.title) for entry in entries if entry.kind == "glossary")
    common.update(fold(said) for forms in terms for said in forms)
    for card in cards:
        keywords = (keyword.name for keyword in card.keywords)
        common.update(map(fold, (*(card.teams or ()), *(card.versions or ()), *keywords)))
    return CardNames(reference.game, cards, frozenset(common))


@lru_cache(maxsize=16)
def find_naming_entries(book: RuleBookText, names: CardNames) -> dict[str, tuple[BookEntry, ...]]:
    """The examples that name a card, and the entries headed by one, by the card's slug, in the document's order."""
    found: dict[str, dict[str, BookEntry]] = defaultdict(dict)
    for entry in book.entries:
        for card in _find_named_cards(entry, names):
            found[card.slug][entry.slug] = entry
    return {slug: tuple(entries.values()) for slug, entries in found.items()}


def _find_named_cards(entry: BookEntry, names: CardNames) -> Iterable[Card]:
    if entry.kind == "rule" and entry.title and len(found := names.titled(entry.title)) == 1:
        yield found[0]
    if entry.kind == "example":
        yield from (cards[0] for _, _, cards in names.in_text(entry.text) if len(cards) == 1)
