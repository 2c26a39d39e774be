"""Values as JSON, the same bytes for the same value in every process and in a browser."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def dump_json(value: Mapping[str, Any]) -> str:
    """A value as JSON on one line, in its own order."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
