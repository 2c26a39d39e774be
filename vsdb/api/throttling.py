"""How often one address may ask."""

from __future__ import annotations

from django.conf import settings
from rest_framework.throttling import AnonRateThrottle


class PerAddress(AnonRateThrottle):
    """Every request of an address together: `API_RATE`, or no limit where that is empty."""

    scope = "api"

    def get_rate(self) -> str | None:
        return settings.API_RATE or None


class ChecksPerAddress(AnonRateThrottle):
    """The checks of an address, each of up to 400 verdicts: `API_CHECK_RATE`, or no limit where that is empty."""

    scope = "check"

    def get_rate(self) -> str | None:
        return settings.API_CHECK_RATE or None
