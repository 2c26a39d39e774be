"""Reads of notices, and of the events that calendars and feeds tell of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q, QuerySet

from vsdb.events.access import Asker
from vsdb.events.models import Event, Notice
from vsdb.events.notices.kinds import NoticeKind

_KEPT = timedelta(days=60)  #: for which calendars still hold an event that is over
MAX_ENTRIES = 200


def list_public_events(game: str, now: datetime) -> QuerySet[Event]:
    """The events that somebody's calendar shows: all that are announced and not long over, the earliest first; one
    query. Cancelled ones stay, so that calendars learn of it."""
    found = Event.objects.filter(ends__gte=now - _KEPT, is_sample=False).exclude(stage=Event.Stage.DRAFT)
    if game:
        found = found.filter(game=game)
    return found.order_by("starts", "pk")[:MAX_ENTRIES]


def list_newest_events(game: str, limit: int) -> QuerySet[Event]:
    """The events that were made last and are announced; `changed` is when the deadline was last set. One query."""
    found = Event.objects.filter(is_sample=False).exclude(stage=Event.Stage.DRAFT)
    if game:
        found = found.filter(game=game)
    return found.annotate(changed=Max("deadlines__since")).order_by("-created", "-pk")[:limit]


@dataclass(frozen=True, slots=True)
class NoticeCounts:
    """How many notices of an event wait, of them failed before, were sent, broke off, and are never sent."""

    waiting: int
    failed: int
    later: int
    sent: int
    broken_off: int
    dropped: int


_WAITS = Q(sent=None, dropped=None)


def count_notices(event: Event, now: datetime) -> NoticeCounts:
    """How far the notices of an event are; one query."""
    found = Notice.objects.filter(event=event).aggregate(
        count_waiting=Count("pk", filter=_WAITS & Q(due__lte=now)),
        count_failed=Count("pk", filter=_WAITS & ~Q(problem="")),
        count_later=Count("pk", filter=_WAITS & Q(due__gt=now)),
        count_sent=Count("pk", filter=Q(sent__isnull=False, until=None)),
        count_broken_off=Count("pk", filter=Q(sent__isnull=False, until__lte=now)),
        count_dropped=Count("pk", filter=Q(dropped__isnull=False)),
    )
    return NoticeCounts(**{name.removeprefix("count_"): count for name, count in found.items()})


#: They tell when others have handed in or changed a list, which is none of a player's business.
_OF_LISTS = (NoticeKind.RECEIVED, NoticeKind.REPLACED, NoticeKind.RULING)


def list_notices(event: Event, asker: Asker) -> QuerySet[Notice]:
    """The notices of an event with whom they are for, the newest first; for who plays without those about lists before
    the event is over."""
    found = Notice.objects.filter(event=event).select_related("registration").order_by("-made", "-pk")
    if asker.plays and event.stage != Event.Stage.OVER:
        found = found.exclude(kind__in=_OF_LISTS)
    return found


def describe_state(notice: Notice, now: datetime) -> str:
    """How far a notice is, in a word or two."""
    if notice.dropped:
        return "not sent"
    if notice.sent:
        return "sent" if notice.until is None else "handed over" if notice.until > now else "interrupted"
    if notice.problem:
        return "failed, waits"
    return "waiting" if notice.due <= now else "later"
