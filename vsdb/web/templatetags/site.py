"""Signs, faces, days and plain words for the pages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import template
from django.core.paginator import Page
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine import GAMES, Between, Card, game_of
from engine.formats.changes import IN_FORCE, NOT_IN_FORCE
from engine.formats.legality import BANNED, NOT_IN
from engine.formats.set_status import IN, OUT
from vsdb.catalog.cards.faces import CardFace, build_face
from vsdb.catalog.wordings.selectors import CURRENT, FUTURE, PAST, POSSIBLE
from vsdb.core.words import format_between, format_day, number_in_words, spell_out_days

register = template.Library()

#: Sign and word for each outcome, severity and status; the sign is a symbol of `icons.svg`.
_SIGNS = {
    "legal": ("legal", "legal"),
    "illegal": ("illegal", "illegal"),
    "uncertain": ("uncertain", "uncertain"),
    "error": ("illegal", "error"),
    "unknown": ("uncertain", "unknown"),
    "warning": ("warning", "warning"),
    "info": ("info", "note"),
    "ok": ("legal", "holds"),
    "broken": ("illegal", "broken"),
    "none recorded": ("info", "none recorded"),
    "not applicable": ("none", "not applicable"),
    IN: ("legal", "in"),
    OUT: ("none", "not in"),
    NOT_IN: ("none", "not in"),
    BANNED: ("illegal", "banned"),
    IN_FORCE: ("illegal", "in force"),
    NOT_IN_FORCE: ("none", "not in force"),
    CURRENT: ("legal", "counts"),
    POSSIBLE: ("uncertain", "may count"),
    PAST: ("none", "earlier"),
    FUTURE: ("none", "later"),
}


@register.simple_tag
def main_places() -> tuple[tuple[str, str], ...]:
    """The places that every page leads to, address and name."""
    return (
        (reverse("decks:check"), "Check a deck"),
        (reverse("stored:index"), "Decks"),
        (reverse("cards:index"), "Cards"),
        (reverse("cards:sets"), "Sets"),
        (reverse("formats:index"), "Formats"),
        (reverse("rules:documents"), "Rules"),
    )


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A symbol of the site's own sheet; without a label it is decoration."""
    href = f"{static('img/icons.svg')}#{name}"
    if not label:
        return format_html('<svg class="icon" aria-hidden="true" focusable="false"><use href="{}"/></svg>', href)
    named = '<svg class="icon" role="img" aria-label="{0}"><title>{0}</title><use href="{1}"/></svg>'
    return format_html(named, label, href)


@register.simple_tag
def sign(meaning: str, word: str = "") -> SafeString:
    """The sign, word and colour of an outcome or a severity."""
    symbol, usual_word = _SIGNS[meaning]
    return format_html('<span class="sign sign--{}">{} {}</span>', symbol, icon(symbol), word or usual_word)


@register.inclusion_tag("parts/face.html")
def card_face(
    card: Card | CardFace, href: str = "", *, large: bool = False, faces: Mapping[str, CardFace] | None = None
) -> dict[str, Any]:
    """A card's face: a link with the face in words for its name, or a group with its keywords as links.

    `faces` are faces that are drawn already, by the cards' slugs.
    """
    if not isinstance(card, CardFace):
        card = (faces or {}).get(card.slug) or build_face(card)
    return {"face": card, "href": href, "large": large}


@register.simple_tag
def page_numbers(page: Page[Any]) -> list[int | str]:
    """The numbers of the pages to link to, with a gap for those left out."""
    return list(page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1))


@register.simple_tag
def code_words(code: str) -> str:
    """A finding's code as words: deck size."""
    return code.replace("-", " ")


register.filter("game_name", lambda slug: GAMES[slug])
register.filter("site_of", lambda slug: game_of(slug).site)  # what the site shows of a game
#: Whether a printing is said with a card, since others share its title.
register.filter("is_printing_said", lambda card: game_of(card.game).naming.is_printing_said)
register.filter("startswith", lambda text, prefix: text.startswith(prefix))
#: An organizer's format: `my-league` and `3` of `my-league@3`; an official one has no number.
register.filter("own_slug", lambda slug: slug.partition("@")[0])
register.filter("own_number", lambda slug: slug.partition("@")[2])
register.filter("day", format_day)
register.filter("between", format_between)
register.filter("in_words", number_in_words)
register.filter("plain_days", spell_out_days)


@register.simple_tag
def span(first: date, last: date) -> str:
    """A day that lies between two, in words."""
    return format_between(Between(first, last))
