"""Events as calendars (RFC 5545): an entry of each, and one of its list deadline with an alarm. All moments are UTC.

An entry keeps its UID for ever, and SEQUENCE grows with each change, so that calendars take the newest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta

from django.urls import reverse
from icalendar import Alarm, Calendar
from icalendar import Event as Entry

from engine.model.cards import GAMES
from vsdb.events import clock
from vsdb.events.models import Event

CONTENT_TYPE = "text/calendar; charset=utf-8"
ALARM_BEFORE = timedelta(hours=3)
_PRODUCT = "-//vsdb//events//EN"


def render_calendar(events: Iterable[Event], title: str, absolute: Callable[[str], str], now: datetime) -> bytes:
    """A calendar of events; `absolute` makes a whole address of a path."""
    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _plain(title))
    for event in events:
        for entry in _build_entries(event, absolute(reverse("events:event", args=(event.pk,))), now):
            calendar.add_component(entry)
    made: bytes = calendar.to_ical()
    return made


def _build_entries(event: Event, address: str, now: datetime) -> Iterator[Entry]:
    title = _plain(event.title)
    whole = _start_entry(event, event.uid, title, address, now)
    whole.add("dtstart", event.starts.astimezone(UTC))
    whole.add("dtend", max(event.ends, event.starts).astimezone(UTC))
    if event.place:
        whole.add("location", _plain(event.place))
    lines = [GAMES.get(event.game_id, event.game_id), address]
    if event.lists == Event.Lists.NONE:
        whole.add("description", "\n".join(lines))
        yield whole
        return
    deadline = clock.get_deadline(event)
    whole.add("description", "\n".join([*lines, f"List deadline: {clock.describe_moment(deadline, event)}"]))
    yield whole
    entry = _start_entry(event, f"{event.uid}-deadline", f"List deadline: {title}", address, now)
    entry.add("dtstart", deadline.astimezone(UTC))
    entry.add("transp", "TRANSPARENT")
    entry.add("description", f"Submit your list: {address}")
    if event.stage != Event.Stage.CANCELLED:
        alarm = Alarm()
        alarm.add("action", "DISPLAY")
        alarm.add("description", f"List deadline: {title}")
        alarm.add("trigger", -ALARM_BEFORE)
        entry.add_component(alarm)
    yield entry


def _start_entry(event: Event, uid: str, title: str, address: str, now: datetime) -> Entry:
    """An entry with what both have."""
    entry = Entry()
    entry.add("uid", uid)
    entry.add("dtstamp", now.astimezone(UTC))
    entry.add("sequence", event.sequence)
    entry.add("status", "CANCELLED" if event.stage == Event.Stage.CANCELLED else "CONFIRMED")
    entry.add("summary", title)
    entry.add("url", address)
    return entry


def _plain(text: str) -> str:
    """A text in one line, without what no calendar holds."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
