"""What stands behind the question mark, and addresses that are nearly right."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

V1 = "/api/v1"


class TestParameters:
    @pytest.mark.parametrize(
        ("address", "field"),
        [
            ("cards?nmae=hulk", "nmae"),
            ("cards?format=golden-age", "format"),
            ("games?q=vs", "q"),
            ("formats/vs-classic/golden-age?day=2006-02-03", "day"),
            ("cards?page_size=-1", "page_size"),
            ("cards?page_size=0", "page_size"),
            ("cards?page_size=many", "page_size"),
            ("cards?page_size=%D9%A3", "page_size"),
        ],
    )
    def test_that_are_none_are_refused_and_not_passed_over(self, client: Client, address: str, field: str) -> None:
        answer = client.get(f"{V1}/{address}")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid-input")
        assert [fault["field"] for fault in answer.json()["errors"]] == [field]

    def test_that_are_none_are_answered_with_those_there_are(self, client: Client) -> None:
        said = client.get(f"{V1}/printings?code=MOR").json()["message"]
        assert "game, set, number, card, page, page_size" in said

    @pytest.mark.parametrize("size", ["501", "1000000000", "9" * 300])
    def test_of_size_are_cut_to_the_most(self, client: Client, size: str) -> None:
        assert len(client.get(f"{V1}/cards?page_size={size}").json()["results"]) == 500

    @pytest.mark.parametrize("page", ["99999", "0", "-1", "one", "%00", "9" * 4_000, "x" * 4_000])
    def test_of_a_page_that_is_none_are_told_how_pages_are_numbered(self, client: Client, page: str) -> None:
        answer = client.get(f"{V1}/cards?page={page}")
        assert answer.status_code == 404
        assert "Pages start at 1" in answer.json()["message"]
        assert len(answer.content) < 500


class TestAddresses:
    def test_of_a_set_stand_in_any_case(self, client: Client) -> None:
        assert client.get(f"{V1}/sets/vs-classic/mor").json() == client.get(f"{V1}/sets/vs-classic/MOR").json()

    def test_of_a_set_that_is_none_are_answered_with_the_game(self, client: Client) -> None:
        answer = client.get(f"{V1}/sets/vs-classic/ZZZ")
        assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
        assert "Vs. System TCG has no set" in answer.json()["message"]

    @pytest.mark.parametrize(("short", "full"), [("/api/", "/api/v1/"), ("/api/docs", "/api/docs/")])
    def test_that_were_cut_short_lead_on(self, client: Client, short: str, full: str) -> None:
        assert client.get(short).headers["Location"] == full
