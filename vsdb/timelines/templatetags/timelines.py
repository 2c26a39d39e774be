"""The timeline of a card, for its page."""

from __future__ import annotations

from django import template

from vsdb.catalog.cards import selectors
from vsdb.timelines.page import TimelinePage, build_card_timeline_page
from vsdb.timelines.services import build_card_timeline

register = template.Library()


@register.simple_tag
def card_timeline(game: str, slug: str) -> TimelinePage:
    """The timeline of a card in every format of its game; no query but that of the reference in memory."""
    return build_card_timeline_page(build_card_timeline(selectors.get_reference(game), slug))
