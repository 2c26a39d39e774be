"""Decks of the fourth game: checked, built, stored, repaired, printed, in and out in every layout."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.commands import run
from tests.decks.builder.opened import Tab
from tests.decks.pdf import reading
from tests.decks.stored import page_of, text_of
from tests.fourth_game.house_rules.deck_rules import HOUSE
from tests.fourth_game.lists import BROKEN, LEGAL
from vsdb.accounts.viewers import Viewer
from vsdb.decks import services
from vsdb.decks.models import Deck
from vsdb.decks.services import Snapshot
from vsdb.exchange.deck_lists.layouts import list_layouts

pytestmark = pytest.mark.django_db

WORDS = {"game": HOUSE, "format": "open-house"}
A_DAY = "2025-01-01"
PICK = re.compile(r'<li class="pick[^"]*" data-card="([^"]*)"')
RULES = [(code, *facts) for code, facts in BROKEN.items()]


def post(client: Client, address: str, **asked: object) -> Any:
    answer = client.post(f"/api/v1/{address}", json.dumps(asked), content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def verdict(client: Client, deck: str, day: str = A_DAY) -> Any:
    """What the API says of a list."""
    return post(client, "check", deck=deck, as_of=day, **WORDS)["verdicts"][0]


def verdict_page(client: Client, deck: str) -> str:
    answer = client.post("/check/", {"deck": deck, "format": f"{HOUSE}/open-house", "on": A_DAY}, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def told(folder: Path, deck: str) -> tuple[int, str]:
    """The exit status of the command for a list, and what it says."""
    (folder / "deck.txt").write_text(deck)
    asked = ("--game", HOUSE, "--format", "open-house", "--as-of", A_DAY)
    return run("check_deck", str(folder / "deck.txt"), *asked)[:2]


class TestCheck:
    def test_finds_a_deck_legal(self, client: Client, tmp_path: Path) -> None:
        found = verdict(client, LEGAL)
        assert (found["outcome"], found["findings"]) == ("legal", [])
        assert (found["edition"], found["counts"]) == ("house-1", {"rooms": 3, "deck": 15})
        assert "Legal in Open House" in re.sub(r"\s+", " ", re.sub("<[^>]+>", "", verdict_page(client, LEGAL)))
        status, said = told(tmp_path, LEGAL)
        assert (status, "legal" in said) == (0, True)

    @pytest.mark.parametrize(("code", "rule", "deck", "message"), RULES)
    def test_names_each_rule_that_is_broken(
        self, client: Client, tmp_path: Path, code: str, rule: str, deck: str, message: str
    ) -> None:
        found = verdict(client, deck)
        (finding,) = found["findings"]
        assert (found["outcome"], finding["code"], finding["message"]) == ("illegal", code, message)
        assert finding["citation"] == {"document": "house-1", "rule": rule}
        page = verdict_page(client, deck)
        assert message in page
        assert f"/rules/house-1/{rule}/" in page
        status, said = told(tmp_path, deck)
        assert (status, message in said, code in said) == (1, True, True)

    def test_knows_sets_and_bans(self, client: Client) -> None:
        late, banned = f"{LEGAL}1 Snowed-In Poet", f"{LEGAL}1 Uninvited Cousin"
        codes = {
            (day, deck): [finding["code"] for finding in verdict(client, deck, day)["findings"]]
            for day in ("2023-05-31", "2024-04-01")
            for deck in (late, banned)
        }
        assert codes == {
            ("2023-05-31", late): ["not-yet-legal"],
            ("2023-05-31", banned): [],
            ("2024-04-01", late): [],
            ("2024-04-01", banned): ["banned"],
        }

    def test_reads_game_and_format_off_the_list(self, client: Client) -> None:
        (found,) = post(client, "check", deck=f"# game: {HOUSE}\n# format: open-house\n{LEGAL}")["verdicts"]
        assert (found["game"], found["outcome"]) == (HOUSE, "legal")


class TestRepair:
    @pytest.mark.parametrize(("code", "rule", "deck", "said"), RULES)
    def test_mends_what_each_rule_asks(self, client: Client, code: str, rule: str, deck: str, said: str) -> None:
        answer = post(client, "repair", deck=deck, as_of=A_DAY, **WORDS)
        assert (answer["before"], answer["after"], answer["smallest"]) == ("illegal", "legal", True)
        assert {"document": "house-1", "rule": rule} in [step["citation"] for step in answer["proof"]]
        page = client.post("/check/repair/", {"deck": deck, "format": f"{HOUSE}/open-house", "on": A_DAY}, follow=True)
        assert page.status_code == 200

    def test_of_a_stored_deck_is_its_next_version(self, host: tuple[User, Client]) -> None:
        snapshot = Snapshot(title="Crowded", format="open-house", text=BROKEN["copy-limit"][1])
        deck = services.create(Viewer(host[0].pk), HOUSE, snapshot)
        text_of(host[1], f"/decks/{deck.pk}/repair/")
        answer = host[1].post(f"/decks/{deck.pk}/repair/apply/", {"format": "open-house", "edition": "1"})
        assert answer.status_code == 302
        deck.refresh_from_db()
        assert deck.edition == 2
        assert verdict(host[1], deck.revisions.get(number=2).text)["outcome"] == "legal"


class TestBuilder:
    @pytest.fixture
    def tab(self, host: tuple[User, Client]) -> Tab:
        snapshot = Snapshot(title="New House", format="open-house", text="")
        return Tab(host[1], services.create(Viewer(host[0].pk), HOUSE, snapshot))

    def test_begins_a_deck(self, host: tuple[User, Client]) -> None:
        assert "House Rules" in text_of(host[1], "/decks/new/")
        answer = host[1].post("/decks/new/", {"game": HOUSE, "format": f"{HOUSE}/open-house", "title": "Begun"})
        assert answer.status_code == 302
        assert Deck.objects.get(title="Begun").game_id == HOUSE

    def test_puts_each_card_where_it_belongs(self, tab: Tab) -> None:
        tab.change("op=add&card=kitchen")
        tab.change("op=add&card=cook")
        tab.change("op=set&card=cook&count=3")
        assert tab.lines == {("rooms", "kitchen"): 1, ("deck", "cook"): 3}
        assert "Rooms" in tab.text
        assert "3 cards; at least 15" in unescape(tab.text)
        assert "4 copies of Cook; at most 3" in unescape(tab.change("op=set&card=cook&count=4").content.decode())

    def test_finds_what_may_still_come(self, tab: Tab) -> None:
        tab.change("op=set&card=cook&count=3")
        tab.change("op=add&card=kitchen")
        assert 'data-card="cook"' in tab.open("?q=t:servant")
        servants, rooms = (PICK.findall(tab.open(f"?q=t:{kind}&only=1")) for kind in ("servant", "room"))
        assert "butler" in servants
        assert "cook" not in servants
        assert "parlour" in rooms
        assert "kitchen" not in rooms


class TestAStoredDeck:
    def test_is_shown(self, deck: Deck, client: Client) -> None:
        page = text_of(client, page_of(deck))
        assert "Full House" in page
        assert "Legal" in page
        assert "Rooms" in page

    @pytest.mark.parametrize("part", ["versions/", "hand/?seed=1", "judge/", "life/", "repair/"])
    def test_has_all_its_pages(self, deck: Deck, client: Client, part: str) -> None:
        assert "Full House" in text_of(client, f"/decks/{deck.pk}/{part}")

    def test_is_found(self, deck: Deck, client: Client) -> None:
        for query in (f"game:{HOUSE}", "game:house", "contains:cook", "legal:open-house", "size=18"):
            found = client.get("/api/v1/decks", {"q": query, "game": HOUSE}).json()
            assert [each["id"] for each in found["results"]] == [deck.pk], (query, found["notes"])
        assert "Full House" in text_of(client, "/decks/?q=game:house")

    def test_is_given_by_the_api(self, deck: Deck, client: Client) -> None:
        given = client.get(f"/api/v1/decks/{deck.pk}").json()
        assert [(each["section"], len(each["cards"])) for each in given["sections"]] == [("rooms", 3), ("deck", 5)]
        figures = client.get(f"/api/v1/decks/{deck.pk}/figures").json()
        assert [(curve["kind"], len(curve["columns"])) for curve in figures["curves"]] == [("cost", 3)]
        assert [(each["name"], each["copies"]) for each in figures["types"]["parts"]] == [("Guest", 9), ("Servant", 6)]
        assert [(each["name"], each["copies"]) for each in figures["affiliations"]] == [("Brass", 6), ("Ivy", 3)]
        verdicts = client.get(f"/api/v1/decks/{deck.pk}/verdicts").json()["verdicts"]
        assert [each["outcome"] for each in verdicts] == ["legal"]
        hand = client.get(f"/api/v1/decks/{deck.pk}/hand", {"seed": "3", "draw": "1"}).json()
        assert len(hand["hand"]) == 6
        assert hand["rule"]["dealt_by"] == {"document": "house-1", "rule": "4"}
        (life,) = client.get(f"/api/v1/decks/{deck.pk}/life").json()["lives"]
        assert life["summary"].startswith("Legal in Open House from 6 September 2021.")

    def test_is_printed(self, deck: Deck, client: Client) -> None:
        sheet = reading.text(client.get(f"/decks/{deck.pk}/sheet.pdf").content)
        for said in ("Full House", "House Rules", "Rooms", "Rose Arbour", "Aunt Petronella"):
            assert said in sheet, sheet
        proxies = reading.text(client.get(f"/decks/{deck.pk}/proxies.pdf?copies=one").content)
        assert "Rose Arbour" in proxies
        picture = client.get(f"/decks/{deck.pk}/preview.png")
        assert picture.headers["Content-Type"] == "image/png"

    @pytest.mark.parametrize("slug", [layout.slug for layout in list_layouts(HOUSE)])
    def test_goes_out_and_comes_in(self, deck: Deck, client: Client, slug: str) -> None:
        out = client.get(f"/api/v1/decks/{deck.pk}/export/{slug}").json()
        back = post(client, "decks/read", deck=out["text"])
        assert back["game"] == HOUSE
        assert back["fingerprint"] == client.get(f"/api/v1/decks/{deck.pk}/fingerprint").json()["fingerprint"]
        assert back["decisions"] == []

    def test_has_figures_on_its_page(self, deck: Deck, client: Client) -> None:
        page = text_of(client, page_of(deck))
        for said in ("Cost", "Guest", "Brass", "Punctual"):
            assert said in page, said
