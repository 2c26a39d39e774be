"""The smallest repair on the site: of a pasted list, of a stored deck and its next version, by API and by command."""

from __future__ import annotations

import json
import re
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import commands
from tests.decks.stored import deck_of, person, text_of
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db

#: Dr. Light has been banned in Silver Age since February 2007 at the latest; Aspiring Pawn is an Army.
LIST = "4 Dr. Light, Master of Holograms\n56 Aspiring Pawn, Army"
HEAD = "# game: vs-classic\n# format: silver-age\n# as-of: 2008-07-01\n"
WORDS = {"deck": LIST, "format": "vs-classic/silver-age", "on": "2008-07-01"}
run = partial(commands.run, "repair_deck")


@pytest.fixture
def ann() -> tuple[User, Client]:
    return person("ann")


@pytest.fixture
def deck(ann: tuple[User, Client]) -> Deck:
    return deck_of(ann[0], text=f"{HEAD}{LIST}\n", visibility="public")


def offered(page: str) -> list[str]:
    """The slugs that the first change offers, the proposed one first."""
    field = re.search(r'<select[^>]* id="pick-0".*?</select>', page, re.DOTALL)
    assert field
    return re.findall(r'<option value="([^"]+)"', field[0])


class TestAPastedList:
    @pytest.mark.parametrize("method", ["get", "post"])
    def test_is_repaired_with_proof_and_choices(self, client: Client, method: str) -> None:
        page = unescape(getattr(client, method)("/check/repair/", WORDS, follow=True).content.decode())
        assert "4 changes make this deck legal. Fewer aren’t enough." in page
        assert "remove at least 4 copies" in page
        assert len(offered(page)) > 1

    def test_is_shown_with_the_card_that_was_picked(self, client: Client) -> None:
        first = offered(client.post("/check/repair/", WORDS, follow=True).content.decode())
        page = client.post("/check/repair/", {**WORDS, "pick-0": first[1]}, follow=True).content.decode()
        assert f'<option value="{first[1]}" selected' in page
        again = json.loads(client.get("/check/json/", {**WORDS, "deck": repaired_list(page)}).content)
        assert again["legal"] is True

    @pytest.mark.parametrize("slug", ["no-such-card", "dr-light-master-of-holograms"])
    def test_refuses_a_card_that_is_not_offered(self, client: Client, slug: str) -> None:
        assert client.post("/check/repair/", {**WORDS, "pick-0": slug}, follow=True).status_code == 400

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ({"deck": "4 Mobilize"}, "Choose a format"),
            ({**WORDS, "deck": "\n".join(["1 Aspiring Pawn, Army"] * 251)}, "limit for a repair is 250"),
            ({**WORDS, "deck": "401 Aspiring Pawn, Army"}, "limit for a repair is 400"),
            ({**WORDS, "on": "2008-02-30"}, "2008-02-30 is not in the calendar"),
            ({**WORDS, "deck": "# format: nowhere\n" + LIST, "format": ""}, "nowhere"),
            ({**WORDS, "deck": "# as-of: soon\n" + LIST, "on": ""}, "not a date"),
        ],
    )
    def test_that_cannot_be_repaired_is_told_why(self, client: Client, words: dict[str, str], said: str) -> None:
        answer = client.post("/check/repair/", words)
        assert answer.status_code == 400
        assert said in unescape(answer.content.decode())

    def test_is_asked_for_first(self, client: Client) -> None:
        assert "Find the fewest card changes" in text_of(client, "/check/repair/")
        assert "Smallest repair" in text_of(client, "/check/repair/?sample=a-force")

    def test_that_is_too_large_is_refused_unread(self, client: Client) -> None:
        answer = client.post("/check/repair/", {"deck": "x" * 3_000_000})
        assert (answer.status_code, "256 KiB" in answer.content.decode()) == (400, True)

    def test_is_led_to_from_its_verdict_unless_it_is_legal(self, client: Client) -> None:
        assert "/check/repair/?" in client.get("/check/", WORDS).content.decode()
        legal = client.get("/check/", {**WORDS, "deck": "60 Aspiring Pawn, Army"}).content.decode()
        assert "/check/repair/" not in legal.partition("<footer")[0].partition("<main")[2]


def repaired_list(page: str) -> str:
    found = re.search(r'aria-label="Repaired list">(.*?)</pre>', page, re.DOTALL)
    assert found
    return unescape(found[1])


class TestAStoredDeck:
    def test_gets_its_repair_as_the_next_version(self, ann: tuple[User, Client], deck: Deck) -> None:
        address = f"/decks/{deck.pk}/repair/"
        words = "?format=silver-age&on=2008-07-01"
        page = text_of(ann[1], address + words)
        picked = offered(page)[1]
        asked = {"format": "silver-age", "on": "2008-07-01", "edition": "1", "pick-0": picked}
        answer = ann[1].post(f"{address}apply/", asked)
        assert answer.status_code == 302
        deck.refresh_from_db()
        assert deck.edition == 2
        newest = deck.revisions.get(number=2)
        assert newest.comment == "Repaired for Silver Age: 4 changes"
        assert "Dr. Light" not in newest.text
        assert "No changes needed." in text_of(ann[1], address + words)

    def test_saved_elsewhere_since_is_left_alone(self, ann: tuple[User, Client], deck: Deck) -> None:
        asked = {"format": "silver-age", "on": "2008-07-01"}
        assert ann[1].post(f"/decks/{deck.pk}/repair/apply/", {**asked, "edition": "1"}).status_code == 302
        Deck.objects.filter(pk=deck.pk).update(text=f"{HEAD}{LIST}\n")
        deck.revisions.filter(number=2).update(text=LIST)
        assert ann[1].post(f"/decks/{deck.pk}/repair/apply/", {**asked, "edition": "1"}).status_code == 409

    def test_of_somebody_else_is_shown_and_not_changed(self, deck: Deck) -> None:
        _, bob = person("bob")
        page = text_of(bob, f"/decks/{deck.pk}/repair/?format=silver-age&on=2008-07-01")
        assert "4 changes" in page
        assert "repair/apply/" not in page
        asked = {"format": "silver-age", "on": "2008-07-01", "edition": "1"}
        assert bob.post(f"/decks/{deck.pk}/repair/apply/", asked).status_code == 404

    def test_without_a_format_asks_for_one(self, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text=LIST, format="")
        assert "Choose one to find the smallest repair" in text_of(ann[1], f"/decks/{deck.pk}/repair/")
        assert ann[1].post(f"/decks/{deck.pk}/repair/apply/").status_code == 409

    def test_in_no_such_format_is_told_so(self, ann: tuple[User, Client], deck: Deck) -> None:
        answer = ann[1].get(f"/decks/{deck.pk}/repair/?format=nowhere")
        assert (answer.status_code, "no format" in answer.content.decode()) == (400, True)


def post(client: Client, **asked: Any) -> Any:
    return client.post("/api/v1/repair", json.dumps(asked), content_type="application/json")


class TestTheApi:
    def test_answers_with_changes_proof_and_the_list(self, client: Client) -> None:
        answer = post(client, deck=LIST, game="vs-classic", format="silver-age", as_of="2008-07-01").json()
        assert (answer["before"], answer["after"], answer["found"]) == ("illegal", "legal", True)
        assert (answer["size"], answer["at_least"], answer["smallest"]) == (4, 4, True)
        [change] = answer["changes"]
        assert (change["kind"], change["count"], change["out"]["card"]) == (
            "exchange",
            4,
            "dr-light-master-of-holograms",
        )
        assert change["in"]["card"] not in change["choices"]
        assert {"document": "ban-list", "rule": "silver-age"} in [each["citation"] for each in answer["proof"]]
        assert answer["left"] == []

    def test_says_what_no_change_settles(self, client: Client) -> None:
        answer = post(client, deck="60 Aspiring Pawn, Army\nxyz", format="silver-age", as_of="2008-07-01").json()
        assert [change["out"]["name"] for change in answer["changes"]] == ["xyz"]
        assert answer["changes"][0]["in"] is None

    def test_refuses_a_misspelt_field(self, client: Client) -> None:
        assert post(client, deck=LIST, format="silver-age", asof="2008-07-01").status_code == 400

    def test_repairs_in_the_main_format_where_none_is_given(self, client: Client) -> None:
        assert post(client, deck=LIST, game="vs-classic").json()["format"] == "golden-age"

    def test_tells_it_of_a_stored_deck(self, client: Client, deck: Deck) -> None:
        answer = client.get(f"/api/v1/decks/{deck.pk}/repair", {"as_of": "2008-07-01"})
        assert answer.json()["size"] == 4

    def test_asks_for_a_format_where_the_deck_has_none(self, client: Client, ann: tuple[User, Client]) -> None:
        deck = deck_of(ann[0], text=LIST, format="", visibility="public")
        assert client.get(f"/api/v1/decks/{deck.pk}/repair").status_code == 400


class TestTheCommand:
    @pytest.fixture
    def file(self, tmp_path: Path) -> Path:
        return tmp_path / "deck.txt"

    def test_prints_the_changes_and_why(self, file: Path) -> None:
        file.write_text(HEAD + LIST, encoding="utf-8")
        status, out, _ = run(str(file))
        assert status == 0
        assert "4 - Dr. Light, Master of Holograms + " in out
        assert "remove at least 4 copies [ban-list silver-age]" in out
        answer = json.loads(run(str(file), "--json")[1])
        assert (answer["size"], answer["smallest"]) == (4, True)

    def test_tells_by_its_status_what_stays_open(self, file: Path) -> None:
        file.write_text("# game: riftbound\n40 Nothing Of That Name\n", encoding="utf-8")
        status, out, _ = run(str(file), "--format", "sealed", "--as-of", "2026-06-01")
        assert (status, "Open questions that no card change settles:" in out) == (3, True)

    @pytest.mark.parametrize("options", [["--as-of", "2008-02-30"], ["--format", "nowhere"]])
    def test_refuses_what_it_cannot_use(self, file: Path, options: list[str]) -> None:
        file.write_text(HEAD + LIST, encoding="utf-8")
        assert run(str(file), *options)[0] == 2

    def test_refuses_a_file_that_is_not_there(self, file: Path) -> None:
        assert run(str(file))[0] == 2


RIFTBOUND = "\n".join(
    (
        "Legend\n1 Annie, Dark Child [OGS-017]\nChampion\n1 Annie, Fiery [OGS-001]\nDeck",
        *(f"3 {name}" for name in ("Blazing Scorcher", "Brazen Buccaneer", "Chemtech Enforcer", "Cleave")),
        *(f"3 {name}" for name in ("Disintegrate", "Hextech Ray", "Legion Rearguard", "Cemetery Attendant")),
        *(f"3 {name}" for name in ("Ember Monk", "Gust", "Rebuke", "Ride the Wind", "Sai Scout")),
        "Runes\n12 Fury Rune\nBattlefields\n1 Void Gate\n1 Altar to Unity\n1 Zaun Warrens",
        "Sideboard\n3 Flame Chompers\n3 Magma Wurm\n3 Noxus Hopeful\n",
    )
)


class TestARiftboundList:
    """703.3.b.1 of the tournament rules in force: an illegal list is corrected with as few changes as possible."""

    @pytest.mark.parametrize(("day", "document"), [("2026-07-15", "rb-tournament"), ("2026-07-16", "")])
    def test_cites_the_rule_where_something_changes(self, client: Client, day: str, document: str) -> None:
        found = post(client, deck=RIFTBOUND, game="riftbound", format="standard", as_of=day).json()
        assert found["size"] == (1 if document else 0)
        assert found["remedy"] == ({"document": document, "rule": "703.3.b.1"} if document else None)

    @pytest.mark.parametrize(
        ("day", "document"),
        [
            ("2026-07-15", "rb-tournament"),
            ("2026-07-16", "rb-tournament-2026-07-16"),
            ("2026-10-09", "rb-tournament-2026-10-09"),
        ],
    )
    def test_cites_the_edition_of_the_day(self, client: Client, tmp_path: Path, day: str, document: str) -> None:
        text = f"{RIFTBOUND}2 Pouty Poro\n"
        page = text_of(client, f"/check/repair/?{urlencode({'deck': text, 'format': 'riftbound/standard', 'on': day})}")
        assert f'href="/rules/{document}/703.3.b.1/' in page
        file = tmp_path / "deck.txt"
        file.write_text(f"# game: riftbound\n{text}", encoding="utf-8")
        assert f"[{document} 703.3.b.1]" in run(str(file), "--format", "standard", "--as-of", day)[1]

    def test_of_a_mode_of_play_cites_none(self, client: Client) -> None:
        text = RIFTBOUND.replace("3 Gust", "4 Gust")
        found = post(client, deck=text, game="riftbound", format="mode-1v1-duel", as_of="2026-08-01").json()
        assert (found["size"], found["remedy"]) == (1, None)
