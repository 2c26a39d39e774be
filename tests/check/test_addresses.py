"""An address in the place of a list: told what to bring from there, and never fetched."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from vsdb.accounts.services import make_token
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.services import Snapshot

pytestmark = pytest.mark.django_db
FORMS = [("/check/", "deck"), ("/check/repair/", "deck"), ("/check/life/", "deck"), ("/check/team/", "deck_2")]


def said(client: Client, text: str, address: str = "/check/", field: str = "deck") -> str:
    """What is said beside the list."""
    response = client.post(address, {"deck_1": "4 Savage Beatdown", field: text})
    assert response.status_code == 400
    found = re.findall(r'class="field__error" id="[^"]*">(.*?)</p>', response.content.decode(), re.DOTALL)
    return unescape(found[0])


class TestOfOtherSites:
    @pytest.mark.parametrize(("address", "field"), FORMS)
    def test_is_told_on_every_form(self, client: Client, address: str, field: str) -> None:
        assert "Piltover Archive" in said(client, "https://piltoverarchive.com/decks/view/1", address, field)

    @pytest.mark.parametrize("address", ["/decks/import/", "/decks/new/?deck=https://piltoverarchive.com/decks/1"])
    def test_is_told_where_a_deck_begins(self, client: Client, address: str) -> None:
        text = {"list": "https://piltoverarchive.com/decks/1"}
        response = client.post(address, text) if "import" in address else client.get(address)
        assert response.status_code == 400
        assert "This is an address of Piltover Archive." in response.content.decode()

    @pytest.mark.parametrize(
        ("address", "field"),
        [("/decks/compare/", "b_list"), ("/collection/lacks/", "list"), ("/collection/import/", "text")],
    )
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("https://riftdecks.com/deck-1", "This is an address of RiftDecks."),
            ("http://testserver/decks/7/x/", '<a href="/decks/7/">open it</a>'),
        ],
    )
    def test_is_told_where_lists_are_compared_and_collected(
        self, client: Client, address: str, field: str, text: str, told: str
    ) -> None:
        client.force_login(User.objects.create_user("ann"))
        response = client.post(address, {"a_list": "4 Savage Beatdown", field: text})
        assert response.status_code == 400
        assert told in response.content.decode()

    @pytest.mark.parametrize(("op", "field"), [("text", "text"), ("insert", "list")])
    @pytest.mark.parametrize("part", [True, False])
    def test_is_told_in_the_builder_and_not_saved(self, client: Client, part: bool, op: str, field: str) -> None:
        owner = User.objects.create_user("ann")
        client.force_login(owner)
        deck = services.create(Viewer(owner.pk), "vs-classic", Snapshot(title="Doom", text="4 Savage Beatdown"))
        sent = {"op": op, "edition": "1", field: "https://moxfield.com/decks/1", "as": "text"}
        headers = {"HX-Request": "true"} if part else {}
        response = client.post(f"/decks/{deck.pk}/edit/change/", sent, headers=headers)
        assert response.status_code == 400
        page = response.content.decode()
        assert "This is an address of Moxfield." in page
        assert "paste that here.<" in page
        deck.refresh_from_db()
        assert (deck.edition, deck.text) == (1, "4 Savage Beatdown\n")

    def test_is_told_to_programs_in_a_code_of_its_own(self, client: Client) -> None:
        _, secret = make_token(User.objects.create_user("ann"), name="test", scope="write")
        headers = {"Authorization": f"Bearer {secret}"}
        address = "https://piltoverarchive.com/decks/1"
        asked: list[tuple[str, dict[str, object], str]] = [
            ("check", {"deck": address}, "deck"),
            ("check", {"deck": [address], "format": "riftbound/standard"}, "deck"),
            ("check", {"deck": address, "game": "riftbound"}, "deck"),
            ("repair", {"deck": address}, "deck"),
            ("life", {"deck": address}, "deck"),
            ("check/team", {"decks": ["4 Savage Beatdown", address]}, "deck 2"),
            ("decks/read", {"deck": address}, "deck"),
            ("decks", {"deck": address, "title": "Doom", "game": "riftbound"}, "deck"),
            ("collection/lacks", {"deck": address}, ""),
            ("collection/import", {"text": address, "kind": "owned", "mode": "add", "preview": True}, "text"),
        ]
        for end, body, place in asked:
            response = client.post(f"/api/v1/{end}", body, content_type="application/json", headers=headers)
            told = response.json()
            assert (response.status_code, told["code"]) == (400, "address-given"), end
            assert "This is an address of Piltover Archive." in told["message"]
            assert [fault["field"] for fault in told["errors"]] == ([place] if place else []), end

    def test_in_a_batch_stops_no_other_deck(self, client: Client) -> None:
        decks = [{"deck": "https://riftmana.com/deck/1"}, {"deck": "4 Savage Beatdown"}]
        response = client.post("/api/v1/check/batch", {"decks": decks}, content_type="application/json")
        first, second = response.json()["results"]
        assert first["error"]["code"] == "address-given"
        assert second["error"] is None
        assert second["verdicts"]

    def test_of_an_unknown_site_gets_a_general_answer(self, client: Client) -> None:
        assert "This is an address on decks.example, not a list." in said(client, "https://decks.example/1")

    def test_says_nothing_as_markup(self, client: Client) -> None:
        response = client.post("/check/", {"deck": "https://<script>alert(1)</script>.example/"})
        assert "<script>alert" not in response.content.decode()

    @pytest.mark.parametrize(
        "text", ["4 Savage Beatdown\nhttps://moxfield.com/decks/1", "# https://moxfield.com\n4 Savage Beatdown"]
    )
    def test_in_a_list_is_no_address(self, client: Client, text: str) -> None:
        assert client.post("/check/", {"deck": text}).status_code == 303


class TestOfThisSite:
    @pytest.mark.parametrize("visibility", ["private", "link", "public"])
    def test_of_a_deck_leads_there_and_tells_nothing_of_it(self, client: Client, visibility: str) -> None:
        owner = User.objects.create_user("ann")
        deck = services.create(Viewer(owner.pk), "vs-classic", Snapshot(title="Secret plan", text="4 Savage Beatdown"))
        services.share(deck.pk, Viewer(owner.pk), visibility)
        for end in ("", "secret-plan/", "versions/", "edit/"):
            found = said(client, f"http://testserver/decks/{deck.pk}/{end}")
            assert f'<a href="/decks/{deck.pk}/">open it</a>' in found
            assert "Secret" not in found

    def test_of_a_secret_link_leads_there(self, client: Client) -> None:
        assert '<a href="/decks/shared/abc-def/">' in said(client, "http://testserver/decks/shared/abc-def/hand/")

    def test_of_a_deck_that_there_is_not_says_the_same(self, client: Client) -> None:
        assert '<a href="/decks/999999/">open it</a>' in said(client, "http://testserver/decks/999999/x/")

    def test_of_an_answer_leads_to_it(self, client: Client) -> None:
        link = client.post("/check/", {"deck": "4 Savage Beatdown"}).headers["Location"]
        found = said(client, f"http://testserver{link}")
        href = re.findall('href="([^"]*)"', found)[0]
        assert client.get(href).status_code == 200

    @pytest.mark.parametrize(
        ("path", "what"),
        [
            ("/cards/", "without a list"),
            ("/check/", "without a list"),
            ("/nowhere/", "no such page"),
            ("//x/", "no such"),
        ],
    )
    def test_of_another_page_says_so(self, client: Client, path: str, what: str) -> None:
        assert what in said(client, f"http://testserver{path}")

    def test_escapes_what_the_address_has(self, client: Client) -> None:
        text = 'http://testserver/check/?list=z&x="><img/src=x>'
        assert "<img" not in client.post("/check/", {"deck": text}).content.decode()
