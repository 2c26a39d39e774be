"""Proposals over the API."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from tests.api.describing import describe_api
from tests.decks.stored import deck_of, person
from tests.what_if.test_services import A_DAY, LEGAL
from vsdb.accounts.services import make_token
from vsdb.what_if import services

pytestmark = pytest.mark.django_db

BAN = {"proposal": {"game": "vs-classic", "formats": ["golden-age"], "bans": ["Savage Beatdown"]}}


def post(client: Client, body: Any, **headers: str) -> Any:
    return client.post("/api/v1/what-if", body, content_type="application/json", headers=headers)


def test_the_answer_has_decks_lists_and_pools(client: Client) -> None:
    user, _ = person("ann")
    deck = deck_of(user, title="Army", visibility="public", format="golden-age", as_of=A_DAY, text=LEGAL)
    answer = post(client, {**BAN, "decks": [f"# title: Mine\n# as-of: 2010-06-01\n{LEGAL}"]})
    told = answer.json()
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert told["question"]["proposal"] == BAN["proposal"]
    assert " + proposal " in told["data_version"]
    assert told["decks"]["outcomes"] == [{"before": "legal", "after": "illegal", "decks": 1}]
    assert told["decks"]["changed"][0]["id"] == deck.pk
    assert told["decks"]["cursor"] is None
    assert [(each["name"], each["after"]) for each in told["lists"]] == [("Mine", "illegal")]
    (pool,) = told["pools"]
    assert (pool["format"], pool["counts"]) == ("golden-age", {"lost": 1, "gained": 0, "doubtful": 0})
    assert pool["cards_before"] - pool["cards_after"] == 1
    assert [each["card"] for each in pool["lost"]] == ["savage-beatdown"]


def test_a_token_brings_its_owners_decks(client: Client) -> None:
    user, _ = person("ann")
    deck_of(user, title="Mine alone", format="golden-age", as_of=A_DAY, text=LEGAL)
    token = make_token(user, name="test", scope="read")[1]
    assert post(client, BAN).json()["decks"]["looked_at"] == 0
    mine = post(client, BAN, Authorization=f"Bearer {token}").json()["decks"]
    assert [each["title"] for each in mine["changed"]] == ["Mine alone"]


def test_the_cursor_leads_through_all_decks(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    user, _ = person("ann")
    for number in range(3):
        deck_of(user, title=str(number), visibility="public", format="golden-age", as_of=A_DAY, text=LEGAL)
    monkeypatch.setattr(services, "A_SLICE", 2)
    first = post(client, BAN).json()
    second = post(client, {**BAN, "cursor": first["decks"]["cursor"]}).json()
    titles = [each["title"] for part in (first, second) for each in part["decks"]["changed"]]
    assert titles == ["2", "1", "0"]
    assert second["decks"]["looked_at"] == 3
    assert (second["decks"]["cursor"], second["pools"]) == (None, [])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ([], 400, "unreadable-input"),
        ({}, 400, "unreadable-input"),
        ({"proposal": {"game": "vs-classic"}}, 400, "nothing-proposed"),
        ({"proposal": {"game": "vs-classic", "bans": ["Nobody Of That Name At All"]}}, 404, "not-found"),
        ({"proposal": {"game": "chess", "bans": ["Robin"]}}, 404, "not-found"),
        ({**BAN, "on": "soon"}, 400, "unreadable-date"),
        ({**BAN, "cursor": "made up"}, 400, "stale-cursor"),
        ({**BAN, "decks": ["x"] * 21}, 400, "too-many"),
        ({**BAN, "proposal": {**BAN["proposal"], "errata": [{"card": "Robin", "text": "x"}]}}, 400, "unknown-fact"),
    ],
)
def test_what_cannot_be_answered_says_why(client: Client, body: Any, status: int, code: str) -> None:
    answer = post(client, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_the_answer_keeps_to_the_schema(client: Client) -> None:
    user, _ = person("ann")
    deck_of(user, title="Army", visibility="public", format="golden-age", as_of=A_DAY, text=LEGAL)
    schema = describe_api()
    described = schema["paths"]["/api/v1/what-if"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    body = {"proposal": {**BAN["proposal"], "sets_out": ["MUN"]}, "decks": [LEGAL, "# game: riftbound"]}
    answer = post(client, body).json()
    assert answer["lists"][1]["problem"]
    assert answer["pools"][0]["sets"]
    Draft202012Validator({**described, "components": schema["components"]}).validate(answer)


def test_reading_is_not_asking(client: Client) -> None:
    assert client.get("/api/v1/what-if").status_code == 405
