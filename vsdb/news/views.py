"""What changed, as a page and as feeds; what somebody follows: the page, the buttons, and the feed of one's own."""

from __future__ import annotations

import hashlib
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import condition, conditional_page, require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from engine import InputError, NotFound
from engine.model.cards import GAMES
from vsdb.accounts.viewers import OWN_COOKIES, for_members
from vsdb.core.code_version import get_code_version
from vsdb.core.read_only import get_read_only_mode
from vsdb.core.requests import read_number
from vsdb.core.responses import forbid_keeping
from vsdb.decks.browse import parse_browse_request
from vsdb.news import feeds, selectors
from vsdb.news.deck_feed import build_deck_feed
from vsdb.news.following import own_decks, reading, services
from vsdb.news.following.services import FollowTarget
from vsdb.news.messages import GROUPS
from vsdb.news.services import build_changes_feed, build_changes_page, parse_changes_request

_A_PAGE = 50  #: happenings


def build_changes_etag(request: HttpRequest, **_: object) -> str:
    """The ETag of what is asked for: changes are recorded after the facts' version has changed, so theirs counts.

    Whoever has a session is shown another page than a stranger.
    """
    whose = "own" if OWN_COOKIES & request.COOKIES.keys() else ""
    state = selectors.fingerprint_changes(timezone.now())
    mode = get_read_only_mode()
    state += mode.stamp if mode else ""
    parts = (get_code_version(), state, str(selectors.find_games_behind()), request.build_absolute_uri(), whose)
    return f'"{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}"'


@require_safe
@cache_control(no_cache=True)
@vary_on_headers("Cookie")
@condition(etag_func=build_changes_etag)
def index(request: HttpRequest) -> HttpResponse:
    """What changed, the newest first, and what is coming."""
    asked = parse_changes_request(request.GET)
    found = build_changes_page(asked, request.GET.get("page"))
    games = [(slug, name, asked.words(game=slug)) for slug, name in (("", "All games"), *GAMES.items())]
    named = {"": "Everything", **{slug: name for slug, (name, _) in GROUPS.items()}}
    kinds = [(slug, name, asked.words(kind=slug)) for slug, name in named.items()]
    return render(request, "news/index.html", {"found": found, "asked": asked, "games": games, "kinds": kinds})


@require_safe
@cache_control(no_cache=True)
@condition(etag_func=build_changes_etag)
def show_feed(request: HttpRequest, layout: str) -> HttpResponse:
    """What changed, for feed readers, narrowed as the page is."""
    asked, root = parse_changes_request(request.GET), request.build_absolute_uri("/")[:-1]
    return build_feed_response(build_changes_feed(asked, root, request.get_full_path()), layout)


@require_safe
@cache_control(public=True, max_age=300)
@conditional_page
def show_deck_feed(request: HttpRequest, layout: str) -> HttpResponse:
    """The newest public decks, for feed readers, narrowed as their list is.

    The ETag is that of the content, which changes while the facts stay.
    """
    asked, root = parse_browse_request(request.GET), request.build_absolute_uri("/")[:-1]
    if asked.problems:
        raise InputError(asked.problems[0], place="format")
    return build_feed_response(build_deck_feed(asked, root, request.get_full_path()), layout)


def build_feed_response(made: feeds.Feed, layout: str) -> HttpResponse:
    """A feed as it is asked for: `atom` or `json`."""
    if layout == "atom":
        return HttpResponse(feeds.render_atom(made), content_type=feeds.ATOM)
    return HttpResponse(feeds.render_json_feed(made), content_type=feeds.JSON)


@for_members("GET", "HEAD")
def show_following(request: HttpRequest) -> HttpResponse:
    """What somebody follows and what happened to it, newest first; `only` is the number of one thing."""
    user = _require_user(request)
    reading.look_again(user)
    follows = reading.list_follows(user)
    only = read_number(request.GET, "only")
    chosen = reading.choose_follows(follows, only)
    page = Paginator(reading.list_happenings(chosen), _A_PAGE).get_page(request.GET.get("page"))
    key = services.get_feed_key(user)
    context = {
        "follows": follows,
        "only": None if only is None else chosen[0],
        "page": page,
        "rows": reading.describe_happenings(page, chosen),
        "unread": sum(each.unread for each in follows),
        "most": settings.FOLLOWS_PER_ACCOUNT,
        "follows_own_decks": own_decks.follows_own_decks(user),
        "feeds": [
            (name, request.build_absolute_uri(reverse(f"changes:own-{name.lower()}", args=(key.secret,))))
            for name in ("Atom", "JSON")
            if key and not key.is_unreadable
        ],
        "is_feed_unreadable": bool(key and key.is_unreadable),
    }
    return render(request, "news/following.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def add(request: HttpRequest) -> HttpResponse:
    """Follow a card, a deck, a query or an author: asked for by an address, it is asked once more; done by a form.

    A stranger is told what following gives before the sign-in.
    """
    wanted = _parse_target(request.POST if request.method == "POST" else request.GET)
    if not request.user.is_authenticated:
        return _invite_to_follow(request, wanted)
    if request.method != "POST":
        named = reading.describe_follow(services.follow_of(_require_user(request), wanted))
        return render(request, "news/add.html", {"named": named, "wanted": wanted})
    made = services.follow(_require_user(request), wanted)
    followed = reading.describe_follow(made)
    messages.success(request, f"You follow {followed.title}. Its news appears under Following.")
    return redirect(followed.href or reverse("changes:following"))


def _invite_to_follow(request: HttpRequest, wanted: FollowTarget) -> HttpResponse:
    """What would be followed, with ways to sign in and up; the sign-in alone where a stranger may not see it."""
    back = request.get_full_path() if request.method != "POST" else reverse("changes:following")
    try:
        named = reading.describe_follow(services.follow_of(None, wanted))
    except (InputError, NotFound):
        return redirect_to_login(back)
    return render(request, "news/add.html", {"named": named, "after": urlencode({"next": back})})


@require_POST
@login_required
def remove(request: HttpRequest, follow: int) -> HttpResponse:
    """Something is no longer followed; `back` leads back to its own page."""
    user = _require_user(request)
    gone = reading.get_follow(user, follow)
    services.unfollow(user, follow)
    messages.success(request, f"You no longer follow {gone.title}.")
    return redirect(gone.href if request.POST.get("back") and gone.href else reverse("changes:following"))


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """What happened has been read: all of it, or what happened to one thing."""
    services.mark_read(_require_user(request), read_number(request.POST, "only"))
    return redirect("changes:following")


@require_POST
@login_required
def set_own_decks(request: HttpRequest) -> HttpResponse:
    """Decks that one shares are followed from now on, or not."""
    own_decks.set_follows_own_decks(_require_user(request), is_on=request.POST.get("own_decks") == "yes")
    messages.success(request, "Saved.")
    return redirect("changes:following")


@require_POST
@login_required
def renew_feed_view(request: HttpRequest) -> HttpResponse:
    """A secret address for the feed; the one before leads nowhere."""
    services.renew_feed(_require_user(request))
    return redirect(f"{reverse('changes:following')}#feed")


@require_safe
def show_own_feed(request: HttpRequest, word: str, layout: str) -> HttpResponse:
    """What happened to what somebody follows, for whoever has the secret address."""
    made = reading.build_own_feed(word, request.build_absolute_uri("/")[:-1], request.path)
    return forbid_keeping(build_feed_response(made, layout))


def _require_user(request: HttpRequest) -> User:
    """Whoever is signed in."""
    return cast(User, request.user)


def _parse_target(words: QueryDict) -> FollowTarget:
    """What an address or a form names. Raises InputError for a number that is none."""
    said = {name: words.get(name, "").replace("\0", "") for name in ("card", "secret", "game", "author")}
    return FollowTarget(**said, deck=read_number(words, "deck"), query=words.get("q"), decks=words.get("decks"))
