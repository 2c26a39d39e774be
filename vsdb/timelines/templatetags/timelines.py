"""Timelines on pages."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from vsdb.catalog.cards import selectors
from vsdb.timelines.chart_html import draw_chart
from vsdb.timelines.page import TimelinePage, build_card_timeline_page
from vsdb.timelines.services import build_card_timeline

register = template.Library()


@register.simple_tag
def card_timeline(game: str, slug: str) -> TimelinePage:
    """The timeline of a card in every format of its game, to be drawn; no query but that of the reference in memory."""
    return build_card_timeline_page(build_card_timeline(selectors.get_reference(game), slug), with_causes=False)


@register.simple_tag
def timeline_chart(page: TimelinePage, address: str = "") -> SafeString:
    """The picture of a timeline, which leads to the rows of the table at an address; without one on the same page."""
    return draw_chart(page, address)
