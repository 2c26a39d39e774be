"""JSON as it comes out of the database."""

from __future__ import annotations

from typing import Any


def sort_keys(value: Any) -> Any:
    """The same value with the keys of its objects in alphabetical order.

    PostgreSQL keeps them in an order of its own, SQLite as they were written; what is shown must not depend on it.
    """
    if isinstance(value, dict):
        return {key: sort_keys(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [sort_keys(each) for each in value]
    return value
