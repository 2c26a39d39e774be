"""Who may read metrics and the details of checks: addresses and a token by setting, and staff."""

from __future__ import annotations

import hmac
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from vsdb.accounts.second_factors import lacks_second_factor
from vsdb.core.limits.callers import get_client_address


def is_monitor(request: HttpRequest) -> bool:
    """Whether a request brings the token of `MONITORING_TOKEN` or comes from one of `MONITORING_ADDRESSES`."""
    return _has_token(request) or _has_address(request)


def is_staff(request: HttpRequest) -> bool:
    """Whether somebody of the staff is signed in, with the second factor that pages of staff ask for; a request without
    a session is nobody's."""
    user = getattr(request, "user", None)
    return isinstance(user, User) and user.is_active and user.is_staff and not lacks_second_factor(user)


@lru_cache(maxsize=1)
def parse_networks(written: tuple[str, ...]) -> tuple[tuple[IPv4Network | IPv6Network, ...], tuple[str, ...]]:
    """The networks and single addresses of `MONITORING_ADDRESSES`, and what in it is neither, which opens nothing."""
    networks, wrong = [], []
    for each in written:
        try:
            networks.append(ip_network(each, strict=False))
        except ValueError:
            wrong.append(each)
    return tuple(networks), tuple(wrong)


def _has_token(request: HttpRequest) -> bool:
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    wanted = settings.MONITORING_TOKEN
    return bool(wanted) and kind.lower() == "bearer" and hmac.compare_digest(token.strip().encode(), wanted.encode())


def _has_address(request: HttpRequest) -> bool:
    """Whether the address is allowed. One that a proxy hides isn't known, so it is nobody's: without `API_PROXIES` all
    visitors would come from the proxy's own."""
    if not settings.MONITORING_ADDRESSES or ("HTTP_X_FORWARDED_FOR" in request.META and not settings.API_PROXIES):
        return False
    address = ip_address(get_client_address(request))
    networks, _ = parse_networks(tuple(settings.MONITORING_ADDRESSES))
    return any(address in network for network in networks)
