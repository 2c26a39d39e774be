"""Verdicts are kept with the versions that they are on, and the head judge adopts a later one."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from vsdb.core.errors import ApplicationError
from vsdb.events import clock, log
from vsdb.events.models import Adoption, EventList, ListVerdict, ListVersion
from vsdb.events.verdicts import selectors
from vsdb.events.verdicts.judging import JudgedText, get_facts_state


def keep_verdict(version: ListVersion, judged: JudgedText, *, made: datetime | None = None) -> ListVerdict:
    """Keep a verdict on a version, for ever. One that comes with its version has `made` when that was received."""
    verdict = build_verdict(
        version.pk, judged, made or clock.get_now(), get_facts_state(judged.question.reference.game)
    )
    verdict.save(force_insert=True)
    return verdict


def build_verdict(version: int, judged: JudgedText, made: datetime, state: str) -> ListVerdict:
    """The row of a verdict on a version, unsaved."""
    return ListVerdict(
        version_id=version,
        format=judged.question.fmt.slug,
        day=judged.question.day,
        state=state,
        outcome=judged.verdict.outcome,
        codes=judged.codes,
        whole=judged.whole,
        made=made,
    )


@transaction.atomic
def adopt_verdict(entry: EventList, verdict: ListVerdict, is_adopted: bool, reason: str, actor: int) -> Adoption:
    """Make a later verdict on a locked list the one of record, or keep the one there is, with the reason for it.

    Raises ApplicationError before the lock, without a reason, and for a verdict on another version or one that is of
    record.
    """
    locked = EventList.objects.select_for_update(of=("self",)).select_related("event", "registration", "current")
    entry = locked.get(pk=entry.pk)
    now, record = clock.get_now(), selectors.get_record(entry)
    if not reason.strip():
        raise ApplicationError("Say why: the player reads the reason.", code="no-reason")
    if not clock.is_locked(entry.event, entry.registration, now):
        raise ApplicationError("Until lists are locked the newest verdict counts by itself.", code="not-locked")
    if record is None or verdict.version_id != entry.current_id or verdict.pk == record.pk:
        raise ApplicationError("This is no later verdict on the current version of the list.", code="stale")
    adoption = Adoption.objects.create(
        list=entry, verdict=verdict, is_adopted=is_adopted, reason=reason.strip(), by=actor, at=now
    )
    log.record(
        entry.event,
        actor,
        "verdict-adopted" if is_adopted else "verdict-kept",
        f"list:{entry.pk}",
        before={"verdict": record.pk, "outcome": record.outcome},
        after={"verdict": verdict.pk, "outcome": verdict.outcome, "adoption": adoption.pk},
    )
    return adoption
