"""The pages of timelines: of a list that is pasted, of a card."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from vsdb.catalog.cards import selectors as cards
from vsdb.check.forms import show_list_answer
from vsdb.check.services import choose_game_and_formats
from vsdb.core.requests import answers_anybody, redirect_to_own_address
from vsdb.timelines.page import TimelinePage, build_card_timeline_page, build_deck_page
from vsdb.timelines.services import build_card_timeline, build_deck_timeline


@answers_anybody
def show_timeline_of_list(request: HttpRequest) -> HttpResponse:
    """The life of a list that comes with the request, in the words of a check; one that can't be read is 400."""

    def ask(text: str, game: str | None, slug: str, on: object) -> TimelinePage:
        found, _ = choose_game_and_formats(text, game=game, formats=[slug] if slug else [])
        return build_deck_page(build_deck_timeline(text, game=found, own=slug))

    def describe(page: TimelinePage) -> dict[str, str]:
        return {"format": f"{page.game}/{page.own.slug}" if page.own else ""}

    return show_list_answer(request, "timelines/list.html", ask, describe)


@require_safe
def show_timeline_of_card(request: HttpRequest, game: str, slug: str) -> HttpResponseBase:
    """The life of a card in every format of its game."""
    reference = cards.get_reference(game)
    if slug not in reference.catalog.by_slug and slug.lower() in reference.catalog.by_slug:
        return redirect_to_own_address(request, "cards:card-life", game, slug.lower())
    life = build_card_timeline(reference, slug)
    context = {"card": life.card, "game": game, "page": build_card_timeline_page(life)}
    return render(request, "timelines/card.html", context)
