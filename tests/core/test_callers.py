"""Who a request counts for, and the warning of a proxy that isn't trusted."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

import pytest
from allauth.core.internal.ratelimit import get_ip
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings
from rest_framework.views import APIView

from vsdb.api.limits import PerCaller
from vsdb.core.limits import callers

CHAIN = "203.0.113.9, 198.51.100.7"


@pytest.fixture(autouse=True)
def _nothing_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callers._Noted, "seen", None)
    monkeypatch.setattr(callers._Noted, "said", None)
    cache.clear()


@pytest.mark.parametrize(
    ("proxies", "forwarded", "connected", "address"),
    [
        (0, CHAIN, "192.0.2.1", "192.0.2.1"),
        (1, CHAIN, "192.0.2.1", "198.51.100.7"),
        (2, CHAIN, "192.0.2.1", "203.0.113.9"),
        (3, CHAIN, "192.0.2.1", "203.0.113.9"),
        (1, "", "192.0.2.1", "192.0.2.1"),
        (1, " , ", "192.0.2.1", "192.0.2.1"),
        (1, "unknown", "192.0.2.1", "192.0.2.1"),
        (1, "198.51.100.7:4711", "192.0.2.1", "198.51.100.7"),
        (1, "[2001:db8::1]:4711", "192.0.2.1", "2001:db8::1"),
        (0, "", "::ffff:192.0.2.1", "192.0.2.1"),
        (0, "", "fe80::1%eth0", "fe80::1"),
        (0, "", "", callers.NO_ADDRESS),
        (1, "198.51.100.7", "", "198.51.100.7"),
    ],
)
def test_the_address_is_the_one_that_our_outermost_proxy_saw(
    rf: RequestFactory, settings: Settings, proxies: int, forwarded: str, connected: str, address: str
) -> None:
    settings.API_PROXIES = proxies
    request = rf.get("/", REMOTE_ADDR=connected, **({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}))
    assert callers.get_client_address(request) == address


def test_a_network_of_version_6_is_one_caller(rf: RequestFactory) -> None:
    one, same, other = (rf.get("/", REMOTE_ADDR=f"2001:db8:0:{each}") for each in ("1::1", "1:ffff::2", "2::1"))
    assert callers.identify_caller(one) == callers.identify_caller(same) == "2001:db8:0:1::"
    assert callers.identify_caller(other) != callers.identify_caller(one)


def test_an_account_is_one_caller_at_any_address(rf: RequestFactory) -> None:
    requests = [rf.get("/", REMOTE_ADDR=f"192.0.2.{number}") for number in (1, 2)]
    for request in requests:
        callers.remember_account(request, 7)
    assert {callers.identify_caller(each) for each in requests} == {"account-7"}


@pytest.mark.parametrize("proxies", [0, 1, 2, 5])
@pytest.mark.parametrize("connected", ["192.0.2.1", "2001:db8::1", ""])
def test_api_and_accounts_count_the_same_caller(
    rf: RequestFactory, settings: Settings, proxies: int, connected: str
) -> None:
    settings.API_PROXIES = proxies
    request = rf.get("/", REMOTE_ADDR=connected, HTTP_X_FORWARDED_FOR=CHAIN)
    caller = callers.identify_caller(request)
    assert get_ip(request) == caller
    seen = APIView().initialize_request(request)
    assert PerCaller().get_cache_key(seen, None).endswith(f"_{caller}")


@pytest.mark.django_db
class TestUntrustedProxy:
    def test_is_said_once_an_hour(self, client: Client, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.WARNING, callers.__name__):
            for _ in range(3):
                client.get("/about/", HTTP_X_FORWARDED_FOR=CHAIN)
            assert len(caplog.records) == 1
            assert "API_PROXIES is 0" in caplog.text
            callers._note_untrusted(timezone.now() + timedelta(hours=1, seconds=1))
            assert len(caplog.records) == 2

    def test_is_found_by_other_processes(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        assert callers.find_untrusted_forwarding() is None
        client.get("/about/", HTTP_X_FORWARDED_FOR=CHAIN)
        assert isinstance(callers.find_untrusted_forwarding(), datetime)
        monkeypatch.setattr(callers._Noted, "seen", None)
        assert isinstance(callers.find_untrusted_forwarding(), datetime)

    def test_is_forgotten_after_a_day(self) -> None:
        callers._note_untrusted(timezone.now() - timedelta(hours=25))
        assert callers.find_untrusted_forwarding() is None

    def test_is_no_matter_where_the_proxy_is_trusted_or_none_is_there(
        self, client: Client, settings: Settings, caplog: pytest.LogCaptureFixture
    ) -> None:
        client.get("/about/")
        settings.API_PROXIES = 1
        client.get("/about/", HTTP_X_FORWARDED_FOR=CHAIN)
        assert callers.find_untrusted_forwarding() is None
        assert not caplog.records
