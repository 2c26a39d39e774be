"""The pages of formats."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from engine.cards import GAMES
from vsdb.cards import selectors
from vsdb.formats.services import format_on, is_in_season
from vsdb.formats.wording import asks, pool_in_words
from vsdb.site.days import asked_day


def index(request: HttpRequest) -> HttpResponse:
    """The formats of every game on a day."""
    return _list(request, tuple(GAMES))


def format_list(request: HttpRequest, game: str) -> HttpResponse:
    """The formats of a game on a day."""
    return _list(request, (game,))


def _list(request: HttpRequest, games: tuple[str, ...]) -> HttpResponse:
    asked = asked_day(request)
    rows = [
        (
            game,
            [
                (fmt, pool_in_words(fmt), is_in_season(fmt, asked.on))
                for fmt in selectors.reference(game).formats.values()
            ],
        )
        for game in games
    ]
    context = {"games": rows, "asked": asked, "game": games[0] if len(games) == 1 else ""}
    return render(request, "formats/list.html", context, status=asked.status)


def format_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A format on a day: its sets, its bans and what it asks."""
    reference = selectors.reference(game)
    fmt = reference.formats.get(slug)
    if fmt is None:
        raise Http404(f"{GAMES[game]} has no format {slug}")
    asked = asked_day(request)
    context = {
        "game": game,
        "fmt": fmt,
        "asked": asked,
        "day": format_on(fmt, asked.on, reference),
        "pool": pool_in_words(fmt),
        "asks": asks(fmt),
    }
    return render(request, "formats/format.html", context, status=asked.status)
