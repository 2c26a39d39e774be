"""The description of the API, as programs get it."""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any

from django.core.management import call_command


@cache
def describe_api() -> dict[str, Any]:
    """The description, valid and made without a warning; once for all tests, since that takes seconds."""
    out = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", stdout=out, stderr=out)
    described: dict[str, Any] = json.loads(out.getvalue())
    return described
