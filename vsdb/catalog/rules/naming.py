"""The cards that rules documents name."""

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
from vsdb.catalog.cards.mentions import Named, Names, grouped, placed, titled
from vsdb.catalog.cards.queries import list_address, term
from vsdb.catalog.rules.book import Book, Entry
from vsdb.catalog.rules.linking import CARD, Span, written_as

_LOWER = re.compile(r"(?<![\w'’-])[a-z][a-z'’-]*")


@dataclass(frozen=True, eq=False)
class CardNames:
    """The cards of a game by their names, and the words that are no card's name where they stand alone."""

    game: str
    cards: tuple[Card, ...]
    common: frozenset[str]

    @cached_property
    def names(self) -> Names:
        """The cards as texts name them; `pk` is the place in `cards`."""
        return grouped(
            Named(place, card.name, card.identity or "", tuple(card.versions or ()))
            for place, card in enumerate(self.cards)
        )

    def in_text(self, text: str) -> Iterator[tuple[int, int, tuple[Card, ...]]]:
        """Where cards are named and which may be meant: one, or all of that name."""
        for start, end, found in placed(text, self.names, is_common=self.common.__contains__):
            yield start, end, tuple(self.cards[each.pk] for each in found)

    def spans(self, text: str) -> Iterator[Span]:
        """Where cards are named: a link to the card, or to the list of those that bear the name."""
        for start, end, cards in self.in_text(text):
            yield Span(start, end, CARD, self.address(cards), key=cards[0].name)

    def address(self, cards: tuple[Card, ...]) -> str:
        """The page of a card, or the list of the cards of one name."""
        if len(cards) == 1:
            return reverse("cards:card", args=(self.game, cards[0].slug))
        return list_address(self.game, term("n", cards[0].name))

    def titled(self, title: str) -> tuple[Card, ...]:
        """The cards that a whole title means."""
        return tuple(self.cards[each.pk] for each in titled(title, self.names))


def _card_names(game: str, cards: tuple[Card, ...], held: Collection[Book]) -> CardNames:
    common = {fold(word) for book in held for entry in book.entries for word in _LOWER.findall(entry.text)}
    common |= {fold(said) for book in held for each in book.entries if each.kind == "glossary"
               for said in written_as(each.title)}  # fmt: skip
    for card in cards:
        common.update(fold(name) for name in (*(card.teams or ()), *(card.versions or ())))
        common.update(fold(keyword.name) for keyword in card.keywords)
    return CardNames(game, cards, frozenset(common))


_made: dict[str, tuple[tuple[str, ...], CardNames]] = {}


def card_names(reference: Reference, held: Mapping[str, Book]) -> CardNames:
    """The names of a game's cards, beside these texts of its documents; kept until either changes."""
    key = (reference.data_version, *(book.digest for book in held.values()))
    kept = _made.get(reference.game)
    if kept is None or kept[0] != key:
        kept = _made[reference.game] = (key, _card_names(reference.game, tuple(reference.catalog.cards), held.values()))
    return kept[1]


@lru_cache(maxsize=16)
def naming(book: Book, names: CardNames) -> dict[str, tuple[Entry, ...]]:
    """The examples that name a card, and the entries headed by one, by the card's slug, in the document's order."""
    found: dict[str, dict[str, Entry]] = defaultdict(dict)
    for entry in book.entries:
        for card in _named(entry, names):
            found[card.slug][entry.slug] = entry
    return {slug: tuple(entries.values()) for slug, entries in found.items()}


def _named(entry: Entry, names: CardNames) -> Iterable[Card]:
    if entry.kind == "rule" and entry.title:
        found = names.titled(entry.title)
        if len(found) == 1:
            yield found[0]
    if entry.kind == "example":
        yield from (cards[0] for _, _, cards in names.in_text(entry.text) if len(cards) == 1)
