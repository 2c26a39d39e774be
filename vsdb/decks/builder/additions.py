"""What can still be added to a stored deck, kept for as long as its list, its format and the facts are the same."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from django.utils import timezone

from engine.model.formats import Format
from engine.model.reference import Reference
from engine.repair.additions import addable
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.decks import selectors, to_engine
from vsdb.decks.models import Deck

MOST_LINES = 250  #: of a list that what can be added is looked for; it takes time with the square of its lines


def is_too_long(deck: Deck) -> bool:
    """Whether a list is longer than any deck."""
    return deck.text.count("\n") > MOST_LINES


def addable_slugs(deck: Deck) -> frozenset[str]:
    """The cards of which a copy more brings a deck no new error in its format on its day; none without a format
    and none for a list that is longer than any deck."""
    if is_too_long(deck):
        return frozenset()
    day = selectors.judged_on(deck, timezone.localdate())
    reference = cards.reference(deck.game_id)
    fmt = format_named(reference, deck.format)
    return _addable(reference.on(day), fmt, day, deck.text) if fmt else frozenset()


@lru_cache(maxsize=64)
def _addable(reference: Reference, fmt: Format, day: date, text: str) -> frozenset[str]:
    return addable(to_engine.deck_value(text, reference.game, day), fmt, day, reference.catalog)
