"""Who works at an event: roles are given, taken away and given up, and the event is handed over."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.events.log import get_actor, record
from vsdb.events.models import Event, Role
from vsdb.events.planning.services import lock_event

MAX_ROLES = 200  #: that are held at an event at once
_HEAD = Role.Name.HEAD_ORGANIZER


def find_person(name: str) -> User:
    """The account of that user name. Raises InputError."""
    found = User.objects.filter(username__iexact=name.strip(), is_active=True).order_by("pk").first()
    if found is None:
        raise InputError(f"there is no account {name.strip()[:40]!r}", place="user", code="unknown-user")
    return found


@transaction.atomic
def give_role(event: Event, name: str, role: str, by: int, now: datetime) -> Role:
    """Give somebody a role. Raises InputError for a name or a role that there isn't, ApplicationError for one that
    they have."""
    held = lock_event(event)
    person = find_person(name)
    if role not in Role.Name.values:
        raise InputError(f"{role[:20]!r} is not one of {', '.join(Role.Name.values)}", place="role")
    current = held.roles.filter(revoked_at=None)
    if current.filter(user=person, name=role).exists():
        raise ApplicationError(f"{person.username} has this role already.", code="has-role")
    if current.count() >= MAX_ROLES:
        raise ApplicationError(f"{MAX_ROLES} roles are given, the maximum. Take one away first.", code="too-many")
    return _give(held, person, role, by, now)


def _give(event: Event, person: User, role: str, by: int, now: datetime) -> Role:
    actor, whom = get_actor(event, user=by), get_actor(event, user=person.pk)
    given = Role.objects.create(event=event, user=person, name=role, given_by=actor, given_at=now)
    record(event, actor, "role-given", f"actor:{whom}", after={"role": role})
    return given


@transaction.atomic
def revoke_role(event: Event, number: int, by: int, now: datetime) -> Role:
    """Take a role away. Raises Http404 for none of this event, and ApplicationError for the last head organizer's."""
    held = lock_event(event)
    role = held.roles.filter(pk=number, revoked_at=None).select_related("user").first()
    if role is None:
        raise Http404
    if role.name == _HEAD and held.roles.filter(name=_HEAD, revoked_at=None).count() == 1:
        said = "This is the only head organizer. Hand the event over first."
        raise ApplicationError(said, code="last-head-organizer")
    _revoke(held, role, by, now)
    return role


def _revoke(event: Event, role: Role, by: int, now: datetime) -> None:
    role.revoked_at = now
    role.save(update_fields=("revoked_at",))
    actor, whom = get_actor(event, user=by), get_actor(event, user=role.user_id)
    record(event, actor, "role-revoked", f"actor:{whom}", before={"role": role.name})


@transaction.atomic
def leave_event(event: Event, user: int, now: datetime) -> None:
    """Give up every role that one has. Raises ApplicationError for the last head organizer."""
    for number in event.roles.filter(user=user, revoked_at=None).order_by("pk").values_list("pk", flat=True):
        revoke_role(event, number, user, now)


@transaction.atomic
def hand_over(event: Event, name: str, by: int, now: datetime) -> Role:
    """Make somebody else the head organizer in one's place; who hands over stays as organizer.

    Raises InputError, and ApplicationError where one isn't the head organizer any more or names oneself.
    """
    held = lock_event(event)
    person = find_person(name)
    own = held.roles.filter(user=by, name=_HEAD, revoked_at=None).first()
    if own is None:
        raise ApplicationError("You are not the head organizer any more.", code="not-head-organizer")
    if person.pk == by:
        raise InputError("name somebody else", place="user", code="oneself")
    found = held.roles.filter(user=person, name=_HEAD, revoked_at=None).first()
    role = found or _give(held, person, _HEAD, by, now)
    _revoke(held, own, by, now)
    giver = User.objects.get(pk=by)
    if not held.roles.filter(user=giver, name=Role.Name.ORGANIZER, revoked_at=None).exists():
        _give(held, giver, Role.Name.ORGANIZER, by, now)
    record(held, get_actor(held, user=by), "handed-over", f"actor:{get_actor(held, user=person.pk)}")
    return role


def refuse_deletion(user: User) -> str:
    """What has to be done before an account is deleted that alone organizes an event; nothing where none is."""
    own = Role.objects.filter(user=user, name=_HEAD, revoked_at=None)
    going_on = (Event.Stage.ANNOUNCED, Event.Stage.RUNNING)
    events = Event.objects.filter(pk__in=own.values("event"), stage__in=going_on)
    others = Role.objects.filter(event__in=events, name=_HEAD, revoked_at=None).exclude(user=user).values("event")
    titles = list(events.exclude(pk__in=others).order_by("starts").values_list("title", flat=True)[:5])
    if not titles:
        return ""
    named = ", ".join(f"“{title}”" for title in titles)
    return f"You are the only head organizer of {named}. Hand it over, end it or cancel it first."
