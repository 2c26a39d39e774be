"""What the addresses of the API about an event share: the event, who asks, and what they may do."""

from __future__ import annotations

from django.http import Http404
from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from vsdb.api.base import viewer_of_request
from vsdb.api.parameters import path_parameter
from vsdb.events.access import Act, Asker, find_asker, is_visible
from vsdb.events.models import Event

EVENT = path_parameter("event", "The event’s number.", int)


def open_event(request: Request, number: int, act: Act | None = None) -> tuple[Event, Asker]:
    """The event of an address, and who asks, by the account of the token. A role is looked up with each request.

    Raises NotAuthenticated where something is to be written without a token, and Http404 where the event doesn't exist
    for them or they may not do this.
    """
    user = viewer_of_request(request).user
    if user is None and request.method not in SAFE_METHODS:
        raise NotAuthenticated
    event = Event.objects.select_related("game").filter(pk=number).first()
    if event is None:
        raise Http404
    asker = find_asker(event, user)
    if not is_visible(event, asker) or (act is not None and not asker.may(act)):
        raise Http404
    return event, asker
