"""The pages on which events are made, edited, copied and moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from engine import InputError
from vsdb.accounts.viewers import for_members, require_user
from vsdb.core.errors import ApplicationError
from vsdb.core.requests import read_number
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import quantity, to_sentence
from vsdb.events import clock
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.models import Event
from vsdb.events.planning import desk, services, stages
from vsdb.events.planning.facts import CHECKS
from vsdb.events.planning.forms import EventForm, list_zones, suggest_event
from vsdb.events.planning.services import EventChange, StaleEvent
from vsdb.events.rendering import render_event


@for_members("GET", "HEAD", "POST")
def show_new(request: HttpRequest) -> HttpResponse:
    """The form of a new event; with `copy`, of one like another that one organizes."""
    now, user = clock.get_now(), require_user(request)
    source = _open_source(request)
    if request.method != "POST":
        return _render_new(request, EventForm(initial=suggest_event(now)), source)
    form = EventForm(request.POST)
    if not form.is_valid():
        return _render_new(request, form, source, status=400)
    try:
        if source is not None:
            made = services.create_copy(source, form, user, now)
        else:
            made = services.create_event(form.plan, user, now)
    except ApplicationError as error:
        form.add_error(None, error.message)
        return _render_new(request, form, source, status=409)
    messages.success(request, "The event is kept as a draft. Check it, then announce it.")
    for said in desk.list_plan_warnings(made):
        messages.warning(request, said)
    return redirect("events:desk", made.pk)


def _open_source(request: HttpRequest) -> Event | None:
    """The event that is copied. Raises Http404 for one that whoever asks doesn't organize."""
    number = read_number(request.POST if request.method == "POST" else request.GET, "copy")
    return open_event(request, number, Act.EDIT_EVENT)[0] if number is not None else None


def _describe_form(form: EventForm) -> dict[str, Any]:
    return {"form": form, "moments": form.moments, "checks": CHECKS, "zones": list_zones()}


def _render_new(request: HttpRequest, form: EventForm, source: Event | None, *, status: int = 200) -> HttpResponse:
    context = {**_describe_form(form), "source": source}
    return forbid_keeping(render(request, "events/planning/new.html", context, status=status))


@require_POST
def copy_event(request: HttpRequest, event: int) -> HttpResponse:
    """The same event a week later, as a draft; where a time doesn't exist then, or twice, the form asks for it."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.EDIT_EVENT)
    try:
        made, form = services.copy_event(found, _user(asker), now)
    except ApplicationError as error:
        messages.error(request, error.message)
        return redirect("events:desk", found.pk)
    if made is None:
        return _render_new(request, form, found, status=400)
    messages.success(request, "The event is copied to next week as a draft. Check it, then announce it.")
    return redirect("events:edit", made.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_event(request: HttpRequest, event: int) -> HttpResponse:
    """The settings of an event; what somebody else has changed meanwhile stands beside what was written here."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.EDIT_EVENT)
    if request.method != "POST":
        return _render_edit(request, found, asker, EventForm(event=found))
    form = EventForm(request.POST, event=found)
    try:
        edition = read_number(request.POST, "edition") or 0
        if not form.is_valid():
            return _render_edit(request, found, asker, form, status=400, edition=edition)
        change = services.change_event(form, found, edition, _user(asker), now)
    except StaleEvent as stale:
        differences = list_differences(form, stale)
        return _render_edit(request, found, asker, form, status=409, edition=stale.edition, differences=differences)
    except ApplicationError as error:
        form.add_error(None, error.message)
        return _render_edit(request, found, asker, form, status=409)
    for said in describe_change(change):
        messages.success(request, said)
    for said in desk.list_plan_warnings(found):
        messages.warning(request, said)
    return redirect("events:edit", found.pk)


def list_differences(form: EventForm, stale: StaleEvent) -> list[tuple[str, str, str]]:
    """Label, what is stored now and what was sent, of each field in which the two differ."""
    return [
        (str(form.fields[name].label), str(stale.theirs.get(name) or "–"), str(mine or "–"))
        for name, mine in stale.mine.items()
        if str(mine or "") != str(stale.theirs.get(name) or "")
    ]


def describe_change(change: EventChange) -> list[str]:
    """What a change did, in sentences."""
    if not change.fields:
        return ["Nothing was changed."]
    said = ["Saved."]
    if change.is_moved:
        said.append("Every player is told of the change once.")
    if change.is_judged_anew:
        said.append("Every list is judged anew.")
    if change.unagreed:
        who = quantity(change.unagreed, "player")
        said.append(f"{who} agreed to less than this. They are asked again; until they agree, the old rule applies.")
    return said


def _render_edit(
    request: HttpRequest, event: Event, asker: Asker, form: EventForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context: Mapping[str, Any] = {
        **_describe_form(form),
        "edition": event.edition,
        "players": event.registrations.count(),
        **more,
    }
    return render_event(request, "events/planning/edit.html", event, asker, context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def move_event(request: HttpRequest, event: int, stage: str) -> HttpResponse:
    """Ask to confirm another stage, and move the event there."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.EDIT_EVENT)
    if stage not in stages.VERBS:
        raise InputError(f"{stage[:20]!r} is not one of {', '.join(stages.VERBS)}", place="stage")
    if request.method != "POST":
        return _render_move(request, found, asker, stage)
    sent = request.POST
    try:
        is_confirmed = sent.get("confirm") == "yes"
        stages.move_event(found, stage, asker, now, is_confirmed=is_confirmed, reason=sent.get("reason", ""))
    except InputError as error:
        return _render_move(request, found, asker, stage, to_sentence(error.message), status=400)
    except ApplicationError as error:
        return _render_move(request, found, asker, stage, error.message, status=409)
    messages.success(request, f"The event is {found.get_stage_display().lower()} now.")
    return redirect("events:desk", found.pk)


def _render_move(
    request: HttpRequest, event: Event, asker: Asker, stage: str, problem: str = "", *, status: int = 200
) -> HttpResponse:
    is_starting = stage == Event.Stage.RUNNING and event.stage == Event.Stage.ANNOUNCED
    asks_for_lists = is_starting and event.lists == Event.Lists.REQUIRED
    context = {
        "stage": stage,
        "verb": stages.VERBS[stage],
        "is_possible": stage in stages.list_moves(event, asker),
        "missing": list(stages.list_missing(event).values("number", "shown_name", "has_draft"))
        if asks_for_lists
        else [],
        "locks": _describe_lock(event) if stage == Event.Stage.RUNNING else "",
        "is_reopening": event.stage == Event.Stage.OVER and stage == Event.Stage.RUNNING,
        "problem": problem,
        "reason": request.POST.get("reason", "")[:500],
    }
    return render_event(request, "events/planning/stage.html", event, asker, context, status=status)


def _describe_lock(event: Event) -> str:
    """When lists lock; empty once they are locked, and where there are none."""
    lock = clock.get_lock(event)
    is_past = event.lists == Event.Lists.NONE or clock.get_now() > lock
    return "" if is_past else clock.describe_moment(lock, event)


@require_POST
def extend_deadlines(request: HttpRequest, event: int) -> HttpResponse:
    """Move every deadline by some minutes."""
    now = clock.get_now()
    found, asker = open_event(request, event, Act.EDIT_EVENT)
    try:
        minutes = read_number(request.POST, "minutes", what="number of minutes") or 0
        services.extend_deadlines(found, minutes, _user(asker), now)
    except InputError as error:
        messages.error(request, to_sentence(error.message))
    except ApplicationError as error:
        messages.error(request, error.message)
    else:
        until = clock.describe_moment(clock.get_deadline(found), found)
        messages.success(request, f"Deadlines are {quantity(minutes, 'minute')} later: lists are due {until}.")
    return redirect("events:desk", found.pk)


def _user(asker: Asker) -> int:
    """The account of who has a role: nobody has one without."""
    if asker.user is None:
        raise AssertionError("a role without an account")
    return asker.user
