"""The site with a Redis that is gone, hangs or refuses, and that comes back."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from time import monotonic

import pytest
from allauth.core.ratelimit import consume
from django.core import mail
from django.core.cache import cache
from django.test import Client, RequestFactory
from pytest_django import Settings
from redis import Redis

from tests.core.redis_server import RedisServer
from vsdb.core import cache as ours
from vsdb.core.cache import Breaker, is_cache_down

LIST = "4 Savage Beatdown\n56 Sentinel Mark V, Army"


@pytest.fixture
def server(tmp_path: Path, settings: Settings) -> Iterator[RedisServer]:
    """A running Redis that is the site's cache."""
    server = RedisServer(tmp_path)
    server.start()
    settings.CACHES = {"default": {"BACKEND": "vsdb.core.cache.FallbackRedisCache", "LOCATION": server.url}}
    yield server
    server.kill()


@pytest.fixture
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache that failed is asked again at once."""
    monkeypatch.setattr(ours, "RETRY_SECONDS", 0.0)


class TestCache:
    def test_keeps_values_in_redis_while_it_answers(self, server: RedisServer) -> None:
        cache.set("word", ["kept"], 60)
        assert not is_cache_down()
        with Redis(port=server.port) as client:
            assert client.exists(":1:word")

    @pytest.mark.usefixtures("_at_once")
    def test_counts_in_the_process_while_redis_is_gone_and_in_redis_again_afterwards(self, server: RedisServer) -> None:
        server.kill()
        assert is_cache_down()
        assert cache.add("count", 1, 60)
        assert not cache.add("count", 5, 60)
        assert cache.incr("count") == 2
        assert cache.get_many(["count", "other"]) == {"count": 2}
        assert cache.touch("count", 60)
        cache.set_many({"other": 3})
        assert cache.get_or_set("third", lambda: 4, 60) == 4
        cache.delete_many(["other"])
        assert cache.delete("third")
        assert not cache.has_key("other")
        assert cache.decr("count") == 1
        server.start()
        assert not is_cache_down()
        assert cache.get("count") is None

    def test_that_hangs_is_waited_for_once(self, server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> None:
        cache.set("word", 1)
        server.hang()
        begun = monotonic()
        for _ in range(50):
            cache.get("word")
        # Twice the timeout, since an old connection is tried anew; fifty times would be 25 seconds.
        assert monotonic() - begun < 10
        assert is_cache_down()
        monkeypatch.setattr(ours, "RETRY_SECONDS", 0.0)
        server.go_on()
        assert _answers_in_time()

    @pytest.mark.usefixtures("_at_once")
    def test_that_refuses_is_down_too(self, server: RedisServer) -> None:
        with Redis(port=server.port) as client:
            client.config_set("maxmemory", "1")
            client.config_set("maxmemory-policy", "noeviction")
        for _ in range(3):
            cache.set("word", "x" * 1000, 60)
            assert cache.get("word") == "x" * 1000
        assert is_cache_down()

    @pytest.mark.usefixtures("_at_once")
    def test_is_logged_once_a_minute_and_when_it_is_back(
        self, server: RedisServer, caplog: pytest.LogCaptureFixture
    ) -> None:
        server.kill()
        with caplog.at_level(logging.WARNING, ours.__name__):
            for _ in range(20):
                cache.get("word")
            assert [each.getMessage()[:31] for each in caplog.records] == ["The cache has not answered for 0"[:31]]
            server.start()
            cache.set("word", 1)
        assert caplog.records[-1].getMessage().startswith("The cache answers again")


class TestBreaker:
    def test_lets_one_caller_try_while_the_cache_is_down(self) -> None:
        breaker = Breaker()
        assert breaker.may_ask(0, writes=False)
        breaker.record_failure(0, OSError("gone"))
        assert not breaker.may_ask(ours.RETRY_SECONDS - 0.1, writes=True)
        assert [breaker.may_ask(5, writes=writes) for writes in (False, True, True)] == [False, True, False]
        breaker.record_success(6)
        assert all(breaker.may_ask(6, writes=False) for _ in range(3))

    def test_says_so_once_a_minute(self, caplog: pytest.LogCaptureFixture) -> None:
        breaker = Breaker()
        for second in range(0, 121, 5):
            breaker.record_failure(second, OSError("gone"))
        assert len(caplog.records) == 3
        assert "120 seconds" in caplog.text


@pytest.mark.django_db
class TestSite:
    """With the cache gone, whatever doesn't need it works, and limits hold."""

    @pytest.fixture(autouse=True)
    def _without_a_cache(self, server: RedisServer) -> None:
        server.kill()

    def test_answers_pages_and_the_api(self, client: Client) -> None:
        for address in ("/", "/cards/?q=hulk", "/help/search/", "/decks/", "/api/v1/games"):
            assert client.get(address).status_code == HTTPStatus.OK, address
        answer = client.post("/api/v1/check", {"deck": LIST, "game": "vs-classic"}, content_type="application/json")
        assert answer.status_code == HTTPStatus.OK

    def test_limits_the_api_by_process(self, client: Client, settings: Settings) -> None:
        settings.API_RATE = "3/minute"
        answers = [client.get("/api/v1/games") for _ in range(5)]
        assert [each.status_code for each in answers] == [200, 200, 200, 429, 429]
        assert answers[0]["RateLimit"].startswith('"api";r=2')

    def test_limits_what_an_address_sends_by_process(self, rf: RequestFactory, settings: Settings) -> None:
        settings.ACCOUNT_RATE_LIMITS = {"error_report": "2/h/ip"}
        request = rf.post("/report/")
        assert [bool(consume(request, action="error_report")) for _ in range(3)] == [True, True, False]

    def test_takes_sign_ups_and_logins(self, client: Client) -> None:
        form = {"username": "ann", "email": "ann@vsdb.example", "password1": "a long enough phrase"}
        assert client.post("/account/signup/", form).status_code == HTTPStatus.FOUND
        assert len(mail.outbox) == 1
        answer = client.post("/account/login/", {"login": "ann", "password": "a wrong phrase"})
        assert answer.status_code == HTTPStatus.OK
        assert "Wrong user name or password" in answer.content.decode()

    def test_builds_decks_and_draws_hands(self, client: Client) -> None:
        made = client.post("/decks/new/", {"game": "vs-classic", "title": "Built without a cache"})
        assert made.status_code == HTTPStatus.FOUND
        place = "/decks/{}/".format(made["Location"].split("/")[2])
        change = {"op": "set", "card": "savage-beatdown", "count": 4, "edition": 1}
        assert client.post(f"{place}edit/change/", change).status_code in {HTTPStatus.OK, HTTPStatus.FOUND}
        assert client.get(f"{place}edit/?q=hulk").status_code == HTTPStatus.OK
        assert "Savage Beatdown" in client.get(f"{place}hand/", follow=True).content.decode()


def _answers_in_time() -> bool:
    """Whether Redis is asked again, once it goes on."""
    until = monotonic() + 20
    while monotonic() < until:
        if not is_cache_down():
            return True
    return False
