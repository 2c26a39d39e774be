"""Rechecks for staff: what there was, what is under way, and what changed."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from engine.model.cards import GAMES
from engine.model.errors import InputError
from vsdb.accounts.viewers import get_viewer
from vsdb.core.responses import serve_uncached
from vsdb.decks.rechecks import selectors, tasks
from vsdb.decks.rechecks.selectors import report
from vsdb.decks.rechecks.services import may_ask, require_recheck_permission, require_staff

_A_PAGE = 25


@require_http_methods(["GET", "HEAD", "POST"])
@serve_uncached
def index(request: HttpRequest) -> HttpResponse:
    """The rechecks, the newest first, and the way to begin one."""
    user = require_staff(request.user)
    if request.method == "POST":
        return _begin(request)
    context = {
        "page": Paginator(selectors.list_rechecks(), _A_PAGE).get_page(request.GET.get("page")),
        "games": selectors.list_games_to_recheck(),
        "may_ask": may_ask(user),
        "none_of": GAMES.get(request.GET.get("none", ""), ""),
    }
    return render(request, "decks/rechecks/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@serve_uncached
def show_recheck(request: HttpRequest, number: int) -> HttpResponse:
    """How far a recheck is and what has changed by it; a POST has it gone on with."""
    user = require_staff(request.user)
    recheck = selectors.recheck_of(number)
    if request.method == "POST":
        tasks.resume(recheck, require_recheck_permission(request.user).pk)
        return redirect("rechecks:recheck", number)
    seen = selectors.list_visible_changes(recheck, get_viewer(request))
    found = report(recheck)
    context = {
        "report": found,
        "page": Paginator(seen, _A_PAGE).get_page(request.GET.get("page")),
        "unseen": found.changed - seen.count(),
        "may_ask": may_ask(user),
    }
    return render(request, "decks/rechecks/recheck.html", context)


def _begin(request: HttpRequest) -> HttpResponse:
    user, game = require_recheck_permission(request.user), request.POST.get("game", "")
    if game not in GAMES:
        raise InputError(f"{game[:40]!r} is not a game; the games are {', '.join(GAMES)}", place="game")
    recheck = tasks.begin(game, "started on the rechecks page", user.pk)
    if recheck is None:
        return redirect(f"{request.path}?none={game}")
    return redirect("rechecks:recheck", recheck.pk)
