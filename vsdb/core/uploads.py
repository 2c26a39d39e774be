"""The bodies of requests that are too large to be read into memory."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest

_CHUNK = 64 * 1024
_MOST = 64 * 1024 * 1024  #: whoever sends more is cut off


def is_too_large(request: HttpRequest) -> bool:
    """Whether the body is more than is read into memory."""
    return _length(request) > (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)


def drain(request: HttpRequest) -> None:
    """Take a body off the wire and throw it away: who is still sending doesn't hear an answer."""
    left = min(_length(request), _MOST)
    while left > 0 and (chunk := request.read(min(_CHUNK, left))):
        left -= len(chunk)


def _length(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdecimal() else 0


class InMemory(MemoryFileUploadHandler):
    """Holds an uploaded file in memory, and refuses a form that is too large for it before any of it is kept."""

    def handle_raw_input(self, *args: Any, **kwargs: Any) -> None:
        """Look at the length that the form has by its own word. Raises RequestDataTooBig."""
        if self.request is not None and is_too_large(self.request):
            drain(self.request)
            raise RequestDataTooBig("The form is too large.")
        super().handle_raw_input(*args, **kwargs)
