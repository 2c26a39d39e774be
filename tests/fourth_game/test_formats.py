"""Formats of the fourth game: an organizer's own, proposals against decks, and from when to when a list was legal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.commands import run
from tests.decks.stored import text_of
from tests.fourth_game.house_rules.deck_rules import HOUSE
from tests.fourth_game.lists import LEGAL
from vsdb.custom_formats import services
from vsdb.decks.models import Deck

pytestmark = pytest.mark.django_db


def post(client: Client, address: str, **asked: object) -> Any:
    answer = client.post(f"/api/v1/{address}", json.dumps(asked), content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def spans(life: Any, word: str) -> list[tuple[str, str | None, str | None]]:
    """The spans of the only format, with what was so in each."""
    (only,) = life["lives"]
    return [(span[word], span["since"], span["until"]) for span in only["spans"]]


class TestTimelines:
    def test_tell_when_a_list_was_legal(self, client: Client, tmp_path: Path) -> None:
        text = LEGAL.replace("1 Rose Arbour", "1 Wine Vault").replace("3 Cook", "3 Uninvited Cousin")
        life = post(client, "life", deck=text, game=HOUSE, formats=["open-house"])
        assert spans(life, "outcome") == [
            ("illegal", None, "2022-05-01"), ("legal", "2022-05-02", "2023-05-31"), ("illegal", "2023-06-01", None),
        ]  # fmt: skip
        page = client.get("/check/life/", {"deck": text, "format": f"{HOUSE}/open-house"})
        assert "31 May 2023" in page.content.decode()
        (tmp_path / "deck.txt").write_text(text)
        assert "2 May 2022" in run("deck_life", str(tmp_path / "deck.txt"), "--game", HOUSE)[1]

    def test_tell_when_a_card_was_legal(self, client: Client) -> None:
        life = client.get(f"/api/v1/cards/{HOUSE}/uninvited-cousin/life").json()
        assert spans(life, "status") == [
            ("not in", None, "2021-02-28"), ("legal", "2021-03-01", "2023-05-31"), ("banned", "2023-06-01", None),
        ]  # fmt: skip
        assert "31 May 2023" in text_of(client, f"/cards/{HOUSE}/uninvited-cousin/life/")


class TestWhatIf:
    def test_tells_what_a_ban_would_do(self, deck: Deck, client: Client) -> None:
        told = post(client, "what-if", proposal={"game": HOUSE, "formats": ["open-house"], "bans": ["Cook"]})
        assert told["decks"]["outcomes"] == [{"before": "legal", "after": "illegal", "decks": 1}]
        assert [each["card"] for each in told["pools"][0]["lost"]] == ["cook"]
        page = text_of(client, f"/what-if/?game={HOUSE}&ban=Cook&format=open-house")
        assert "Full House" in page

    def test_tells_what_a_set_and_an_erratum_would_do(self, deck: Deck, client: Client) -> None:
        told = post(
            client,
            "what-if",
            proposal={"game": HOUSE, "sets_out": ["GAR"], "errata": [{"card": "cook", "type": "Guest"}]},
        )
        assert told["decks"]["outcomes"] == [{"before": "legal", "after": "illegal", "decks": 1}]


class TestCustomFormats:
    def test_are_built_published_and_played(self, host: tuple[User, Client], client: Client) -> None:
        fmt = services.create(host[0].pk, HOUSE, "Quiet House")
        definition = {
            "pool": {"kind": "listed", "sets": ["HOU", "GAR"]},
            "construction": {"deck_min": 15, "copies": 3},
            "restrictions": [{"kind": "without-type", "terms": {"type": "Errand"}}],
            "bans": [{"card": "Aunt Petronella", "begins_earliest": "2024-01-01", "begins_latest": "2024-01-01"}],
        }
        services.change(fmt, definition=definition)
        text_of(host[1], f"/formats/own/{HOUSE}/quiet-house/edit/")
        services.publish(fmt, host[0].pk)
        assert "Quiet House" in text_of(client, f"/formats/own/{HOUSE}/quiet-house/")
        assert "Quiet House" in text_of(client, "/formats/own/")
        (verdict,) = post(client, "check", deck=f"{LEGAL}1 Long Walk\n", game=HOUSE, format="quiet-house@1")["verdicts"]
        assert {finding["code"] for finding in verdict["findings"]} == {"banned", "format-restriction"}
        parts = client.get(f"/api/v1/own-formats/parts/{HOUSE}").json()
        assert {each["kind"] for each in parts["pools"]} == {"all", "chosen", "listed", "yearly"}

    def test_are_built_on_pages(self, host: tuple[User, Client]) -> None:
        assert "House Rules" in text_of(host[1], "/formats/own/new/")
        asked = {"name": "Paper House", "start": f"{HOUSE}/open-house"}
        answer = host[1].post("/formats/own/new/", asked)
        assert answer.status_code == 302
        page = text_of(host[1], answer["Location"])
        for said in ("Paper House", "Open House", "The Garden", "1 in force"):
            assert said in page, said
