"""How many reports one address may send, by page and by API together."""

from __future__ import annotations

from allauth.core.ratelimit import consume
from django.http import HttpRequest

ACTION = "error_report"  #: in `ACCOUNT_RATE_LIMITS`
TOO_OFTEN = "Too many reports came from your address. Try again later."


def may_send_now(request: HttpRequest) -> bool:
    """Count a report of the address that a request comes from; False where it sent as many as one may."""
    return bool(consume(request, action=ACTION))
