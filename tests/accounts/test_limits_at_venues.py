"""What is limited by address at the venue of an event, and what stays as narrow as elsewhere."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.core.internal import ratelimit
from django.contrib.sessions.backends.signed_cookies import SessionStore
from django.core.cache import cache
from django.http import HttpRequest
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings

from vsdb.accounts.limits import FAILED_SIGN_IN, count_for_address, is_within_limit
from vsdb.core.limits.venues import remember_venue


@pytest.fixture
def at_venue(settings: Settings) -> HttpRequest:
    """A request of a browser at a venue, on a site that lets an address do anything twice a minute."""
    cache.clear()
    limits = {**settings.ACCOUNT_RATE_LIMITS, "registration": "2/m/ip", FAILED_SIGN_IN: "2/m/ip", "venue": "9/m/key"}
    settings.ACCOUNT_RATE_LIMITS = limits
    request = RequestFactory().post("/")
    request.session = SessionStore()
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "x"
    remember_venue(request, 1, timezone.now() + timedelta(hours=1))
    return request


def test_players_behind_one_address_register(at_venue: HttpRequest) -> None:
    assert [count_for_address(at_venue, "registration") for _ in range(10)] == [True] * 9 + [False]


def test_guesses_of_passwords_stay_limited(at_venue: HttpRequest) -> None:
    """Anybody can announce an event of today and show themselves its code."""
    assert [count_for_address(at_venue, FAILED_SIGN_IN) for _ in range(3)] == [True, True, False]


def test_who_signs_in_waits_for_nobody_whose_failure_is_being_counted(at_venue: HttpRequest) -> None:
    """Who waits longer than a second for the lock of a count is refused by the library."""
    (rate,) = ratelimit.get_rates(app="allauth.account", action=FAILED_SIGN_IN)
    counted = ratelimit.get_cache_key(at_venue, app="allauth.account", action=FAILED_SIGN_IN, rate=rate)
    with ratelimit.cache_lock(counted) as locked:
        assert locked
        assert is_within_limit(at_venue, FAILED_SIGN_IN)
    assert [count_for_address(at_venue, FAILED_SIGN_IN) for _ in range(2)] == [True, True]
    assert not is_within_limit(at_venue, FAILED_SIGN_IN)
