"""What is erased of events: contacts and unpublished lists after their retention, penalties after theirs.

The log stays whole: it names nobody. Statistics are stored before anything goes, so that they stay the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet

from engine import NotFound
from vsdb.events import log
from vsdb.events.models import (
    Batch,
    DeckCheck,
    Device,
    Event,
    EventList,
    JudgeNote,
    ListVersion,
    Notice,
    PaperJob,
    Penalty,
    Registration,
    Ruling,
    StageChange,
    SyncItem,
)
from vsdb.events.paper.drawing import find_file
from vsdb.events.publishing.statistics import ERASED_PENALTIES, compute_statistics, count_penalties
from vsdb.events.registration.names import make_sort_key

_CONTACTS = ("sort_name", "email", "external_id", "code", "asks_desk")


@dataclass(frozen=True, slots=True)
class ClearedEvent:
    """What was erased of an event, or would be."""

    event: int
    title: str
    players: int
    lists: int
    penalties: int


def list_due_events(now: datetime) -> list[Event]:
    """The events whose contacts and lists have to go by now, the oldest first. One query."""
    return [
        each for each in Event.objects.filter(cleared_at=None, ends__lt=now).order_by("ends", "pk") if is_due(each, now)
    ]


def is_due(event: Event, now: datetime) -> bool:
    """Whether contacts and unpublished lists of an event are past their retention."""
    return event.ends + timedelta(days=event.retention_days) <= now


def list_events_with_old_penalties(now: datetime) -> list[Event]:
    """The events whose penalties have to go by now. One query."""
    found = Event.objects.filter(ends__lt=now, registrations__penalties__isnull=False).distinct().order_by("ends", "pk")
    return [each for each in found if each.ends + timedelta(days=each.penalty_days) <= now]


def count_due(now: datetime) -> int:
    """How many events have something to erase."""
    return len({each.pk for each in (*list_due_events(now), *list_events_with_old_penalties(now))})


def clear_due_events(now: datetime, limit: int | None = None) -> Iterator[ClearedEvent]:
    """Erase what is past its retention, an event at a time, each in its own transaction."""
    due = {each.pk: each for each in (*list_due_events(now), *list_events_with_old_penalties(now))}
    for event in list(due.values())[:limit]:
        yield clear_event(event, now)


def describe_due_events(now: datetime) -> Iterator[ClearedEvent]:
    """What `clear_due_events` would erase."""
    contacts = {each.pk: each for each in list_due_events(now)}
    penalties = {each.pk: each for each in list_events_with_old_penalties(now)}
    for pk, event in {**contacts, **penalties}.items():
        players = event.registrations.count() if pk in contacts else 0
        lists = _list_unpublished(event).count() if pk in contacts else 0
        gone = Penalty.objects.filter(registration__event=event).count() if pk in penalties else 0
        yield ClearedEvent(pk, event.title, players, lists, gone)


@transaction.atomic
def clear_event(event: Event, now: datetime) -> ClearedEvent:
    """Erase of one event what is past its retention; a log row of the clock says how much."""
    players = list(event.registrations.select_for_update().order_by("pk"))
    event = Event.objects.select_for_update().get(pk=event.pk)
    lists = penalties = 0
    named = 0
    if event.cleared_at is None and is_due(event, now):
        # As JSON at once, so that what is shown later is what was shown before.
        event.statistics = json.loads(json.dumps(compute_statistics(event)))
        event.cleared_at = now
        event.save(update_fields=["statistics", "cleared_at"])
        lists = _erase_lists(event)
        for player in players:
            forget_contacts(player)
        named = len(players)
        _erase_work(event)
    if event.ends + timedelta(days=event.penalty_days) <= now:
        penalties = _erase_penalties(event)
    if named or lists or penalties or event.cleared_at == now:
        after = {"players": named, "lists": lists, "penalties": penalties}
        log.record(event, log.CLOCK, "cleared", f"event:{event.pk}", after=after)
    return ClearedEvent(event.pk, event.title, named, lists, penalties)


def _erase_penalties(event: Event) -> int:
    """Erase the penalties; how many. Their number by kind is kept for statistics that are stored later."""
    if event.cleared_at is None:
        event.statistics = {ERASED_PENALTIES: count_penalties(event)}
        event.save(update_fields=["statistics"])
    return Penalty.objects.filter(registration__event=event).delete()[0]


def forget_contacts(player: Registration, *, keeps_name: bool | None = None) -> None:
    """Erase how a player is reached, and the name unless the player agreed to be named beside published lists."""
    for name in _CONTACTS:
        setattr(player, name, "")
    player.asked_at = None
    if not (player.may_be_named if keeps_name is None else keeps_name):
        player.shown_name = f"Player {player.number}"
        player.may_be_named = False
    player.sort_key = make_sort_key("", player.shown_name)
    player.edition += 1
    player.save()


def _list_unpublished(event: Event) -> QuerySet[EventList]:
    return EventList.objects.filter(event=event, published=None)


def forget_checks(checks: QuerySet[DeckCheck]) -> None:
    """Erase the cards of deck checks, and what devices sent of them; counts, judges and times stay."""
    SyncItem.objects.filter(deck_check__in=checks).update(payload={})
    checks.update(lines=[], counts={})


def _erase_lists(event: Event) -> int:
    """Erase lists that aren't published with their verdicts and rulings, and what else published ones once were.

    Of all deck checks the cards go, and so do judges' notes and what devices sent.
    """
    forget_checks(DeckCheck.objects.filter(event=event))
    SyncItem.objects.filter(event=event).update(payload={}, message="")
    JudgeNote.objects.filter(event=event).delete()
    Device.objects.filter(event=event).delete()
    gone = _list_unpublished(event)
    count = gone.count()
    Ruling.objects.filter(Q(list=None) | Q(list__in=gone), event=event).delete()
    gone.delete()
    for entry in EventList.objects.filter(event=event):
        entry.draft, entry.draft_at = "", None
        entry.save(update_fields=["draft", "draft_at"])
        ListVersion.objects.filter(list=entry).exclude(pk=entry.current_id or 0).delete()
    forget_given(ListVersion.objects.filter(list__event=event))
    return count


def forget_given(versions: QuerySet[ListVersion]) -> None:
    """Keep of versions the cards alone: the text as it came may name its player, and so may why it was replaced."""
    versions.update(given=F("text"), reason="")


def _erase_work(event: Event) -> None:
    """Erase notices, papers with their files, and what batches found alike; why stages changed may name somebody."""
    Notice.objects.filter(event=event).delete()
    for job in PaperJob.objects.filter(event=event):
        with suppress(NotFound):
            find_file(job).unlink(missing_ok=True)
    PaperJob.objects.filter(event=event).delete()
    Batch.objects.filter(event=event).delete()
    StageChange.objects.filter(event=event).update(reason="")
