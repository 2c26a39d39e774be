"""Devices on which an event is taken along: added, seen, revoked, and told to wipe what they hold."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404

from engine import InputError
from vsdb.core.errors import ApplicationError
from vsdb.core.read_only import is_refusing_writes
from vsdb.events import log
from vsdb.events.access import Act, Asker
from vsdb.events.models import Device, Event
from vsdb.events.triage.loading import reads_no_list
from vsdb.events.triage.services import clean_text

MAX_NAME = 60
MAX_DEVICES = 20  #: of an account at an event, that aren't revoked
EXPIRES_AFTER = timedelta(hours=12)  #: after the end of the event


class DeviceGone(Exception):
    """The device was revoked, its owner has lost the role, or the package has expired: it wipes what it holds."""


def get_expiry(event: Event) -> datetime:
    """When a package expires."""
    return event.ends + EXPIRES_AFTER


def may_take_along(event: Event, asker: Asker) -> bool:
    """Whether somebody may take the event along: who works at it and reads its lists."""
    return asker.may(Act.TAKE_ALONG) and not reads_no_list(event, asker)


@transaction.atomic
def add_device(event: Event, asker: Asker, name: str, *, actor: int, now: datetime) -> Device:
    """A new device of somebody. Raises InputError, and ApplicationError for very many."""
    if asker.user is None:
        raise Http404
    said = clean_text(name, "name", MAX_NAME, is_needed=True)
    if any(not sign.isprintable() for sign in said):
        raise InputError("write one line without control characters", place="name")
    if Device.objects.filter(event=event, user=asker.user, revoked=None).count() >= MAX_DEVICES:
        raise ApplicationError(f"You have {MAX_DEVICES} devices, the maximum. Revoke one first.", code="too-many")
    key = secrets.token_urlsafe(24)
    made = Device.objects.create(event=event, user_id=asker.user, key=key, name=said, added=now, seen=now)
    log.record(event, actor, "device-added", f"device:{made.pk}")
    return made


def list_devices(event: Event, asker: Asker) -> QuerySet[Device]:
    """The devices that somebody may see: their own, or all. One query."""
    found = Device.objects.filter(event=event).select_related("user").order_by("revoked", "-seen", "pk")
    return found if asker.may(Act.REVOKE_DEVICES) else found.filter(user=asker.user)


def find_device(event: Event, asker: Asker, number: int) -> Device:
    """A device that somebody may see. Raises Http404."""
    found = list_devices(event, asker).filter(pk=number).first()
    if found is None:
        raise Http404
    return found


@transaction.atomic
def revoke_device(event: Event, device: Device, *, actor: int, now: datetime) -> Device:
    """Revoke a device: it is wiped at its next contact. Once is enough."""
    if Device.objects.filter(pk=device.pk, revoked=None).update(revoked=now):
        device.revoked = now
        log.record(event, actor, "device-revoked", f"device:{device.pk}")
    return device


def meet_device(event: Event, asker: Asker, key: object, now: datetime) -> Device:
    """The device that makes contact, seen now. Raises InputError for a key that is none of theirs, Http404 for who may
    not take the event along and has no device, and DeviceGone."""
    is_key = isinstance(key, str) and key.isascii() and key.isprintable() and asker.user is not None
    found = Device.objects.filter(event=event, user=asker.user, key=key).first() if is_key else None
    if found is not None and (found.revoked or not may_take_along(event, asker)):
        raise DeviceGone
    if not may_take_along(event, asker):
        raise Http404
    if found is None:
        raise InputError("add this device first", place="device", code="unknown-device")
    if not is_refusing_writes():
        Device.objects.filter(pk=found.pk).update(seen=now)
    return found
