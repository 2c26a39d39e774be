"""Who may reach what of an event's deck checks."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse

from vsdb.events.access import Act, Asker, find_list, may_read_list, open_event
from vsdb.events.checks import selectors
from vsdb.events.models import DeckCheck, Event, EventList
from vsdb.events.rendering import render_event
from vsdb.events.triage.loading import reads_no_list


def open_checks(request: HttpRequest, number: int) -> tuple[Event, Asker]:
    """The event of an address for who checks decks there. Raises Http404 for others."""
    event, asker = open_event(request, number, Act.CHECK_DECKS)
    if reads_no_list(event, asker):
        raise Http404
    return event, asker


def refuse_staff(request: HttpRequest, event: Event, asker: Asker) -> HttpResponse | None:
    """A page that says who sees deck checks, for who works at the event and doesn't, else None."""
    plays = reads_no_list(event, asker)
    if asker.may(Act.CHECK_DECKS) and not plays:
        return None
    context = {
        "plays": asker.may(Act.CHECK_DECKS) and plays,
        "may_see_statistics": asker.may(Act.SEE_LIST_STATES),
        "may_give_roles": asker.may(Act.GIVE_ROLES),
    }
    return render_event(request, "events/checks/refused.html", event, asker, context, status=HTTPStatus.FORBIDDEN)


def find_own_check(event: Event, asker: Asker, number: int) -> DeckCheck:
    """A check of this event that somebody may read. Raises Http404."""
    check = selectors.find_check(event, number)
    if not selectors.may_read_check(event, asker, check):
        raise Http404
    return check


def find_own_list(event: Event, asker: Asker, number: int, now: datetime) -> EventList:
    """A list of this event that somebody may check now. Raises Http404."""
    entry = find_list(event, number)
    entry.event = event
    if not may_read_list(event, asker, entry, now) or not selectors.may_check(event, asker):
        raise Http404
    return entry


def is_judge(event: Event, asker: Asker, check: DeckCheck) -> bool:
    """Whether somebody counts in an open check now. One query."""
    own = event.actors.filter(user=asker.user).values_list("number", flat=True).first()
    return own is not None and selectors.is_open_for(check, own)
