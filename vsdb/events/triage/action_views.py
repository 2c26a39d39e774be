"""Mail to players, dropping who brought no list, and accepting drafts: each is confirmed with names."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import quantity, to_sentence
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.models import Event, Registration
from vsdb.events.rendering import render_event
from vsdb.events.triage import actions, selectors
from vsdb.events.triage.chosen import ChosenRows, choose_rows
from vsdb.events.triage.forms import MessageForm
from vsdb.events.triage.rows import TriageRow
from vsdb.events.triage.ruling_views import first_error

_MAX_DIGITS = 19  #: of a key


@require_http_methods(["GET", "HEAD", "POST"])
def mail_players(request: HttpRequest, event: int) -> HttpResponse:
    """A message to the players of the chosen rows: written, looked at with all names, and sent with `confirm`."""
    found, asker = open_event(request, event, Act.MAIL_PLAYERS)
    if not asker.may(Act.SEE_LIST_STATES):
        raise Http404
    words = request.POST if request.method == "POST" else request.GET
    if request.method != "POST":
        chosen = choose_rows(found, asker, words, clock.get_now())
        return _render_mail(request, found, asker, _list_players(chosen), {"nonce": secrets.token_urlsafe(12)})
    form = MessageForm(request.POST)
    players = _find_players(found, request.POST.get("players", ""))
    if not form.is_valid():
        return _render_mail(request, found, asker, players, request.POST, first_error(form))
    said = form.cleaned_data
    if "again" in request.POST:
        return _render_mail(request, found, asker, players, request.POST)
    try:
        subject, text = actions.clean_message(said["subject"], said["text"])
        if not said["confirm"]:
            return _render_mail(
                request, found, asker, players, {**said, "subject": subject, "text": text}, is_shown=True
            )
        actor = log.get_actor(found, user=asker.user)
        sent = actions.send_message(found, players, subject, text, nonce=said["nonce"], actor=actor)
    except (InputError, ApplicationError) as error:
        status = HTTPStatus.BAD_REQUEST if isinstance(error, InputError) else HTTPStatus.CONFLICT
        return _render_mail(request, found, asker, players, request.POST, to_sentence(error.message), status)
    messages.success(request, f"The message goes to {quantity(sent, 'player')}.")
    return forbid_keeping(redirect("events:triage", found.pk))


def _list_players(chosen: ChosenRows) -> list[TriageRow]:
    """The first row of each player."""
    return list({row.registration: row for row in reversed(chosen.rows)}.values())[::-1]


def _find_players(event: Event, joined: str) -> list[Registration]:
    """The registrations of this event of these keys, between commas. Raises Http404 for another one."""
    keys = read_keys(joined.split(","))
    found = list(event.registrations.filter(pk__in=keys))
    if not found or len(found) != len(keys):
        raise Http404
    return found


def read_keys(words: Iterable[str]) -> frozenset[int]:
    """The keys among words; others are left out."""
    return frozenset(int(each) for each in words if each.isascii() and each.isdigit() and len(each) < _MAX_DIGITS)


def _render_mail(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    players: Any,
    typed: Any,
    problem: str = "",
    status: int = HTTPStatus.BAD_REQUEST,
    *,
    is_shown: bool = False,
) -> HttpResponse:
    """The form, or the whole message with its names; `players` are rows of triage or registrations."""
    people = [
        (each.registration, each.name) if isinstance(each, TriageRow) else (each.pk, each.shown_name)
        for each in players
    ]
    context = {
        "people": people,
        "unreachable": selectors.list_unreachable(event, [key for key, _ in people]),
        "players": ",".join(str(key) for key, _ in people),
        "typed": typed,
        "problem": problem,
        "is_shown": is_shown,
        "max_subject": actions.MAX_SUBJECT,
        "max_text": actions.MAX_TEXT,
        "back": reverse("events:triage", args=(event.pk,)),
    }
    shown = status if problem else HTTPStatus.OK
    return render_event(request, "events/triage/mail.html", event, asker, context, status=shown)


@require_http_methods(["GET", "HEAD", "POST"])
def drop_players(request: HttpRequest, event: int) -> HttpResponse:
    """The players without a list, by name; a POST drops the chosen ones."""
    found, asker = open_event(request, event, Act.REGISTER_OTHERS)
    now = clock.get_now()
    if request.method != "POST":
        return _render_drop(request, found, asker)
    keys = read_keys(request.POST.getlist("player"))
    if not keys:
        return _render_drop(request, found, asker, "Choose at least one player.")
    try:
        dropped = actions.drop_without_list(found, keys, actor=log.get_actor(found, user=asker.user), now=now)
    except ApplicationError as error:
        return _render_drop(request, found, asker, to_sentence(error.message), HTTPStatus.CONFLICT)
    messages.success(request, f"{quantity(len(dropped), 'player')} dropped.")
    return forbid_keeping(redirect("events:triage", found.pk))


def _render_drop(
    request: HttpRequest, event: Event, asker: Asker, problem: str = "", status: int = HTTPStatus.BAD_REQUEST
) -> HttpResponse:
    players = [
        (each, any(one.draft for one in each.lists.all())) for each in actions.list_without_list(event, clock.get_now())
    ]
    context = {"players": players, "problem": problem}
    shown = status if problem else HTTPStatus.OK
    return render_event(request, "events/triage/drop.html", event, asker, context, status=shown)


@require_http_methods(["GET", "HEAD", "POST"])
def accept_drafts(request: HttpRequest, event: int) -> HttpResponse:
    """The drafts that weren't submitted in time, by player; a POST makes the chosen ones lists."""
    found, asker = open_event(request, event, Act.REOPEN_LISTS)
    now = clock.get_now()
    problems: list[str] = []
    if request.method == "POST":
        editions = _read_editions(request.POST.getlist("draft"))
        done = actions.accept_drafts(found, editions, actor=log.get_actor(found, user=asker.user), now=now)
        if done.accepted:
            messages.success(request, f"{quantity(len(done.accepted), 'draft')} accepted.")
        if done.accepted and not done.refused:
            return forbid_keeping(redirect("events:triage", found.pk))
        problems = [f"{name}: {to_sentence(said)}" for name, said in done.refused] or ["Choose at least one draft."]
    drafts = [
        (each, clock.describe_moment(each.draft_at, found) if each.draft_at else "")
        for each in actions.list_locked_drafts(found, now)
    ]
    status = HTTPStatus.BAD_REQUEST if problems else HTTPStatus.OK
    context = {"drafts": drafts, "problems": problems}
    return render_event(request, "events/triage/drafts.html", found, asker, context, status=status)


def _read_editions(pairs: Iterable[str]) -> dict[int, int]:
    """Editions by the list's key, out of words such as `12:3`; others are left out."""
    split = [each.partition(":") for each in pairs]
    return {next(iter(keys)): int(said) for key, _, said in split if (keys := read_keys([key])) and read_keys([said])}
