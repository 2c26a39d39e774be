"""`POST /api/v1/check/batch`: many decks, each with its own answer."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.test import Client

from vsdb.check import batch

pytestmark = pytest.mark.django_db

ONE = {"deck": "60 Sentinel Mark V, Army", "game": "vs-classic", "format": "golden-age", "as_of": "2010-06-01"}


def post(client: Client, *decks: Any) -> Any:
    return client.post("/api/v1/check/batch", json.dumps({"decks": decks}), content_type="application/json")


def test_each_deck_has_the_verdicts_that_a_check_of_its_own_gives(client: Client) -> None:
    other = {"deck": "4 Savage Beatdown", "formats": ["golden-age", "silver-age"], "dates": ["2007-04-15"]}
    answer = post(client, ONE, other)
    assert answer.status_code == 200
    for place, asked in enumerate((ONE, other)):
        alone = client.post("/api/v1/check", json.dumps(asked), content_type="application/json").json()
        assert answer.json()["results"][place] == {"place": place, **alone, "error": None}


def test_an_error_of_one_deck_is_in_its_place(client: Client) -> None:
    results = post(
        client,
        {**ONE, "format": "goldenage"},
        ONE,
        {"deck": "nothing here"},
        {**ONE, "as_of": "2006-02-30"},
        {**ONE, "game": "chess"},
    ).json()["results"]
    assert [each["error"] and each["error"]["code"] for each in results][:2] == ["not-found", None]
    assert {"field": "nearest", "message": "golden-age"} in results[0]["error"]["errors"]
    assert all(each["error"]["message"] and not each["verdicts"] for each in results[2:])


def test_takes_75_decks_and_refuses_one_more(client: Client) -> None:
    assert len(post(client, *[ONE] * 75).json()["results"]) == 75
    refused = post(client, *[ONE] * 76)
    assert refused.status_code == 400
    assert "76 decks; at most 75" in refused.json()["message"]


@pytest.mark.parametrize(("limit", "value"), [("MAX_VERDICTS", 2), ("MAX_LINES_JUDGED", 2)])
def test_decks_beyond_what_one_request_may_cost_are_told_so(
    client: Client, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(batch, limit, value)
    results = post(client, ONE, ONE, ONE).json()["results"]
    assert [each["error"] and each["error"]["code"] for each in results] == [None, None, "too-many"]
    assert "send this list in the next" in results[2]["error"]["message"]


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\u2028", "\u2029"])
def test_lines_count_as_the_reader_splits_them(client: Client, monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    monkeypatch.setattr(batch, "MAX_LINES_JUDGED", 3)
    lists = [{**ONE, "deck": end.join(["4 Savage Beatdown"] * count)} for count in (3, 4)]
    assert [post(client, each).json()["results"][0]["error"] is None for each in lists] == [True, False]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({}, "deck"),
        ({"deck": 4}, "deck"),
        ({**ONE, "formats": ["golden-age"]}, "format"),
        ({**ONE, "dek": "4 Flying Kick"}, "dek"),
        ({**ONE, "dates": "2007-04-15"}, "dates"),
        ("4 Flying Kick", "body"),
        (None, "body"),
    ],
)
def test_a_deck_with_wrong_fields_is_refused_in_its_place_and_stops_no_other(
    client: Client, wrong: Any, field: str
) -> None:
    answer = post(client, ONE, wrong, ONE)
    assert answer.status_code == 200
    first, refused, last = answer.json()["results"]
    assert first["error"] is last["error"] is None
    assert first["verdicts"] == last["verdicts"] != []
    assert (refused["place"], refused["verdicts"], refused["error"]["code"]) == (1, [], "invalid-input")
    assert [each["field"] for each in refused["error"]["errors"]] == [field]


@pytest.mark.parametrize("decks", [None, {}, "4 Flying Kick", []])
def test_what_is_no_list_of_decks_is_refused(client: Client, decks: Any) -> None:
    answer = client.post("/api/v1/check/batch", {"decks": decks}, content_type="application/json")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "decks")


class TestCsv:
    """With `Accept: text/csv` the answer is the table of many lists."""

    def post(self, client: Client, *decks: Any, accept: str = "text/csv") -> Any:
        body = json.dumps({"decks": decks})
        return client.post("/api/v1/check/batch", body, content_type="application/json", headers={"Accept": accept})

    def test_has_a_row_for_each_verdict_and_error(self, client: Client) -> None:
        both = {**ONE, "deck": "# player: =Jane\n59 Sentinel Mark V, Army", "formats": ["golden-age", "silver-age"]}
        del both["format"]
        answer = self.post(client, ONE, both, {**ONE, "format": "goldenage"})
        assert answer["Content-Type"] == "text/csv; charset=utf-8"
        rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
        assert [(row["number"], row["name"], row["outcome"]) for row in rows] == [
            ("1", "Deck 1", "legal"),
            ("2", "'=Jane", "illegal"),
            ("2", "'=Jane", "illegal"),
            ("3", "Deck 3", "unreadable"),
        ]
        assert (rows[1]["code"], rows[1]["document"], rows[1]["rule"]) == ("deck-size", "cr-2.7", "101.1")
        assert "golden-age" in rows[3]["problem"]

    def test_marks_decks_with_the_same_cards_and_not_one_deck_in_two_formats(self, client: Client) -> None:
        two = {key: value for key, value in ONE.items() if key != "format"} | {"formats": ["golden-age", "silver-age"]}
        rows = list(csv.DictReader(io.StringIO(self.post(client, two).content.decode())))
        assert [row["same_as"] for row in rows] == ["", ""]
        rows = list(csv.DictReader(io.StringIO(self.post(client, ONE, ONE).content.decode())))
        assert [row["same_as"] for row in rows] == ["2", "1"]

    def test_tells_an_error_of_the_request_as_json(self, client: Client) -> None:
        answer = self.post(client)
        assert answer.status_code == 400
        assert answer["Content-Type"] == "application/json"
        assert answer.json()["code"]

    def test_is_only_for_who_asks_for_it(self, client: Client) -> None:
        for accept in ("*/*", "application/json"):
            assert self.post(client, ONE, accept=accept)["Content-Type"] == "application/json"
        assert self.post(client, ONE, accept="image/png").status_code == 406
