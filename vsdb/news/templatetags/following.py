"""The buttons that follow a card, a deck or a query. A stranger gets a plain link, so that pages stay alike for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlencode

from django import template
from django.template import Context
from django.urls import reverse

from vsdb.accounts.templatetags.accounts import signed_in
from vsdb.decks.access import ViewedDeck
from vsdb.news.following import services
from vsdb.news.following.services import MAX_CARDS, FollowTarget
from vsdb.search.page import ResultsPage

register = template.Library()
_BUTTON = "news/follow_button.html"


@register.inclusion_tag(_BUTTON, takes_context=True)
def follow_card(context: Context, game: str, slug: str) -> dict[str, Any]:
    """The button of a card; one query for who is signed in, none for a stranger."""
    return _button(context, FollowTarget(card=f"{game}/{slug}"), services.build_card_target(game, slug), is_small=True)


@register.inclusion_tag(_BUTTON, takes_context=True)
def follow_deck(context: Context, place: ViewedDeck) -> dict[str, Any]:
    """The button of a deck, by the way on which it is read."""
    wanted = FollowTarget(deck=place.deck.pk, secret=place.secret)
    return _button(context, wanted, services.build_deck_target(place.deck.pk))


@register.inclusion_tag(_BUTTON, takes_context=True)
def follow_query(context: Context, page: ResultsPage) -> dict[str, Any]:
    """The button of a list of cards; none where the address narrows it, or it can't be followed."""
    game, query = page.game or "", page.text
    asked, found = page.asked, page.found
    is_whole = bool(query or game) and not asked.filters.asked and not asked.problems
    if not is_whole or found.is_about_decks or found.card_count > MAX_CARDS:
        return {"is_left_out": True}
    target = services.build_query_target(game, query)
    return _button(context, FollowTarget(query=query, game=game), target, is_small=True, what="this search")


def _button(
    context: Context, wanted: FollowTarget, target: str, *, is_small: bool = False, what: str = ""
) -> dict[str, Any]:
    person = signed_in(cast(Mapping[str, Any], context))
    return {
        "request": context.get("request"),
        "csrf_token": context.get("csrf_token"),
        "person": person,
        "follow": services.is_followed(person, target) if person else None,
        "wanted": wanted,
        "address": f"{reverse('changes:add')}?{urlencode(_words(wanted))}",
        "is_small": is_small,
        "what": what,
    }


def _words(wanted: FollowTarget) -> dict[str, object]:
    words: dict[str, object] = {"card": wanted.card, "deck": wanted.deck, "secret": wanted.secret, "game": wanted.game}
    said: dict[str, object] = {name: value for name, value in words.items() if value}
    return said if wanted.query is None else {**said, "q": wanted.query}
