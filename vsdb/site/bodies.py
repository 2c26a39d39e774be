"""The bodies of requests that are too large to be read into memory."""

from __future__ import annotations

from django.conf import settings
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
