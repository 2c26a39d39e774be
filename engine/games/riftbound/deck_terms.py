"""What a card's text changes about the building of a Riftbound deck.

`Card.deck_building` holds it, each as a kind and a value: `additional legends: 3` (so many are chosen beside the
Champion Legend), `any domain: all` (cards are allowed whatever their domains; else a card's name, a tag, a type or a
supertype says which). The value `?` says that the text speaks of it and the rest isn't recorded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.card_text.deriving import COUNT, parse_number_word
from engine.card_text.sentences import split_sentences
from engine.model.cards import Card
from engine.model.decks import Deck
from engine.model.names import fold

ADDITIONAL_LEGENDS, ANY_DOMAIN = "additional legends", "any domain"
ALL, NOT_RECORDED = "all", "?"
_LEGENDS = re.compile(rf"(?:\b{COUNT}\s+)?\badditional\s+(?:champion\s+)?legends?\b", re.I)
_DOMAINS = re.compile(r"(?:\b(?:regardless|irrespective)\s+of\b|\bany\b|\bignor\w+)[^.]{0,40}\bdomains?\b", re.I)
_DECK = re.compile(r"\bdecks?\b", re.I)


@dataclass(frozen=True, slots=True)
class DeckTerms:
    """What the cards of a deck change about its building.

    `legends` are the cards that ask for additional legends with how many, None where that isn't recorded; `domains` the
    values of what is allowed whatever its domains, folded.
    """

    legends: tuple[tuple[Card, int | None], ...] = ()
    domains: frozenset[str] = frozenset()

    def allows_any_domain(self, card: Card) -> bool | None:
        """Whether a card is allowed whatever its domains; None where that isn't recorded."""
        words = filter(None, (card.name, card.type, card.supertype, *card.tags))
        if ALL in self.domains or not self.domains.isdisjoint(map(fold, words)):
            return True
        return None if NOT_RECORDED in self.domains else False

    @property
    def legend_count(self) -> int | None:
        """How many additional legends the cards ask for together; None where none does or a number isn't recorded."""
        counts = [count for _, count in self.legends if count is not None]
        return sum(counts) if counts and len(counts) == len(self.legends) else None


def read_deck_terms(deck: Deck) -> DeckTerms:
    """The terms of a deck's cards, read once."""
    return deck.once(_read_terms)


def _read_terms(deck: Deck) -> DeckTerms:
    legends: list[tuple[Card, int | None]] = []
    domains: set[str] = set()
    for card in deck.cards:
        for kind, _, value in (term.partition(": ") for term in card.deck_building):
            if kind == ADDITIONAL_LEGENDS:
                legends.append((card, int(value) if value.isdecimal() else None))
            elif kind == ANY_DOMAIN:
                domains.add(value if value == NOT_RECORDED else fold(value))
    return DeckTerms(tuple(legends), frozenset(domains))


def parse_deck_terms(text: str) -> list[str]:
    """The terms that a text states. It says that cards of any domain are allowed, but not which: that is recorded."""
    found: dict[str, None] = {}
    for sentence in (each for line in text.split("\n") for each in split_sentences(line)):
        if legends := _LEGENDS.search(sentence):
            count = parse_number_word(legends["count"]) if legends["count"] else NOT_RECORDED
            found[f"{ADDITIONAL_LEGENDS}: {count}"] = None
        if _DECK.search(sentence) and _DOMAINS.search(sentence):
            found[f"{ANY_DOMAIN}: {NOT_RECORDED}"] = None
    return list(found)
