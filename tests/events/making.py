"""Events with players, roles and lists for tests, made as rows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from vsdb.events import clock
from vsdb.events.log import CLOCK, get_actor
from vsdb.events.models import DeadlineChange, Event, EventList, ListVersion, Registration, Role
from vsdb.events.verdicts.judging import get_event_question, judge_text
from vsdb.events.verdicts.services import keep_verdict

LEGAL, SHORT = "60 Sentinel Mark V, Army", "59 Sentinel Mark V, Army"  #: legal and illegal in Golden Age
UNREAD = "60 Sentinel Mark V, Army\n1 No Such Card At All"  #: uncertain: a line that names no card
START = datetime(2026, 12, 5, 9, 0, tzinfo=UTC)
DEADLINE = START - timedelta(hours=12)
BEFORE = DEADLINE - timedelta(days=2)  #: while registration is open and lists may be submitted
LOCKED = START - timedelta(hours=1)  #: after the lock, before the start


def set_clock(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Let the clock of events stand at a moment."""
    monkeypatch.setattr(clock, "get_now", lambda: moment)


def make_user(name: str) -> User:
    """The account of that name, made where there is none."""
    return User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org"})[0]


def make_event(**given: Any) -> Event:
    """An announced Golden Age event in Berlin that requires a list, with a quarter of an hour's grace."""
    fields = {
        "game_id": "vs-classic",
        "title": "Winter Open",
        "place": "Berlin",
        "zone": "Europe/Berlin",
        "starts": START,
        "ends": START + timedelta(hours=9),
        "list_deadline": DEADLINE,
        "grace_seconds": 900,
        "format": "golden-age",
        "stage": Event.Stage.ANNOUNCED,
    }
    event = Event.objects.create(**{**fields, **given})
    since = event.starts - timedelta(days=60)
    deadline = clock.get_deadline(event)
    DeadlineChange.objects.create(event=event, since=since, deadline=deadline, grace_seconds=event.grace_seconds)
    return event


def give_role(event: Event, user: User, name: str) -> Role:
    """A role as if the clock had given it."""
    return Role.objects.create(event=event, user=user, name=name, given_by=CLOCK)


def make_player(event: Event, name: str, *, user: User | None = None, **given: Any) -> Registration:
    """A confirmed player with the next number."""
    number = event.registrations.count() + 1
    fields = {"shown_name": name, "sort_name": name, "sort_key": name.casefold(), "email": f"{number}@example.org"}
    return Registration.objects.create(event=event, number=number, user=user, **{**fields, **given})


def submit_list(player: Registration, text: str = LEGAL, *, received: datetime = BEFORE, **given: Any) -> EventList:
    """A submitted list with a version and its verdict, made when it was received."""
    event = player.event
    entry, _ = EventList.objects.get_or_create(event=event, registration=player, slot=given.pop("slot", 1))
    judged = judge_text(get_event_question(event), text)
    unread = len(judged.deck.unsettled)
    fields = {"given": text, "text": judged.text, "fingerprint": judged.fingerprint, "unread": unread}
    version = ListVersion.objects.create(
        list=entry,
        number=entry.versions.count() + 1,
        by=get_actor(event, user=player.user_id, registration=player),
        received=received,
        **{**fields, **given},
    )
    keep_verdict(version, judged, made=received)
    entry.current = version
    entry.save()
    return entry
