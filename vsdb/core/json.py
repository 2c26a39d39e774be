"""JSON as the pages and the commands write it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def json_text(value: Mapping[str, Any]) -> str:
    """A value as JSON: the same bytes for the same value, in every process."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
