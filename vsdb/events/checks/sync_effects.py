"""What each kind of item does that a device sends: a pick, a check that begins, counts or ends, a penalty, a note.

What stands against what is there goes to a check beside it, or waits for the desk (docs/offline.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.http import Http404

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.events.access import may_read_list
from vsdb.events.checks import selectors, services
from vsdb.events.checks.lines import KeyReader, add_totals
from vsdb.events.checks.notes import write_note
from vsdb.events.checks.picking import log_device_pick
from vsdb.events.checks.selectors import State, get_catalog
from vsdb.events.checks.sync_shapes import Kind, SentItem, SyncRequest, read_number, read_optional, read_text
from vsdb.events.models import DeckCheck, EventList, ListVersion, Registration, SyncItem
from vsdb.events.triage.penalties import give_penalty

Result = SyncItem.Result


@dataclass(frozen=True, slots=True)
class Effect:
    """What an item did: to which check, and what it stands against, if anything."""

    check: DeckCheck | None = None
    code: str = ""
    message: str = ""
    is_conflict: bool = False


def _start(request: SyncRequest, item: SentItem) -> Effect:
    """Begin a check, or join the one that is open."""
    entry = _find_list(request, item.payload.get("list"))
    number = read_optional(item.payload.get("version"), "version")
    version = None
    if number is not None:
        version = ListVersion.objects.filter(list=entry, number=number).first()
        if version is None:
            raise InputError(f"the list has no version {number}", place="version", code="no-version")
    table = read_optional(item.payload.get("table"), "table")
    check, is_new = services.start_check(
        request.event,
        entry,
        actor=request.actor,
        now=request.now,
        kind=read_text(item.payload, "kind") or DeckCheck.Kind.WHOLE,
        nonce=item.nonce,
        version=version,
        table=table if table is None or table <= 9_999 else None,
        started=request.correct(item.at),
    )
    if not is_new:
        by = selectors.name_judges(request.event, [check.by]).get(check.by) or "Another judge"
        return Effect(check, "joined", f"{by} has been checking this list since {check.started:%H:%M} UTC. You joined.")
    if version is not None and version.pk != entry.current_id:
        said = "The list was replaced since you took it along. You count against the version before."
        return Effect(check, "replaced", said, is_conflict=True)
    return Effect(check)


def _find_list(request: SyncRequest, given: object) -> EventList:
    """A list that who sends may read. Raises InputError and Http404."""
    number = read_number(given, "list")
    found = EventList.objects.filter(event=request.event, pk=number).select_related("registration", "current").first()
    if found is None or not may_read_list(request.event, request.asker, found, request.now):
        raise Http404
    return found


@dataclass(frozen=True, slots=True)
class _Target:
    """The check that an item means, locked. `stands_against` says why it goes beside it; `started` is when the judge
    began, by the item that joined it."""

    check: DeckCheck
    started: datetime
    code: str = ""
    message: str = ""


def _find_target(request: SyncRequest, item: SentItem) -> _Target:
    """The check of an item: by its own nonce, or by the nonce with which it was joined. Raises Http404."""
    word = read_text(item.payload, "check")
    key = DeckCheck.objects.filter(event=request.event, nonce=word).values_list("pk", flat=True).first()
    joined = None
    if key is None:
        joined = SyncItem.objects.filter(
            event=request.event, nonce=word, kind=Kind.CHECK_START, by=request.actor
        ).first()
        key = joined.deck_check_id if joined else None
    if key is None:
        raise Http404
    beside = DeckCheck.objects.filter(rival=key, by=request.actor).order_by("-pk").values_list("pk", flat=True).first()
    rows = DeckCheck.objects.select_for_update(of=("self",)).select_related("registration", "list", "version")
    check = rows.get(pk=beside or key)
    check.event = request.event
    started = request.correct(joined.at) if joined else check.started
    if check.rival_id is not None and check.state not in selectors.DONE:
        return _Target(check, started)
    if joined is not None and item.base is None:
        return _Target(check, started, "counted-apart", "Another judge was checking this list. Both counts are kept.")
    if check.state != State.OPEN:
        return _Target(check, started, "check-ended", "This check had ended. What you counted is kept beside it.")
    if not check.judges.filter(number=request.actor, left=None).exists():
        if not check.judges.filter(number=request.actor).exists():
            raise ApplicationError("Another judge has this check. Join it first.", code=services.NOT_YOURS)
        return _Target(check, started, "relieved", "Another judge has taken this check over. Both counts are kept.")
    return _Target(check, started)


def _count(request: SyncRequest, item: SentItem) -> Effect:
    """Add what was counted."""
    target = _find_target(request, item)
    deltas = item.payload.get("deltas")
    if target.code:
        aside = _set_aside(request, item, target)
        return Effect(services.apply_counts(aside, deltas, request.actor), target.code, target.message, True)
    return _describe(services.apply_counts(target.check, deltas, request.actor))


def _set_aside(request: SyncRequest, item: SentItem, target: _Target) -> DeckCheck:
    """A check beside another one, with what this judge's devices had counted in that; without one that was never
    seen."""
    word = str(item.payload.get("check"))
    is_apart = target.code == "counted-apart"
    counts = {} if is_apart else _sum_own_counts(request, target.check)
    nonce = word if is_apart else item.nonce
    return services.set_aside(target.check, nonce, request.actor, target.started, counts)


def _sum_own_counts(request: SyncRequest, check: DeckCheck) -> dict[str, int]:
    """What a judge's devices have counted in a check so far."""
    sums: Counter[str] = Counter()
    reader = KeyReader(check, get_catalog(request.event))
    found = SyncItem.objects.filter(
        event=request.event, deck_check=check, by=request.actor, kind=Kind.CHECK_COUNT, result=Result.ACCEPTED
    )
    for payload in found.values_list("payload", flat=True):
        sums.update(reader.read_counts(payload.get("deltas", {}), least=-9_999))
    return dict(sums)


def _describe(check: DeckCheck) -> Effect:
    """What is said of a check that was changed: one that is set aside stands against another still."""
    is_aside = check.state in (State.SET_ASIDE, State.ABANDONED) and check.rival_id is not None
    if is_aside and check.state == State.ABANDONED:  # the desk kept the other one, and there is more of this one
        check.state = State.SET_ASIDE
        check.save(update_fields=["state"])
    said = "Kept beside the other check of this list." if is_aside else ""
    return Effect(check, "set-aside" if is_aside else "", said, is_aside)


def _end(request: SyncRequest, item: SentItem) -> Effect:
    """End a check, with what the screen showed."""
    target = _find_target(request, item)
    result = read_text(item.payload, "result")
    if result not in services.ENDS:
        raise InputError(f"use one of {', '.join(services.ENDS)}", place="result", code="wrong-result")
    given = item.payload.get("counts")
    shown = None
    if given is not None:
        shown = KeyReader(target.check, get_catalog(request.event)).read_counts(given, least=0)
    ended = max(target.started, request.correct(item.at))
    is_compared = not target.code and target.check.rival_id is None and result != State.ABANDONED
    if is_compared and shown is not None and _drop_zeros(shown) != _drop_zeros(target.check.counts):
        said = "Somebody else has counted in this check meanwhile. Both counts are kept."
        target = replace(target, code="counts-differ", message=said)
    if target.code:
        held = _set_aside(request, item, target)
    elif target.check.rival_id is not None and target.check.state != State.OPEN:
        held = target.check
    else:
        return Effect(services.finish(target.check, result, request.actor, ended))
    if shown is not None:
        held.counts = shown
    add_totals(held)
    held.outcome, held.ended, held.ended_by = result, ended, request.actor
    held.edition += 1
    held.save()
    told = _describe(held)
    return replace(told, code=target.code or told.code, message=target.message or told.message)


def _drop_zeros(counts: Mapping[str, int]) -> dict[str, int]:
    return {key: value for key, value in counts.items() if value > 0}


def _penalize(request: SyncRequest, item: SentItem) -> Effect:
    """Give a penalty; where the player has got another since, the desk decides."""
    player, entry = _find_player(request, item.payload)
    kind, infraction, reason = (read_text(item.payload, name) for name in ("kind", "infraction", "reason"))
    try:
        give_penalty(
            player, kind, infraction, reason, request.actor, entry, now=request.correct(item.at), seen=item.base
        )
    except ApplicationError as error:
        return Effect(None, error.code, f"{error.message} It isn’t given until the desk decides.", True)
    return Effect()


def _note(request: SyncRequest, item: SentItem) -> Effect:
    player, entry = _find_player(request, item.payload)
    text, at = read_text(item.payload, "text"), request.correct(item.at)
    write_note(request.event, player, text, actor=request.actor, at=at, entry=entry)
    return Effect()


def _pick(request: SyncRequest, item: SentItem) -> Effect:
    """Log which list the device picked."""
    seed, among, scope = (read_text(item.payload, name) for name in ("seed", "among", "scope"))
    picked = read_number(item.payload.get("list"), "list")
    log_device_pick(request.event, request.actor, request.correct(item.at), seed, among, picked, scope)
    return Effect()


def _find_player(request: SyncRequest, payload: Mapping[str, Any]) -> tuple[Registration, EventList | None]:
    """The player of a payload, not oneself, and the list where one is named. Raises InputError and Http404."""
    number, key = read_number(payload.get("player"), "player"), payload.get("list")
    player = request.event.registrations.filter(number=number).first()
    own = request.asker.registration
    if player is None or (own is not None and own.pk == player.pk):
        raise Http404
    if key is None:
        return player, None
    entry = player.lists.filter(pk=read_number(key, "list")).first()
    if entry is None:
        raise Http404
    return player, entry


#: What is kept of a payload: other names are ignored.
FIELDS: Mapping[str, tuple[str, ...]] = {
    Kind.CHECK_START: ("list", "version", "kind", "table"),
    Kind.CHECK_COUNT: ("check", "deltas"),
    Kind.CHECK_END: ("check", "result", "counts"),
    Kind.PENALTY: ("player", "list", "kind", "infraction", "reason"),
    Kind.NOTE: ("player", "list", "text"),
    Kind.PICK: ("seed", "scope", "among", "list"),
}
HANDLERS: Mapping[str, Callable[[SyncRequest, SentItem], Effect]] = {
    Kind.CHECK_START: _start,
    Kind.CHECK_COUNT: _count,
    Kind.CHECK_END: _end,
    Kind.PENALTY: _penalize,
    Kind.NOTE: _note,
    Kind.PICK: _pick,
}
