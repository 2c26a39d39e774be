"""The pages of formats by organizers that everybody may read."""

from __future__ import annotations

from functools import partial

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from engine.model.cards import GAMES
from vsdb.accounts.viewers import visitor
from vsdb.catalog.cards.queries import list_address, term
from vsdb.catalog.cards.selectors import reference
from vsdb.catalog.formats.messages import asks, pool_in_words
from vsdb.catalog.formats.services import format_on
from vsdb.core.requests import number_in
from vsdb.custom_formats import files, selectors
from vsdb.custom_formats.definitions import ban_in_words, differences
from vsdb.custom_formats.testing import tested

A_PAGE = 50
_version = partial(number_in, digits=6, what="number of a version")


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The formats that are published, by game, and one's own."""
    asker = visitor(request)
    game = request.GET.get("game", "")
    found = selectors.published(game if game in GAMES else None).select_related("owner")
    page = Paginator(found, A_PAGE).get_page(request.GET.get("page"))
    mine = list(selectors.own(asker.user)) if asker.user else []
    context = {"page": page, "mine": mine, "asker": asker, "games": GAMES, "game": game if game in GAMES else ""}
    return render(request, "ownformats/index.html", context)


@require_safe
def page(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A format with its newest version, its history, and what comes of its test decks today."""
    asker = visitor(request)
    fmt = selectors.visible(game, slug, asker.user)
    held = reference(game)
    versions = list(fmt.versions.defer("definition", "tests"))
    context = {"format": fmt, "asker": asker, "is_own": asker.user is not None and fmt.owner_id == asker.user}
    if versions:
        newest = selectors.version_of(fmt)
        value = selectors.version_value(held, newest)
        context |= {
            "fmt": value,
            "version": newest,
            "versions": versions,
            "day": format_on(value, timezone.localdate(), held),
            "asks": asks(value),
            "pool": pool_in_words(value),
            "bans": [ban_in_words(ban) for ban in value.bans],
            "tests": tested(newest.tests, value, held),
            "address": list_address(game, term("legal", fmt.slug)),
        }
    response = render(request, "ownformats/format.html", {**context, "game": game})
    if fmt.newest is None or fmt.hidden_at:
        response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def compare(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """What is different between two versions of a format."""
    fmt = selectors.visible(game, slug, visitor(request).user)
    newest = selectors.version_of(fmt).number
    after = _version(request.GET, "b") or newest
    before = _version(request.GET, "a") or max(after - 1, 1)
    held, today = reference(game), timezone.localdate()
    one, other = (selectors.version_of(fmt, number) for number in (before, after))
    found = differences(selectors.version_value(held, one), selectors.version_value(held, other), today)
    numbers = range(newest, 0, -1)
    context = {"format": fmt, "game": game, "before": one, "after": other, "found": found, "numbers": numbers}
    return render(request, "ownformats/compare.html", context)


@require_safe
def export(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    """A version as a file, the newest where none is named; for its owner also the draft."""
    user = visitor(request).user
    if request.GET.get("version") == "draft":
        file = files.of_draft(selectors.owned(game, slug, user))
        name = f"{slug}-draft"
    else:
        version = selectors.version_of(selectors.visible(game, slug, user), _version(request.GET, "version"))
        file, name = files.of_version(version), f"{slug}-{version.number}"
    answer = HttpResponse(files.as_text(file), content_type="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer
