"""The headers that say what is left, and what a caller is told."""

from __future__ import annotations

import pytest
from django.core.cache.backends.locmem import LocMemCache
from django.test import Client
from pytest_django import Settings

pytestmark = pytest.mark.django_db

GAMES = "/api/v1/games"


@pytest.fixture
def limits(settings: Settings) -> Settings:
    """Three requests a minute, one of them a check."""
    settings.API_RATE, settings.API_CHECK_RATE = "3/minute", "1/minute"
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "limits"}}
    LocMemCache("limits", {}).clear()
    return settings


def test_every_counted_answer_says_the_limit_and_what_is_left(client: Client, limits: Settings) -> None:
    answers = [client.get(GAMES) for _ in range(4)]
    assert [each.status_code for each in answers] == [200, 200, 200, 429]
    assert {each["RateLimit-Policy"] for each in answers} == {'"api";q=3;w=60'}
    assert [each["RateLimit"].partition(";t=")[0] for each in answers] == [f'"api";r={left}' for left in (2, 1, 0, 0)]
    assert answers[3]["Retry-After"] == answers[3]["RateLimit"].rpartition("=")[2]


def test_a_check_has_two_limits(client: Client, limits: Settings) -> None:
    answer = client.post("/api/v1/check", {}, content_type="application/json")
    assert answer.status_code == 400
    assert answer["RateLimit-Policy"] == '"api";q=3;w=60, "check";q=1;w=60'
    assert answer["RateLimit"] == '"api";r=2;t=60, "check";r=0;t=60'


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("games", {"authorization": "Bearer vsdb_wrong"}, 401),
        ("following", {}, 401),
        ("games", {"accept": "text/csv"}, 406),
        ("check", {}, 405),
    ],
)
def test_a_refused_request_is_counted_too(
    client: Client, limits: Settings, path: str, headers: dict[str, str], status: int
) -> None:
    limits.API_CHECK_RATE = ""
    answers = [client.get(f"/api/v1/{path}", headers=headers) for _ in range(4)]
    assert [each.status_code for each in answers] == [status, status, status, 429]
    assert answers[0]["RateLimit"] == '"api";r=2;t=60'
    assert int(answers[3]["Retry-After"]) > 0


def test_an_installation_without_limits_names_none(client: Client) -> None:
    assert not client.get(GAMES).has_header("RateLimit")


def test_pages_of_the_site_name_none(client: Client, limits: Settings) -> None:
    assert not client.get("/about/").has_header("RateLimit")


def test_a_page_of_another_origin_may_read_them(client: Client, limits: Settings) -> None:
    answer = client.get(GAMES, headers={"origin": "https://decks.example"})
    assert {"RateLimit", "RateLimit-Policy", "Link"} <= {*answer["Access-Control-Expose-Headers"].split(", ")}


def test_a_request_too_many_is_told_when_to_try_again(client: Client, limits: Settings) -> None:
    answer = [client.get(GAMES) for _ in range(4)][-1]
    seconds = answer["Retry-After"]
    assert answer.json()["message"] == f"You have sent too many requests. Try again in {seconds} seconds."


@pytest.mark.parametrize(
    ("method", "path", "headers", "status", "said"),
    [
        ("get", "following", {}, 401, "token"),
        ("delete", "decks/1", {}, 401, "DELETE needs a token here. Send “Authorization: Bearer vsdb_…”."),
        ("get", "check", {}, 405, "This address doesn’t take GET. The header Allow lists the methods that it takes."),
        ("get", "games", {"accept": "text/csv"}, 406, "Send Accept: application/json, or none."),
        ("post", "check", {"content-type": "text/csv"}, 415, "Send JSON with Content-Type: application/json."),
    ],
)
def test_what_is_refused_names_the_way_out(
    client: Client, method: str, path: str, headers: dict[str, str], status: int, said: str
) -> None:
    answer = client.generic(method.upper(), f"/api/v1/{path}", b"x", headers.get("content-type", ""), headers=headers)
    assert answer.status_code == status
    assert said in answer.json()["message"]
