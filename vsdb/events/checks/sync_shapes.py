"""What a device sends, read into its shape before anything is done: requests, items, moments and numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from engine import InputError
from vsdb.events.access import Asker
from vsdb.events.models import Device, Event, SyncItem

MAX_ITEMS = 200  #: of a request
_MAX_AGE = timedelta(days=7)  #: of a moment by which a check is dated; an older one comes from a clock that was wrong
_MAX_NUMBER = 10**15
_NONCE = re.compile(r"[\w-]{8,40}", re.ASCII)
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
Kind = SyncItem.Kind


@dataclass(frozen=True, slots=True)
class SyncRequest:
    """Who sends from which device; `offset` is how far the server's clock is ahead of the device's."""

    event: Event
    asker: Asker
    device: Device
    actor: int
    now: datetime
    offset: timedelta = timedelta()

    def correct(self, at: datetime) -> datetime:
        """A moment of the device by the server's clock, never later than now."""
        corrected = min(at + self.offset, self.now)
        return corrected if corrected > self.now - _MAX_AGE else self.now


@dataclass(frozen=True, slots=True)
class SentItem:
    """An item as it was sent, once it has its shape."""

    nonce: str
    at: datetime
    base: int | None
    kind: str
    payload: Mapping[str, Any]


def read_sent_at(given: object, now: datetime) -> timedelta:
    """How far the server's clock is ahead of the one by which a request was sent. Raises InputError."""
    return now - read_moment(given, "sent_at")


def list_items(given: object) -> list[Any]:
    """The items of a request. Raises InputError."""
    if not isinstance(given, list):
        raise InputError("this is no list", place="items", code="wrong-shape")
    if len(given) > MAX_ITEMS:
        raise InputError(f"{len(given)} items; at most {MAX_ITEMS} a request", place="items", code="too-many")
    return given


def read_item(given: object) -> SentItem:
    """An item of the right shape. Raises InputError."""
    if not isinstance(given, dict):
        raise InputError("this is no object", place="item", code="wrong-shape")
    nonce, kind, base, payload = (given.get(name) for name in ("nonce", "kind", "base", "payload"))
    if not isinstance(nonce, str) or not _NONCE.fullmatch(nonce):
        raise InputError("8 to 40 letters, digits, - and _", place="nonce", code="wrong-shape")
    if kind not in Kind.values:
        raise InputError(f"use one of {', '.join(Kind.values)}", place="kind", code="wrong-shape")
    if not isinstance(payload, dict):
        raise InputError("this is no object", place="payload", code="wrong-shape")
    for value in payload.values():
        _refuse_strange(value, is_nested=False)
    return SentItem(nonce, read_moment(given.get("at"), "at"), read_optional(base, "base"), kind, payload)


def _refuse_strange(value: object, *, is_nested: bool) -> None:
    """Raise InputError for what no payload has and no database keeps: lists, fractions, what is nested deeper."""
    if isinstance(value, dict) and not is_nested:
        for name, each in value.items():
            _refuse_strange(name, is_nested=True)
            _refuse_strange(each, is_nested=True)
    elif isinstance(value, str):
        if _NO_TEXT.search(value):
            raise InputError("a text has a sign that is no text", place="payload", code="wrong-shape")
    elif value is not None and not isinstance(value, int):
        raise InputError("numbers, texts, and one object of them", place="payload", code="wrong-shape")


def read_moment(given: object, place: str) -> datetime:
    """A moment with its zone, in UTC. Raises InputError."""
    try:
        found = datetime.fromisoformat(given) if isinstance(given, str) else None
    except ValueError:
        found = None
    if found is None or found.tzinfo is None or not 1990 <= found.year <= 2200:
        raise InputError("this is no moment; write 2026-12-05T11:02:00Z", place=place, code="wrong-shape")
    return found.astimezone(UTC)


def read_optional(given: object, place: str) -> int | None:
    """A whole number, or None. Raises InputError."""
    return None if given is None else read_number(given, place)


def read_number(given: object, place: str) -> int:
    """A whole number. Raises InputError."""
    if type(given) is not int or not 0 <= given <= _MAX_NUMBER:
        raise InputError("this is no whole number", place=place, code="wrong-shape")
    return given


def read_text(payload: Mapping[str, Any], name: str) -> str:
    """A text of a payload; empty where it has none. Raises InputError."""
    value = payload.get(name, "")
    if not isinstance(value, str):
        raise InputError("this is no text", place=name, code="wrong-shape")
    return value
