"""How far a law is tried: a part by `make test`, the rest by `make test-rest`.

A test that asks here is marked `law`, so that both run it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
#: Whether this session is not that of `make test`; `tests/conftest.py` says so before any test is read.
in_full = False


def size(full: int, *, short: int) -> int:
    """How many cases at random a law tries in this session."""
    return full if in_full else short


def share(cases: Sequence[T], *, one_in: int) -> list[T]:
    """The cases of this session: of so many the first is tried by `make test`, the others by `make test-rest`."""
    return [each for place, each in enumerate(cases) if bool(place % one_in) == in_full]
