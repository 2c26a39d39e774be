"""The penalties of an event and of a player: shown, given, withdrawn."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.responses import forbid_keeping
from vsdb.core.words import to_sentence
from vsdb.events import clock, log
from vsdb.events.access import Act, Asker, open_event
from vsdb.events.checks.lines import list_differences
from vsdb.events.checks.selectors import find_last_discrepancies, get_catalog
from vsdb.events.models import Event, EventList, Penalty, Registration
from vsdb.events.rendering import render_event
from vsdb.events.triage import selectors
from vsdb.events.triage.action_views import read_keys
from vsdb.events.triage.forms import PenaltyForm
from vsdb.events.triage.loading import reads_by_role
from vsdb.events.triage.penalties import PenaltyOffer, give_penalty, is_withdrawer, list_offers, withdraw_penalty
from vsdb.events.triage.ruling_views import first_error


@require_safe
def show_penalties(request: HttpRequest, event: int) -> HttpResponse:
    """All penalties of an event by player, repeats together, for judges and organizers."""
    found, asker = open_event(request, event, Act.SEE_PENALTIES)
    shown = selectors.show_penalties_to(found, asker, selectors.list_penalties(found))
    penalties = sorted(shown, key=lambda each: each.registration.sort_key)
    return render_event(request, "events/triage/penalties.html", found, asker, {"penalties": penalties})


@require_http_methods(["GET", "HEAD", "POST"])
def show_player_penalties(request: HttpRequest, event: int, player: int) -> HttpResponse:
    """The penalties of a player, for judges, organizers and the player; with the form for another one, which a POST
    gives.

    `?for=late&list=12` fills in the text that is offered for that list.
    """
    found, asker = open_event(request, event)
    who = selectors.find_player(found, player)
    is_own = asker.registration is not None and asker.registration.pk == who.pk
    may_give = asker.may(Act.GIVE_PENALTIES) and not is_own
    is_seen = is_own or asker.may(Act.SEE_PENALTIES)
    if not (may_give if request.method == "POST" else is_seen):
        raise Http404
    if request.method != "POST":
        return _render_penalties(request, found, asker, who, may_give, {})
    form = PenaltyForm(request.POST)
    if not form.is_valid():
        return _render_penalties(request, found, asker, who, may_give, request.POST, first_error(form))
    said = form.cleaned_data
    entry = selectors.find_own_list(who, said["list"])
    try:
        give_penalty(
            who,
            said["kind"],
            said["infraction"],
            said["reason"],
            log.get_actor(found, user=asker.user),
            entry,
            now=clock.get_now(),
            seen=said["seen"] or 0,
        )
    except (InputError, ApplicationError) as error:
        status = HTTPStatus.BAD_REQUEST if isinstance(error, InputError) else HTTPStatus.CONFLICT
        return _render_penalties(request, found, asker, who, may_give, request.POST, to_sentence(error.message), status)
    messages.success(request, "The penalty is saved. The player sees it on their page.")
    return forbid_keeping(redirect("events:player-penalties", found.pk, who.pk))


@require_POST
def withdraw(request: HttpRequest, event: int, penalty: int) -> HttpResponse:
    """Withdraw a penalty with a reason: the judge who gave it, the head judge, and organizers."""
    found, asker = open_event(request, event, Act.SEE_PENALTIES)
    held, actor = open_withdrawal(found, asker, penalty)
    who = held.registration
    try:
        withdraw_penalty(held, request.POST.get("reason", ""), actor, now=clock.get_now())
    except (InputError, ApplicationError) as error:
        status = HTTPStatus.BAD_REQUEST if isinstance(error, InputError) else HTTPStatus.CONFLICT
        may_give, problem = asker.may(Act.GIVE_PENALTIES), to_sentence(error.message)
        refused = {"penalty": held.pk, "reason": request.POST.get("reason", ""), "problem": problem}
        return _render_penalties(request, found, asker, who, may_give, {}, "", status, refused)
    messages.success(request, "The penalty is withdrawn. It stays in the history and counts no more.")
    return forbid_keeping(redirect("events:player-penalties", found.pk, who.pk))


def open_withdrawal(event: Event, asker: Asker, number: int) -> tuple[Penalty, int]:
    """A penalty for who may withdraw it, also where somebody has done so, with their own number. Raises Http404."""
    held = selectors.find_penalty(event, number)
    actor = log.get_actor(event, user=asker.user)
    if not is_withdrawer(asker, actor, held):
        raise Http404
    return held, actor


def _render_penalties(
    request: HttpRequest,
    event: Event,
    asker: Asker,
    player: Registration,
    may_give: bool,
    typed: Any,
    problem: str = "",
    status: int = HTTPStatus.BAD_REQUEST,
    refused: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """The page; `refused` is a withdrawal that was not made: which, with the reason typed and what is wrong."""
    given = selectors.show_penalties_to(event, asker, selectors.list_penalties(event, [player]))
    number = next(iter(read_keys([(typed or request.GET).get("list", "")])), None)
    entry = selectors.find_own_list(player, number) if may_give else None
    offers = _list_offers(event, asker, entry) if entry else []
    offer = next((each for each in offers if each.slug == request.GET.get("for")), None)
    actor = event.actors.filter(user=asker.user).values_list("number", flat=True).first() if asker.user else None
    context = {
        "player": player,
        "penalties": given,
        "seen": len(given),
        "withdrawable": [each.pk for each in given if not each.withdrawn_at and is_withdrawer(asker, actor, each)],
        "refused": refused or {},
        "sees_all": asker.may(Act.SEE_PENALTIES),
        "may_give": may_give,
        "kinds": Penalty.Kind.choices,
        "entry": entry,
        "offers": offers,
        "typed": typed or ({"infraction": offer.infraction, "reason": offer.reason} if offer else {}),
        "problem": problem,
    }
    shown = status if problem or refused else HTTPStatus.OK
    return render_event(request, "events/triage/player_penalties.html", event, asker, context, status=shown)


def _list_offers(event: Event, asker: Asker, entry: EventList) -> list[PenaltyOffer]:
    """The offered texts for a list; who may not read it is told of its outcome alone."""
    entry.event = event
    outcome, findings = selectors.list_own_findings(entry)
    is_readable = reads_by_role(event, asker, entry, clock.get_now())
    return list_offers(
        entry.current, outcome, findings if is_readable else None, _list_discrepancies(entry, is_readable)
    )


def _list_discrepancies(entry: EventList, is_readable: bool) -> list[str]:
    """What the newest check of a list found; nothing for who may not read the list. One query."""
    check = find_last_discrepancies(entry) if is_readable else None
    return [each.says for each in list_differences(check, get_catalog(entry.event))] if check else []
