"""Lists as people paste them: the game is found from the cards, the format is the list's own or the game's main one."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.commands import run

pytestmark = pytest.mark.django_db

CLASSIC = "4 Savage Beatdown *foil*\n4x Falcon, Secret Avenger\n52 Sentinel Mark V, Army (MOR-187)\n"
PCG = "Main Character\n1 She-Hulk [AFF-003]\nDeck\n4 Dazzler [AFF-016]\n4 Boxing Gloves\n"
RIFTBOUND = "Legend\n1 Loose Cannon\nDeck\n3 Get Excited\n3 Jinx, Demolitionist\n"


def ask(client: Client, deck: object, **asked: object) -> Any:
    answer = client.post("/api/v1/check", json.dumps({"deck": deck, **asked}), content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()["verdicts"]


class TestTheApi:
    @pytest.mark.parametrize(
        ("deck", "game", "formats"),
        [
            (CLASSIC, "vs-classic", ["golden-age", "silver-age", "modern-age", "dc-modern-age"]),
            (PCG, "vs-2pcg", ["multiverse", "secret-wars", "loyalty", "steadfast-loyalty"]),
            (RIFTBOUND, "riftbound", ["standard"]),
        ],
    )
    def test_judges_in_the_main_formats_of_the_game_of_the_cards(
        self, client: Client, deck: str, game: str, formats: list[str]
    ) -> None:
        verdicts = ask(client, deck)
        assert {each["game"] for each in verdicts} == {game}
        assert [each["format"] for each in verdicts] == formats
        assert [each["format"] for each in ask(client, deck.splitlines())] == formats

    def test_judges_in_the_format_and_on_the_day_that_the_list_says(self, client: Client) -> None:
        (verdict,) = ask(client, f"# format: modern-age\n# as-of: 2007-04-15\n{CLASSIC}")
        assert (verdict["format"], verdict["as_of"]) == ("modern-age", "2007-04-15")

    def test_takes_items_by_name_and_by_slug(self, client: Client) -> None:
        for item in ({"name": "Savage Beatdown"}, {"slug": "savage-beatdown"}):
            assert {each["game"] for each in ask(client, [item])} == {"vs-classic"}

    def test_takes_the_main_formats_of_a_game_that_is_given(self, client: Client) -> None:
        assert [each["format"] for each in ask(client, "4 Mobilize", game="riftbound")] == ["standard"]

    def test_repairs_in_the_first_of_them(self, client: Client) -> None:
        body = json.dumps({"deck": RIFTBOUND})
        answer = client.post("/api/v1/repair", body, content_type="application/json")
        assert (answer.status_code, answer.json()["format"]) == (200, "standard")


class TestThePage:
    def check(self, client: Client, deck: str, status: int = 200) -> str:
        answer = client.post("/check/", {"deck": deck, "format": "", "on": ""}, follow=True)
        assert answer.status_code == status
        return unescape(answer.content.decode())

    @pytest.mark.parametrize(
        ("deck", "chosen"),
        [
            (CLASSIC, "vs-classic/golden-age"),
            (PCG, "vs-2pcg/multiverse"),
            (RIFTBOUND, "riftbound/standard"),
        ],
    )
    def test_answers_at_once_and_shows_the_format_that_it_took(self, client: Client, deck: str, chosen: str) -> None:
        page = self.check(client, deck)
        assert re.findall(r'<option value="([^"]+)" selected', page) == [chosen]
        assert "differs in punctuation" in page or chosen != "riftbound/standard"

    @pytest.mark.parametrize("deck", ["4 Nobody At All", "4 Mobilize"])
    def test_asks_for_a_format_where_the_cards_tell_no_game(self, client: Client, deck: str) -> None:
        assert "Choose a format. The cards don't show which game this is." in self.check(client, deck, 400)

    @pytest.mark.parametrize("deck", ["", " \n", "# a comment\n", "Deck:\n\n"])
    def test_refuses_a_list_without_a_card(self, client: Client, deck: str) -> None:
        page = self.check(client, deck, 400)
        assert "Paste a list, one card per line" in page or "The list has no cards; write one per line." in page

    def test_repairs_without_a_format_too(self, client: Client) -> None:
        answer = client.post("/check/repair/", {"deck": RIFTBOUND, "format": "", "on": ""}, follow=True)
        assert answer.status_code == 200
        assert '<option value="riftbound/standard" selected' in answer.content.decode()


class TestTheCommand:
    def test_cannot_use_a_list_without_a_card(self, tmp_path: Path) -> None:
        path = tmp_path / "deck.txt"
        path.write_text("Deck:\n", encoding="utf-8")
        status, out, err = run("check_deck", str(path), "--format", "golden-age")
        assert (status, out) == (2, "")
        assert "the list has no cards" in err

    def test_still_asks_for_a_format(self, tmp_path: Path) -> None:
        path = tmp_path / "deck.txt"
        path.write_text(CLASSIC, encoding="utf-8")
        assert run("check_deck", str(path))[0] == 2
