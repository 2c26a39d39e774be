"""The front page, the help, and the pages that say that something went wrong."""

from __future__ import annotations

import logging
import sys
from dataclasses import dataclass
from datetime import date
from itertools import chain

from django.conf import settings
from django.core.exceptions import DisallowedHost, RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from engine import GAMES, Ban, Between, CardSet, Format, Reference
from vsdb.accounts.viewers import get_viewer
from vsdb.api import errors
from vsdb.catalog.cards import selectors
from vsdb.check.forms import list_samples
from vsdb.core.logs.formatters import get_request_id
from vsdb.core.queries import is_database_away
from vsdb.decks.browse import list_latest_own_decks
from vsdb.news.following.reading import count_unread
from vsdb.search.links import build_list_path
from vsdb.search.page import get_example

logger = logging.getLogger(__name__)
#: The addresses that crawlers are told.
_IN_ROBOTS = (("site", "sitemap"), ("api", "guide"))


@dataclass(frozen=True, slots=True)
class ExampleTask:
    """Something that can be asked here, as a link to its answer."""

    name: str
    game: str
    href: str


def list_example_tasks() -> list[ExampleTask]:
    """What a first visitor may try; no query."""
    cards, check = reverse("cards:list", args=("vs-classic",)), reverse("decks:check")
    silver = reverse("formats:format", args=("vs-classic", "silver-age"))
    asked = (
        ("Cards legal in Silver Age in April 2007", "vs-classic", f"{cards}?q=legal:silver-age@2007-04-15"),
        ("Sets and bans of Silver Age in April 2007", "vs-classic", f"{silver}?on=2007-04-15"),
        ("Avengers that cost 3", "vs-classic", f"{cards}?q=avengers+cost%3D3"),
        ("The limit on copies: rule 101.2", "vs-classic", reverse("rules:rule", args=("cr-2.7", "101.2"))),
        ("When Overload was legal", "vs-classic", reverse("cards:card-life", args=("vs-classic", "overload"))),
        ("Make an illegal deck legal", "vs-classic", f"{reverse('decks:repair')}?sample=secret-avengers"),
        ("Check a 2PCG deck", "vs-2pcg", f"{check}?sample=a-force"),
        ("What did the last Riftbound ban hit?", "riftbound", f"{reverse('changes:index')}?game=riftbound&kind=bans"),
    )
    return [ExampleTask(*each) for each in asked]


_OWN_DECKS = 4


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """What the site is, a search box, a deck check, examples, the three games and what is new; 6 queries.

    Whoever has decks sees those last edited and how much news is unread: 2 queries more, beside those for the account.
    """
    viewer = get_viewer(request)
    context = {
        "search": {"path": build_list_path(None), "placeholder": get_example(None)},
        "samples": list_samples(),
        "tasks": list_example_tasks(),
        "held": selectors.count_holdings(),
        "lately": list_recent_changes(timezone.localdate()),
        "own": list_latest_own_decks(viewer, _OWN_DECKS),
        "unread": count_unread(viewer.user) if viewer.user else 0,
    }
    return render(request, "web/home.html", context)


@require_safe
def show_help(request: HttpRequest) -> HttpResponse:
    """How to write lists, build decks, read verdicts and use the keyboard."""
    return render(request, "web/help.html", {"samples": list_samples()})


@require_safe
def show_about(request: HttpRequest) -> HttpResponse:
    """What the site is, how verdicts are made, who runs it."""
    return render(request, "web/about.html", {"games": GAMES})


@require_safe
def show_privacy(request: HttpRequest) -> HttpResponse:
    """What is stored about people; the operator may bring a template of their own."""
    return render(request, "web/privacy.html", _list_limits())


@require_safe
def show_terms(request: HttpRequest) -> HttpResponse:
    """The terms of use; the operator may bring a template of their own."""
    return render(request, "web/terms.html")


def _list_limits() -> dict[str, object]:
    """What the privacy page says of this installation."""
    return {
        "session_days": settings.SESSION_COOKIE_AGE // 86_400,
        "import_hours": settings.IMPORT_KEEP_HOURS,
        "shared_list_days": settings.SHARED_LISTS_DAYS,
        "simulation_days": settings.SIMULATION_RUNS_DAYS,
        "many_check_days": settings.CHECK_MANY_DAYS,
        "browser_deck_days": settings.BROWSER_DECKS_DAYS,
        "sign_up_days": settings.SIGN_UP_DAYS,
        "backup_days": settings.BACKUP_KEEP_DAYS,
        "is_signup_open": settings.ACCOUNT_SIGNUP_OPEN,
        "cookies": {"session": settings.SESSION_COOKIE_NAME, "csrf": settings.CSRF_COOKIE_NAME},
    }


@require_safe
@cache_control(max_age=86_400)
def show_robots(request: HttpRequest) -> HttpResponse:
    """What crawlers may read: everything but addresses that hold a list; and where the sitemap is."""
    named = {name: request.build_absolute_uri(reverse(f"{room}:{name}")) for room, name in _IN_ROBOTS}
    return render(request, "web/robots.txt", named, content_type="text/plain")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400 for a request that can't be read, 413 for one that is too large."""
    if isinstance(exception, DisallowedHost):
        # A page links to its own host, so that none can be made for a name that isn't ours.
        return HttpResponse("This site has another name.\n", content_type="text/plain; charset=utf-8", status=400)
    if errors.is_for_api(request):
        return errors.error_response("unreadable-input", "The request can't be read. Check its address and body.", 400)
    if isinstance(exception, RequestDataTooBig):
        most = (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) // 1024
        said = f"the request is larger than {most:,} KiB, the maximum"
        return render(request, "400.html", {"said": said}, status=413)
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None, reason: str = "") -> HttpResponse:
    """403: refused; also what is said to a form that comes from elsewhere."""
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404, with what is missing where that was said."""
    said = exception.args[0] if exception and exception.args and isinstance(exception.args[0], str) else ""
    return render(request, "404.html", {"said": said}, status=404)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """429: too many tries from one address, or for one account."""
    answer = render(request, "429.html", status=429)
    answer.headers["Retry-After"] = "60"
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """500, from a page that needs no database; the API answers in its own shape. 503 while the database is away."""
    is_api = errors.is_for_api(request)
    if is_database_away(sys.exc_info()[1]):
        if is_api:
            return errors.unavailable_response()
        page = _render_failure(request, "unavailable.html", 503)
        page.headers["Retry-After"] = str(errors.RETRY_SECONDS)
        return page
    return errors.crash_response() if is_api else _render_failure(request, "500.html", 500)


def _render_failure(request: HttpRequest, name: str, status: int) -> HttpResponse:
    """The page of a failure; without sheets, header and footer where these fail too."""
    said = {"request_id": get_request_id()}
    try:
        return render(request, name, said, status=status)
    except Exception as error:  # whatever a page of the site needs
        logger.error("the page of the error can't be made as others are: %s", error)
        return HttpResponse(render_to_string(name, {**said, "layout": "bare.html"}), status=status)


_SETS = 3
_BANS = 2
_NO_RELEASE = frozenset({"promo"})  #: kinds of sets that come out card by card


@dataclass(frozen=True, slots=True)
class BannedOnDay:
    """The cards that were banned on one day, and in which formats."""

    begins: Between
    cards: tuple[str, ...]
    formats: tuple[Format, ...]


@dataclass(frozen=True, slots=True)
class RecentChanges:
    """The newest sets and bans of a game, newest first."""

    game: str
    sets: tuple[CardSet, ...]
    bans: tuple[BannedOnDay, ...]

    @property
    def rows(self) -> list[tuple[CardSet | None, BannedOnDay | None]]:
        """The sets and the bans in one order, the newest first; a set before bans of its day."""
        dated: list[tuple[Between, CardSet | None, BannedOnDay | None]] = [
            *((each.released, each, None) for each in self.sets),
            *((each.begins, None, each) for each in self.bans),
        ]
        return [row[1:] for row in sorted(dated, key=lambda row: _newness(row[0]), reverse=True)]


def list_recent_changes(today: date) -> list[RecentChanges]:
    """What changed last in each game by a day, nothing announced; no query but those of the references."""
    references = (selectors.get_reference(game) for game in GAMES)
    return [RecentChanges(each.game, _newest_sets(each, today), _newest_bans(each, today)) for each in references]


def _newest_sets(reference: Reference, today: date) -> tuple[CardSet, ...]:
    official = (each for each in reference.sets.values() if each.official == "yes" and each.kind not in _NO_RELEASE)
    sets = [each for each in official if each.released.has_come(today) is not False]
    return tuple(sorted(sets, key=lambda each: _newness(each.released), reverse=True)[:_SETS])


def _newest_bans(reference: Reference, today: date) -> tuple[BannedOnDay, ...]:
    """Bans that are part of a format from its beginning are no change."""
    found: dict[Between, dict[Ban, list[Format]]] = {}
    for fmt in reference.formats.values():
        for ban in fmt.bans:
            if ban.begins.has_come(today) is False:
                continue
            if fmt.starts is None or ban.begins.earliest > fmt.starts.earliest:
                found.setdefault(ban.begins, {}).setdefault(ban, []).append(fmt)
    newest = sorted(found, key=_newness, reverse=True)[:_BANS]
    cards = {day: tuple(dict.fromkeys(ban.card for ban in found[day])) for day in newest}
    return tuple(BannedOnDay(day, cards[day], tuple(dict.fromkeys(chain(*found[day].values())))) for day in newest)


def _newness(days: Between) -> tuple[object, object]:
    return days.earliest, days.latest
