"""`for:deck/12` in a card search: what can still be added to a stored deck."""

from __future__ import annotations

from django.db.models import Q

from engine.model.cards import GAMES
from engine.model.errors import NotFound
from vsdb.decks.builder.additions import addable_slugs, is_too_long
from vsdb.decks.selectors import deck_for
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.language.syntax import Term

MOST_DECKS = 4  #: that one query asks for
_NOBODY = Q(pk__in=())


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
