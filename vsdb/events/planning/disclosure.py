"""Whether an event discloses more than before, and more than its players have agreed to."""

from __future__ import annotations

from django.db.models import Q

from vsdb.events.access import LEVELS, MOMENTS
from vsdb.events.models import Event, Registration


def is_wider(event: Event, old: Event) -> bool:
    """Whether an event discloses lists to more people than it did, or earlier."""
    if event.disclosure == Event.Disclosure.NOBODY:
        return False
    if LEVELS.index(event.disclosure) > LEVELS.index(old.disclosure):
        return True
    names = ("disclosed_from", "disclosed_round", "disclosed_at")
    is_other = any(getattr(event, name) != getattr(old, name) for name in names)
    return is_other and event.disclosed_from != Event.DisclosedFrom.OVER


def count_unagreed(event: Event) -> int:
    """How many players have agreed to less than the event discloses; one query."""
    narrower = LEVELS[: LEVELS.index(event.disclosure)]
    if event.disclosed_from == Event.DisclosedFrom.DATE:
        earlier = Q(agreed_from__in=MOMENTS)
    else:
        at = MOMENTS.index(Event.DisclosedFrom(event.disclosed_from))
        earlier = Q(agreed_from__in=MOMENTS[at + 1 :]) | Q(agreed_from=Event.DisclosedFrom.DATE)
    playing = event.registrations.exclude(state=Registration.State.WITHDRAWN)
    if event.disclosure == Event.Disclosure.NOBODY:
        return 0
    return playing.filter(Q(agreed_disclosure__in=narrower) | earlier).count()
