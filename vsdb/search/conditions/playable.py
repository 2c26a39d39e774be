"""What can be played with a legend: its domains, and of signature cards those with its tag. And what can still be added
to a stored deck."""

from __future__ import annotations

from django.db.models import Q

from engine.games.riftbound.identity import SIGNATURE
from engine.model.cards import GAMES, RIFTBOUND, Card
from engine.model.catalog import LEGEND
from engine.model.errors import NotFound
from vsdb.core.suggestions import nearest
from vsdb.decks.builder.additions import addable_slugs, is_too_long
from vsdb.decks.selectors import deck_for
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.conditions.values import written
from vsdb.search.conditions.vocabulary import spelt, vocabulary
from vsdb.search.language.syntax import Term

_NOT_IN_DECKS = "Token"
_DECK = "deck/"
MOST_DECKS = 4  #: that one query asks for
_NOBODY = Q(pk__in=())


def playable(term: Term, context: Context) -> Condition | None:
    """The cards that a deck under the legend may hold, as far as they are recorded; legends and tokens are none.

    For `deck/12` those of which a copy more breaks no rule in that deck's format on its day.
    """
    text = written(term.value) or ""
    if text.startswith(_DECK):
        return _addable(term, text.removeprefix(_DECK), context)
    reference = context.references.get(RIFTBOUND)
    if reference is None:
        context.note(f"{term.field} asks for a legend of Riftbound, which isn't searched", term.span)
        return Condition(_NOBODY)
    catalog = reference.catalog
    called = catalog.by_title(text) or catalog.by_name(text)
    legends = [card for card in called if card.type == LEGEND] or [
        card for card in catalog.cards if card.type == LEGEND and spelt(card.tags, text)
    ]
    if not legends and _is_known(text, context):
        context.note(f"what goes with {text[:60]!r} isn't recorded: only legends of Riftbound say it", term.span)
        return Condition(_NOBODY)
    if not legends:
        titles = [title for card in catalog.cards if card.type == LEGEND for title in _titles(card)]
        context.note(f"no legend is called {text[:60]!r}", term.span, nearest(text, titles))
        return None
    fits = frozenset(card.slug for card in catalog.cards if any(_fits(card, legend) for legend in legends))
    return Condition(of_slugs({RIFTBOUND: fits}))


def _is_known(text: str, context: Context) -> bool:
    """Whether it is a card or a team, though none that says what can be played with it."""
    references = (*context.references.values(), *context.elsewhere.values())
    return any(each.catalog.is_name(text) or spelt(vocabulary(each)["team"], text) for each in references)


def _addable(term: Term, number: str, context: Context) -> Condition | None:
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


def _fits(card: Card, legend: Card) -> bool:
    if card.type == LEGEND or card.supertype == _NOT_IN_DECKS or card.domains is None or legend.domains is None:
        return False
    if card.supertype == SIGNATURE and set(card.tags).isdisjoint(legend.tags):
        return False
    return set(card.domains) <= set(legend.domains)


def _titles(card: Card) -> list[str]:
    return [card.name, *(f"{champion}, {card.name}" for champion in card.tags)]
