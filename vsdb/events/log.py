"""The log of an event: one row an action, in the transaction of the action, chained by hash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Max

from vsdb.events import clock
from vsdb.events.models import Actor, Event, LogEntry, Registration

CLOCK = 0  #: the actor of what follows from time or from new facts


def record(
    event: Event,
    actor: int,
    action: str,
    about: str = "",
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> LogEntry:
    """Add a row to the log, in the transaction of what it tells of. Lock other rows before this one: the event's row is
    the head of the chain, and two who add at once wait for each other there.

    `before` and `after` hold states, numbers and references as plain JSON; never a name, an address, a card or a list.
    """
    with transaction.atomic():
        Event.objects.select_for_update().only("pk").get(pk=event.pk)
        head = LogEntry.objects.filter(event=event.pk).order_by("-number").first()
        entry = LogEntry(
            event=event.pk,
            number=head.number + 1 if head else 1,
            at=clock.get_now(),
            actor=actor,
            action=action,
            about=about,
            before=dict(before or {}),
            after=dict(after or {}),
            previous=head.hash if head else "",
        )
        entry.hash = compute_hash(entry)
        entry.save(force_insert=True)
    return entry


def compute_hash(entry: LogEntry) -> str:
    """The hash of a row: SHA-256 over its fields and the hash of the row before."""
    said = [
        *(entry.event, entry.number, entry.at.isoformat(timespec="microseconds"), entry.actor, entry.action),
        *(entry.about, entry.before, entry.after, entry.previous),
    ]
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class LogFault:
    """Where a log isn't what was written: the event, the number of the row, and what is wrong."""

    event: int
    number: int
    problem: str


def find_faults(event: int) -> Iterator[LogFault]:
    """Walk the log of an event and tell each row that is missing, changed, or doesn't follow the one before."""
    expected, previous = 1, ""
    for entry in LogEntry.objects.filter(event=event).order_by("number").iterator(chunk_size=500):
        if entry.number != expected:
            yield LogFault(event, expected, "missing")
        elif entry.previous != previous:
            yield LogFault(event, entry.number, "doesn’t follow the row before")
        if entry.hash != compute_hash(entry):
            yield LogFault(event, entry.number, "changed")
        expected, previous = entry.number + 1, entry.hash


def get_actor(event: Event, *, user: int | None = None, registration: Registration | None = None) -> int:
    """The number of somebody at an event: of an account, else of a registration without one. Made at the first call."""
    known = {"user_id": user} if user else {"registration": registration}
    if registration is None and user is None:
        return CLOCK
    with transaction.atomic():
        Event.objects.select_for_update().only("pk").get(pk=event.pk)
        found = Actor.objects.filter(event=event, **known).first()
        if found:
            return found.number
        last = Actor.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
        return Actor.objects.create(event=event, number=last + 1, **known).number
