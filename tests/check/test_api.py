"""`POST /api/v1/check`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from vsdb.check import services
from vsdb.check.api import Check
from vsdb.core.dates import parse_day

pytestmark = pytest.mark.django_db

DECK = "59 Sentinel Mark V, Army\n"
ASKED = {"deck": DECK, "game": "vs-classic", "formats": ["golden-age"], "dates": ["2010-06-01"]}


def post(client: Client, body: Any, **headers: Any) -> Any:
    """The answer to a body, which is sent as JSON unless it is bytes."""
    data = body if isinstance(body, bytes) else json.dumps(body)
    return client.post("/api/v1/check", data, content_type=headers.pop("content_type", "application/json"), **headers)


class TestVerdicts:
    def test_are_the_ones_of_the_service(self, client: Client) -> None:
        answer = post(client, ASKED)
        (checked,) = services.check(DECK, formats=["golden-age"], dates=[parse_day("2010-06-01")])
        assert answer.status_code == 200
        assert answer.json() == {"verdicts": [checked.verdict.as_dict()]}

    def test_of_an_illegal_deck_are_an_answer_with_figures_and_citation(self, client: Client) -> None:
        (verdict,) = post(client, ASKED).json()["verdicts"]
        (finding,) = [each for each in verdict["findings"] if each["severity"] == "error"]
        assert (verdict["outcome"], verdict["legal"]) == ("illegal", False)
        assert (finding["code"], finding["found"]) == ("deck-size", 59)
        assert finding["citation"] == {"document": "cr-2.7", "rule": "101.1"}

    def test_of_several_formats_and_dates_come_in_the_order_asked_for(self, client: Client) -> None:
        asked = {**ASKED, "formats": ["silver-age", "golden-age"], "dates": ["2007-04-15", "2006-04-15"]}
        verdicts = post(client, asked).json()["verdicts"]
        assert [(each["format"], each["as_of"]) for each in verdicts] == [
            ("silver-age", "2007-04-15"),
            ("silver-age", "2006-04-15"),
            ("golden-age", "2007-04-15"),
            ("golden-age", "2006-04-15"),
        ]

    def test_are_the_same_bytes_every_time(self, client: Client) -> None:
        assert post(client, ASKED).content == post(client, ASKED).content

    @pytest.mark.parametrize(
        "deck",
        [
            ["59 Sentinel Mark V, Army"],
            [{"name": "Sentinel Mark V, Army", "count": 59}],
            "# game: vs-classic\n# format: golden-age\n# as-of: 2010-06-01\n59 Sentinel Mark V, Army",
        ],
        ids=["lines", "items", "a text that says it all"],
    )
    def test_are_given_for_every_way_to_write_a_deck(self, client: Client, deck: Any) -> None:
        asked = {"deck": deck} if isinstance(deck, str) else {**ASKED, "deck": deck}
        (verdict,) = post(client, asked).json()["verdicts"]
        assert (verdict["outcome"], verdict["counts"]) == ("illegal", {"deck": 59})

    def test_are_given_for_one_format_and_one_day_without_lists(self, client: Client) -> None:
        asked = {"deck": DECK, "format": "golden-age", "as_of": "2010-06-01"}
        assert post(client, asked).json() == post(client, ASKED).json()

    def test_are_given_for_json_that_begins_with_a_byte_order_mark(self, client: Client) -> None:
        body = b"\xef\xbb\xbf" + json.dumps(ASKED).encode()
        assert post(client, body).json() == post(client, ASKED).json()

    def test_are_given_at_the_address_with_a_slash_too(self, client: Client) -> None:
        answer = client.post("/api/v1/check/", json.dumps(ASKED), content_type="application/json")
        assert answer.json() == post(client, ASKED).json()


class TestErrors:
    """Every error is `{"code", "message", "errors"}`, and none is a crash."""

    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            (b"", 400, "invalid-input"),
            (b"{", 400, "unreadable-input"),
            (b"[" * 100_000, 400, "unreadable-input"),
            (b'{"deck": NaN}', 400, "unreadable-input"),
            (b'{"deck": "\xff"}', 400, "unreadable-input"),
            (b'{"deck": "\x00"}', 400, "unreadable-input"),
            (b'{"deck": 1' + b"0" * 5_000 + b"}", 400, "unreadable-input"),
            (b'{"deck": "4 Hulk", "deck": "5 Hulk"}', 400, "unreadable-input"),
            (b'{"deck": [{"\\ud800": "Hulk"}], "formats": ["golden-age"]}', 400, "unreadable-input"),
            (b'{"\\ud800": "Hulk"}', 400, "invalid-input"),
            ({**ASKED, "date": "2010-06-01"}, 400, "invalid-input"),
            (b"[]", 400, "invalid-input"),
            (b"null", 400, "invalid-input"),
            ({}, 400, "invalid-input"),
            ({**ASKED, "deck": 60}, 400, "invalid-input"),
            ({**ASKED, "deck": None}, 400, "invalid-input"),
            ({**ASKED, "deck": [60]}, 400, "unreadable-input"),
            ({**ASKED, "deck": [{"name": "Savage Beatdown", "count": -1}]}, 400, "unreadable-input"),
            ({**ASKED, "deck": [{"name": "Savage Beatdown", "count": 10**30}]}, 400, "unreadable-input"),
            ({**ASKED, "deck": "4 Savage\0Beatdown"}, 400, "not-text"),
            ({**ASKED, "deck": "4 Savage\ud800Beatdown"}, 400, "wrong-encoding"),
            ({**ASKED, "deck": "x" * 500_000}, 400, "too-long"),
            ({**ASKED, "dates": ["2006-02-30"]}, 400, "unreadable-date"),
            ({**ASKED, "dates": "2006-02-03"}, 400, "invalid-input"),
            ({**ASKED, "dates": [20060203]}, 400, "unreadable-date"),
            ({**ASKED, "dates": ["2006-02-03"] * 32}, 400, "too-many"),
            ({**ASKED, "formats": ["golden-age"] * 81}, 400, "too-many"),
            ({**ASKED, "format": "golden-age"}, 400, "invalid-input"),
            ({"deck": "4 Nobody At All"}, 400, "game-missing"),
            ({"deck": "4 Mobilize"}, 400, "game-missing"),
            ({**ASKED, "deck": ""}, 400, "deck-missing"),
            ({**ASKED, "deck": []}, 400, "deck-missing"),
            ({**ASKED, "formats": ["goldenage"]}, 404, "not-found"),
            ({**ASKED, "game": "chess"}, 404, "not-found"),
            (b" " * 10 * 1024 * 1024, 413, "too-large"),
        ],
    )
    def test_are_told_in_one_shape(self, client: Client, body: Any, status: int, code: str) -> None:
        answer = post(client, body)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert set(answer.json()) == {"code", "message", "errors"}
        assert answer.json()["message"]
        assert len(answer.content) < 5_000

    def test_name_the_field(self, client: Client) -> None:
        assert post(client, {}).json()["errors"] == [{"field": "deck", "message": "This field is required."}]

    def test_name_what_is_no_field_and_what_is(self, client: Client) -> None:
        (fault,) = post(client, {**ASKED, "date": "2010-06-01"}).json()["errors"]
        assert fault["field"] == "date"
        assert "as_of" in fault["message"]

    def test_of_json_say_where_it_breaks(self, client: Client) -> None:
        assert post(client, b'{"deck":\n oops}').json()["message"].startswith("The body isn't JSON: line 2, column 2")

    def test_are_told_for_a_body_without_its_length(self, client: Client) -> None:
        answer = post(client, b"", headers={"transfer-encoding": "chunked"})
        assert (answer.status_code, answer.json()["code"]) == (400, "length-missing")

    def test_of_a_body_that_is_too_long_come_after_all_of_it_is_taken(self, rf: RequestFactory) -> None:
        request = rf.post("/api/v1/check", b" " * 2 * 1024 * 1024, content_type="application/json")
        assert Check.as_view()(request).status_code == 413
        assert request.read() == b""

    def test_of_an_unknown_format_give_the_nearest(self, client: Client) -> None:
        faults = post(client, {**ASKED, "formats": ["goldenage"]}).json()["errors"]
        assert {"field": "nearest", "message": "golden-age"} in faults

    def test_are_told_for_another_media_type(self, client: Client) -> None:
        answer = post(client, b"deck=4", content_type="application/x-www-form-urlencoded")
        assert (answer.status_code, answer.json()["code"]) == (415, "unsupported-media-type")

    def test_are_told_for_another_method(self, client: Client) -> None:
        answer = client.get("/api/v1/check")
        assert (answer.status_code, answer.json()["code"]) == (405, "method-not-allowed")

    def test_are_told_where_no_json_is_wanted(self, client: Client) -> None:
        answer = client.get("/api/v1/games", headers={"accept": "text/csv"})
        assert (answer.status_code, answer.json()["code"]) == (406, "not-acceptable")


class TestLimits:
    def test_the_request_over_the_rate_is_told_when_to_come_back(self, client: Client, settings: Settings) -> None:
        settings.API_CHECK_RATE = "2/minute"
        settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "rates"}}
        answers = [post(client, ASKED) for _ in range(3)]
        assert [each.status_code for each in answers] == [200, 200, 429]
        assert answers[2].json()["code"] == "too-many-requests"
        assert 0 < int(answers[2]["Retry-After"]) <= 60


class TestOtherOrigins:
    ORIGIN = "https://decks.example"

    def test_a_page_of_another_origin_may_ask_before_it_posts(self, client: Client) -> None:
        answer = client.options(
            "/api/v1/check",
            headers={
                "origin": self.ORIGIN,
                "access-control-request-method": "POST",
                "access-control-request-headers": "content-type",
            },
        )
        assert answer.status_code == 200
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "POST" in answer["Access-Control-Allow-Methods"]
        assert "content-type" in answer["Access-Control-Allow-Headers"]

    def test_a_page_of_another_origin_may_read_the_answer(self, client: Client) -> None:
        answer = post(client, ASKED, headers={"origin": self.ORIGIN})
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*")

    def test_a_page_of_another_origin_may_read_an_error_too(self, client: Client) -> None:
        answer = post(client, b"{", headers={"origin": self.ORIGIN})
        assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (400, "*")

    def test_nothing_is_answered_with_cookies(self, client: Client) -> None:
        answer = post(client, ASKED, headers={"origin": self.ORIGIN})
        assert "Access-Control-Allow-Credentials" not in answer

    def test_the_pages_stay_closed_to_other_origins(self, client: Client) -> None:
        answer = client.get("/", headers={"origin": self.ORIGIN})
        assert "Access-Control-Allow-Origin" not in answer


@pytest.mark.parametrize("word", ["golden-age", "vs-classic/golden-age", "Golden Age"])
def test_a_format_is_named_in_each_way_that_addresses_have(client: Client, word: str) -> None:
    answer = client.post(
        "/api/v1/check",
        {"deck": "60 Sentinel Mark V, Army", "format": word, "as_of": "2010-06-01"},
        content_type="application/json",
    )
    assert [each["format"] for each in answer.json()["verdicts"]] == ["golden-age"]


def test_a_format_of_another_game_is_none_of_this_one(client: Client) -> None:
    asked = {"deck": "60 Sentinel Mark V, Army", "format": "riftbound/golden-age"}
    assert client.post("/api/v1/check", asked, content_type="application/json").status_code == 404
