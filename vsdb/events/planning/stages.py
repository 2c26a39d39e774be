"""The stages of an event: draft, announced, running, over; and cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.words import quantity
from vsdb.events.access import Act, Asker
from vsdb.events.log import get_actor, record
from vsdb.events.models import Event, EventList, Registration, StageChange
from vsdb.events.notices.kinds import NoticeKind
from vsdb.events.notices.services import add_notice
from vsdb.events.planning.services import lock_event, refuse_cleared

_DRAFT, _ANNOUNCED, _RUNNING = Event.Stage.DRAFT, Event.Stage.ANNOUNCED, Event.Stage.RUNNING
_OVER, _CANCELLED = Event.Stage.OVER, Event.Stage.CANCELLED
#: Where an event may go from each stage, and what one must be allowed to do for it.
MOVES: Mapping[str, Mapping[str, Act]] = {
    _DRAFT: {_ANNOUNCED: Act.EDIT_EVENT, _CANCELLED: Act.EDIT_EVENT},
    _ANNOUNCED: {_RUNNING: Act.EDIT_EVENT, _CANCELLED: Act.EDIT_EVENT},
    _RUNNING: {_OVER: Act.EDIT_EVENT, _CANCELLED: Act.EDIT_EVENT},
    _OVER: {_RUNNING: Act.REOPEN_EVENT, _CANCELLED: Act.EDIT_EVENT},
    _CANCELLED: {},
}
VERBS: Mapping[str, str] = {
    _ANNOUNCED: "Announce",
    _RUNNING: "Start the event",
    _OVER: "End the event",
    _CANCELLED: "Cancel the event",
}
_MAX_REASON = 500


class MissingListsError(ApplicationError):
    """Lists are missing, and nobody has confirmed that the event starts without them."""

    def __init__(self, missing: int) -> None:
        said = f"{quantity(missing, 'player')} without a submitted list. Confirm to start without them."
        super().__init__(said, code="missing-lists")


def list_moves(event: Event, asker: Asker) -> list[str]:
    """The stages that somebody may move an event to."""
    return [stage for stage, act in MOVES[event.stage].items() if asker.may(act)]


def list_missing(event: Event) -> QuerySet[Any]:
    """The confirmed players who have fewer submitted lists than the event requires, by name; `has_draft` where one of
    the lists that aren't submitted is a draft."""
    entered = EventList.objects.filter(registration=OuterRef("pk"), slot__lte=event.lists_per_entry)
    submitted = entered.exclude(current=None).order_by().values("registration").annotate(found=Count("pk"))
    confirmed = event.registrations.filter(state=Registration.State.CONFIRMED)
    drafts = entered.filter(current=None, draft__gt="")
    counted = confirmed.annotate(entered=Coalesce(Subquery(submitted.values("found")), 0), has_draft=Exists(drafts))
    return counted.filter(entered__lt=event.lists_per_entry)


def count_missing(event: Event) -> int:
    """How many players have a list missing; none where lists aren't asked for."""
    return 0 if event.lists == Event.Lists.NONE else list_missing(event).count()


@transaction.atomic
def move_event(
    event: Event, stage: str, asker: Asker, now: datetime, *, is_confirmed: bool = False, reason: str = ""
) -> Event:
    """Move an event to another stage. An event that is over runs again with a reason alone.

    Raises ApplicationError where it can't go there, MissingListsError where required lists are missing and nobody
    has confirmed it, InputError without a reason, and Http404 where this isn't theirs to do.
    """
    held, reason = lock_event(event), reason.strip()
    act = MOVES[held.stage].get(stage)
    if act is not None and not asker.may(act):
        raise Http404
    if act is None:
        said = f"The event is {held.stage}. It can’t be moved to {stage[:20]} from there."
        raise ApplicationError(said, code="no-such-move")
    before = {"stage": held.stage}
    if held.stage == _OVER:
        refuse_cleared(held)
    if held.stage == _OVER and stage == _RUNNING and not reason:
        raise InputError("say why the event runs again", place="reason", code="reason-missing")
    if len(reason) > _MAX_REASON:
        raise InputError(f"the reason has more than {_MAX_REASON} characters", place="reason")
    missing = 0
    if stage == _RUNNING and held.lists == Event.Lists.REQUIRED and held.stage == _ANNOUNCED:
        missing = count_missing(held)
        if missing and not is_confirmed:
            raise MissingListsError(missing)
    held.stage = stage
    held.edition += 1
    held.sequence += stage == _CANCELLED
    held.save(update_fields=("stage", "edition", "sequence"))
    if stage == _CANCELLED and before["stage"] != _DRAFT:
        add_notice(held, NoticeKind.CANCELLED, data={"reason": reason})
    by = get_actor(held, user=asker.user)
    StageChange.objects.create(event=held, before=before["stage"], after=stage, reason=reason, by=by, at=now)
    record(held, by, "stage", before=before, after={"stage": stage, "missing": missing, "has_reason": bool(reason)})
    event.refresh_from_db()
    return held
