"""Players whose list is missing are reminded before the deadline: once for each threshold."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count, Q

from vsdb.events import clock
from vsdb.events.models import Event, Notice, Registration
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.services import add_notices

HOURS = (48, 3)  #: before the deadline, the earliest first


def make_reminders(now: datetime) -> int:
    """Make the reminders that are due; how many were made. One query where no deadline is near.

    An announced event that takes lists reminds confirmed players who have submitted fewer than it asks for. Whoever
    registers after a threshold isn't reminded of it; nor is anybody twice, unless the deadline has moved by more than
    the threshold since.
    """
    near = now + timedelta(hours=HOURS[0])
    is_near = Q(list_deadline__gt=now, list_deadline__lte=near) | Q(
        list_deadline=None, starts__gt=now, starts__lte=near
    )
    events = Event.objects.filter(is_near, stage=Event.Stage.ANNOUNCED).exclude(lists=Event.Lists.NONE)
    return sum(_remind(event, now) for event in events)


def _remind(event: Event, now: datetime) -> int:
    deadline = clock.get_deadline(event)
    hours = next(each for each in reversed(HOURS) if now >= deadline - timedelta(hours=each))
    threshold = deadline - timedelta(hours=hours)
    missing = (
        Registration.objects.filter(event=event, state=Registration.State.CONFIRMED, registered__lte=threshold)
        .annotate(submitted=Count("lists", filter=Q(lists__current__isnull=False)))
        .filter(submitted__lt=event.lists_per_entry)
        .order_by("pk")
    )
    reminded = _list_reminded(event, hours, threshold)
    players = [player for player in missing.values_list("pk", flat=True) if player not in reminded]
    if players:
        data = {"hours": hours, "deadline": deadline.isoformat()}
        add_notices(event, NoticeKind.DEADLINE, f"{hours}-{deadline.isoformat()}", players, data)
    return len(players)


def _list_reminded(event: Event, hours: int, threshold: datetime) -> set[int]:
    """The registrations that were reminded by this threshold of this deadline, or of one not much earlier."""
    told = Notice.objects.filter(event=event, kind=NoticeKind.DEADLINE).values_list("registration", "data")
    return {
        player
        for player, data in told
        if player is not None and data.get("hours") == hours and datetime.fromisoformat(data["deadline"]) >= threshold
    }
