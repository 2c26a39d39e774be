"""The code that an organizer shows at the venue: browsers that open it aren't limited by their common address."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.crypto import constant_time_compare, salted_hmac

from vsdb.events.clock import to_local
from vsdb.events.models import Event

_SALT = "vsdb.events.venue"
_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_LENGTH = 8


def make_venue_code(event: Event, now: datetime) -> str:
    """The code of an event for its local day; another day has another one: `7K2M-9QXW`."""
    said = f"{event.uid}:{to_local(now, event).date().isoformat()}"
    digest = salted_hmac(_SALT, said, algorithm="sha256").digest()
    signs = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_LENGTH])
    return f"{signs[:4]}-{signs[4:]}"


def is_venue_code(event: Event, typed: str, now: datetime) -> bool:
    """Whether this is the code of today, on a day of the event. Takes the same time whatever was typed."""
    signs = "".join(sign for sign in typed.upper() if sign.isascii() and sign.isalnum())[:20]
    is_right = constant_time_compare(signs, make_venue_code(event, now).replace("-", ""))
    return is_right and is_day_of_event(event, now)


def is_day_of_event(event: Event, now: datetime) -> bool:
    """Whether it is a day of the event, in its zone; nothing is lifted for one that isn't shown or is cancelled."""
    if event.stage in (Event.Stage.DRAFT, Event.Stage.CANCELLED):
        return False
    first, last = (to_local(moment, event).date() for moment in (event.starts, event.ends))
    return first <= to_local(now, event).date() <= last


def get_end_of_day(event: Event, now: datetime) -> datetime:
    """When the local day is over, in UTC."""
    tomorrow = to_local(now, event).date() + timedelta(days=1)
    return datetime.combine(tomorrow, time(), tzinfo=ZoneInfo(event.zone)).astimezone(UTC)
