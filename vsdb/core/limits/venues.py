"""Browsers at the venue of an event, whose players share one address: limits by address are wider for them.

The organizer shows a code at the venue (`vsdb.events.registration.venue`); whoever opens it is remembered here until
the day of the event is over.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

_VENUES = "event_venues"  #: the session's word for the events at which a browser is, with until when, as ISO text
_MAX_VENUES = 10


def remember_venue(request: HttpRequest, event: int, until: datetime) -> None:
    """The browser keeps that it is at an event until a moment."""
    others = {key: value for key, value in request.session.get(_VENUES, {}).items() if key != str(event)}
    request.session[_VENUES] = dict([*others.items(), (str(event), until.isoformat())][-_MAX_VENUES:])


def is_at_venue(request: HttpRequest) -> bool:
    """Whether a browser is at an event now; a request without a session's cookie isn't, and looks into no session."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return False
    now = timezone.now()
    return any(datetime.fromisoformat(until) > now for until in request.session.get(_VENUES, {}).values())
