"""Pages of players: to register, to enter with a code, and one's own page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine import InputError
from vsdb.core.limits.venues import is_at_venue, remember_venue
from vsdb.core.qr import render_svg
from vsdb.core.responses import forbid_keeping
from vsdb.core.sealed_fields import read_word
from vsdb.events import clock
from vsdb.events.access import Act, Asker, is_covered, open_event, open_own, remember_entry
from vsdb.events.log import get_actor
from vsdb.events.models import STANDING, Event, EventList, ListVerdict, Registration
from vsdb.events.registration import limits, selectors, services
from vsdb.events.registration.consents import DISCLOSURE, describe_disclosure, list_agreed, list_wordings
from vsdb.events.registration.forms import CodeForm, ConsentsForm, RegistrationForm
from vsdb.events.registration.news import describe_leaving, list_news
from vsdb.events.registration.venue import get_end_of_day, is_day_of_event, is_venue_code, make_venue_code
from vsdb.events.registration.waiting import count_places, find_position, promote_waiting
from vsdb.events.rendering import render_event
from vsdb.events.verdicts.selectors import get_record

State = Registration.State
_SHOW_CODE = "event_code_shown"  #: the session's word for the registration whose new code the next page shows, once
_PAGE = "events/registration/{}.html"


@dataclass(frozen=True, slots=True)
class OwnList:
    """A list on one's own page: where it is, and what was received last."""

    entry: EventList | None
    slot: int
    href: str
    received: str
    record: ListVerdict | None


@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, event: int) -> HttpResponse:
    """The form to register; a POST registers and leads to one's own page, which shows the code once."""
    now = clock.get_now()
    found, asker = open_event(request, event)
    if asker.registration is not None:
        return forbid_keeping(redirect("events:me", event))
    promote_waiting(found, now)
    user = request.user if request.user.is_authenticated else None
    start = {"shown_name": user.get_username()} if user else {}
    is_known = False
    form = RegistrationForm(request.POST if request.method == "POST" else None, event=found, initial=start)
    if form.is_bound and form.is_valid():
        if user is None:
            limits.refuse_too_many_registrations(request)
        names = form.list_names()
        if user:
            names["email"] = user.email
        try:
            player, code = services.register(
                found, **names, user=user.pk if user else None, consents=form.get_consents(), now=now
            )
        except InputError as error:
            form.refuse(error)
            is_known = error.code == "known-address"
        else:
            if found.registrations.filter(shown_name__iexact=player.shown_name).exclude(pk=player.pk).exists():
                messages.warning(request, "Another player has the same name. If it is you, tell the desk.")
            if code:
                remember_entry(request, player)
                request.session[_SHOW_CODE] = player.pk
            return forbid_keeping(redirect("events:me", event))
    places, opens = count_places(found, now), found.registration_opens
    context = {
        "form": form,
        "is_known": is_known,
        "is_open": clock.is_registration_open(found, now),
        "opens": _say(found, opens if opens and opens > now else None),
        "closes": _say(found, found.registration_closes or found.starts),
        "is_full": found.capacity is not None and (places.taken >= found.capacity or places.waiting > 0),
        "places": places,
        "account": user,
    }
    return _render(request, "register", found, asker, context, 400 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def enter(request: HttpRequest, event: int) -> HttpResponse:
    """The form for a code; the right one opens one's own page in this browser."""
    found, asker = open_event(request, event)
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        limits.refuse_too_many_codes(request, found)
        player = selectors.find_by_code(found, form.cleaned_data["code"])
        if player is not None and asker.user is None:
            remember_entry(request, player)
            return forbid_keeping(redirect("events:me", event))
        if player is not None:
            form.add_error("code", "This code is of a player without an account. Sign out, then enter it.")
        else:
            limits.count_wrong_code(request, found)
            form.add_error("code", "Nobody at this event has this code. Check it, or ask the desk for a new one.")
    return _render(request, "enter", found, asker, {"form": form}, 400 if form.is_bound else 200)


@require_safe
def show_own(request: HttpRequest, event: int) -> HttpResponse:
    """One's own page: state, table, lists, consents and log."""
    now = clock.get_now()
    found, asker, player = open_own(request, event)
    if promote_waiting(found, now):
        player.refresh_from_db()
    player.event = found
    return _show_own(request, found, asker, player, now)


def _show_own(request: HttpRequest, event: Event, asker: Asker, player: Registration, now: datetime) -> HttpResponse:
    agreed = {what: row["agreed"] for what, row in list_agreed(player).items()}
    asked = list_agreed(player).get(DISCLOSURE, {})
    lists = selectors.list_own_lists(player)
    log = selectors.list_own_log(event, player, asker, lists)
    own, is_out = _list_own(event, lists), player.state in (State.WITHDRAWN, State.DROPPED)
    context = {
        "news": list_news(event, player),
        "leaving": describe_leaving(log),
        "next": next((each for each in own if not each.received), None)
        if not is_out and not clock.is_locked(event, player, now)
        else None,
        "player": player,
        "own_table": selectors.find_own_table(event, player) if player.state == State.CONFIRMED else None,
        "code": _take_code(request, player),
        "position": find_position(player),
        "offered_until": _say(event, player.offered_until),
        "may_return": player.state == State.WITHDRAWN and clock.is_registration_open(event, now),
        "is_out": is_out,
        "is_ended": event.stage in (Event.Stage.OVER, Event.Stage.CANCELLED),
        "consents": ConsentsForm(event=event, initial=agreed) if list_wordings(event) else None,
        "is_asked_anew": not is_covered(event, player) and asked.get("text") != describe_disclosure(event),
        "lists": own,
        "log": [(line, clock.describe_moment(line.at, event)) for line in log],
        "deadline": _say(event, clock.get_deadline(event)),
        "penalties": player.penalties.filter(STANDING).count(),
        "withdrawn": player.penalties.exclude(STANDING).count(),
    }
    return _render(request, "me", event, asker, context)


def _list_own(event: Event, lists: list[EventList]) -> list[OwnList]:
    """One's lists by slot, also those that are still missing."""
    if event.lists == Event.Lists.NONE:
        return []
    held = {each.slot: each for each in lists}
    found = []
    for slot in sorted({*held, *range(1, event.lists_per_entry + 1)}):
        entry = held.get(slot)
        current = entry.current if entry else None
        received = _say(event, current.received if current else None)
        record = get_record(entry) if entry and current else None
        found.append(OwnList(entry, slot, reverse("events:my-list-slot", args=(event.pk, slot)), received, record))
    return found


@require_POST
def withdraw(request: HttpRequest, event: int) -> HttpResponse:
    """Withdraw, decline a place, or drop once the event runs."""
    return _act(request, event, services.withdraw)


@require_POST
def accept(request: HttpRequest, event: int) -> HttpResponse:
    """Take the place that is offered."""
    return _act(request, event, services.accept_offer)


@require_POST
def register_again(request: HttpRequest, event: int) -> HttpResponse:
    """Register again after one has withdrawn."""
    return _act(request, event, services.register_again)


@require_POST
def agree(request: HttpRequest, event: int) -> HttpResponse:
    """Keep what one agrees to from now on."""

    def keep(found: Event, own: Registration, by: int, now: datetime) -> object:
        form = ConsentsForm(request.POST, event=found)
        form.is_valid()
        return services.set_consents(found, own, form.get_consents(), by, now)

    return _act(request, event, keep)


def _act(
    request: HttpRequest, event: int, action: Callable[[Event, Registration, int, datetime], object]
) -> HttpResponse:
    """Do something with one's own registration, and lead back to one's page."""
    now = clock.get_now()
    found, asker, player = open_own(request, event)
    action(found, player, get_actor(found, user=asker.user if player.user_id else None, registration=player), now)
    return forbid_keeping(redirect("events:me", event))


@require_http_methods(["GET", "HEAD", "POST"])
def venue(request: HttpRequest, event: int) -> HttpResponse:
    """The code of the venue: shown to who works at the event, and taken from everybody else, also from the address."""
    now = clock.get_now()
    found, asker = open_event(request, event)
    sent = request.POST if request.method == "POST" else request.GET if "code" in request.GET else None
    form = CodeForm(sent)
    if form.is_bound and form.is_valid():
        limits.refuse_too_many_codes(request, found)
        if is_venue_code(found, form.cleaned_data["code"], now):
            remember_venue(request, found.pk, get_end_of_day(found, now))
            return forbid_keeping(redirect("events:venue", event))
        limits.count_wrong_code(request, found)
        form.add_error("code", "This is not today’s code of the venue. It changes every day; look at the desk.")
    context = {"form": form, "is_day": is_day_of_event(found, now), "is_at_venue": is_at_venue(request)}
    if asker.may(Act.SEE_DESK) and context["is_day"]:
        code = make_venue_code(found, now)
        link = request.build_absolute_uri(f"{reverse('events:venue', args=(event,))}?code={code}")
        context |= {"code": code, "link": link, "qr": render_svg(link, "The venue’s code")}
    is_wrong = form.is_bound and not form.is_valid()
    return _render(request, "venue", found, asker, context, 400 if is_wrong else 200)


def _take_code(request: HttpRequest, player: Registration) -> str:
    """The code that was just made for whoever registered in this browser; shown once."""
    if request.session.get(_SHOW_CODE) != player.pk or request.method == "HEAD":
        return ""
    del request.session[_SHOW_CODE]
    return read_word(player, "code")


def _say(event: Event, moment: datetime | None) -> str:
    return clock.describe_moment(moment, event) if moment else ""


def _render(
    request: HttpRequest, page: str, event: Event, asker: Asker, context: dict[str, object], status: int = 200
) -> HttpResponse:
    return render_event(request, _PAGE.format(page), event, asker, context, status=status)
