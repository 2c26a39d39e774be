"""The cards of one game, found by key, by printing or by name, and the names nearest to one that isn't there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from engine.cards import Card, CardSet


class Catalog:
    """Every card of a game with its sets. Immutable once built."""

    def __init__(self, game: str, cards: Iterable[Card], sets: Mapping[str, CardSet]) -> None:
        self.game = game
        self.cards = tuple(cards)
        self.sets = sets
        self.by_slug: Mapping[str, Card] = {card.slug: card for card in self.cards}

    def by_printing(self, code: str) -> tuple[Card, ...]:
        """The cards recorded under a printing's code; two where the sources give one number to two cards."""
        raise NotImplementedError

    def by_name(self, name: str) -> tuple[Card, ...]:
        """The cards of that name (AKA excluded), whatever their versions; case, accents and punctuation don't matter."""
        raise NotImplementedError

    def nearest(self, name: str, limit: int = 5) -> tuple[Card, ...]:
        """The cards whose names are most like a misspelt one, best first."""
        raise NotImplementedError

    def may_be_out(self, card: Card, on: date) -> bool:
        """Whether any printing of the card may have been released by that day."""
        raise NotImplementedError
