"""The pages of formats."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from engine.formats.changes import turns_on
from engine.formats.legality import is_in_season
from engine.model.cards import GAMES
from engine.rules.team_play import team_of
from vsdb.catalog.cards import selectors
from vsdb.catalog.cards.queries import list_address, term
from vsdb.catalog.formats.lookup import find_format
from vsdb.catalog.formats.messages import asks, begins_with, pool_in_words
from vsdb.catalog.formats.services import explain
from vsdb.catalog.formats.timeline import in_short, timeline
from vsdb.core.requests import asked_day, lead_on


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The formats of every game on a day."""
    return _list(request, tuple(GAMES))


@require_safe
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


@require_safe
def format_page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A format on a day: its sets and why, its bans, what changed, what is uncertain, and what it asks."""
    reference = selectors.reference(game)
    fmt = find_format(reference, slug)
    if fmt.slug not in (slug, f"{slug}@{fmt.slug.partition('@')[2]}"):
        return lead_on(request, "formats:format", game, fmt.slug)
    asked = asked_day(request)
    found = explain(fmt, asked.on, reference)
    context = {
        "game": game,
        "fmt": fmt,
        "asked": asked,
        "found": found,
        "day": found.day,
        "calendar": [(day, in_short(turns_on(fmt, day))) for day in found.turning],
        "timeline": timeline(fmt, asked.on),
        "pool": pool_in_words(fmt),
        "asks": asks(fmt),
        "begins_with": begins_with(fmt),
        "is_for_teams": team_of(fmt) is not None,
        "address": list_address(game, f"{term('legal', fmt.slug)}@{asked.on}"),
    }
    return render(request, "formats/format.html", context, status=asked.status)
