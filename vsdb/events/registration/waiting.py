"""The waiting list: who waits first is offered the place that gets free, for a time. It follows from the clock.

Nothing here waits for a job: `promote_waiting` is called wherever somebody looks or acts, and does nothing where
nothing is due.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from vsdb.core.read_only import get_read_only_mode
from vsdb.events.log import CLOCK, record
from vsdb.events.models import Event, Registration
from vsdb.events.notices.services import add_notice

State = Registration.State
WAITING = (State.PENDING, State.WAITLISTED)


@dataclass(frozen=True, slots=True)
class PlaceCounts:
    """How many places are taken, of them offered, and how many wait; `expired` offers are still counted as taken."""

    taken: int
    offered: int
    waiting: int
    expired: int


def count_places(event: Event, now: datetime) -> PlaceCounts:
    """The places of an event. 1 query."""
    found = event.registrations.aggregate(
        taken=Count("pk", filter=Q(state__in=(State.CONFIRMED, State.PENDING))),
        offered=Count("pk", filter=Q(state=State.PENDING)),
        waiting=Count("pk", filter=Q(state=State.WAITLISTED)),
        expired=Count("pk", filter=Q(state=State.PENDING, offered_until__lte=now)),
    )
    return PlaceCounts(**found)


def get_last_offer(event: Event) -> datetime:
    """Until when places are offered: as long as people may register, and up to the start."""
    return max(event.registration_closes or event.starts, event.starts)


def promote_waiting(event: Event, now: datetime) -> int:
    """Let offers expire that nobody accepted, and offer free places to who waits longest. Returns how many
    registrations changed.

    1 query where nothing is due. Nothing happens on a site in read-only mode: it follows once somebody looks again.
    """
    if not _is_due(event, count_places(event, now), now) or get_read_only_mode() is not None:
        return 0
    with transaction.atomic():
        return promote_locked(lock_places(event), now)


def _is_due(event: Event, places: PlaceCounts, now: datetime) -> bool:
    """Whether an offer has expired, or a place is free that can be offered."""
    if places.expired:
        return True
    is_free = event.capacity is None or places.taken < event.capacity
    return bool(places.waiting) and is_free and _is_offering(event, now)


def _is_offering(event: Event, now: datetime) -> bool:
    return event.stage in (Event.Stage.ANNOUNCED, Event.Stage.RUNNING) and now < get_last_offer(event)


def lock_places(event: Event, own: Iterable[int] = ()) -> Event:
    """Lock who waits and the registrations of these keys, then the event, and return it as it is now.

    Whoever changes which places are taken does this first, in this order, so that two never take the last one.
    """
    rows = event.registrations.select_for_update().filter(Q(state__in=WAITING) | Q(pk__in=list(own)))
    list(rows.order_by("pk").values_list("pk", flat=True))
    return Event.objects.select_for_update(of=("self",)).select_related("game").get(pk=event.pk)


def promote_locked(event: Event, now: datetime) -> int:
    """What `promote_waiting` does, once the places are locked."""
    expired = list(event.registrations.filter(state=State.PENDING, offered_until__lte=now))
    for player in expired:
        player.state, player.offered_until, player.waits_since = State.WITHDRAWN, None, None
        _save(player, "state", "offered_until", "waits_since")
        states = {"before": {"state": State.PENDING.value}, "after": {"state": State.WITHDRAWN.value}}
        record(event, CLOCK, "offer-expired", f"registration:{player.number}", **states)
    if not _is_offering(event, now):
        return len(expired)
    free = None if event.capacity is None else max(event.capacity - count_places(event, now).taken, 0)
    until = min(now + timedelta(hours=event.offer_hours), get_last_offer(event))
    first = list(list_waiting(event)[:free])
    for player in first:
        player.state, player.offered_until = State.PENDING, until
        _save(player, "state", "offered_until")
        states = {"before": {"state": State.WAITLISTED.value}, "after": {"state": State.PENDING.value}}
        record(event, CLOCK, "offer-place", f"registration:{player.number}", **states)
        add_notice(event, "promoted", f"{until:%Y%m%dT%H%M%S}", player)
    return len(expired) + len(first)


def list_waiting(event: Event) -> QuerySet[Registration]:
    """Who waits for a place, who came first first."""
    return event.registrations.filter(state=State.WAITLISTED).order_by("waits_since", "number")


def find_position(player: Registration) -> int | None:
    """The place on the waiting list, from 1; None for who isn't on it. 1 query."""
    if player.state != State.WAITLISTED or player.waits_since is None:
        return None
    before = Q(waits_since__lt=player.waits_since) | Q(waits_since=player.waits_since, number__lt=player.number)
    return Registration.objects.filter(before, event=player.event_id, state=State.WAITLISTED).count() + 1


def promote_everywhere(now: datetime) -> int:
    """Let offers expire and offer free places at all events, for the timer. Returns how many
    registrations changed."""
    waiting = Registration.objects.filter(state__in=WAITING).values("event")
    stages = (Event.Stage.ANNOUNCED, Event.Stage.RUNNING)
    return sum(promote_waiting(event, now) for event in Event.objects.filter(pk__in=waiting, stage__in=stages))


def _save(player: Registration, *fields: str) -> None:
    """Store fields of a locked row, and count the change."""
    player.edition += 1
    player.save(update_fields=[*fields, "edition"])
