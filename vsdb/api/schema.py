"""How the API describes itself."""

from __future__ import annotations

from typing import Any

Endpoint = tuple[str, str, str, Any]


def one_address_each(endpoints: list[Endpoint]) -> list[Endpoint]:
    """The endpoints without those that only repeat another with a slash at its end."""
    paths = {path for path, *_ in endpoints}
    return [each for each in endpoints if not (each[0].endswith("/") and each[0].rstrip("/") in paths)]
