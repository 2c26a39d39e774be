"""What the API reads from a request's body."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from vsdb.api.errors import PayloadTooLarge


class BoundedJson(JSONParser):
    """JSON no longer than `DATA_UPLOAD_MAX_MEMORY_SIZE`, which the framework's parser doesn't look at."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        raw = stream.read(limit + 1)
        if len(raw) > limit:
            raise PayloadTooLarge(f"The body is longer than {limit // 1024} KiB, which is the most that is read.")
        if b"\x00" in raw:
            raise ParseError("The body holds NUL bytes; JSON in UTF-8 is expected.")
        try:
            return super().parse(io.BytesIO(raw), media_type, parser_context)
        except RecursionError as exc:
            raise ParseError("The JSON is nested too deeply.") from exc
