"""The faces of several cards with the texts that count today."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from engine.model.cards import Card
from vsdb.catalog.cards.faces import Face, face
from vsdb.catalog.wordings.drawing import drawn_small
from vsdb.catalog.wordings.services import texts_of


def worded_faces(cards: Sequence[Card], on: date) -> list[Face]:
    """The faces of cards, in their order, with the texts of a day; a query for each game among them."""
    texts: dict[Card, str] = {}
    for game in dict.fromkeys(card.game for card in cards):
        texts |= texts_of([card for card in cards if card.game == game], on)
    return [face(card, drawn_small(texts[card], card.game) if card in texts else None) for card in cards]


def worded_by_slug(cards: Iterable[Card], on: date) -> dict[str, Face]:
    """The faces of cards of one game by their slugs; one query."""
    once = [*dict.fromkeys(cards)]
    return dict(zip((card.slug for card in once), worded_faces(once, on), strict=True))
