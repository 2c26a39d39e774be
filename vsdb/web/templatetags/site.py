"""Signs, faces, days and plain words for the pages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.core.paginator import Page
from django.template import Context, Node, NodeList
from django.template.base import Parser, Token
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe

from engine import GAMES, Between, Card, Format, game_of
from engine.model.games import games
from vsdb.catalog.cards.card_page import CardPage, FormatAnswers
from vsdb.catalog.cards.faces import CardFace, build_face, name_card
from vsdb.catalog.cards.pictures import get_picture_origin, list_files
from vsdb.catalog.formats.ban_marks import BanMark, find_ban_mark
from vsdb.core.addresses import get_address
from vsdb.core.icons import draw_icon
from vsdb.core.read_only import ReadOnlyMode, get_read_only_mode
from vsdb.core.words import format_between, format_day, spell_out_days
from vsdb.decks.browse import DeckRow
from vsdb.decks.rechecks.models import VerdictChange
from vsdb.web.card_html import draw_ban_mark, draw_face, draw_faces, draw_legality_table, draw_outcome
from vsdb.web.deck_html import draw_deck_row, draw_own_deck_row

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


class ConstantNode(Node):
    """What is the same on every page, rendered once a process; nothing in it may look at the request."""

    def __init__(self, content: NodeList) -> None:
        self.nodelist = content
        self._rendered: dict[tuple[str, str], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        key = get_script_prefix(), settings.STORAGES["staticfiles"]["BACKEND"]
        if key not in self._rendered:
            self._rendered[key] = self.nodelist.render(context)
        return self._rendered[key]


@register.tag
def constant(parser: Parser, token: Token) -> ConstantNode:
    """`{% constant %}…{% endconstant %}`: a part of a template that is the same on every page."""
    content = parser.parse(("endconstant",))
    parser.delete_first_token()
    return ConstantNode(content)


@register.simple_tag
def service_worker() -> str:
    """The address of the service worker; empty where browsers aren't to store anything."""
    return reverse("device:worker") if settings.OFFLINE_COPIES else ""


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
            "Play and events",
            (
                (reverse("play:index"), "May I do this now?"),
                (reverse("play:quiz"), "Quiz: legal or not?"),
                (reverse("play:positions"), "Positions"),
                (reverse("play:paste"), "Open a position"),
                (reverse("play:log"), "Replay a log"),
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
                (reverse("device:index"), "On this device"),
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
    return draw_outcome(meaning, word)


@register.simple_tag
def deck_row(row: DeckRow, *, is_of_one: bool = False) -> SafeString:
    """A deck in a list; in one of decks of one person without its author."""
    return draw_deck_row(row, is_of_one=is_of_one)


@register.simple_tag
def own_deck_row(row: DeckRow, changes: Mapping[int, VerdictChange], picked: Collection[int] | None) -> SafeString:
    """A deck in one's own list, with its box, its places and its own of the changes of verdicts."""
    return draw_own_deck_row(row, picked or (), changes.get(row.deck.pk))


@register.simple_tag
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
) -> SafeString:
    """A card's face: a link with the face in words for its name, or a group with its keywords as links.

    `faces` are faces that are drawn already, by the cards' slugs. `on` and `fmt` are those of its ban mark.
    A face that is `drawn` shows no picture. Links behind a picture would be out of sight, so there are none; nor does
    one have any that isn't `linked`.
    """
    if not isinstance(card, CardFace):
        card = (faces or {}).get(card.slug) or build_face(card)
    picture = "" if drawn else card.picture
    linked = large and linked and not picture
    return draw_face(card, href, large=large, linked=linked, picture=picture, mark=_ban_mark(card.card, on, fmt))


@register.simple_tag
def card_faces(
    cards: Iterable[Card | CardFace], faces: Mapping[str, CardFace] | None = None, *, few: bool = False
) -> SafeString:
    """A list of cards as faces that lead to them, those of `faces` by the cards' slugs."""
    drawn = faces or {}
    found = (each if isinstance(each, CardFace) else drawn.get(each.slug) or build_face(each) for each in cards)
    return draw_faces(found, few=few)


@register.simple_tag
def legality_table(page: CardPage, rows: Iterable[FormatAnswers], label: str) -> SafeString:
    """What formats say of the card of a page, today and on its day."""
    return draw_legality_table(page.card.game, rows, label, page.on, is_today=page.is_for_today)


@register.simple_tag
def card_address(card: Card) -> str:
    """The address of a card's page, for tables of hundreds."""
    return get_address("cards:card", card.game, card.slug)


@register.simple_tag
def ban_mark(card: Card, on: date | str | None = None, fmt: Format | str | None = None) -> SafeString:
    """The mark of a banned card, since when and in which formats; nothing for another. No query but its game's version.

    `on` is the day in question, else today; `fmt` the format in question, which is said first.
    """
    return draw_ban_mark(_ban_mark(card, on, fmt))


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
