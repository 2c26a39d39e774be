"""Conflicts between what a device sent and what was there: the desk keeps one side, and the log says which."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.events import log
from vsdb.events.checks import services
from vsdb.events.checks.selectors import State
from vsdb.events.models import DeckCheck, Event, EventList, Registration, SyncItem
from vsdb.events.triage.penalties import give_penalty

MINE, THEIRS = "mine", "theirs"  #: what the device sent, and what was there


@transaction.atomic
def settle_conflict(event: Event, item: SyncItem, keep: str, *, actor: int, now: datetime) -> SyncItem:
    """Keep one side of a conflict: what the device sent (`mine`) or what was there (`theirs`). Neither is deleted.

    All that was sent about the same check is settled with it. Raises InputError for another word, and ApplicationError
    where somebody has settled it.
    """
    if keep not in (MINE, THEIRS):
        raise InputError("use mine or theirs", place="keep", code="wrong-side")
    held = SyncItem.objects.select_for_update(of=("self",)).get(event=event, pk=item.pk)
    if held.settled or held.result != SyncItem.Result.CONFLICT:
        raise ApplicationError("Somebody has settled this already.", code="settled")
    if held.deck_check_id is not None:
        _settle_check(event, held.deck_check_id, keep, actor, now)
    elif held.kind == SyncItem.Kind.PENALTY and keep == MINE:
        _give_penalty(event, held)
    same = SyncItem.objects.filter(event=event, result=SyncItem.Result.CONFLICT, settled="")
    about = same.filter(deck_check=held.deck_check_id) if held.deck_check_id else same.filter(pk=held.pk)
    keys = list(about.values_list("pk", flat=True))
    about = SyncItem.objects.filter(pk__in=keys)
    about.update(settled=keep, settled_at=now, settled_by=actor)
    if held.kind == SyncItem.Kind.PENALTY and keep == MINE:
        about.update(payload={})
    after = {"keep": keep, "kind": held.kind, "check": held.deck_check_id}
    log.record(event, actor, "conflict-settled", f"sync:{held.pk}", after=after)
    held.refresh_from_db()
    return held


def _settle_check(event: Event, key: int, keep: str, actor: int, now: datetime) -> None:
    check = DeckCheck.objects.select_for_update(of=("self",)).get(event=event, pk=key)
    if keep == THEIRS:
        services.drop_check(check, actor, now)
    elif check.rival_id is not None:
        rival = DeckCheck.objects.select_for_update(of=("self",)).get(pk=check.rival_id)
        others = DeckCheck.objects.filter(list=check.list_id, state=State.OPEN).exclude(pk__in=(check.pk, rival.pk))
        if not check.outcome and check.list_id and others.exists():
            raise ApplicationError("Another check of this list is open. End it first.", code="check-open")
        services.drop_check(rival, actor, now)
        services.keep_aside(check)


def _give_penalty(event: Event, item: SyncItem) -> None:
    said = item.payload
    player = Registration.objects.get(event=event, number=said["player"])
    entry = EventList.objects.filter(registration=player, pk=said.get("list") or 0).first()
    words = (said["kind"], said["infraction"], said.get("reason", ""))
    give_penalty(player, *words, item.by, entry, now=item.received)
