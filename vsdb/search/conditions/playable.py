"""What can be played with a legend: its domains, and of signature cards those with its tag."""

from __future__ import annotations

from engine.cards import RIFTBOUND, Card
from engine.catalog import LEGEND
from engine.rulesets.riftbound_identity import SIGNATURE
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.conditions.values import written
from vsdb.search.conditions.vocabulary import nearest
from vsdb.search.language.syntax import Term

_NOT_IN_DECKS = "Token"


def playable(term: Term, context: Context) -> Condition | None:
    """The cards that a deck under the legend may hold, as far as they are recorded; legends and tokens are none."""
    text = written(term.value) or ""
    reference = context.references.get(RIFTBOUND)
    if reference is None:
        context.note(f"{term.field} asks for a legend of Riftbound, which isn't searched", term.span)
        return None
    catalog = reference.catalog
    legends = [card for card in (catalog.by_title(text) or catalog.by_name(text)) if card.type == LEGEND]
    if not legends:
        titles = [title for card in catalog.cards if card.type == LEGEND for title in _titles(card)]
        context.note(f"no legend is called {text[:60]!r}", term.span, nearest(titles, text))
        return None
    fits = frozenset(card.slug for card in catalog.cards if any(_fits(card, legend) for legend in legends))
    return Condition(of_slugs({RIFTBOUND: fits}))


def _fits(card: Card, legend: Card) -> bool:
    if card.type == LEGEND or card.supertype == _NOT_IN_DECKS or card.domains is None or legend.domains is None:
        return False
    if card.supertype == SIGNATURE and set(card.tags).isdisjoint(legend.tags):
        return False
    return set(card.domains) <= set(legend.domains)


def _titles(card: Card) -> list[str]:
    return [card.name, *(f"{champion}, {card.name}" for champion in card.tags)]
