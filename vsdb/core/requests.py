"""What requests ask and bring: days, numbers, bodies too large to be read; and where they are led on to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponseBase, HttpResponsePermanentRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from engine import InputError
from vsdb.core.dates import parse_day

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
_CHUNK = 64 * 1024
_MAX_COUNT = 64 * 1024 * 1024  #: whoever sends more is cut off


@dataclass(frozen=True, slots=True)
class RequestedDay:
    """The day of `?on=`, today's where none is asked for; what was typed, and what is wrong with it."""

    on: date
    typed: str = ""
    problem: str = ""

    @property
    def status(self) -> int:
        """The HTTP status of a page about this day."""
        return 400 if self.problem else 200


def read_requested_day(request: HttpRequest) -> RequestedDay:
    """The day that a request asks about; one that can't be read is told beside today's."""
    typed = request.GET.get("on", "").strip()
    today = timezone.localdate()
    if not typed:
        return RequestedDay(today, today.isoformat())
    try:
        return RequestedDay(parse_day(typed), typed)
    except InputError as error:
        return RequestedDay(today, typed[:40], error.message)


def answers_anybody(view: View) -> View:
    """A page that answers what is sent to it and stores nothing: it needs no token, and other pages may send to it.

    In read-only mode it answers as always (`vsdb.operations.read_only`).
    """
    return answers_in_read_only_mode(csrf_exempt(require_http_methods(["GET", "HEAD", "POST"])(view)))


def answers_in_read_only_mode(view: View) -> View:
    """A page that answers what is sent to it in read-only mode, too: it stores nothing, or only what is asked for
    beside, which is refused then (`vsdb.operations.read_only`)."""
    view.changes_nothing = True  # type: ignore[attr-defined]
    return view


def parse_whole_number(text: str, place: str, *, digits: int = 9, what: str = "number") -> int:
    """A whole number. Raises InputError."""
    figures = text.removeprefix("-")
    if not (figures.isascii() and figures.isdigit()):
        raise InputError(f"{text[:20]!r} is not a {what}", place=place)
    if text != figures:
        raise InputError(f"{text[:20]!r} is less than 0", place=place)
    if len(text) > digits:
        raise InputError(f"{text[:20]!r} is too large; at most {digits} digits", place=place)
    return int(text)


def read_number(words: Mapping[str, str], name: str, *, digits: int = 9, what: str = "number") -> int | None:
    """The number that an address or a form gives; None where it gives none. Raises InputError."""
    said = words.get(name, "").strip()
    return parse_whole_number(said, name, digits=digits, what=what) if said else None


def read_choice(words: Mapping[str, str], name: str, choices: Collection[str]) -> str:
    """One of the choices, or nothing where none is named. Raises InputError for anything else."""
    said = words.get(name, "")
    if said and said not in choices:
        raise InputError(f"{said[:20]!r} is not one of {', '.join(choices)}", place=name)
    return said


def redirect_to_own_address(request: HttpRequest, view: str, *args: str) -> HttpResponsePermanentRedirect:
    """To the thing's own address, with what stood behind the question mark."""
    query = request.GET.urlencode()
    return HttpResponsePermanentRedirect(reverse(view, args=args) + (f"?{query}" if query else ""))


def is_too_large(request: HttpRequest) -> bool:
    """Whether the body is more than is read into memory."""
    return _length(request) > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)


def drain(request: HttpRequest) -> None:
    """Take a body off the wire and throw it away: who is still sending doesn't hear an answer."""
    left = min(_length(request), _MAX_COUNT)
    while left > 0 and (chunk := request.read(min(_CHUNK, left))):
        left -= len(chunk)


def _length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0


class InMemoryUploadHandler(MemoryFileUploadHandler):
    """Holds an uploaded file in memory, and refuses a form that is too large for it before any of it is kept."""

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        """Look at the length that the form has by its own word. Raises RequestDataTooBig."""
        if self.request is not None and is_too_large(self.request):
            drain(self.request)
            raise RequestDataTooBig("The form is too large. Send less text or a smaller file.")
        super().handle_raw_input(*args, **kwargs)
