"""Links and words of the pages about stored decks, and what their owners are told of a changed verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django import template
from django.utils import timezone

from engine.model.cards import Card
from vsdb.core.words import format_day
from vsdb.decks.access import ViewedDeck
from vsdb.decks.browse import DeckRow
from vsdb.decks.models import Deck
from vsdb.decks.rechecks.models import VerdictChange
from vsdb.decks.rechecks.selectors import map_latest_changes

register = template.Library()

_WHO = {"private": "private", "link": "anyone with the link", "public": "public"}


@register.simple_tag
def of_deck(place: ViewedDeck, name: str = "deck", *args: object) -> str:
    """The address of a page about a deck, by number or by secret as the deck was reached."""
    return place.address(name, *args)


@register.filter
def note_on(notes: Mapping[str, str], card: Card | None) -> str:
    """What a deck's owner has noted on a card."""
    return notes.get(card.slug, "") if card else ""


@register.filter
def moment(value: datetime) -> str:
    """A moment as its day in words."""
    return format_day(timezone.localtime(value).date())


@register.filter
def shared_with(deck: Deck) -> str:
    """Who sees a deck, in two words."""
    return _WHO[deck.visibility]


@register.simple_tag
def verdict_change(place: ViewedDeck) -> VerdictChange | None:
    """The newest change of a deck's verdict since it was edited, for its owner; one query."""
    return map_latest_changes([place.deck.pk]).get(place.deck.pk) if place.is_own else None


@register.simple_tag
def verdict_changes(rows: Iterable[DeckRow]) -> Mapping[int, VerdictChange]:
    """The newest changes of the verdicts of one's own decks, by the decks' keys; one query."""
    return map_latest_changes(row.deck.pk for row in rows)


@register.filter
def change_of(changes: Mapping[int, VerdictChange] | str, deck: int) -> VerdictChange | None:
    """A deck's own; None too in a list where none were asked for."""
    return changes.get(deck) if isinstance(changes, Mapping) else None
