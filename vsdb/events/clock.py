"""What an event's clock says: moments in its zone, whether registration is open, and when lists are locked.

Nothing here waits for a job: all of it follows from what the event says and the moment that is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import Enum
from zoneinfo import ZoneInfo, available_timezones

from django.utils import timezone

from engine import InputError
from vsdb.events.models import DeadlineChange, Event, Registration

ON_TIME, LATE, TOO_LATE = "on-time", "late", "too-late"
EARLIER, LATER = "earlier", "later"  #: which of two moments, where a local time exists twice


def get_now() -> datetime:
    """The moment, in UTC. All that asks what an event's clock says asks this, once in a request."""
    return timezone.now()


def find_zone(name: str) -> ZoneInfo:
    """The zone of an IANA name. Raises InputError, also for a name of a single offset such as `EST`."""
    if name != "UTC" and ("/" not in name or name not in available_timezones()):
        said = f"there is no time zone {name[:60]!r}; write one as in Europe/Berlin"
        raise InputError(said, place="zone", code="unknown-zone")
    return ZoneInfo(name)


class LocalTime(Enum):
    """How often a local time exists in a zone."""

    ONCE = "once"
    NEVER = "never"
    TWICE = "twice"


def classify_local_time(local: datetime, zone: ZoneInfo) -> LocalTime:
    """Whether a local time without zone exists there once, never (clocks go forward) or twice (they go back)."""
    first, second = (local.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1))
    if first == second:
        return LocalTime.ONCE
    back = local.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None, fold=0)
    return LocalTime.TWICE if back == local else LocalTime.NEVER


def to_utc(local: datetime, zone: ZoneInfo, *, which: str = "", place: str = "time") -> datetime:
    """The moment of a local time without zone. `which` is EARLIER or LATER where it exists twice.

    Raises InputError: `no-such-time` where it doesn't exist, `ambiguous-time` where it exists twice and nobody says
    which is meant.
    """
    found, shown = classify_local_time(local, zone), f"{local:%Y-%m-%d %H:%M}"
    if found is LocalTime.NEVER:
        said = f"{shown} doesn’t exist in {zone.key}: clocks go forward then; choose another time"
        raise InputError(said, place=place, code="no-such-time")
    if found is LocalTime.TWICE and which not in (EARLIER, LATER):
        said = f"{shown} exists twice in {zone.key}: clocks go back then; say whether the earlier or the later is meant"
        raise InputError(said, place=place, code="ambiguous-time")
    try:
        return local.replace(tzinfo=zone, fold=1 if which == LATER else 0).astimezone(UTC)
    except OverflowError as error:  # in the first or the last hours of the calendar
        raise InputError(f"{shown} is out of range", place=place, code="no-such-time") from error


def to_local(moment: datetime, event: Event) -> datetime:
    """The moment in the event's zone."""
    return moment.astimezone(ZoneInfo(event.zone))


_MAX_NAMED_DAYS = 400


def name_offsets(event: Event, first: datetime, last: datetime) -> dict[str, str]:
    """The names of the zone from one moment to another by minutes of offset, `{"60": "CET"}`, as `describe_moment` has
    them: browsers know a zone’s offsets, and not all of its names."""
    days = min(max((last - first).days, 0), _MAX_NAMED_DAYS)
    found = {}
    for local in (to_local(moment, event) for moment in (*(first + timedelta(days=day) for day in range(days)), last)):
        name, offset = local.tzname() or "", local.utcoffset() or timedelta()
        if name not in ("UTC", "") and name[0] not in "+-":
            found[str(int(offset.total_seconds()) // 60)] = name
    return found


def describe_moment(moment: datetime, event: Event) -> str:
    """The moment as pages show it: `2026-11-28 18:00 CET (UTC+1)`."""
    local = to_local(moment, event)
    name, offset = local.tzname() or "", local.utcoffset() or timedelta()
    hours, minutes = divmod(abs(int(offset.total_seconds())) // 60, 60)
    sign = "-" if offset < timedelta() else "+"
    beside = f"UTC{sign}{hours}" + (f":{minutes:02}" if minutes else "") if offset else "UTC"
    zone = beside if name in ("UTC", "") or name[0] in "+-" else f"{name} ({beside})"
    return f"{local:%Y-%m-%d %H:%M} {zone}"


def get_judged_day(event: Event) -> date:
    """The day that its lists are judged for."""
    return event.judged_on or to_local(event.starts, event).date()


def is_registration_open(event: Event, now: datetime) -> bool:
    """Whether people can register by themselves."""
    if event.stage not in (Event.Stage.ANNOUNCED, Event.Stage.RUNNING):
        return False
    opens, closes = event.registration_opens, event.registration_closes or event.starts
    return (opens is None or opens <= now) and now < closes


def get_deadline(event: Event) -> datetime:
    """Until when lists are on time, as it stands now."""
    return event.list_deadline or event.starts


def get_lock(event: Event, registration: Registration | None = None) -> datetime:
    """When lists are locked: after deadline and grace, or later for a player for whom they were opened again."""
    lock = get_deadline(event) + timedelta(seconds=event.grace_seconds)
    reopened = registration.reopened_until if registration else None
    return max(lock, reopened) if reopened else lock


def is_locked(event: Event, registration: Registration | None, now: datetime) -> bool:
    """Whether a player's lists, or those of an event, can't be changed any more: the lock is past, or the event is over
    or cancelled. The moment of the lock itself still counts."""
    return event.stage in (Event.Stage.OVER, Event.Stage.CANCELLED) or now > get_lock(event, registration)


@dataclass(frozen=True, slots=True)
class Holding:
    """How the moment at which a list was received stands against the deadline then in force.

    `deadline` is without the grace; `late_seconds` are whole seconds, and a started one counts.
    """

    state: str
    deadline: datetime
    late_seconds: int = 0


def hold_against(changes: Sequence[DeadlineChange], event: Event, received: datetime) -> Holding:
    """Hold a moment against the deadline that was in force then; `changes` is the history of the event's, oldest first.

    Up to the deadline a list is on time, up to the grace after it late, and then too late.
    """
    in_force = next((each for each in reversed(changes) if each.since <= received), None)
    deadline = in_force.deadline if in_force else get_deadline(event)
    grace = in_force.grace_seconds if in_force else event.grace_seconds
    if received <= deadline:
        return Holding(ON_TIME, deadline)
    late = received - deadline
    seconds = -(-late // timedelta(seconds=1))
    return Holding(LATE if late <= timedelta(seconds=grace) else TOO_LATE, deadline, seconds)
