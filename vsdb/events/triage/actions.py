"""What is done to many players at once: mail, and dropping who brought no list. Each is confirmed with names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.events import clock, log
from vsdb.events.lists.desk_services import accept_draft
from vsdb.events.models import Event, EventList, LogEntry, Registration
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.services import TO_SOME, add_notice, refuse_too_many_messages
from vsdb.events.registration.services import withdraw
from vsdb.events.triage.services import clean_text

MAX_SUBJECT, MAX_TEXT = 120, 4_000  #: characters
_NONCE = re.compile(r"[\w-]{8,40}", re.ASCII)


@dataclass(frozen=True, slots=True)
class AcceptedDrafts:
    """The players whose drafts are lists now, and those whose aren't, with the reason."""

    accepted: list[str] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)


def clean_message(subject: str, text: str) -> tuple[str, str]:
    """Subject and text of a message as they are kept. Raises InputError."""
    said = clean_text(subject, "subject", MAX_SUBJECT, is_needed=True)
    if any(not sign.isprintable() for sign in said):
        raise InputError("write one line without control characters", place="subject")
    return said, clean_text(text, "text", MAX_TEXT, is_needed=True)


@transaction.atomic
def send_message(
    event: Event, players: Sequence[Registration], subject: str, text: str, *, nonce: str, actor: int
) -> int:
    """Have players told something by mail, each once; return how many. Sent again with its nonce it changes nothing.

    Raises InputError, and ApplicationError where nobody would get it.
    """
    subject, text = clean_message(subject, text)
    if not _NONCE.fullmatch(nonce):
        raise InputError("the form is incomplete; open it again", place="nonce")
    reached = [each for each in players if each.state != Registration.State.WITHDRAWN]
    if not reached:
        raise ApplicationError("Nobody fits any more, so nobody would get the message.", code="nobody")
    Event.objects.select_for_update().only("pk").get(pk=event.pk)
    about = f"message:{nonce}"
    if LogEntry.objects.filter(event=event.pk, action=TO_SOME, about=about).exists():
        return len(reached)
    refuse_too_many_messages(event)
    for each in reached:
        add_notice(event, NoticeKind.MESSAGE, nonce, each, {"subject": subject, "text": text})
    log.record(event, actor, TO_SOME, about, after={"players": len(reached)})
    return len(reached)


def list_without_list(event: Event, now: datetime) -> list[Registration]:
    """The confirmed players who have submitted none of the lists that the event requires, once theirs are locked."""
    if event.lists != Event.Lists.REQUIRED:
        return []
    submitted = EventList.objects.filter(event=event, current__isnull=False).values("registration")
    found = event.registrations.filter(state=Registration.State.CONFIRMED).exclude(pk__in=submitted)
    return [each for each in found.prefetch_related("lists") if clock.is_locked(event, each, now)]


@transaction.atomic
def drop_without_list(event: Event, keys: frozenset[int], *, actor: int, now: datetime) -> list[Registration]:
    """Drop the chosen players who have no list; those who have submitted one meanwhile stay. Return who was dropped."""
    dropped = [each for each in list_without_list(event, now) if each.pk in keys]
    return [withdraw(event, each, actor, now) for each in dropped]


def list_locked_drafts(event: Event, now: datetime) -> list[EventList]:
    """The drafts of confirmed players that are no list yet and can no longer be submitted, by name."""
    found = EventList.objects.filter(event=event, current=None, registration__state=Registration.State.CONFIRMED)
    drafts = found.exclude(draft="").select_related("registration").order_by("registration__sort_key", "pk")
    return [each for each in drafts if clock.is_locked(event, each.registration, now)]


def accept_drafts(event: Event, editions: Mapping[int, int], *, actor: int, now: datetime) -> AcceptedDrafts:
    """Accept the chosen drafts, each in a transaction of its own; `editions` are those seen, by the list's key."""
    done = AcceptedDrafts()
    for each in list_locked_drafts(event, now):
        if each.pk not in editions:
            continue
        try:
            accept_draft(event, each, actor=actor, now=now, edition=editions[each.pk])
        except ApplicationError as error:
            done.refused.append((each.registration.shown_name, error.message))
        else:
            done.accepted.append(each.registration.shown_name)
    return done
