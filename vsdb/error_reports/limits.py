"""How many reports one address may send, by page and by API together."""

from __future__ import annotations

from django.http import HttpRequest

from vsdb.accounts.limits import count_for_address

ACTION = "error_report"  #: in `ACCOUNT_RATE_LIMITS`
TOO_OFTEN = "Too many reports came from your address. Try again later."


def may_send_now(request: HttpRequest) -> bool:
    """Count a report of the address that a request comes from; False where it sent as many as one may."""
    return count_for_address(request, ACTION)
