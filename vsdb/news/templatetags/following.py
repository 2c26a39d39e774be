"""The buttons that follow a card, a deck, a query or an author.

A stranger gets a plain link, so that pages stay alike for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlencode

from django import template
from django.contrib.auth.models import User
from django.template import Context
from django.urls import reverse

from vsdb.accounts.templatetags.accounts import signed_in
from vsdb.decks.access import ViewedDeck
from vsdb.decks.browse import BrowseRequest
from vsdb.news.following import services
from vsdb.news.following.services import MAX_CARDS, FollowTarget
from vsdb.search.page import ResultsPage

register = template.Library()
_BUTTON = "news/follow_button.html"


@register.inclusion_tag(_BUTTON, takes_context=True)
def follow_card(context: Context, game: str, slug: str) -> dict[str, Any]:
    """The button of a card; one query for who is signed in, none for a stranger."""
    return _button(context, FollowTarget(card=f"{game}/{slug}"), is_small=True)


@register.inclusion_tag(_BUTTON, takes_context=True)
def follow_deck(context: Context, place: ViewedDeck) -> dict[str, Any]:
    """The button of a deck, by the way on which it is read."""
    return _button(context, FollowTarget(deck=place.deck.pk, secret=place.secret))


@register.inclusion_tag(_BUTTON, takes_context=True)
def follow_query(context: Context, page: ResultsPage) -> dict[str, Any]:
    """The button of a list of cards; none where the address narrows it, or it can't be followed."""
    game, query = page.game or "", page.text
    asked, found = page.asked, page.found
    is_whole = bool(query or game) and not asked.filters.asked and not asked.problems
    if not is_whole or found.is_about_decks or found.card_count > MAX_CARDS:
        return {"is_left_out": True}
    return _button(context, FollowTarget(query=query, game=game), is_small=True, what="this search")


@register.inclusion_tag(_BUTTON, takes_context=True)
def follow_author(context: Context, person: User) -> dict[str, Any]:
    """The button of an author; none on one's own page."""
    if signed_in(cast(Mapping[str, Any], context)) == person:
        return {"is_left_out": True}
    return _button(context, FollowTarget(author=person.username))


@register.inclusion_tag(_BUTTON, takes_context=True)
def follow_decks(context: Context, asked: BrowseRequest, *, is_about_viewer: bool = False) -> dict[str, Any]:
    """The button of a list of decks; none where it isn't narrowed, or can't be followed."""
    query = asked.as_query
    if asked.problems or not (query or asked.of_game) or is_about_viewer:
        return {"is_left_out": True}
    return _button(context, FollowTarget(decks=query, game=asked.of_game), is_small=True, what="this search")


def _button(context: Context, wanted: FollowTarget, *, is_small: bool = False, what: str = "") -> dict[str, Any]:
    person = signed_in(cast(Mapping[str, Any], context))
    words = {name: value for name in ("card", "deck", "secret", "game", "author") if (value := getattr(wanted, name))}
    words |= {} if wanted.query is None else {"q": wanted.query}
    words |= {} if wanted.decks is None else {"decks": wanted.decks}
    return {
        "request": context.get("request"),
        "csrf_token": context.get("csrf_token"),
        "person": person,
        "follow": services.is_followed(person, wanted.key) if person else None,
        "wanted": wanted,
        "address": f"{reverse('changes:add')}?{urlencode(words)}",
        "is_small": is_small,
        "what": what,
    }
