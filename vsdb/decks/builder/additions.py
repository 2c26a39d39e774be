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
from engine.repair.additions import find_addable as cards_to_add
from vsdb.catalog.cards import selectors as cards
from vsdb.catalog.formats.lookup import format_named
from vsdb.decks import to_engine
from vsdb.decks.models import Deck
from vsdb.decks.selectors import get_readable_deck
from vsdb.search.conditions.context import CardCondition, SearchContext, build_slugs_condition
from vsdb.search.language.syntax import Term

MAX_LINES = 250  #: of a list that what can be added is looked for; it takes time with the square of its lines
MAX_DECKS = 4  #: that one query asks for
_NOBODY = Q(pk__in=())


def is_too_long(deck: Deck) -> bool:
    """Whether a list is longer than any deck."""
    return deck.text.count("\n") > MAX_LINES


def find_addable_slugs(deck: Deck) -> frozenset[str]:
    """The cards of which a copy more brings a deck no new error in its format on its day; none without a format
    and none for a list that is longer than any deck."""
    if is_too_long(deck):
        return frozenset()
    day = deck.as_of or timezone.localdate()
    reference = cards.get_reference(deck.game_id)
    fmt = format_named(reference, deck.format)
    return _addable(reference.on(day), fmt, day, deck.text) if fmt else frozenset()


@lru_cache(maxsize=64)
def _addable(reference: Reference, fmt: Format, day: date, text: str) -> frozenset[str]:
    return cards_to_add(to_engine.build_deck(text, reference.game, day), fmt, day, reference.catalog)


def build_addable_condition(term: Term, number: str, context: SearchContext) -> CardCondition | None:
    """The cards that can still be added to a deck; nobody to one that the viewer may not read, or without a format."""
    context.decks.add(number)
    if len(context.decks) > MAX_DECKS:
        context.note(f"one query asks for at most {MAX_DECKS} decks; this one is left out", term.span)
        return None
    try:
        deck = get_readable_deck(int(number[:12]) if number.isascii() and number.isdecimal() else 0, context.viewer)
    except NotFound as missing:
        context.note(missing.message, term.span)
        return CardCondition(_NOBODY)
    if deck.game_id not in context.references:
        context.note(f"deck {deck.pk} is of {GAMES[deck.game_id]}, which isn't searched", term.span)
    elif not deck.format:
        context.note(f"deck {deck.pk} has no format, so nothing says what it may hold", term.span)
    elif is_too_long(deck):
        context.note(f"deck {deck.pk} is a list longer than any deck, so it isn't said what it may hold", term.span)
    else:
        return CardCondition(build_slugs_condition({deck.game_id: find_addable_slugs(deck)}))
    return CardCondition(_NOBODY)
