"""What limits count by: an account that somebody tries to enter, or an address; wider at the venue of an event."""

from __future__ import annotations

import time

from allauth.core.internal import ratelimit
from allauth.core.ratelimit import consume
from django.core.cache import cache
from django.http import HttpRequest

from vsdb.core.limits.callers import get_client_network
from vsdb.core.limits.venues import is_at_venue

FAILED_SIGN_IN = "sign_in_failed"  #: in `ACCOUNT_RATE_LIMITS`
_LIBRARY = "allauth.account"  #: whose counts they are
_VENUE = "venue"
#: What players do at a venue. Anybody can announce an event, so guesses of passwords aren't among it.
_AT_VENUES = frozenset(("registration", "new_deck", "kept_list", "check_many"))


def count_for_address(request: HttpRequest, action: str) -> bool:
    """Count something that an address may do so many times by `ACCOUNT_RATE_LIMITS`; False where it has.

    What players do at the venue of an event counts by `VENUE_RATE` instead, so that a hundred behind one address aren't
    refused. Failed sign-ins never do.
    """
    if action in _AT_VENUES and is_at_venue(request):
        return bool(consume(request, action=_VENUE, key=f"{action}:{get_client_network(request)}"))
    return bool(consume(request, action=action))


def is_within_limit(request: HttpRequest, action: str, *, key: str | None = None) -> bool:
    """Whether something may be done once more by `ACCOUNT_RATE_LIMITS`, for the address or for `key`; counts nothing.

    The library's `consume` takes a lock even to look, and refuses who has waited a second for it: forty players of one
    address who sign in at once.
    """
    now = time.time()
    for rate in ratelimit.get_rates(app=_LIBRARY, action=action):
        where = ratelimit.get_cache_key(request, app=_LIBRARY, action=action, rate=rate, key=key)
        is_within, _ = ratelimit.apply_rate(list(cache.get(where, ())), now, rate, dry_run=True)
        if not is_within:
            return False
    return True
