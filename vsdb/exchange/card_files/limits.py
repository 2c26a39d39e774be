"""Uploads that are refused before they are read, or as soon as they are longer than they said."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import StopUpload, TemporaryFileUploadHandler
from django.http import HttpRequest

_FRAME = 64 * 1024  #: what a form is beside its file


def announces_too_much(request: HttpRequest) -> bool:
    """Whether the body is longer than a form with the largest file, by what the request itself says."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return length.isdecimal() and int(length) > settings.IMPORT_MAX_BYTES + _FRAME


class Limited(TemporaryFileUploadHandler):
    """Puts one file into a temporary file; at one byte too many it stops and the temporary file goes."""

    is_exceeded = False

    def receive_data_chunk(self, raw_data: bytes, start: int) -> Any:
        """Keep a piece."""
        if start + len(raw_data) > settings.IMPORT_MAX_BYTES:
            self.is_exceeded = True
            self.file.close()
            raise StopUpload
        return super().receive_data_chunk(raw_data, start)
