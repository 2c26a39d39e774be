"""Players register, withdraw and come back; staff sets states and tables. Nobody is ever deleted."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.events import clock
from vsdb.events.log import get_actor, record
from vsdb.events.models import Actor, Event, LogEntry, Registration
from vsdb.events.notices.services import add_notice
from vsdb.events.publishing.services import follow_consents
from vsdb.events.registration.codes import make_code
from vsdb.events.registration.consents import NO_CONSENTS, Consents, agree
from vsdb.events.registration.names import check_table, fill
from vsdb.events.registration.waiting import count_places, lock_places, promote_locked, promote_waiting

State = Registration.State
#: Actions of the log by which somebody has read lists of others.
_READINGS = ("list-read", "lists-printed")


class StaleEditionError(ApplicationError):
    """Somebody else has changed the registration since it was read. `current` is how it is now."""

    def __init__(self, current: Registration) -> None:
        super().__init__(
            "Somebody else has changed this registration. Compare both, then send again.", code="stale-edition"
        )
        self.current = current


def register(
    event: Event,
    *,
    shown_name: str,
    sort_name: str = "",
    email: str = "",
    external_id: str = "",
    user: int | None = None,
    consents: Consents = NO_CONSENTS,
    actor: int | None = None,
    now: datetime,
    table: int | None = None,
    over_capacity: bool = False,
    with_code: bool = True,
) -> tuple[Registration, str]:
    """Register a player, and return the registration with its code; the code is empty for who has an account.

    The event's places decide: confirmed, or on the waiting list where all are taken or somebody waits already. Staff
    may confirm above them with `over_capacity`. Without `actor` players register themselves, which they can only
    while registration is open. Without `with_code` nobody gets one, as for many at once.

    Raises InputError for a name, an address or an id that can't be taken, `known-address` for who registers again
    without an account, and ApplicationError `registration-closed`
    or `already-registered`.
    """
    player = Registration(event=event, user_id=user)
    fill(player, shown_name, sort_name, email, external_id, table)
    if actor is None and not clock.is_registration_open(event, now):
        raise ApplicationError("Registration is closed.", code="registration-closed")
    code = make_code() if user is None and with_code else ""
    with transaction.atomic():
        event = lock_places(event)
        _refuse_twice(event, player, is_guest=actor is None and user is None)
        _refuse_reader(event, player)
        promote_locked(event, now)
        last = event.registrations.aggregate(last=Max("number"))["last"] or 0
        player.event, player.number, player.code, player.registered = event, last + 1, code, now
        _place(event, player, now, over_capacity=over_capacity)
        if actor is None or consents != NO_CONSENTS:  # whom the desk registers wasn't asked
            agree(event, player, consents, now)
        player.save(force_insert=True)
        by = actor if actor is not None else get_actor(event, user=user, registration=player)
        record(event, by, "register", f"registration:{player.number}", after={"state": player.state})
        add_notice(event, "registered", "", player)
    return player, code


def register_again(event: Event, player: Registration, actor: int, now: datetime) -> Registration:
    """Register a player again who has withdrawn, while registration is open: a place, or the end of the waiting list.

    Raises ApplicationError `registration-closed`, or `wrong-state` for who has not withdrawn.
    """
    if not clock.is_registration_open(event, now):
        raise ApplicationError("Registration is closed.", code="registration-closed")
    with transaction.atomic():
        event, player = _lock(event, player)
        if player.state != State.WITHDRAWN:
            raise ApplicationError("This player has not withdrawn.", code="wrong-state")
        _refuse_reader(event, player)
        promote_locked(event, now)
        _place(event, player, now, over_capacity=False)
        return _store(event, player, actor, "register-again", before={"state": State.WITHDRAWN.value})


def withdraw(
    event: Event, player: Registration, actor: int, now: datetime, *, edition: int | None = None
) -> Registration:
    """Withdraw a player, or drop one once the event runs. The place goes to who waits first.

    Raises ApplicationError `wrong-state` for who is out already, and StaleEditionError.
    """
    with transaction.atomic():
        event, player = _lock(event, player, edition)
        if player.state in (State.WITHDRAWN, State.DROPPED):
            raise ApplicationError("This player has already left the event.", code="wrong-state")
        _refuse_ended(event)
        before = {"state": player.state}
        is_playing = event.stage == Event.Stage.RUNNING and player.state == State.CONFIRMED
        player.state = State.DROPPED if is_playing else State.WITHDRAWN
        player.offered_until = player.waits_since = None
        _store(event, player, actor, "drop" if is_playing else "withdraw", before=before)
        promote_locked(event, now)
    return player


def accept_offer(event: Event, player: Registration, actor: int, now: datetime) -> Registration:
    """Take the place that is offered. Raises ApplicationError `no-offer` where none is, or it has expired."""
    promote_waiting(event, now)
    with transaction.atomic():
        event, player = _lock(event, player)
        if player.state != State.PENDING or (player.offered_until and player.offered_until <= now):
            raise ApplicationError("No place is offered any more.", code="no-offer")
        return _confirm(event, player, actor, "accept-place")


def confirm(
    event: Event,
    player: Registration,
    actor: int,
    now: datetime,
    *,
    over_capacity: bool = False,
    edition: int | None = None,
) -> Registration:
    """Confirm anybody, also who has left. Where all places are taken, only with `over_capacity`.

    Raises ApplicationError `full`, and StaleEditionError.
    """
    promote_waiting(event, now)
    with transaction.atomic():
        event, player = _lock(event, player, edition)
        if player.state == State.CONFIRMED:
            return player
        _refuse_ended(event)
        _refuse_reader(event, player)
        if player.state != State.PENDING and not over_capacity and _is_full(event, now):
            said = f"All {event.capacity} places are taken. Confirm once more to go above the capacity."
            raise ApplicationError(said, code="full")
        return _confirm(event, player, actor, "confirm")


def set_state(
    event: Event,
    player: Registration,
    state: str,
    actor: int,
    now: datetime,
    *,
    over_capacity: bool = False,
    edition: int | None = None,
) -> Registration:
    """Set a player's state as staff: confirmed, on the waiting list, or out (`withdrawn` or `dropped`, as the event's
    stage says). Raises InputError for another state, and what `confirm` and `withdraw` raise."""
    if state == State.CONFIRMED:
        return confirm(event, player, actor, now, over_capacity=over_capacity, edition=edition)
    if state in (State.WITHDRAWN, State.DROPPED):
        return withdraw(event, player, actor, now, edition=edition)
    if state != State.WAITLISTED:
        raise InputError(f"{state[:20]!r} is not one of confirmed, waitlisted, withdrawn, dropped", place="state")
    with transaction.atomic():
        event, player = _lock(event, player, edition)
        if player.state == State.WAITLISTED:
            return player
        _refuse_ended(event)
        _refuse_reader(event, player)
        before = {"state": player.state}
        player.state, player.waits_since, player.offered_until = State.WAITLISTED, now, None
        return _store(event, player, actor, "waitlist", before=before)


def set_place(
    event: Event,
    player: Registration,
    actor: int,
    now: datetime,
    *,
    state: str,
    table: int | None,
    is_in_cut: bool,
    over_capacity: bool = False,
    edition: int | None = None,
) -> Registration:
    """Set state, table and cut together; what stands already stays. Raises what `set_state` and `set_table` raise."""
    with transaction.atomic():
        event, player = _lock(event, player, edition)
        is_out = {state, player.state} <= {State.WITHDRAWN, State.DROPPED}
        if state != player.state and not is_out:
            player = set_state(event, player, state, actor, now, over_capacity=over_capacity)
        player = set_table(event, player, table, actor)
        return set_in_cut(event, player, is_in_cut, actor)


def set_table(
    event: Event, player: Registration, table: int | None, actor: int, *, edition: int | None = None
) -> Registration:
    """Set a player's table, or none. Raises InputError and StaleEditionError."""
    check_table(table)
    return _change(event, player, {"table": table}, actor, "set-table", edition)


def set_in_cut(
    event: Event, player: Registration, is_in_cut: bool, actor: int, *, edition: int | None = None
) -> Registration:
    """Say whether a player is in the cut. Raises StaleEditionError."""
    return _change(event, player, {"is_in_cut": is_in_cut}, actor, "set-cut", edition)


def edit_names(
    event: Event,
    player: Registration,
    actor: int,
    *,
    shown_name: str,
    sort_name: str = "",
    email: str = "",
    external_id: str = "",
    edition: int | None = None,
) -> Registration:
    """Change how a player is named and reached. The log says that it was done, not what.

    Raises InputError and StaleEditionError.
    """
    with transaction.atomic():
        event, player = _lock(event, player, edition)
        fill(player, shown_name, sort_name, email, external_id, player.table)
        _refuse_known_id(event, player)
        player = _store(event, player, actor, "edit-player", before={})
        follow_consents(player, actor)
    return player


def set_consents(event: Event, player: Registration, given: Consents, actor: int, now: datetime) -> Registration:
    """Keep what a player agrees to from now on; published lists follow it at once."""
    with transaction.atomic():
        event, player = _lock(event, player)
        if not agree(event, player, given, now):
            return player
        player = _store(event, player, actor, "consent", before={})
        follow_consents(player, actor)
    return player


def renew_code(event: Event, player: Registration, actor: int) -> str:
    """Make a new code for who has no account; the old one opens nothing any more.

    Raises ApplicationError `has-account`.
    """
    with transaction.atomic():
        event, player = _lock(event, player)
        if player.user_id is not None:
            raise ApplicationError("This player has an account and needs no code.", code="has-account")
        player.code = code = make_code()
        _store(event, player, actor, "new-code", before={})
    return code


def _refuse_twice(event: Event, player: Registration, *, is_guest: bool) -> None:
    """Raise where the account, the address of who has none, or the external id is registered already."""
    if player.user_id is not None and event.registrations.filter(user=player.user_id).exists():
        raise ApplicationError("You are already registered for this event.", code="already-registered")
    if is_guest and player.email and event.registrations.filter(email__iexact=player.email).exists():
        raise InputError("this address is already registered", place="email", code="known-address")
    _refuse_known_id(event, player)


def _refuse_known_id(event: Event, player: Registration) -> None:
    same = event.registrations.filter(external_id=player.external_id).exclude(pk=player.pk)
    if player.external_id and same.exists():
        said = f"another player of this event has the id {player.external_id!r}"
        raise InputError(said, place="external_id", code="known-id")


def _is_full(event: Event, now: datetime) -> bool:
    return event.capacity is not None and count_places(event, now).taken >= event.capacity


def _place(event: Event, player: Registration, now: datetime, *, over_capacity: bool) -> None:
    """Give a player a place, or the end of the waiting list. The places are locked."""
    places = count_places(event, now)
    is_full = event.capacity is not None and (places.taken >= event.capacity or places.waiting > 0)
    waits = is_full and not over_capacity
    player.state = State.WAITLISTED if waits else State.CONFIRMED
    player.waits_since, player.offered_until = (now if waits else None), None


def _refuse_reader(event: Event, player: Registration) -> None:
    """Raise for who has read locked lists by a role at this event: whoever did so plays no longer until it is over."""
    if player.user_id is None or event.stage == Event.Stage.OVER:
        return
    numbers = Actor.objects.filter(event=event, user=player.user_id).values("number")
    if LogEntry.objects.filter(event=event.pk, actor__in=numbers, action__in=_READINGS).exists():
        said = "This account has read lists of others by its role. It can’t play until the event is over."
        raise ApplicationError(said, code="has-read-lists")


def _refuse_ended(event: Event) -> None:
    if event.stage == Event.Stage.CANCELLED:
        raise ApplicationError("The event is cancelled.", code="event-cancelled")


def _confirm(event: Event, player: Registration, actor: int, action: str) -> Registration:
    before = {"state": player.state}
    player.state, player.offered_until, player.waits_since = State.CONFIRMED, None, None
    return _store(event, player, actor, action, before=before)


def _lock(event: Event, player: Registration, edition: int | None = None) -> tuple[Event, Registration]:
    """Lock the places and a player's row, and return both as they are now. Raises StaleEditionError."""
    locked = lock_places(event, (player.pk,))
    current = locked.registrations.get(pk=player.pk)
    current.event = locked
    if edition is not None and edition != current.edition:
        raise StaleEditionError(current)
    return locked, current


def _change(
    event: Event, player: Registration, fields: Mapping[str, Any], actor: int, action: str, edition: int | None
) -> Registration:
    """Set fields of numbers and states that the log may name; nothing where they are so already."""
    with transaction.atomic():
        event, player = _lock(event, player, edition)
        before = {name: getattr(player, name) for name in fields}
        if before == dict(fields):
            return player
        for name, value in fields.items():
            setattr(player, name, value)
        return _store(event, player, actor, action, before=before)


def _store(event: Event, player: Registration, actor: int, action: str, *, before: Mapping[str, Any]) -> Registration:
    """Store a locked row, count the change, and log what of `before` is different now."""
    player.edition += 1
    player.save()
    after = {name: getattr(player, name) for name in before}
    record(event, actor, action, f"registration:{player.number}", before=before, after=after)
    return player
