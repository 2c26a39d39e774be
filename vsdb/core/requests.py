"""The day that an address asks about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils import timezone

from engine.model.errors import InputError
from vsdb.core.dates import day


@dataclass(frozen=True, slots=True)
class AskedDay:
    """The day of `?on=`, today's where none is asked for; what was typed, and what is wrong with it."""

    on: date
    typed: str = ""
    problem: str = ""

    @property
    def status(self) -> int:
        """The HTTP status of a page about this day."""
        return 400 if self.problem else 200


def asked_day(request: HttpRequest) -> AskedDay:
    """The day that a request asks about; one that can't be read is told beside today's."""
    typed = request.GET.get("on", "").strip()
    today = timezone.localdate()
    if not typed:
        return AskedDay(today, today.isoformat())
    try:
        return AskedDay(day(typed), typed)
    except InputError as error:
        return AskedDay(today, typed[:40], error.message)


def whole(text: str, place: str, *, digits: int = 9, what: str = "number") -> int:
    """A whole number. Raises InputError."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise InputError(f"{text[:20]!r} is no {what}", place=place)
    return int(text)


def number_in(words: Mapping[str, str], name: str, *, digits: int = 9, what: str = "number") -> int | None:
    """The number that an address or a form gives; None where it gives none. Raises InputError."""
    said = words.get(name, "").strip()
    return whole(said, name, digits=digits, what=what) if said else None


def lead_on(request: HttpRequest, view: str, *args: str) -> HttpResponsePermanentRedirect:
    """To the thing's own address, with what stood behind the question mark."""
    query = request.GET.urlencode()
    return HttpResponsePermanentRedirect(reverse(view, args=args) + (f"?{query}" if query else ""))
