"""What limits count by: an account that somebody tries to enter, or an address; wider at the venue of an event."""

from __future__ import annotations

from allauth.core.ratelimit import consume
from django.http import HttpRequest

from vsdb.core.limits.callers import get_client_network
from vsdb.core.limits.venues import is_at_venue

FAILED_SIGN_IN = "sign_in_failed"  #: in `ACCOUNT_RATE_LIMITS`
_VENUE = "venue"
#: What players do at a venue. Anybody can announce an event, so guesses of passwords aren't among it.
_AT_VENUES = frozenset(("registration", "new_deck", "kept_list", "check_many"))


def count_for_address(request: HttpRequest, action: str, *, dry_run: bool = False) -> bool:
    """Count something that an address may do so many times by `ACCOUNT_RATE_LIMITS`; False where it has.

    What players do at the venue of an event counts by `VENUE_RATE` instead, so that a hundred behind one address aren't
    refused. Failed sign-ins never do. With `dry_run` nothing is counted.
    """
    if action in _AT_VENUES and is_at_venue(request):
        return bool(consume(request, action=_VENUE, key=f"{action}:{get_client_network(request)}", dry_run=dry_run))
    return bool(consume(request, action=action, dry_run=dry_run))
