"""What can be played with a legend: its domains, and of signature cards those with its tag. And what can still be added
to a stored deck."""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Q

from engine.model.cards import Card
from engine.model.catalog import LEGEND
from engine.model.games import games, name_in_messages
from vsdb.core.folding import nearest
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.conditions.values import written
from vsdb.search.conditions.vocabulary import spelt, vocabulary
from vsdb.search.language.syntax import Term

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
    led = [game for game in games() if game.may_follow_legend]
    names = " or ".join(map(name_in_messages, led))
    catalogs = {game: context.references[game.slug].catalog for game in led if game.slug in context.references}
    if not catalogs:
        context.note(f"{term.field} asks for a legend of {names}, which isn't searched", term.span)
        return Condition(_NOBODY)
    found: dict[str, frozenset[str]] = {}
    for game, catalog in catalogs.items():
        may_follow = game.may_follow_legend
        called = catalog.by_title(text) or catalog.by_name(text)
        legends = [card for card in called if card.type == LEGEND] or [
            card for card in catalog.cards if card.type == LEGEND and spelt(card.tags, text)
        ]
        if legends and may_follow:
            fits = (card.slug for card in catalog.cards if any(may_follow(card, legend) for legend in legends))
            found[game.slug] = frozenset(fits)
    if found:
        return Condition(of_slugs(found))
    if _is_known(text, context):
        context.note(f"what goes with {text[:60]!r} isn't recorded: only legends of {names} say it", term.span)
        return Condition(_NOBODY)
    cards = (card for catalog in catalogs.values() for card in catalog.cards if card.type == LEGEND)
    titles = [title for card in cards for title in _titles(card)]
    context.note(f"no legend is called {text[:60]!r}", term.span, nearest(text, titles))
    return None


def _is_known(text: str, context: Context) -> bool:
    """Whether it is a card or a team, though none that says what can be played with it."""
    references = (*context.references.values(), *context.elsewhere.values())
    return any(each.catalog.is_name(text) or spelt(vocabulary(each)["team"], text) for each in references)


def _titles(card: Card) -> list[str]:
    return [card.name, *(f"{champion}, {card.name}" for champion in card.tags)]
