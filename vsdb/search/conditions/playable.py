"""What can be played with a legend: its domains, and of signature cards those with its tag. And what can still be added
to a stored deck."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Q

from engine.games.riftbound.identity import SIGNATURE
from engine.model.cards import RIFTBOUND, Card
from engine.model.catalog import LEGEND
from vsdb.core.suggestions import nearest
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.conditions.values import written
from vsdb.search.conditions.vocabulary import spelt, vocabulary
from vsdb.search.language.syntax import Term

_NOT_IN_DECKS = "Token"
_DECK = "deck/"
_NOBODY = Q(pk__in=())
Addable = Callable[[Term, str, Context], Condition | None]
_addable: list[Addable] = []


def register_decks(addable: Addable) -> None:
    """Let `for:deck/12` be answered: by the number of a deck, the cards that can still be added to it."""
    _addable[:] = [addable]


def playable(term: Term, context: Context) -> Condition | None:
    """The cards that a deck under the legend may hold, as far as they are recorded; legends and tokens are none.

    For `deck/12` those of which a copy more breaks no rule in that deck's format on its day.
    """
    text = written(term.value) or ""
    if text.startswith(_DECK):
        return _addable[0](term, text.removeprefix(_DECK), context)
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


def _fits(card: Card, legend: Card) -> bool:
    if card.type == LEGEND or card.supertype == _NOT_IN_DECKS or card.domains is None or legend.domains is None:
        return False
    if card.supertype == SIGNATURE and set(card.tags).isdisjoint(legend.tags):
        return False
    return set(card.domains) <= set(legend.domains)


def _titles(card: Card) -> list[str]:
    return [card.name, *(f"{champion}, {card.name}" for champion in card.tags)]
