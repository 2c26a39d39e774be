"""A format of one game and a list of another: said beside the format, wherever both are sent."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from vsdb.check.forms import find_sample

pytestmark = pytest.mark.django_db
CLASSIC, RIFTBOUND = "vs-classic/golden-age", "riftbound/standard"
BARE = "3 Hextech Ray\n3 Get Excited!\n"


def text_of(slug: str) -> str:
    sample = find_sample(slug)
    assert sample
    return sample.text


class TestAList:
    @pytest.mark.parametrize("page", ["/check/", "/check/repair/", "/check/life/"])
    @pytest.mark.parametrize("named", [True, False])
    def test_of_another_game_is_told_beside_the_format(self, client: Client, page: str, *, named: bool) -> None:
        response = client.post(page, {"deck": text_of("jinx") if named else BARE, "format": CLASSIC})
        assert response.status_code == 400
        said = "This format is for Vs. System TCG, and the list is a Riftbound deck. Choose a Riftbound format"
        assert said in response.content.decode()
        assert "Hextech Ray" in response.content.decode()

    def test_of_the_same_game_leads_to_its_answer(self, client: Client) -> None:
        assert client.post("/check/", {"deck": BARE, "format": RIFTBOUND}).status_code == 303

    @pytest.mark.parametrize(
        "text", ["4 Nobody At All", "4 Nobody At All\n4 Savage Beatdown", "# game: chess\n4 Nobody"]
    )
    def test_that_may_be_of_the_game_is_checked_as_asked(self, client: Client, text: str) -> None:
        assert client.post("/check/", {"deck": text, "format": CLASSIC}).status_code == 303

    def test_behind_a_link_is_answered_as_before(self, client: Client) -> None:
        response = client.get("/check/", {"deck": BARE, "format": CLASSIC, "on": "2026-06-01"})
        assert response.status_code == 200
        assert "This format is for" not in response.content.decode()

    def test_of_a_team_is_told_too(self, client: Client) -> None:
        page = client.get("/check/team/").content.decode()
        assert "Detect from the lists" in page
        fmt = re.findall('<option value="([^"/]+/[^"]+)"', page)[0]
        response = client.post("/check/team/", {"deck_1": BARE, "deck_2": BARE, "format": fmt})
        assert response.status_code == 400
        assert "the list is a Riftbound deck" in response.content.decode()


class TestAMenu:
    @pytest.mark.parametrize("address", ["/decks/", "/decks/mine/"])
    def test_of_decks_says_that_the_format_is_of_another_game(self, client: Client, address: str) -> None:
        page = client.get(address, {"game": "vs-classic", "format": RIFTBOUND}).content.decode()
        assert "This format is for Riftbound. Choose that game or another format." in page
        assert f'<option value="{RIFTBOUND}" selected' not in page

    def test_of_a_new_format_says_so(self, client: Client, django_user_model: type) -> None:
        client.force_login(django_user_model.objects.create_user("organizer"))  # type: ignore[attr-defined]
        words = {"game": "vs-classic", "start": RIFTBOUND, "name": "Ours"}
        response = client.post("/formats/own/new/", words)
        assert response.status_code == 400
        assert "This format is for Riftbound. Choose that game or another format." in response.content.decode()
        assert client.post("/formats/own/new/", {**words, "game": "riftbound"}).status_code == 302

    @pytest.mark.parametrize("page", ["/decks/new/", "/decks/"])
    def test_beside_a_game_narrows_by_script(self, client: Client, page: str) -> None:
        assert 'name="format" data-of-game' in client.get(page).content.decode()
