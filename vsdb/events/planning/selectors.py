"""Reads about events: those that everybody sees, one's own, and a month of them."""

from __future__ import annotations

import calendar
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.db.models import Q, QuerySet

from engine import NotFound
from vsdb.catalog.cards.selectors import get_reference
from vsdb.catalog.formats.lookup import format_named
from vsdb.events import clock
from vsdb.events.models import Event, Registration, Role

_SHOWN = (Event.Stage.ANNOUNCED, Event.Stage.RUNNING)
_PAST = (*_SHOWN, Event.Stage.OVER, Event.Stage.CANCELLED)
_OWN = 50  #: of one's own events that are listed


@dataclass(frozen=True, slots=True)
class EventFilter:
    """What a list of events is narrowed by: a game, a format by its slug, and whether past ones are asked for."""

    game: str = ""
    format: str = ""
    is_past: bool = False

    def narrow(self, events: QuerySet[Event]) -> QuerySet[Event]:
        """The events of that game and format; one by an organizer in whatever version."""
        if self.game:
            events = events.filter(game=self.game)
        if self.format:
            events = events.filter(Q(format=self.format) | Q(format__startswith=f"{self.format}@"))
        return events


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """An event with what one is there: the labels of roles, and the state of one's registration."""

    event: Event
    roles: tuple[str, ...]
    state: str


def list_coming_events(now: datetime) -> QuerySet[Event]:
    """Events that everybody sees and that haven't ended, the next one first; one of several days until its last."""
    is_going_on = Q(stage=Event.Stage.ANNOUNCED, ends__gte=now) | Q(stage=Event.Stage.RUNNING)
    return Event.objects.filter(is_going_on, is_sample=False).select_related("game").order_by("starts", "pk")


def list_past_events(now: datetime) -> QuerySet[Event]:
    """Events that are over or cancelled, or that ended without a word, the last one first."""
    is_past = Q(stage__in=(Event.Stage.OVER, Event.Stage.CANCELLED)) | Q(stage=Event.Stage.ANNOUNCED, ends__lt=now)
    return Event.objects.filter(is_past, is_sample=False).select_related("game").order_by("-starts", "-pk")


def list_public_events(narrowing: EventFilter, now: datetime) -> QuerySet[Event]:
    """The events that everybody sees, of those that are asked for."""
    return narrowing.narrow(list_past_events(now) if narrowing.is_past else list_coming_events(now))


def list_own_events(user: int | None, entered: Iterable[int] = (), *, now: datetime) -> list[OwnEvent]:
    """The events that one works at or plays in and that aren't long over, the next one first; 3 queries at most.

    `entered` are the registrations whose codes the browser has given.
    """
    roles: defaultdict[int, list[str]] = defaultdict(list)
    if user is not None:
        held = Role.objects.filter(user=user, revoked_at=None).order_by("pk")
        for event, name in held.values_list("event", "name"):
            roles[event].append(Role.Name(name).label)
    own = Q(pk__in=list(entered), user=None) | (Q(user=user) if user is not None else Q())
    playing = Registration.objects.filter(own).exclude(state=Registration.State.WITHDRAWN)
    states: Mapping[int, str] = {}
    if user is not None or entered:
        states = dict(playing.values_list("event", "state"))
    if not roles and not states:
        return []
    shown = Event.objects.filter(Q(pk__in=list(roles)) | Q(pk__in=list(states)) & ~Q(stage=Event.Stage.DRAFT))
    recent = shown.filter(ends__gte=now - timedelta(days=7)).exclude(stage=Event.Stage.CANCELLED)
    events = recent.select_related("game").order_by("starts", "pk")[:_OWN]
    return [OwnEvent(each, tuple(roles.get(each.pk, ())), states.get(each.pk, "")) for each in events]


def list_formats(now: datetime, narrowing: EventFilter) -> list[tuple[str, str]]:
    """The formats of the events that are listed, slug and name, to choose from; one query and one for own ones."""
    every = EventFilter(narrowing.game, "", narrowing.is_past)
    pairs = list_public_events(every, now).order_by("game", "format").values_list("game", "format").distinct()
    found = {fmt.partition("@")[0]: name_format(game, fmt) for game, fmt in pairs[:200]}
    return sorted(found.items(), key=lambda each: each[1].casefold())


def name_format(game: str, slug: str) -> str:
    """The name of an event's format; the slug where it is gone."""
    try:
        found = format_named(get_reference(game), slug)
    except NotFound:
        return slug
    return found.name if found else slug


@dataclass(frozen=True, slots=True)
class MonthDay:
    """A day of a calendar with the events of that day, in their own zones."""

    day: date
    is_outside: bool
    is_today: bool
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Month:
    """A month by its weeks, from Monday, with the months beside it."""

    first: date
    weeks: tuple[tuple[MonthDay, ...], ...]

    @property
    def before(self) -> str:
        """The month before, as addresses have it."""
        return f"{self.first - timedelta(days=1):%Y-%m}"

    @property
    def after(self) -> str:
        """The month after."""
        return f"{self.first + timedelta(days=31):%Y-%m}"


def load_month(first: date, narrowing: EventFilter, now: datetime) -> Month:
    """The calendar of a month; one query. An event of several days stands on each of them."""
    weeks = calendar.Calendar().monthdatescalendar(first.year, first.month)
    begins, ends = (
        datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=by)
        for day, by in ((weeks[0][0], -1), (weeks[-1][-1], 2))
    )
    shown = Event.objects.filter(stage__in=_PAST, is_sample=False, starts__lt=ends, ends__gt=begins)
    events: defaultdict[date, list[Event]] = defaultdict(list)
    for event in narrowing.narrow(shown).select_related("game").order_by("starts", "pk"):
        day, last = (clock.to_local(each, event).date() for each in (event.starts, event.ends))
        while day <= last:
            events[day].append(event)
            day += timedelta(days=1)
    today = now.date()
    return Month(
        first,
        tuple(
            tuple(MonthDay(day, day.month != first.month, day == today, tuple(events[day])) for day in week)
            for week in weeks
        ),
    )
