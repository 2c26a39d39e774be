"""The limits under which a request was counted, which its answer names."""

from __future__ import annotations

from typing import Protocol

from django.http import HttpRequest


class CountedLimit(Protocol):
    """A limit, as `RateLimit-Policy` and `RateLimit` say it."""

    @property
    def policy(self) -> str: ...

    @property
    def state(self) -> str: ...


def list_counted(request: HttpRequest) -> list[CountedLimit]:
    """The limits under which a request was counted; whoever counts adds to it."""
    found: list[CountedLimit] = request.__dict__.setdefault("counted_limits", [])
    return found
