"""Notices are made in the transaction of what they tell of, and sent later: each once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from vsdb.core.errors import ApplicationError
from vsdb.events import clock
from vsdb.events.models import Event, LogEntry, Notice, Registration
from vsdb.events.notices.kinds import NoticeKind

MAX_MESSAGES = 50  #: of an event within 24 hours, each to however many players
TO_ALL, TO_SOME = "message-to-all", "players-mailed"  #: the actions of the log
_MAX_KEY = 120
_AT_ONCE = 500  #: rows that are stored with one query


def add_notice(
    event: Event,
    kind: str,
    key: str = "",
    registration: Registration | None = None,
    data: Mapping[str, Any] | None = None,
    due: datetime | None = None,
) -> None:
    """Have a player told of something; without a registration every player who has not withdrawn. At most two queries.

    Made once: `key` tells what it is about from others of its kind to the same player, such as `version-12`, and a
    notice that was made stays as it is. `data` is what `NoticeKind` names. Not sent before `due`.
    """
    if registration is not None:
        players = [registration.pk]
    else:
        playing = event.registrations.exclude(state=Registration.State.WITHDRAWN)
        players = list(playing.order_by("pk").values_list("pk", flat=True))
    add_notices(event, kind, key, players, data, due)


def add_notices(
    event: Event,
    kind: str,
    key: str,
    players: Iterable[int],
    data: Mapping[str, Any] | None = None,
    due: datetime | None = None,
) -> None:
    """Have players told of something, by the keys of their registrations; one query for 500."""
    now = clock.get_now()
    notices = (
        Notice(
            event=event,
            registration_id=each,
            kind=NoticeKind(kind),
            key=_make_key(event.pk, each, kind, key),
            data=dict(data or {}),
            made=now,
            due=due or now,
        )
        for each in players
    )
    Notice.objects.bulk_create(notices, batch_size=_AT_ONCE, ignore_conflicts=True)


def refuse_too_many_messages(event: Event) -> None:
    """Raise ApplicationError where an event's desk has sent very many messages in a day; one query."""
    since = clock.get_now() - timedelta(days=1)
    sent = LogEntry.objects.filter(event=event.pk, action__in=(TO_ALL, TO_SOME), at__gt=since)
    if sent.count() >= MAX_MESSAGES:
        said = f"{MAX_MESSAGES} messages were sent within a day, the maximum. Wait, or write fewer."
        raise ApplicationError(said, code="too-many-messages")


def _make_key(event: int, registration: int, kind: str, key: str) -> str:
    """The key of a notice among those of all events; a long one by its digest."""
    whole = f"{event}:{registration}:{kind}:{key}"
    return whole if len(whole) <= _MAX_KEY else f"{event}:{registration}:{hashlib.sha256(whole.encode()).hexdigest()}"
