"""Lists of an event as its desk deals with them: drafts are accepted, lists replaced and opened again. One transaction
each. Every one names the `edition` of the list that it was decided on; a stale one is refused."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.events import log
from vsdb.events.clock import describe_moment, is_locked
from vsdb.events.lists.services import (
    find_same,
    hold,
    lock_list,
    normalize_text,
    record_version,
    refuse_closed,
    store_version,
)
from vsdb.events.models import Event, EventList, ListVersion, LogEntry, Registration
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.services import add_notice
from vsdb.events.verdicts.judging import get_event_question, judge_text

NOT_LOCKED, NOTHING_NEW, NO_LIST, NO_QUESTION = "not-locked", "same-list", "no-list", "no-question"
ANSWER = "answer-"  #: how the keys of notices begin that answer a question
MAX_REASON = 1_000  #: characters
_LOGGED_ANEW = timedelta(hours=1)  #: after which reading a list is logged again
_STAYS_OPEN = timedelta(minutes=10)  #: for which a list counts as open with whoever opened it


def accept_draft(event: Event, entry: EventList, *, actor: int, now: datetime, edition: int | None) -> ListVersion:
    """Make the draft of a locked list its version, received when it was saved; how late that was stands in it.

    Raises ApplicationError before the lock, where there is no other text than the current one, and where the draft
    can't be read.
    """
    registration = entry.registration
    refuse_closed(event, registration, entry.slot)
    _refuse_unlocked(event, registration, now)
    if not entry.draft.strip():
        raise ApplicationError("There is no draft", code=NOTHING_NEW)
    try:
        judged = judge_text(get_event_question(event), entry.draft)
    except InputError as error:  # what it says quotes the draft, which not everybody who accepts may read
        raise ApplicationError("The draft can’t be read as a list", code=NO_LIST) from error
    with transaction.atomic():
        locked = lock_list(event, registration, entry.slot, entry.edition if edition is None else edition)
        if locked.draft != entry.draft or locked.draft_at is None or find_same(locked, judged):
            raise ApplicationError("There is no draft that differs from the list", code=NOTHING_NEW)
        received = locked.draft_at
        late = hold(event, registration, received).late_seconds
        source = ListVersion.Source.DESK
        version = store_version(
            locked, judged, locked.draft, actor=actor, received=received, source=source, late_seconds=late
        )
        record_version(event, locked, version, judged, "list-accepted", actor)
        add_notice(event, NoticeKind.RECEIVED, f"version-{version.pk}", registration, {"version": version.pk})
    return version


def replace(
    event: Event,
    entry: EventList,
    text: str,
    reason: str,
    *,
    actor: int,
    received: datetime,
    edition: int | None,
    file_name: str = "",
) -> ListVersion:
    """Replace a locked list by another, for a reason; the versions before stay.

    Raises InputError without a reason and for what is no list, ApplicationError before the lock and for the same list.
    """
    registration = entry.registration
    refuse_closed(event, registration, entry.slot)
    _refuse_unlocked(event, registration, received)
    reason = clean_reason(reason)
    text = normalize_text(text)
    judged = judge_text(get_event_question(event), text, file_name)
    with transaction.atomic():
        locked = lock_list(event, registration, entry.slot, entry.edition if edition is None else edition)
        if find_same(locked, judged):
            raise ApplicationError("This is the list that there is", code=NOTHING_NEW)
        source = ListVersion.Source.JUDGE
        version = store_version(locked, judged, text, actor=actor, received=received, source=source, reason=reason)
        record_version(event, locked, version, judged, "list-replaced", actor)
        add_notice(event, NoticeKind.REPLACED, f"version-{version.pk}", registration, {"version": version.pk})
    return version


def reopen(
    event: Event, entry: EventList, until: datetime, *, actor: int, now: datetime, edition: int | None
) -> Registration:
    """Open a player's lists again until a moment, whatever the deadline; what the player asked the desk is answered.

    Raises InputError for a moment that is past or after the event's end.
    """
    refuse_closed(event, entry.registration, entry.slot)
    if not now < until <= event.ends:
        ends = describe_moment(event.ends, event)
        raise InputError(f"choose a time after now and up to the end of the event, {ends}", place="until")
    with transaction.atomic():
        locked = lock_list(event, entry.registration, entry.slot, edition)
        player = Registration.objects.select_for_update().get(pk=entry.registration_id)
        before = player.reopened_until
        player.reopened_until, player.asks_desk, player.asked_at = until, "", None
        player.save(update_fields=["reopened_until", "asks_desk", "asked_at"])
        locked.edition += 1
        locked.save(update_fields=["edition"])
        log.record(
            event,
            actor,
            "lists-reopened",
            f"registration:{player.number}",
            before={"until": before.isoformat() if before else None},
            after={"until": until.isoformat()},
        )
    return player


@transaction.atomic
def answer_question(event: Event, player: Registration, text: str, *, asked: str, actor: int) -> None:
    """Answer what a player asks the desk: the answer is kept as a notice to them, and the question is cleared.

    `asked` is the moment of the question as ISO text. Raises InputError for no answer, and ApplicationError where that
    question was answered or taken back meanwhile.
    """
    text = _clean_answer(text)
    locked = Registration.objects.select_for_update().get(pk=player.pk)
    if not locked.asks_desk or locked.asked_at is None or locked.asked_at.isoformat() != asked:
        raise ApplicationError("The question was answered, changed or taken back meanwhile", code=NO_QUESTION)
    locked.asks_desk, locked.asked_at = "", None
    locked.save(update_fields=["asks_desk", "asked_at"])
    said = {"subject": "The desk answers your question", "text": text}
    add_notice(event, NoticeKind.MESSAGE, f"{ANSWER}{asked}", locked, said)
    log.record(
        event, actor, "question-answered", f"registration:{locked.number}", before={"asks": True}, after={"asks": False}
    )


def _clean_answer(text: str) -> str:
    text = normalize_text(text).strip()
    if not text or "\0" in text:
        raise InputError("write an answer; the player reads it", place="answer")
    return text


def clean_reason(reason: str) -> str:
    """A reason without the white around it. Raises InputError where there is none or it is too long."""
    reason = normalize_text(reason).strip()
    if not reason:
        raise InputError("give a reason; the player reads it", place="reason", code="no-reason")
    if len(reason) > MAX_REASON or "\0" in reason:
        raise InputError(f"{len(reason):,} characters; at most {MAX_REASON:,}", place="reason", code="too-long")
    return reason


def record_reading(event: Event, entry: EventList, actor: int, now: datetime) -> None:
    """Log that somebody reads a list by a role, once in an hour. At most two queries and the log's."""
    about = f"list:{entry.pk}"
    seen = LogEntry.objects.filter(event=event.pk, actor=actor, action="list-read", about=about)
    if not seen.filter(at__gt=now - _LOGGED_ANEW).exists():
        log.record(event, actor, "list-read", about)


def note_open(entry: EventList, actor: int, now: datetime) -> None:
    """Note who has a list open, unless somebody else has had it for less than ten minutes. One query at most."""
    is_taken = entry.opened_by not in (None, actor) and entry.opened_at and entry.opened_at > now - _STAYS_OPEN
    if not is_taken:
        entry.opened_by, entry.opened_at = actor, now
        EventList.objects.filter(pk=entry.pk).update(opened_by=actor, opened_at=now)


def _refuse_unlocked(event: Event, registration: Registration, now: datetime) -> None:
    if not is_locked(event, registration, now):
        raise ApplicationError("The list isn’t locked yet: the player can still submit", code=NOT_LOCKED)
