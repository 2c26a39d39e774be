"""The timeline of a card, for its page."""

from __future__ import annotations

from django import template

from vsdb.catalog.cards import selectors
from vsdb.timelines.page import LifePage, page_of_card
from vsdb.timelines.services import life_of_card

register = template.Library()


@register.simple_tag
def card_timeline(game: str, slug: str) -> LifePage:
    """The timeline of a card in every format of its game; no query but that of the reference in memory."""
    return page_of_card(life_of_card(selectors.reference(game), slug))
