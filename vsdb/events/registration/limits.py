"""How often codes of an event may be tried, people register without an account, and a registration submits lists."""

from __future__ import annotations

from allauth.core.ratelimit import consume
from django.http import HttpRequest

from vsdb.accounts.limits import count_for_address, is_within_limit
from vsdb.core.errors import TooManyRequests
from vsdb.core.limits.callers import get_client_network
from vsdb.core.limits.venues import is_at_venue
from vsdb.events.models import Event, Registration

_CODE, _VENUE = "event_code", "venue"  #: in `ACCOUNT_RATE_LIMITS`
_MINUTE, _HOUR = 60, 60 * 60


def refuse_too_many_codes(request: HttpRequest, event: Event) -> None:
    """Raise TooManyRequests where too many wrong codes of an event came from an address. Right ones never count."""
    action, key = _get_code_count(request, event)
    if not is_within_limit(request, action, key=key):
        raise TooManyRequests(
            "Too many wrong codes came from your network. Ask the desk, or try again later", wait=_HOUR
        )


def count_wrong_code(request: HttpRequest, event: Event) -> None:
    """Count a wrong code for the event and the address; at the venue by its wider limit."""
    action, key = _get_code_count(request, event)
    consume(request, action=action, key=key)


def _get_code_count(request: HttpRequest, event: Event) -> tuple[str, str]:
    """The limit by which wrong codes count, and what it counts by."""
    return _VENUE if is_at_venue(request) else _CODE, f"{_CODE}:{event.pk}:{get_client_network(request)}"


def refuse_too_many_registrations(request: HttpRequest) -> None:
    """Count a registration without an account; raise TooManyRequests where the address has had too many."""
    if not count_for_address(request, "registration"):
        said = "Too many registrations without an account came from your network. Sign in, or ask the desk"
        raise TooManyRequests(said, wait=_HOUR)


def refuse_too_many_submissions(request: HttpRequest, registration: Registration) -> None:
    """Count a list that a registration submits, from any address; raise TooManyRequests where it sends very many."""
    if not consume(request, action="list_submission", key=f"registration-{registration.pk}"):
        raise TooManyRequests(
            "You have sent very many lists. Wait a minute, then send the last one again", wait=_MINUTE
        )
