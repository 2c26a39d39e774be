"""Signs, faces, days and plain words for the pages."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.core.paginator import Page
from django.template import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from engine import GAMES, Between, Card, Format, game_of
from engine.formats.changes import IN_FORCE, NOT_IN_FORCE
from engine.formats.legality import BANNED, NOT_IN
from engine.formats.set_status import IN, OUT
from engine.model.games import games
from vsdb.catalog.cards.faces import CardFace, build_face, name_card
from vsdb.catalog.cards.pictures import get_picture_origin, list_files
from vsdb.catalog.formats.ban_marks import BanMark, find_ban_mark
from vsdb.catalog.wordings.selectors import CURRENT, FUTURE, PAST, POSSIBLE
from vsdb.core.icons import draw_icon
from vsdb.core.read_only import ReadOnlyMode, get_read_only_mode
from vsdb.core.words import format_between, format_day, spell_out_days

register = template.Library()


@register.simple_tag(takes_context=True)
def repeat_block(context: Context, name: str) -> SafeString:
    """What a block of the page holds, once more, for an attribute: the title and the description of link previews."""
    blocks = context.render_context.get(BLOCK_CONTEXT_KEY)
    block = blocks and blocks.get_block(name)
    return mark_safe(" ".join(block.render(context).split()).replace('"', "&quot;") if block else "")  # noqa: S308


@register.simple_tag
def read_only_mode() -> ReadOnlyMode | None:
    """Why the site stores nothing for now; None where it does. No query."""
    return get_read_only_mode()


Place = tuple[str, str]  #: address and name
SiteMap = tuple[tuple[str, tuple[Place, ...]], ...]

#: Sign and word for each outcome, severity and status; the sign is a symbol of `icons.svg`.
_SIGNS = {
    "legal": ("legal", "legal"),
    "illegal": ("illegal", "illegal"),
    "uncertain": ("uncertain", "uncertain"),
    "draft": ("info", "draft"),
    "error": ("illegal", "error"),
    "unknown": ("uncertain", "unknown"),
    "warning": ("warning", "warning"),
    "info": ("info", "note"),
    "ok": ("legal", "holds"),
    "problem": ("illegal", "problem"),
    "broken": ("illegal", "broken"),
    "none recorded": ("info", "none recorded"),
    "not applicable": ("none", "not applicable"),
    IN: ("legal", "in"),
    OUT: ("none", "not in"),
    NOT_IN: ("none", "not in"),
    BANNED: ("illegal", "banned"),
    IN_FORCE: ("illegal", "in force"),
    NOT_IN_FORCE: ("none", "not in force"),
    CURRENT: ("legal", "in force"),
    POSSIBLE: ("uncertain", "may be in force"),
    PAST: ("none", "earlier"),
    FUTURE: ("none", "later"),
}


@register.simple_tag
def main_places() -> tuple[Place, ...]:
    """The main places of the header, address and name."""
    return _main_places(get_script_prefix())


@register.simple_tag
def site_map() -> SiteMap:
    """Every page that can be opened without knowing a name: groups with a heading and links, address and name."""
    return _site_map(get_script_prefix(), tuple(GAMES))


@register.simple_tag
def card_pictures() -> dict[str, str]:
    """The operator's pictures of cards: the host that they come from, this site's own empty; and the rights to them."""
    if not (settings.CARD_PICTURES_DIR or settings.CARD_PICTURES_URL):
        return {}
    return {"host": get_picture_origin(), "rights": settings.CARD_PICTURES_RIGHTS}


@register.simple_tag
def operator() -> dict[str, str]:
    """Who runs the site: name, mail address and page, each empty where it isn't set."""
    return {"name": settings.OPERATOR_NAME, "email": settings.OPERATOR_EMAIL, "url": settings.OPERATOR_URL}


@cache
def _main_places(prefix: str) -> tuple[Place, ...]:
    """The same for each prefix of addresses."""
    return (
        (reverse("decks:check"), "Check a deck"),
        (reverse("cards:index"), "Cards"),
        (reverse("formats:index"), "Formats"),
        (reverse("stored:index"), "Decks"),
        (reverse("rules:documents"), "Rules"),
    )


@cache
def _site_map(prefix: str, slugs: tuple[str, ...]) -> SiteMap:
    teams = [each for each in games() if each.site.words.teams]
    return (
        (
            "Cards",
            (
                (reverse("cards:index"), "All cards"),
                *((reverse("cards:list", args=(slug,)), name) for slug, name in GAMES.items()),
                (reverse("cards:sets"), "Sets"),
                (reverse("cards:gaps"), "Gaps"),
                *((reverse("cards:keywords", args=(slug,)), f"Keywords: {name}") for slug, name in GAMES.items()),
                *(
                    (reverse("cards:teams", args=(each.slug,)), f"{each.site.words.teams.capitalize()}: {each.name}")
                    for each in teams
                ),
            ),
        ),
        (
            "Decks",
            (
                (reverse("decks:check"), "Check a deck"),
                (reverse("stored:new"), "Build a deck"),
                (reverse("stored:index"), "Public decks"),
                (reverse("stored:mine"), "Your decks"),
                (reverse("collection:index"), "Your collection"),
                (reverse("collection:lacks"), "What do I lack?"),
                (reverse("decks:repair"), "Make a deck legal"),
                (reverse("decks:life"), "Timeline of a deck"),
                (reverse("simulate:start"), "Hands, odds and games"),
                (reverse("decks:team"), "Check a team"),
                (reverse("decks:many"), "Check many lists"),
                (reverse("stored:compare"), "Compare decks"),
            ),
        ),
        (
            "Events",
            (
                (reverse("events:index"), "Events"),
                (f"{reverse('events:index')}?when=past", "Past events"),
                (reverse("events:new"), "New event"),
            ),
        ),
        (
            "Formats",
            (
                (reverse("formats:index"), "All formats"),
                *((reverse("formats:list", args=(slug,)), name) for slug, name in GAMES.items()),
                (reverse("ownformats:index"), "Organizers’ formats"),
                (reverse("whatif:page"), "What if a card is banned?"),
            ),
        ),
        (
            "Rules and news",
            (
                (reverse("rules:documents"), "Rules"),
                (reverse("rules:every-coverage"), "Rules we check"),
                (reverse("changes:index"), "Changes"),
                (reverse("changes:following"), "Following"),
                (reverse("changes:atom"), "Feed of changes"),
            ),
        ),
        (
            "About",
            (
                (reverse("site:about"), "About vsdb"),
                (reverse("site:help"), "Help"),
                (reverse("search:help"), "Search help"),
                (reverse("wordings:sources"), "Sources"),
                (reverse("site:linking"), "Link to vsdb"),
                (reverse("api:guide"), "API"),
                (reverse("api:docs"), "API reference"),
                (reverse("site:privacy"), "Privacy"),
                (reverse("site:terms"), "Terms"),
            ),
        ),
    )


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A symbol of the site's own sheet; without a label it is decoration."""
    return draw_icon(name, label)


@register.simple_tag
def sign(meaning: str, word: str = "") -> SafeString:
    """The sign, word and colour of an outcome or a severity."""
    symbol, usual_word = _SIGNS[meaning]
    return format_html('<span class="sign sign--{}">{} {}</span>', symbol, icon(symbol), word or usual_word)


@register.inclusion_tag("parts/face.html")
def card_face(
    card: Card | CardFace,
    href: str = "",
    *,
    large: bool = False,
    drawn: bool = False,
    linked: bool = True,
    faces: Mapping[str, CardFace] | None = None,
    on: date | str | None = None,
    fmt: Format | str | None = None,
) -> dict[str, Any]:
    """A card's face: a link with the face in words for its name, or a group with its keywords as links.

    `faces` are faces that are drawn already, by the cards' slugs. `on` and `fmt` are those of its ban mark.
    A face that is `drawn` shows no picture. Links behind a picture would be out of sight, so there are none; nor does
    one have any that isn't `linked`.
    """
    if not isinstance(card, CardFace):
        card = (faces or {}).get(card.slug) or build_face(card)
    picture = "" if drawn else card.picture
    shown = {"face": card, "href": href, "large": large, "linked": large and linked and not picture, "picture": picture}
    return shown | {"mark": _ban_mark(card.card, on, fmt)}


@register.inclusion_tag("parts/ban_mark.html")
def ban_mark(card: Card, on: date | str | None = None, fmt: Format | str | None = None) -> dict[str, Any]:
    """The mark of a banned card, since when and in which formats; nothing for another. No query but its game's version.

    `on` is the day in question, else today; `fmt` the format in question, which is said first.
    """
    return {"mark": _ban_mark(card, on, fmt)}


def _ban_mark(card: Card, on: date | str | None, fmt: Format | str | None) -> BanMark | None:
    """A template gives an empty text for what it doesn't have."""
    return find_ban_mark(card, on if isinstance(on, date) else None, fmt if isinstance(fmt, Format) else None)


@register.simple_tag
def page_numbers(page: Page[Any]) -> list[int | str]:
    """The numbers of the pages to link to, with a gap for those left out."""
    return list(page.paginator.get_elided_page_range(page.number, on_each_side=2, on_ends=1))


@register.filter
def page_in_title(page: object) -> str:
    """What a title says of a page of a list: “, page 2”; nothing of the first page, or where there is no list."""
    return f", page {page.number}" if isinstance(page, Page) and page.number > 1 else ""


@register.filter
def day_in_title(day: date) -> str:
    """What a title says of a day: “ on 1 July 2008”; nothing of today."""
    return f" on {format_day(day)}" if day != timezone.localdate() else ""


@register.simple_tag
def code_words(code: str) -> str:
    """A finding's code as words: deck size."""
    return code.replace("-", " ")


register.filter("game_name", lambda slug: GAMES[slug])
register.filter("has_picture_files", lambda game: bool(list_files(game)))  # of cards, in the operator's folder
register.filter("card_name", name_card)
register.filter("site_of", lambda slug: game_of(slug).site)  # what the site shows of a game
#: Whether a printing is said with a card, since others share its title.
register.filter("is_printing_said", lambda card: game_of(card.game).naming.is_printing_said)
register.filter("startswith", lambda text, prefix: text.startswith(prefix))
#: An organizer's format: `my-league` and `3` of `my-league@3`; an official one has no number.
register.filter("own_slug", lambda slug: slug.partition("@")[0])
register.filter("own_number", lambda slug: slug.partition("@")[2])
register.filter("day", format_day)
register.filter("between", format_between)
register.filter("plain_days", spell_out_days)


@register.simple_tag
def span(first: date, last: date) -> str:
    """A day that lies between two, in words."""
    return format_between(Between(first, last))
