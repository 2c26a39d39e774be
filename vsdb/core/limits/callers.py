"""Who sends a request, for every limit alike: the account of a token, else an address, also behind proxies."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone

logger = logging.getLogger(__name__)

NO_ADDRESS = "0.0.0.0"  # noqa: S104  (what stands for an address that nobody gave; nothing listens there)
_FORWARDED = "HTTP_X_FORWARDED_FOR"
_V6_PREFIX = 64  #: one customer has at least as many addresses of version 6
_ACCOUNT = "account_of_token"
_SEEN_KEY = "untrusted-forwarded-for"
_EVERY = timedelta(hours=1)
_KEPT_SECONDS = 24 * 60 * 60


def get_client_address(request: HttpRequest) -> str:
    """The address of whoever sent a request: the one that the outermost of our `API_PROXIES` proxies saw.

    With no proxy, the address of the connection; nobody's word is believed. `NO_ADDRESS` where there is none, as on a
    Unix socket.
    """
    connected = request.META.get("REMOTE_ADDR", "")
    proxies: int = settings.API_PROXIES
    said = [each.strip() for each in request.META.get(_FORWARDED, "").split(",") if each.strip()]
    seen = said[-min(proxies, len(said))] if proxies > 0 and said else connected
    return _read_address(seen) or _read_address(connected) or NO_ADDRESS


def get_client_network(request: HttpRequest) -> str:
    """What a limit counts by: the address, of version 6 its network of 2^64, of which one caller has all."""
    address = get_client_address(request)
    if ":" in address:
        return str(ip_network(f"{address}/{_V6_PREFIX}", strict=False).network_address)
    return address


def remember_account(request: HttpRequest, account: int) -> None:
    """Keep with a request whose token it bears."""
    request.__dict__[_ACCOUNT] = account


def identify_caller(request: HttpRequest) -> str:
    """The caller that a request counts for: the account of its token, else its address."""
    account = request.__dict__.get(_ACCOUNT)
    return get_client_network(request) if account is None else f"account-{account}"


def _read_address(text: str) -> str:
    """An address as it is compared, without a port and brackets; empty where it is none."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(address)


class UntrustedProxyMiddleware:
    """Warns when `X-Forwarded-For` arrives though `API_PROXIES` is 0: all visitors would share one limit."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not settings.API_PROXIES and _FORWARDED in request.META:
            _note_untrusted(timezone.now())
        return self.get_response(request)


class _Noted:
    """When this process last saw the header and last said so."""

    lock = Lock()
    seen: datetime | None = None
    said: datetime | None = None


def _note_untrusted(now: datetime) -> None:
    with _Noted.lock:
        _Noted.seen = now
        if _Noted.said and now - _Noted.said < _EVERY:
            return
        _Noted.said = now
    cache.set(_SEEN_KEY, now, _KEPT_SECONDS)
    logger.warning(
        "X-Forwarded-For arrives and API_PROXIES is 0: all visitors behind the proxy share one limit. "
        "Set API_PROXIES to the number of your proxies. If there is no proxy, a visitor sends the header; ignore this."
    )


def find_untrusted_forwarding() -> datetime | None:
    """When `X-Forwarded-For` last arrived without being trusted, in the last day; None if it didn't.

    Other processes of the site are known by the cache, if they share one.
    """
    if settings.API_PROXIES:
        return None
    seen: datetime | None = _Noted.seen or cache.get(_SEEN_KEY)
    is_recent = seen is not None and timezone.now() - seen < timedelta(seconds=_KEPT_SECONDS)
    return seen if is_recent else None
