"""What changed, as a page and as feeds."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe
from django.views.decorators.vary import vary_on_headers

from engine.model.cards import GAMES
from vsdb.core.code_version import code_version
from vsdb.news import feeds, selectors, services
from vsdb.news.messages import GROUPS
from vsdb.news.services import Asked, asked_for

#: With one of these a page may name somebody, or say what came of the request before.
_OWN_COOKIES = frozenset({settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name})


def etag_of(request: HttpRequest, **_: object) -> str:
    """The ETag of what is asked for: changes are recorded after the facts' version has changed, so theirs counts.

    Whoever has a session is shown another page than a stranger.
    """
    whose = "own" if _OWN_COOKIES & request.COOKIES.keys() else ""
    state = selectors.state_of_changes(timezone.now())
    parts = (code_version(), state, str(selectors.behind()), request.build_absolute_uri(), whose)
    return f'"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


@require_safe
@cache_control(no_cache=True)
@vary_on_headers("Cookie")
@condition(etag_func=etag_of)
def index(request: HttpRequest) -> HttpResponse:
    """What changed, the newest first, and what is coming."""
    asked = _asked(request)
    found = services.changes_page(asked, request.GET.get("page"))
    games = [(slug, name, asked.words(game=slug)) for slug, name in (("", "Every game"), *GAMES.items())]
    kinds = [(slug, name, asked.words(kind=slug)) for slug, name in (("", "Everything"), *_groups())]
    return render(request, "changes/index.html", {"found": found, "asked": asked, "games": games, "kinds": kinds})


@require_safe
@cache_control(no_cache=True)
@condition(etag_func=etag_of)
def feed(request: HttpRequest, layout: str) -> HttpResponse:
    """What changed, for feed readers, narrowed as the page is."""
    made = services.changes_feed(_asked(request), request.build_absolute_uri("/")[:-1], request.get_full_path())
    return as_response(made, layout)


def as_response(made: feeds.Feed, layout: str) -> HttpResponse:
    """A feed as it is asked for: `atom` or `json`."""
    if layout == "atom":
        return HttpResponse(feeds.as_atom(made), content_type=feeds.ATOM)
    return HttpResponse(feeds.as_json(made), content_type=feeds.JSON)


def _asked(request: HttpRequest) -> Asked:
    return asked_for(request.GET.get("game", ""), request.GET.get("kind", ""))


def _groups() -> list[tuple[str, str]]:
    return [(slug, name) for slug, (name, _) in GROUPS.items()]
