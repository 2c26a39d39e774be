"""Deck checks: begun, joined, taken over, counted, ended and settled. One transaction each, one row of the log each.

`actor` is a number of `vsdb.events.log.get_actor`; `now` a moment that the caller took.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.events import clock, log
from vsdb.events.checks.lines import MAX_KEYS, KeyReader, add_totals, build_lines, list_differences
from vsdb.events.checks.selectors import DONE, State, get_catalog, read_version
from vsdb.events.models import CheckJudge, DeckCheck, Event, EventList, ListVersion

NOT_LOCKED, NO_LIST, ENDED, NOT_YOURS, STALE = "not-locked", "no-list", "check-ended", "not-yours", "stale"
DIFFERS = "differs"
ENDS = (*DONE, State.ABANDONED)


class StaleCheckError(ApplicationError):
    """Somebody else has counted in the check since; `check` is how it stands now."""

    def __init__(self, check: DeckCheck) -> None:
        super().__init__("Somebody else has counted in this check since you opened it. Nothing was saved.", code=STALE)
        self.check = check


def make_nonce() -> str:
    """The nonce of a check that begins on the server."""
    return secrets.token_urlsafe(16)


def start_check(
    event: Event,
    entry: EventList,
    *,
    actor: int,
    now: datetime,
    kind: str = DeckCheck.Kind.WHOLE,
    nonce: str = "",
    version: ListVersion | None = None,
    table: int | None = None,
    started: datetime | None = None,
) -> tuple[DeckCheck, bool]:
    """Begin a check of a list, or join the open one; and whether it is new. There is one open check a list at most.

    Raises InputError for a kind that there isn't, and ApplicationError for a list that isn't there or not locked.
    """
    if kind not in DeckCheck.Kind.values:
        raise InputError(f"{kind[:20]!r} is not a kind; use {', '.join(DeckCheck.Kind.values)}", place="kind")
    try:
        with transaction.atomic():
            locked = EventList.objects.select_for_update(of=("self",)).select_related("registration", "current")
            held = locked.get(pk=entry.pk)
            found = DeckCheck.objects.filter(list=held, state=State.OPEN).first()
            if found is not None:
                return _join(event, found.pk, actor, now), False
            chosen = version or _get_locked_version(event, held, now)
            check = _create(event, held, chosen, actor, kind, nonce or make_nonce(), table, started or now)
    except IntegrityError:  # somebody began one at the same moment
        found = DeckCheck.objects.filter(list=entry, state=State.OPEN).first()
        if found is None:
            raise
        return join_check(event, found, actor=actor, now=now), False
    return check, True


def _get_locked_version(event: Event, entry: EventList, now: datetime) -> ListVersion:
    """The current version of a locked list. Raises ApplicationError."""
    if entry.current is None:
        raise ApplicationError("No list is submitted, so there is nothing to check against.", code=NO_LIST)
    if not clock.is_locked(event, entry.registration, now):
        raise ApplicationError("The list isn’t locked yet: the player can still submit.", code=NOT_LOCKED)
    return entry.current


def _create(
    event: Event,
    entry: EventList,
    version: ListVersion,
    actor: int,
    kind: str,
    nonce: str,
    table: int | None,
    started: datetime,
) -> DeckCheck:
    catalog = get_catalog(event)
    newest = event.rounds.order_by("-number").first()
    check = DeckCheck(
        event=event,
        registration=entry.registration,
        list=entry,
        version=version,
        nonce=nonce,
        kind=kind,
        table=entry.registration.table if table is None else table,
        round=newest.number if newest else None,
        started=started,
        by=actor,
        lines=build_lines(read_version(event, version, catalog), kind),
    )
    add_totals(check)
    check.differing = 0
    check.save(force_insert=True)
    CheckJudge.objects.create(check_of=check, number=actor, joined=started)
    after = {"check": check.pk, "kind": kind, "version": version.number}
    log.record(event, actor, "check-started", f"list:{entry.pk}", after=after)
    return check


def _lock(event: Event, key: int) -> DeckCheck:
    """A check, locked until the transaction ends."""
    rows = DeckCheck.objects.select_for_update(of=("self",))
    found = rows.select_related("registration", "list", "version").get(event=event, pk=key)
    found.event = event
    return found


@transaction.atomic
def join_check(event: Event, check: DeckCheck, *, actor: int, now: datetime) -> DeckCheck:
    """Count in a check beside those who do. Raises ApplicationError where it has ended."""
    return _join(event, check.pk, actor, now)


def _join(event: Event, key: int, actor: int, now: datetime) -> DeckCheck:
    held = _lock(event, key)
    _refuse_ended(held)
    own = held.judges.filter(number=actor).first()
    if own is not None and own.left is None:
        return held
    if own is None:
        CheckJudge.objects.create(check_of=held, number=actor, joined=now)
    else:
        own.left = None
        own.save(update_fields=["left"])
    return _store(held, "check-joined", actor)


@transaction.atomic
def take_over(event: Event, check: DeckCheck, *, actor: int, now: datetime) -> DeckCheck:
    """Count alone from now on: the others are relieved, what they counted stays. Raises ApplicationError."""
    held = _lock(event, check.pk)
    _refuse_ended(held)
    relieved = list(held.judges.filter(left=None).exclude(number=actor).values_list("number", flat=True))
    held.judges.filter(number__in=relieved).update(left=now)
    own, is_new = CheckJudge.objects.get_or_create(check_of=held, number=actor, defaults={"joined": now})
    if not is_new and own.left is not None:
        own.left = None
        own.save(update_fields=["left"])
    return _store(held, "check-taken-over", actor, relieved=relieved)


def _store(check: DeckCheck, action: str, actor: int, **after: object) -> DeckCheck:
    """Save a locked check in its next edition, and log what was done to it."""
    check.edition += 1
    check.save()
    told = {"check": check.pk, "edition": check.edition, **after}
    log.record(check.event, actor, action, _about(check), after=told)
    return check


def _about(check: DeckCheck) -> str:
    return f"list:{check.list_id}" if check.list_id else f"check:{check.pk}"


def _refuse_ended(check: DeckCheck) -> None:
    if check.state != State.OPEN:
        raise ApplicationError("This check has ended.", code=ENDED)


def _refuse_others(check: DeckCheck, actor: int) -> None:
    """Raise ApplicationError where somebody doesn't count in a check, or no longer."""
    if not check.judges.filter(number=actor, left=None).exists():
        raise ApplicationError("Another judge has this check. Join it, or take it over.", code=NOT_YOURS)


@transaction.atomic
def add_counts(event: Event, check: DeckCheck, deltas: object, *, actor: int) -> DeckCheck:
    """Add to what was counted, by key; what several judges count at once adds up.

    Raises InputError for keys and numbers that aren't any, and ApplicationError.
    """
    held = _lock(event, check.pk)
    _refuse_ended(held)
    _refuse_others(held, actor)
    return apply_counts(held, deltas, actor)


def apply_counts(held: DeckCheck, deltas: object, actor: int) -> DeckCheck:
    """Add numbers to a locked check of whatever state."""
    reader = KeyReader(held, get_catalog(held.event))
    added = reader.read_counts(deltas, least=-9_999)
    sums = {**held.counts, **{key: held.counts.get(key, 0) + value for key, value in added.items()}}
    # A card that was taken back was never counted: a partial check doesn't compare it.
    held.counts = {key: value for key, value in sums.items() if value or key not in added}
    if len(held.counts) > MAX_KEYS:
        raise InputError(f"more than {MAX_KEYS} different cards", place="counts", code="wrong-counts")
    add_totals(held)
    return _store(held, "check-counted", actor, counted=held.counted)


@transaction.atomic
def save_counts(
    event: Event, check: DeckCheck, counts: Mapping[str, int], *, actor: int, edition: int | None
) -> DeckCheck:
    """Set what was counted, as a form has it. `edition` is the one that was shown; a stale one is refused with both.

    Raises InputError, ApplicationError and StaleCheckError.
    """
    held = _lock(event, check.pk)
    _refuse_ended(held)
    _refuse_others(held, actor)
    if edition is not None and held.edition != edition:
        raise StaleCheckError(held)
    read = KeyReader(held, get_catalog(event)).read_counts(counts, least=0)
    if {key: value for key, value in read.items() if held.counts.get(key) != value}:
        held.counts = {**held.counts, **read}
        add_totals(held)
        return _store(held, "check-counted", actor, counted=held.counted)
    return held


@transaction.atomic
def end_check(
    event: Event, check: DeckCheck, state: str, *, actor: int, now: datetime, ended: datetime | None = None
) -> DeckCheck:
    """End a check: it matches, it has discrepancies, or it is abandoned. Counts, judges and times stay.

    Raises InputError for another state, and ApplicationError where it has ended, or doesn't match.
    """
    held = _lock(event, check.pk)
    _refuse_ended(held)
    _refuse_others(held, actor)
    return finish(held, state, actor, max(held.started, ended or now))


def finish(held: DeckCheck, state: str, actor: int, ended: datetime) -> DeckCheck:
    """End a locked, open check. Raises as `end_check` does."""
    if state not in ENDS:
        raise InputError(f"{state[:20]!r} ends no check; use {', '.join(ENDS)}", place="result", code="wrong-result")
    add_totals(held)
    if state == State.MATCHES:
        if differences := list_differences(held):
            said = f"{len(differences)} line{'' if len(differences) == 1 else 's'} differ: end it with discrepancies."
            raise ApplicationError(said, code=DIFFERS)
        if not held.counted:
            raise ApplicationError("Nothing is counted yet.", code=DIFFERS)
    held.state, held.ended, held.ended_by = state, ended, actor
    seconds = int((ended - held.started).total_seconds())
    after = {"state": state, "counted": held.counted, "differing": held.differing, "seconds": seconds}
    return _store(held, "check-ended", actor, **after)


def set_aside(rival: DeckCheck, nonce: str, actor: int, started: datetime, counts: Mapping[str, int]) -> DeckCheck:
    """Keep what was counted without a network beside the check that it stands against."""
    made = DeckCheck(
        event=rival.event,
        registration=rival.registration,
        list=rival.list,
        version=rival.version,
        nonce=nonce,
        kind=rival.kind,
        state=State.SET_ASIDE,
        table=rival.table,
        round=rival.round,
        started=started,
        by=actor,
        lines=rival.lines,
        counts=dict(counts),
        rival=rival,
    )
    add_totals(made)
    made.save(force_insert=True)
    CheckJudge.objects.create(check_of=made, number=actor, joined=started)
    log.record(rival.event, actor, "check-set-aside", _about(rival), after={"check": made.pk, "rival": rival.pk})
    return made


def keep_aside(held: DeckCheck) -> DeckCheck:
    """A locked check that was set aside counts from now on: as it was ended, or open still."""
    held.state = held.outcome or State.OPEN
    held.edition += 1
    held.save()
    return held


def drop_check(held: DeckCheck, actor: int, now: datetime) -> DeckCheck:
    """Abandon a locked check that stands against another."""
    held.state = State.ABANDONED
    held.ended, held.ended_by = held.ended or now, held.ended_by or actor
    held.edition += 1
    held.save()
    return held
