"""The form of a list to simulate, and the way from it to the pages."""

from __future__ import annotations

import pytest
from django.test import Client

from vsdb.check.forms import list_samples
from vsdb.simulations.sources import PAGES

pytestmark = pytest.mark.django_db

LIST = "4 Savage Beatdown\n4 Overload\n52 Boris, Personal Servant of Dr. Doom"


class TestPastedList:
    def test_a_list_leads_to_its_odds(self, client: Client) -> None:
        answer = client.post("/simulate/", {"deck": LIST})
        assert answer.status_code == 303
        assert answer.headers["Location"].startswith("/simulate/odds/?game=vs-classic&list=z")

    @pytest.mark.parametrize("sample", [each.slug for each in list_samples()])
    def test_so_does_every_sample(self, client: Client, sample: str) -> None:
        answer = client.get(f"/simulate/?sample={sample}", follow=True)
        assert answer.status_code == 200
        assert answer.request["PATH_INFO"] == "/simulate/odds/"

    @pytest.mark.parametrize("page", PAGES)
    def test_each_page_has_the_tabs_of_its_list(self, client: Client, page: str) -> None:
        address = client.post("/simulate/", {"deck": LIST}).headers["Location"].replace("/odds/", f"/{page}/")
        answer = client.get(address, follow=True)
        assert answer.status_code == 200
        told = answer.content.decode()
        for name in PAGES:
            assert f'href="/simulate/{name}/?game=vs-classic&amp;list=z' in told
        assert told.count('aria-current="page" rel="nofollow"') == 1

    def test_a_list_that_is_too_long_for_an_address_is_kept(self, client: Client) -> None:
        long = LIST + "".join(f"\n1 Unknown card {number * 7919 % 10_007} of {number * 31}" for number in range(500))
        answer = client.post("/simulate/", {"deck": long})
        assert "list=k" in answer.headers["Location"]
        assert client.get(answer.headers["Location"]).status_code == 200

    @pytest.mark.parametrize(
        ("sent", "said"),
        [
            ({"deck": ""}, "Paste a list"),
            ({"deck": "4 Nobody Knows This"}, "Choose a game"),
            ({"deck": LIST, "game": "chess"}, "no game “chess"),
            ({"deck": "https://example.org/deck/1"}, "address"),
        ],
    )
    def test_what_cant_be_read_is_said_beside_the_form(self, client: Client, sent: dict[str, str], said: str) -> None:
        answer = client.post("/simulate/", sent)
        assert answer.status_code == 400
        assert said in answer.content.decode()

    def test_a_damaged_link_shows_the_form(self, client: Client) -> None:
        answer = client.get("/simulate/odds/?list=zzzz")
        assert answer.status_code == 400
        assert "link is damaged" in answer.content.decode()

    def test_a_page_without_a_list_leads_to_the_form(self, client: Client) -> None:
        assert client.get("/simulate/hand/").headers["Location"] == "/simulate/"

    def test_the_game_chosen_decides_where_no_card_does(self, client: Client) -> None:
        answer = client.post("/simulate/", {"deck": "4 Nobody Knows This", "game": "riftbound"})
        assert answer.headers["Location"].startswith("/simulate/odds/?game=riftbound&")

    def test_a_list_is_called_by_its_title(self, client: Client) -> None:
        assert "Odds: Warbound</h1>" in client.get("/simulate/?sample=warbound", follow=True).content.decode()
        assert "Odds: Pasted list</h1>" in client.post("/simulate/", {"deck": LIST}, follow=True).content.decode()

    def test_a_verdict_leads_here(self, client: Client) -> None:
        page = client.get("/check/?sample=warbound").content.decode()
        assert 'href="/simulate/?format=' in page


def test_an_unknown_game_is_named_as_it_was_typed(client: Client) -> None:
    page = client.post("/simulate/", {"deck": "4 Overload", "game": "100%"}).content.decode()
    assert "There is no game “100%”." in page
