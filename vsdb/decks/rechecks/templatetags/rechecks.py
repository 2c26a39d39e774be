"""What owners are told where their decks stand: that a verdict changed, when and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django import template

from vsdb.decks.access import Place
from vsdb.decks.browse import Row
from vsdb.decks.rechecks.models import VerdictChange
from vsdb.decks.rechecks.selectors import latest_changes

register = template.Library()


@register.simple_tag
def verdict_change(place: Place) -> VerdictChange | None:
    """The newest change of a deck's verdict since it was edited, for its owner; one query."""
    return latest_changes([place.deck.pk]).get(place.deck.pk) if place.is_own else None


@register.simple_tag
def verdict_changes(rows: Iterable[Row]) -> Mapping[int, VerdictChange]:
    """The newest changes of the verdicts of one's own decks, by the decks' keys; one query."""
    return latest_changes(row.deck.pk for row in rows)


@register.filter
def change_of(changes: Mapping[int, VerdictChange] | str, deck: int) -> VerdictChange | None:
    """A deck's own; None too in a list where none were asked for."""
    return changes.get(deck) if isinstance(changes, Mapping) else None
