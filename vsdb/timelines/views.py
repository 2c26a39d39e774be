"""The pages of timelines: of a list that is pasted, of a card."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine import decklists
from vsdb.catalog.cards import selectors as cards
from vsdb.check.list_answers import ListQuestion, read_sent_list
from vsdb.check.list_links import Words
from vsdb.check.services import choose_game_and_formats
from vsdb.core.requests import answers_anybody, redirect_to_own_address
from vsdb.timelines.page import TimelinePage, build_card_timeline_page, build_deck_page
from vsdb.timelines.services import build_card_timeline, build_deck_timeline


@answers_anybody
def show_timeline_of_list(request: HttpRequest) -> HttpResponse:
    """The timeline of a list in the address, in the words of a check; one that can't be read is 400."""
    return _TIMELINE.show(request, read_sent_list(request))


def _ask(text: str, game: str | None, slug: str, on: object) -> TimelinePage:
    return build_deck_page(build_deck_timeline(text, game=game, own=slug))


def _describe(page: TimelinePage) -> Words:
    return [("format", f"{page.game}/{page.own.slug}")] if page.own else []


def _resolve(text: str, game: str | None, slug: str, on: object) -> Words:
    """The words of the address; a timeline in one format finds what is wrong with the list."""
    own = slug or decklists.read_metadata(text).get("format", "")
    game, main = choose_game_and_formats(text, game=game, formats=[own] if own else ())
    life = build_deck_timeline(text, game=game, formats=main[:1])
    return [("format", f"{life.game}/{life.own.slug}")] if own and life.own else []


_TIMELINE = ListQuestion("timelines/list.html", _ask, _describe, resolve=_resolve, is_dated=False)


@require_safe
def show_timeline_of_card(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """The life of a card in every format of its game."""
    reference = cards.get_reference(game)
    if slug not in reference.catalog.by_slug and slug.lower() in reference.catalog.by_slug:
        return redirect_to_own_address(request, "cards:card-life", game, slug.lower())
    life = build_card_timeline(reference, slug)
    context = {"card": life.card, "game": game, "page": build_card_timeline_page(life)}
    return render(request, "timelines/card.html", context)
