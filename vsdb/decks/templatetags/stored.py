"""Links and words of the pages about stored decks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django import template
from django.utils import timezone

from engine.model.cards import Card
from vsdb.core.words import day
from vsdb.decks.access import Place
from vsdb.decks.models import Deck

register = template.Library()

_WHO = {
    Deck.Visibility.PRIVATE: "private",
    Deck.Visibility.LINK: "by secret link",
    Deck.Visibility.PUBLIC: "public",
}


@register.simple_tag
def of_deck(place: Place, name: str = "deck", *args: object) -> str:
    """The address of a page about a deck, by number or by secret as the deck was reached."""
    return place.address(name, *args)


@register.filter
def note_on(notes: Mapping[str, str], card: Card | None) -> str:
    """What a deck's owner has noted on a card."""
    return notes.get(card.slug, "") if card else ""


@register.filter
def moment(value: datetime) -> str:
    """A moment as its day in words."""
    return day(timezone.localtime(value).date())


@register.filter
def shared_with(deck: Deck) -> str:
    """Who sees a deck, in two words."""
    return _WHO[Deck.Visibility(deck.visibility)]
