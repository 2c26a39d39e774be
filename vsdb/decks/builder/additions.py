"""What can still be added to a stored deck, kept while its list, its format and the facts are the same."""

from __future__ import annotations

from datetime import date
from functools import lru_cache

from django.db.models import Q
from django.utils import timezone

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from engine.model.formats import Format
from engine.model.reference import Reference
from engine.repair.additions import addable as cards_to_add
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.decks import selectors, to_engine
from vsdb.decks.models import Deck
from vsdb.decks.selectors import deck_for
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.language.syntax import Term

MOST_LINES = 250  #: of a list that what can be added is looked for; it takes time with the square of its lines
MOST_DECKS = 4  #: that one query asks for
_NOBODY = Q(pk__in=())


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
    return cards_to_add(to_engine.deck_value(text, reference.game, day), fmt, day, reference.catalog)


def addable(term: Term, number: str, context: Context) -> Condition | None:
    """The cards that can still be added to a deck; nobody to one that the asker may not read, or without a format."""
    context.decks.add(number)
    if len(context.decks) > MOST_DECKS:
        context.note(f"one query asks for at most {MOST_DECKS} decks; this one is left out", term.span)
        return None
    try:
        deck = deck_for(int(number[:12]) if number.isascii() and number.isdecimal() else 0, context.asker)
    except NotFound as missing:
        context.note(missing.message, term.span)
        return Condition(_NOBODY)
    if deck.game_id not in context.references:
        context.note(f"deck {deck.pk} is of {GAMES[deck.game_id]}, which isn't searched", term.span)
    elif not deck.format:
        context.note(f"deck {deck.pk} has no format, so nothing says what it may hold", term.span)
    elif is_too_long(deck):
        context.note(f"deck {deck.pk} is a list longer than any deck, so it isn't said what it may hold", term.span)
    else:
        return Condition(of_slugs({deck.game_id: addable_slugs(deck)}))
    return Condition(_NOBODY)
