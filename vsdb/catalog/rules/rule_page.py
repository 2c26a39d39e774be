"""Everything that a rule's page shows, put together once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain

from django.db.models import Q

from engine.model.cards import Card
from engine.model.errors import NotFound
from engine.model.formats import Format
from engine.model.verdicts import Citation
from engine.play.citations import PlayCheck, index_play_checks_by_citation
from engine.rules.citations import index_codes_by_citation
from engine.rules.editions import EDITIONS
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.rules.book import BookEntry, RuleBookText, load_books
from vsdb.catalog.rules.comparing import REWORDED, ParagraphPair, compare_editions
from vsdb.catalog.rules.coverage import CitingTest, find_citing_tests
from vsdb.catalog.rules.linking import load_card_names
from vsdb.catalog.rules.models import Document, Rule, rule_slug
from vsdb.catalog.rules.reading import (
    ContentsLine,
    Linker,
    OutsideRules,
    ShownEntry,
    build_linker,
    find_entries_beside,
    find_outside_referrers,
    link_entry,
    list_contents,
    list_excerpts,
)
from vsdb.catalog.rules.selectors import get_series
from vsdb.catalog.wordings.drawing import KeywordGloss, load_glosses

#: The document whose rules another one refers to by their numbers: of several editions the one in force on its day.
_REFERS_TO = {"rb-playing": "rb-core-1.3", "rb-tournament": "rb-core-1.3"}
SAME, NOT_IN, BEYOND, NOT_LOADED = "same", "not-in", "beyond", "not-loaded"


@dataclass(frozen=True)
class DocumentsOfGame:
    """The documents of a game, its rules documents' texts, and one document among them."""

    document: Document
    documents: Mapping[str, Document]
    books: dict[str, RuleBookText]

    @property
    def book(self) -> RuleBookText | None:
        """The text of the document, where it is loaded."""
        return self.books.get(self.document.slug)

    def linker(self, book: RuleBookText) -> Linker:
        """How the document's text is linked: to the cards of its game, and to the rules of another document.

        No query where this process has read the cards, but one for a document that refers to another's rules.
        """
        game, other = self.document.game_id, _REFERS_TO.get(self.document.slug)
        names = load_card_names(cards.get_reference(game), self.books) if game else None
        outside = Rule.objects.filter(document=other).values_list("document", "number") if other else ()
        named = OutsideRules(frozenset(outside), self.books.get(other or ""))
        return build_linker(book, self.books, names, named)

    @property
    def editions(self) -> list[str]:
        """The slugs of the document's editions, the oldest first; empty where it has no other."""
        checked = [edition.edition for edition in EDITIONS.get(self.document.game_id or "", ())]
        series = get_series(self.document.slug)
        held = sorted(self.documents.values(), key=lambda each: (each.edition_date or date.min, each.position))
        alike = [each.slug for each in held if get_series(each.slug) == series]
        if self.document.slug in checked and len(checked) >= len(alike):
            return checked
        return alike if len(alike) > 1 else []

    @property
    def others(self) -> list[Document]:
        """The other editions of the document, which can be compared with it."""
        return [self.documents[each] for each in self.editions if each != self.document.slug and each in self.documents]

    def find_other(self, slug: str) -> Document:
        """A document of the game. Raises NotFound."""
        if slug not in self.documents:
            raise NotFound(f"{self.document.name} has no other edition called {slug[:80]}")
        return self.documents[slug]


@dataclass(frozen=True)
class RulePage:
    """A rule with all that is known around it. `entry` is None without its text, `rule.pk` without our own words."""

    game: DocumentsOfGame
    rule: Rule
    entry: BookEntry | None
    above: Sequence[BookEntry]
    shown: Sequence[ShownEntry]
    beside: tuple[ShownEntry | None, ShownEntry | None]
    leaf: tuple[BookEntry | Rule | None, BookEntry | Rule | None]
    contents: Sequence[ContentsLine]
    editions: Sequence[RuleInEdition]
    referring: Sequence[tuple[BookEntry, str, BookEntry]]
    referring_outside: Sequence[tuple[Document, BookEntry, str]]  #: from other documents of the game
    cards: Sequence[tuple[tuple[Card, ...], str]]
    keywords: Sequence[KeywordGloss]
    checks: tuple[str, ...]
    play_checks: tuple[PlayCheck, ...]
    proofs: tuple[CitingTest, ...]
    formats: Sequence[Format]  #: whose decks are held against a rule that a check cites: all of the game

    @property
    def heading(self) -> str:
        """What it is about, where that isn't its number over again."""
        said = self.rule.heading
        return "" if said == self.rule.number else said


def get_documents_of_game(slug: str) -> DocumentsOfGame:
    """A document with those of its game; a query, and two where a text was not read before. Raises NotFound."""
    found = Document.objects.select_related("game").filter(Q(slug=slug) | Q(game__documents=slug))
    documents = {each.slug: each for each in found.order_by("position")}
    if slug not in documents:
        raise NotFound(f"no document is called {slug}")
    return DocumentsOfGame(documents[slug], documents, load_books(documents.values()))


def build_rule_page(document: str, slug: str) -> tuple[RulePage, dict[str, KeywordGloss]]:
    """All that a rule's page shows but the rulings, and the keywords of its game by their names.

    Three queries, and two more in a process that hasn't read the texts of the game. Raises NotFound.
    """
    game = get_documents_of_game(document)
    book = game.book
    entry = book.find(slug) if book else None
    wanted = entry.slug if entry else slug
    near = _find_same_rules(game, wanted)
    rule = near.get(document)
    if rule is None:
        if entry is None:
            return build_rule_page(document, _find_by_heading(document, slug))
        rule = Rule(document=game.document, number=entry.called or entry.name, slug=entry.slug, heading=entry.title)
    rule.document = game.document
    game_slug = game.document.game_id
    words = load_glosses(game_slug) if game_slug else {}
    citation = Citation(document, rule.number)
    checks = index_codes_by_citation().get(citation, ())
    linked = game.linker(book) if book and entry else None
    others = [each for slug, each in near.items() if slug != document]
    page = RulePage(
        game=game,
        rule=rule,
        entry=entry,
        above=book.above(entry) if book and entry else (),
        shown=link_entry(linked, entry, rule.heading) if linked and entry else (),
        beside=_find_neighbours(linked, entry) if linked and entry else (None, None),
        leaf=find_entries_beside(book, entry) if book and entry else _neighbours(rule),
        contents=list_contents(book, entry) if book else (),
        editions=_in_editions(game, wanted, entry, others),
        referring=list_excerpts(book, book.referring.get(entry.slug, ())) if book and entry else (),
        referring_outside=_find_referring_outside(game, entry) if entry else (),
        cards=_cards(linked, entry) if linked and entry else (),
        keywords=[each for each in words.values() if each.citation == citation],
        checks=checks,
        play_checks=_list_play_checks(document, rule.slug),
        proofs=find_citing_tests(citation) if checks else (),
        formats=[*cards.get_reference(game_slug).formats.values()] if checks and game_slug else (),
    )
    return page, words


def _list_play_checks(document: str, slug: str) -> tuple[PlayCheck, ...]:
    """The checks of actions that rest on the rule of an address: of one rule, `Glossary: X` and `Glossary > X`."""
    cited = [
        checks
        for citation, checks in index_play_checks_by_citation().items()
        if citation.document == document and rule_slug(citation.rule) == slug
    ]
    return tuple(dict.fromkeys(chain.from_iterable(cited)))


def _find_same_rules(game: DocumentsOfGame, slug: str) -> dict[str, Rule]:
    """What we say of the rule in each document of the game; one query.

    In another edition it is the rule that we head alike, whatever its number; else that of its number, unless we head
    another rule of this edition like that one: then the numbers moved.
    """
    held = Rule.objects.filter(document__in=[*game.documents])
    own = held.filter(document=game.document, slug=slug).values("heading")
    of_number = held.filter(slug=slug).values("heading")
    wanted = Q(slug=slug) | Q(heading__in=own) | Q(document=game.document, heading__in=of_number)
    found = [*held.filter(wanted).select_related("document").order_by("document__position", "position")]
    numbered = {each.document_id: each for each in found if each.slug == slug}
    rule = numbered.get(game.document.slug)
    places = {each.heading: each.slug for each in found if each.document_id == game.document.slug}
    for other in game.editions:
        if rule is None or other == game.document.slug:
            continue
        alike = next((each for each in found if each.document_id == other and each.heading == rule.heading), None)
        if alike:
            numbered[other] = alike
        elif other in numbered and places.get(numbered[other].heading, slug) != slug:
            del numbered[other]
    return numbered


def _find_by_heading(document: str, slug: str) -> str:
    """The slug of the numbered rule whose heading an address has; one query. Raises NotFound."""
    for number, heading in Rule.objects.filter(document=document).values_list("slug", "heading"):
        if rule_slug(heading) == slug.lower() != number:
            return number
    raise NotFound(f"{document} has no rule {slug[:80]}")


def _neighbours(rule: Rule) -> tuple[Rule | None, Rule | None]:
    """The rules before and after it of those that are summed up; one query."""
    places = rule.position - 1, rule.position + 1
    near = {each.position: each for each in Rule.objects.filter(document=rule.document_id, position__in=places)}
    return near.get(places[0]), near.get(places[1])


def _find_referring_outside(game: DocumentsOfGame, entry: BookEntry) -> list[tuple[Document, BookEntry, str]]:
    """The entries of other documents that refer to this one's entry, each with its address."""
    books = ((slug, game.books.get(slug)) for slug, other in _REFERS_TO.items() if other == game.document.slug)
    return [
        (game.documents[slug], each, other.url(each.slug))
        for slug, other in books
        if game.book and other
        for each in find_outside_referrers(game.book, other).get(game.book.url(entry.slug), ())
    ]


def _find_neighbours(linked: Linker, entry: BookEntry) -> tuple[ShownEntry | None, ShownEntry | None]:
    """The neighbours of a rule, as they read; a chapter's and a section's are only linked."""
    if entry.kind not in {"rule", "step"} or not entry.text:
        return None, None
    before, after = linked.book.beside(entry)
    return linked.shown(before) if before else None, linked.shown(after) if after else None


def _cards(linked: Linker, entry: BookEntry) -> list[tuple[tuple[Card, ...], str]]:
    """The cards that its examples name, each name once, with the address of the card or of all of that name."""
    if linked.names is None:
        return []
    examples = [each for each in (entry, *linked.book.children.get(entry.slug, ())) if each.kind == "example"]
    found = {named: None for each in examples for _, _, named in linked.names.in_text(each.text)}
    if entry.kind == "rule" and entry.title and len(titled := linked.names.titled(entry.title)) == 1:
        found = {titled: None, **found}
    return [(named, linked.names.address(named)) for named in found]


@dataclass(frozen=True)
class RuleInEdition:
    """A rule in another edition: where it stands there, if it does, and how it compares; `state` is one of the above.

    `pair` has the older text first.
    """

    document: Document
    state: str
    slug: str = ""
    number: str = ""
    pair: ParagraphPair | None = None
    is_newer: bool = False


def _in_editions(
    game: DocumentsOfGame, slug: str, entry: BookEntry | None, others: Sequence[Rule]
) -> list[RuleInEdition]:
    """The rule in every other edition of its game, the oldest first; `others` are those of its number."""
    if game.document.slug not in game.editions:
        return [RuleInEdition(rule.document, NOT_LOADED, rule.slug, rule.number) for rule in others]
    by_document = {rule.document_id: rule for rule in others}
    found = []
    for other in game.others:
        is_newer = game.editions.index(other.slug) > game.editions.index(game.document.slug)
        if entry and game.book and other.slug in game.books:
            found.append(_read(other, game.book, game.books[other.slug], slug, is_newer=is_newer))
        elif rule := by_document.get(other.slug):
            found.append(RuleInEdition(other, NOT_LOADED, rule.slug, rule.number, is_newer=is_newer))
    return found


def _read(document: Document, own: RuleBookText, other: RuleBookText, slug: str, *, is_newer: bool) -> RuleInEdition:
    both = compare_editions(own, other) if is_newer else compare_editions(other, own)
    pair = (both.by_before if is_newer else both.by_after).get(slug)
    there = (pair.after if is_newer else pair.before) if pair else None
    if pair is None or there is None:
        is_cut = any(each.place == slug for each in both.beyond) and not is_newer
        return RuleInEdition(document, BEYOND if is_cut else NOT_IN, is_newer=is_newer)
    entry = other.by_slug[there.place]
    state = BEYOND if pair.is_cut else REWORDED if pair.is_reworded else SAME
    return RuleInEdition(document, state, entry.slug, entry.called or entry.name, pair, is_newer=is_newer)
