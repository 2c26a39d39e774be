"""How often one caller may ask."""

from __future__ import annotations

from django.conf import settings
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle


class PerCaller(SimpleRateThrottle):
    """Every request of a caller together, of an account or else of an address: `API_RATE`, or no limit where empty."""

    scope = "api"

    def get_rate(self) -> str | None:
        return settings.API_RATE or None

    def get_cache_key(self, request: Request, view: object) -> str:
        caller = f"account-{request.user.pk}" if request.user else self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": caller}


class ChecksPerCaller(PerCaller):
    """The checks of a caller, each of up to 400 verdicts: `API_CHECK_RATE`, or no limit where that is empty."""

    scope = "check"

    def get_rate(self) -> str | None:
        return settings.API_CHECK_RATE or None
