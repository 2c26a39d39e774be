"""Making, changing, copying and moving events."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.events import clock
from vsdb.events.log import get_actor, record
from vsdb.events.models import DeadlineChange, Event, Registration, Role
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.services import add_notice
from vsdb.events.planning.disclosure import count_unagreed, is_wider
from vsdb.events.planning.forms import EventForm, describe_event, shift_event
from vsdb.events.registration.consents import describe_disclosure
from vsdb.events.registration.waiting import lock_places, promote_waiting
from vsdb.events.verdicts.batches import start_batch

MAX_OPEN = 200  #: events that an account has made and that aren't over
MAX_A_DAY = 100  #: that it makes
_IN_CALENDARS = ("title", "place", "starts", "ends", "zone")
_MOVED = ("place", "starts", "ends", "zone")
_OF_PLAYERS = ("reopened_until", "offered_until")  #: their own deadlines
_OPEN = (Event.Stage.DRAFT, Event.Stage.ANNOUNCED, Event.Stage.RUNNING)


class StaleEvent(ApplicationError):
    """The event was changed elsewhere since; `theirs` is what it says of itself now, `mine` what was sent."""

    def __init__(self, *, mine: Mapping[str, Any], theirs: Mapping[str, Any], edition: int) -> None:
        super().__init__("The event was changed elsewhere after you opened it. Nothing is lost.", code="stale")
        self.mine, self.theirs, self.edition = mine, theirs, edition


@dataclass(frozen=True, slots=True)
class EventChange:
    """What a change did: the fields, whether players were told that the event moved, whether its lists are
    judged anew, and how many players haven't agreed to the wider disclosure."""

    fields: tuple[str, ...]
    is_moved: bool = False
    is_judged_anew: bool = False
    unagreed: int = 0


@transaction.atomic
def create_event(plan: Mapping[str, Any], user: int, now: datetime, *, copied_from: Event | None = None) -> Event:
    """A draft that the account organizes. Raises ApplicationError where it has very many events."""
    refuse_too_many_events(user, now)
    event = Event.objects.create(**plan, copied_from=copied_from, created=now)
    actor = get_actor(event, user=user)
    Role.objects.create(event=event, user_id=user, name=Role.Name.HEAD_ORGANIZER, given_by=actor, given_at=now)
    _note_deadline(event, now)
    about = f"event:{copied_from.pk}" if copied_from else ""
    record(event, actor, "event-created", about, after={"starts": event.starts.isoformat(), **_tell_deadline(event)})
    return event


def refuse_too_many_events(user: int, now: datetime) -> None:
    """Raise ApplicationError where an account has made very many events, also where others organize them now. What
    others gave it doesn't count. Two queries."""
    roles = {"roles__user": user, "roles__name": Role.Name.HEAD_ORGANIZER, "roles__given_by": F("actors__number")}
    made = Event.objects.filter(actors__user=user, **roles).distinct()
    if made.filter(stage__in=_OPEN).count() >= MAX_OPEN:
        said = f"You have made {MAX_OPEN} events that are not over, the maximum. End or cancel one first."
        raise ApplicationError(said, code="too-many-events")
    if made.filter(created__gt=now - timedelta(days=1)).count() >= MAX_A_DAY:
        said = f"You have made {MAX_A_DAY} events within a day, the maximum. Go on tomorrow."
        raise ApplicationError(said, code="too-many-events")


def change_event(form: EventForm, event: Event, edition: int, user: int, now: datetime) -> EventChange:
    """Give an event what a valid form says. Raises StaleEvent where it was changed since that edition.

    Players are told once of a move, calendars learn of it, lists are judged anew for another format or day, and places
    that are new go to who waits.
    """
    change = _change_event(form, event, edition, user, now)
    event.refresh_from_db()
    if "capacity" in change.fields:
        promote_waiting(event, now)  # locks players before the event, so after this change is through
    return change


@transaction.atomic
def _change_event(form: EventForm, event: Event, edition: int, user: int, now: datetime) -> EventChange:
    held = lock_event(event)
    if held.edition != edition:
        mine = {name: form[name].value() for name in form.fields}
        raise StaleEvent(mine=mine, theirs=describe_event(held), edition=held.edition)
    refuse_cleared(held)
    old = copy(held)
    changed = tuple(sorted(name for name, value in form.plan.items() if getattr(old, name) != value))
    if not changed:
        return EventChange(())
    for name in changed:
        setattr(held, name, form.plan[name])
    has_new_deadline = _tell_deadline(held) != _tell_deadline(old)
    is_moved = has_new_deadline or any(name in changed for name in _MOVED)
    held.sequence += is_moved or any(name in changed for name in _IN_CALENDARS)
    held.edition += 1
    held.save()
    if has_new_deadline:
        _note_deadline(held, now)
    is_told, actor = is_moved and tell_moved(held, old), get_actor(held, user=user)
    is_other_day = clock.get_judged_day(held) != clock.get_judged_day(old)
    why = "format" if "format" in changed else "day"
    is_anew = ("format" in changed or is_other_day) and start_batch(held, why, actor, user=user) is not None
    unagreed = count_unagreed(held) if is_wider(held, old) else 0
    if unagreed:
        _ask_anew(held)
    told = {"fields": list(changed), "edition": held.edition, **_tell_deadline(held)}
    record(held, actor, "event-changed", before=_tell_deadline(old), after=told)
    return EventChange(changed, is_told, is_anew, unagreed)


def _ask_anew(event: Event) -> None:
    """Ask players whether they agree to the wider disclosure; until they do, their lists stay as they agreed."""
    said = (
        f"The organizers have changed who may read deck lists. Players are now asked to agree to this: "
        f"“{describe_disclosure(event)}” If you agreed to less, your lists stay as you agreed. Open your "
        "registration to agree to more."
    )
    add_notice(
        event,
        NoticeKind.MESSAGE,
        f"disclosure-{event.edition}",
        data={"subject": "Who reads your deck list", "text": said},
    )


def lock_event(event: Event) -> Event:
    """The event's row as it stands, locked."""
    return Event.objects.select_for_update(of=("self",)).select_related("game").get(pk=event.pk)


def refuse_cleared(event: Event) -> None:
    """Raise ApplicationError for an event whose contacts and lists are erased already."""
    if event.cleared_at:
        raise ApplicationError("Contacts and lists of this event are erased. It can’t be changed.", code="cleared")


def tell_moved(event: Event, old: Event) -> bool:
    """Tell players once of what has moved, with how it was before; nobody while it is a draft or after it."""
    if event.stage not in (Event.Stage.ANNOUNCED, Event.Stage.RUNNING):
        return False
    before = {name: getattr(old, name) for name in ("title", "place") if getattr(old, name) != getattr(event, name)}
    if old.starts != event.starts:
        before["starts"] = old.starts.isoformat()
    if clock.get_deadline(old) != clock.get_deadline(event):
        before["deadline"] = clock.get_deadline(old).isoformat()
    add_notice(event, NoticeKind.MOVED, f"sequence-{event.sequence}", data={"before": before})
    return True


def _tell_deadline(event: Event) -> dict[str, Any]:
    """The deadline with its grace, for log and comparison."""
    return {"deadline": clock.get_deadline(event).isoformat(), "grace_seconds": event.grace_seconds}


def _note_deadline(event: Event, now: datetime) -> None:
    """A row of the deadline's history."""
    deadline = clock.get_deadline(event)
    DeadlineChange.objects.create(event=event, since=now, deadline=deadline, grace_seconds=event.grace_seconds)


def copy_event(event: Event, user: int, now: datetime, *, days: int = 7) -> tuple[Event | None, EventForm]:
    """A draft of the same event so many days later, by the calendar of its zone, with the roles that people have.

    None where a time can't be taken over; the form then says which, and asks. Whoever copies is the head organizer.
    """
    form = EventForm(shift_event(event, days))
    if not form.is_valid():
        return None, form
    return create_copy(event, form, user, now), form


@transaction.atomic
def create_copy(event: Event, form: EventForm, user: int, now: datetime) -> Event:
    """The event that a valid form describes, as a copy of another one with its roles."""
    made = create_event(form.plan, user, now, copied_from=event)
    actor = get_actor(made, user=user)
    held = event.roles.filter(revoked_at=None).exclude(user=user).values_list("user", "name").distinct()
    rows = [Role(event=made, user_id=each, name=name, given_by=actor, given_at=now) for each, name in held]
    Role.objects.bulk_create(rows)
    if rows:
        record(made, actor, "roles-copied", f"event:{event.pk}", after={"roles": len(rows)})
    return made


@transaction.atomic
def extend_deadlines(event: Event, minutes: int, user: int, now: datetime) -> Event:
    """Move every deadline of an event that hasn't passed for good by so many minutes: that of lists, the end of
    registration, offers of places, and lists that were opened again for single players.

    Raises ApplicationError where lists would be locked all the same, and InputError for minutes beyond a day.
    """
    if not 1 <= minutes <= 1_440:
        raise InputError(f"{minutes} minutes; 1 to 1440 are possible", place="minutes")
    by = timedelta(minutes=minutes)
    due = [event.registrations.filter(**{f"{name}__gte": now - by}) for name in _OF_PLAYERS]
    held = lock_places(event, {key for each in due for key in each.values_list("pk", flat=True)})
    if held.stage not in _OPEN:
        raise ApplicationError("The event is over. Its deadlines can’t be extended.", code="not-open")
    old = copy(held)
    held.list_deadline = clock.get_deadline(held) + by
    if clock.get_lock(held) < now:
        said = f"The deadline passed more than {minutes} minutes ago. Extend it by more, or set it under Settings."
        raise ApplicationError(said, code="too-late")
    is_closing = held.registration_closes and held.registration_closes >= now - by
    if held.registration_closes and is_closing:
        held.registration_closes += by
    held.edition += 1
    held.sequence += 1
    held.save()
    _note_deadline(held, now)
    moved = _extend_players(held, by, now)
    tell_moved(held, old)
    told = {"minutes": minutes, "registration": bool(is_closing), **moved, **_tell_deadline(held)}
    record(held, get_actor(held, user=user), "deadlines-extended", before=_tell_deadline(old), after=told)
    event.refresh_from_db()
    return held


def _extend_players(event: Event, by: timedelta, now: datetime) -> dict[str, int]:
    """Extend offers and lists that were opened again; how many of each."""
    told = {}
    for name in _OF_PLAYERS:
        due = Registration.objects.filter(event=event, **{f"{name}__gte": now - by})
        told[name] = due.update(**{name: F(name) + by, "edition": F("edition") + 1})
    return told
