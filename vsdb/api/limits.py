"""How often a caller may ask, and the headers that say so."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from vsdb.core.limits.callers import identify_caller, remember_account
from vsdb.core.limits.counted import list_counted


class PerCaller(SimpleRateThrottle):
    """Every request of a caller together, of an account or else of an address: `API_RATE`, or no limit where empty."""

    scope, limit = "api", "API_RATE"  #: `limit` is the setting that says how often
    num_requests: int
    duration: int  #: seconds
    history: list[float]
    now: float

    def allow_request(self, request: Request, view: Any) -> bool:
        """Count the request."""
        allowed: bool = super().allow_request(request, view)
        if self.rate is not None:
            list_counted(request._request).append(self)
        return allowed

    @property
    def policy(self) -> str:
        """How many requests in how many seconds, as `RateLimit-Policy` says it."""
        return f'"{self.scope}";q={self.num_requests};w={self.duration}'

    @property
    def state(self) -> str:
        """How many are left, and in how many seconds the oldest counted one no longer counts, for `RateLimit`."""
        left = max(self.num_requests - len(self.history), 0)
        oldest = self.history[-1] if self.history else self.now
        return f'"{self.scope}";r={left};t={max(ceil(oldest + self.duration - self.now), 0)}'

    def get_rate(self) -> str | None:
        return getattr(settings, self.limit) or None

    def get_cache_key(self, request: Request, view: object) -> str:
        if request.user and request.user.pk:
            remember_account(request._request, request.user.pk)
        return self.cache_format % {"scope": self.scope, "ident": identify_caller(request._request)}


class ChecksPerCaller(PerCaller):
    """The checks of a caller, each of up to 400 verdicts: `API_CHECK_RATE`, or no limit where that is empty."""

    scope, limit = "check", "API_CHECK_RATE"


class WritesPerCaller(PerCaller):
    """What a caller changes: `API_WRITE_RATE`, or no limit where that is empty."""

    scope, limit = "write", "API_WRITE_RATE"


class RateLimitMiddleware:
    """Every answer to a request that was counted says what is left: `RateLimit` and `RateLimit-Policy`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if counted := list_counted(request):
            response.headers["RateLimit-Policy"] = ", ".join(each.policy for each in counted)
            response.headers["RateLimit"] = ", ".join(each.state for each in counted)
        return response
