"""Addresses that lead nowhere, or nearly somewhere, and what is done at them."""

from __future__ import annotations

import json

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from vsdb.web.views import bad_request, server_error

pytestmark = pytest.mark.django_db

READ_ONLY = ("/", "/help/", "/cards/", "/cards/vs-classic/", "/sets/", "/formats/", "/rules/", "/keywords/vs-2pcg/")


class TestWhatIsNotThere:
    def test_is_said_in_our_own_page_in_development_too(self, client: Client, settings: Settings) -> None:
        settings.DEBUG = True
        for address in ("/nowhere/", "/cards/vs-classic/nobody/", "/rules/cr-2.7/999/"):
            page = client.get(address)
            assert (page.status_code, b"Page not found" in page.content) == (404, True), address

    @pytest.mark.parametrize(
        ("address", "nearest"),
        [
            ("/cards/vs-classic/hulk-gladiater/", "/cards/vs-classic/hulk-gladiator/"),
            ("/formats/vs-classic/silveragee/", "/formats/vs-classic/silver-age/"),
        ],
    )
    def test_is_answered_with_the_nearest(self, client: Client, address: str, nearest: str) -> None:
        page = client.get(address)
        assert page.status_code == 404
        assert f'href="{nearest}"' in page.content.decode()
        assert client.get(nearest).status_code == 200

    def test_is_named_in_words_and_not_by_our_tables(self, client: Client) -> None:
        page = client.get("/keywords/vs-classic/nothing/").content.decode()
        assert "Vs. System TCG has no keyword nothing." in page
        assert "matches the given query" not in page


class TestNearlyRight:
    @pytest.mark.parametrize(
        ("address", "right"),
        [
            ("/sets/vs-classic/mor/", "/sets/vs-classic/MOR/"),
            ("/sets/vs-classic/mor/?view=faces", "/sets/vs-classic/MOR/?view=faces"),
            ("/cards/vs-classic/Hulk-Gladiator/?on=2008-07-01", "/cards/vs-classic/hulk-gladiator/?on=2008-07-01"),
            ("/formats/vs-classic/golden/", "/formats/vs-classic/golden-age/"),
        ],
    )
    def test_leads_on_and_keeps_what_was_asked(self, client: Client, address: str, right: str) -> None:
        answer = client.get(address)
        assert (answer.status_code, answer.headers["Location"]) == (301, right)

    @pytest.mark.parametrize(
        ("written", "right"),
        [
            ("/cards/vs-classic/?type=character", "/cards/vs-classic/?type=Character"),
            ("/cards/vs-classic/?set=mun", "/cards/vs-classic/?set=MUN"),
            ("/cards/riftbound/?domain=fury", "/cards/riftbound/?domain=Fury"),
        ],
    )
    def test_values_of_filters_stand_in_any_case(self, client: Client, written: str, right: str) -> None:
        pages = [client.get(address).context["page"] for address in (written, right)]
        assert pages[0].total == pages[1].total > 0


class TestOtherMethods:
    @pytest.mark.parametrize("address", READ_ONLY)
    def test_are_not_answered_with_a_page(self, client: Client, address: str) -> None:
        for method in (client.post, client.put, client.delete, client.options, client.trace):
            assert method(address).status_code == 405

    def test_the_address_of_a_form_is_no_empty_page(self, client: Client) -> None:
        answer = client.get("/formats/own/import/")
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
        assert 'href="/check/"' in answer.content.decode()

    def test_from_elsewhere_are_refused_in_our_own_page(self) -> None:
        answer = Client(enforce_csrf_checks=True).put("/")
        assert answer.status_code == 403
        assert 'href="/check/"' in answer.content.decode()


class TestProgramsAreAnsweredInTheirOwnShape:
    @pytest.mark.parametrize(("status", "code"), [(500, "crash"), (400, "unreadable-input")])
    def test_by_what_comes_from_no_view(self, rf: RequestFactory, status: int, code: str) -> None:
        request = rf.get("/api/v1/cards")
        answer = server_error(request) if status == 500 else bad_request(request)
        assert answer.status_code == status
        assert json.loads(answer.content)["code"] == code

    def test_when_a_view_crashes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("vsdb.check.services.check", lambda *_, **__: 1 / 0)
        client = Client(raise_request_exception=False)
        asked = {"deck": "4 Hulk", "formats": ["golden-age"]}
        answer = client.post("/api/v1/check", asked, content_type="application/json")
        assert (answer.status_code, answer.json()["code"], answer.json()["errors"]) == (500, "crash", [])
