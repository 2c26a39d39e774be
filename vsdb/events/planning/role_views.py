"""The page of roles: who works at an event."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from engine import InputError
from vsdb.accounts.viewers import require_user
from vsdb.core.errors import ApplicationError
from vsdb.core.words import to_sentence
from vsdb.events import clock
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.models import Event, Role
from vsdb.events.planning import roles
from vsdb.events.rendering import render_event

#: What each role may do, for whoever gives one.
MAY: Mapping[str, str] = {
    Role.Name.HEAD_ORGANIZER: "Everything an organizer may; also gives roles and hands the event over.",
    Role.Name.ORGANIZER: "Edits the event, registers players, reads locked lists, imports, exports and prints.",
    Role.Name.HEAD_JUDGE: "Everything a judge may; also rules for all lists, replaces lists and accepts late ones.",
    Role.Name.JUDGE: "Reads locked lists, checks decks, rules on findings, gives penalties.",
    Role.Name.SCOREKEEPER: "Sets tables, rounds and seats. Sees no list, verdict or email address.",
}


@require_http_methods(["GET", "HEAD", "POST"])
def show_roles(request: HttpRequest, event: int) -> HttpResponse:
    """Who has which role; a POST gives one by user name."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.GIVE_ROLES)
    if request.method != "POST":
        return _render(request, found, asker)
    name, role = request.POST.get("user", "")[:150], request.POST.get("role", "")
    try:
        given = roles.give_role(found, name, role, require_user(request), now)
    except InputError as error:
        return _render(request, found, asker, {error.place: to_sentence(error.message)}, status=400)
    except ApplicationError as error:
        return _render(request, found, asker, {"user": error.message}, status=409)
    messages.success(request, f"{given.user.username} is {given.get_name_display().lower()} now.")
    return redirect("events:roles", found.pk)


@require_POST
def revoke_role(request: HttpRequest, event: int, role: int) -> HttpResponse:
    """Take a role away."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.GIVE_ROLES)
    try:
        revoked = roles.revoke_role(found, role, require_user(request), now)
    except ApplicationError as error:
        return _render(request, found, asker, {"roles": error.message}, status=409)
    messages.success(request, f"{revoked.user.username} is no longer {revoked.get_name_display().lower()}.")
    return redirect("events:roles" if revoked.user_id != asker.user else "events:event", found.pk)


@require_POST
def hand_over(request: HttpRequest, event: int) -> HttpResponse:
    """Make somebody else the head organizer."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.GIVE_ROLES)
    try:
        given = roles.hand_over(found, request.POST.get("user", "")[:150], require_user(request), now)
    except InputError as error:
        return _render(request, found, asker, {"heir": to_sentence(error.message)}, status=400)
    except ApplicationError as error:
        return _render(request, found, asker, {"heir": error.message}, status=409)
    messages.success(request, f"{given.user.username} is head organizer now. You are an organizer.")
    return redirect("events:desk", found.pk)


@require_POST
def leave_event(request: HttpRequest, event: int) -> HttpResponse:
    """Give up one's own roles."""
    now = clock.get_now()
    found, _ = open_event(request, event, Act.SEE_DESK)
    try:
        roles.leave_event(found, require_user(request), now)
    except ApplicationError as error:
        messages.error(request, error.message)
        return redirect("events:desk", found.pk)
    messages.success(request, f"You no longer work at {found.title}.")
    return redirect("events:index")


def _render(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    problems: Mapping[str, str] | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    held = event.roles.filter(revoked_at=None).select_related("user").order_by("pk")
    context = {
        "held": held,
        "choices": [(value, label, MAY[value]) for value, label in Role.Name.choices],
        "problems": problems or {},
        "typed": request.POST,
    }
    return render_event(request, "events/planning/roles.html", event, asker, context, status=status)
