"""The pages of people with their decks: one's own account, and somebody that everybody may read."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from vsdb.accounts import selectors
from vsdb.accounts.viewers import visitor
from vsdb.core.redirects import lead_on
from vsdb.decks import browse
from vsdb.decks.selectors import unclaimed


@require_safe
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """What the account holds, and where each thing is changed."""
    told = selectors.overview_of(cast(User, request.user))
    return render(request, "accounts/overview.html", {**told, "unclaimed": unclaimed(visitor(request)).count()})


@require_safe
@never_cache
def profile(request: HttpRequest, name: str) -> HttpResponseBase:
    """Somebody's name, how long they are here, and the decks that they show everybody."""
    shown = selectors.person(name)
    if shown.username != name:
        return lead_on(request, "accounts:profile", shown.username)
    shown_decks = browse.of_person(shown, request.GET.get("page"))
    return render(request, "accounts/profile.html", {"shown": shown, "list": shown_decks, "decks": shown_decks.rows})
