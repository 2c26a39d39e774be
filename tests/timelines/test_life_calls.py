"""Lives over HTTP and on the command line."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests import commands
from tests.decks.stored import deck_of, person
from vsdb.check.forms import find_sample

pytestmark = pytest.mark.django_db

run = partial(commands.run, "deck_life")
JINX = Path(__file__).parents[2] / "vsdb" / "check" / "sample_lists" / "jinx.txt"


@pytest.fixture(autouse=True)
def _unlimited() -> None:
    """Limits are counted in the cache, which outlives a test."""
    cache.clear()


def post(client: Client, **asked: object) -> Any:
    return client.post("/api/v1/life", json.dumps(asked), content_type="application/json")


class TestADeckThatIsSent:
    def test_is_told_with_what_turned(self, client: Client) -> None:
        found = post(client, deck=JINX.read_text(encoding="utf-8"), formats=["standard"])
        assert found.status_code == 200
        (life,) = found.json()["lives"]
        assert [(span["outcome"], span["since"], span["until"]) for span in life["spans"]] == [
            ("illegal", None, "2025-10-30"),
            ("legal", "2025-10-31", "2026-03-30"),
            ("illegal", "2026-03-31", None),
        ]
        last = life["spans"][-1]
        assert [(turn["kind"], turn["banned"]) for turn in last["begun_by"]] == [("ban", "Obelisk of Power")]
        assert [(each["code"], each["severity"]) for each in last["raised"]] == [("banned", "error")]
        assert [(each["code"], each["severity"]) for each in last["resolved"]] == []
        assert last["against_on"] == "2026-03-31"

    def test_is_told_in_every_format_where_none_is_named(self, client: Client) -> None:
        found = post(client, deck=["4 Savage Beatdown"], game="vs-classic").json()
        assert found["format"] is None
        assert len(found["lives"]) == 27  # the formats of the game in data/formats.json

    @pytest.mark.parametrize(
        ("asked", "status", "code"),
        [
            ({"deck": "4 Nobody at all"}, 400, "game-missing"),
            ({"deck": "# mine"}, 400, "deck-missing"),
            ({"deck": []}, 400, "deck-missing"),
            ({"deck": "4 Savage Beatdown", "game": "vs-classic", "formats": ["nowhere"]}, 404, "not-found"),
            ({"deck": "1 A\n" * 500, "game": "vs-classic"}, 400, "too-long"),
            ({"deck": "4 Savage Beatdown", "game": "vs-classic", "dates": ["2006-01-01"]}, 400, None),
            ({"deck": [{"count": 1}], "game": "vs-classic"}, 400, None),
            ({}, 400, None),
        ],
    )
    def test_that_cannot_be_used_is_refused(
        self, client: Client, asked: dict[str, Any], status: int, code: str | None
    ) -> None:
        found = post(client, **asked)
        assert found.status_code == status
        assert code is None or found.json()["code"] == code


class TestAStoredDeckAndACard:
    def test_are_told_by_their_addresses(self, client: Client) -> None:
        found = find_sample("jinx")
        assert found
        deck = deck_of(person("ann")[0], text=found.text, game="riftbound", format="standard", visibility="public")
        whole = client.get(f"/api/v1/decks/{deck.pk}/life").json()
        assert whole["format"] == "standard"
        assert len(whole["lives"]) == 10
        asked = {"formats": "standard, mode-1v1-duel", "version": "1"}
        two = client.get(f"/api/v1/decks/{deck.pk}/life", asked).json()["lives"]
        assert [life["format"] for life in two] == ["standard", "mode-1v1-duel"]
        assert client.get(f"/api/v1/decks/{deck.pk}/life", {"version": "x"}).status_code == 400
        assert client.get(f"/api/v1/decks/{deck.pk}/life", {"version": "7"}).status_code == 404
        assert client.get(f"/api/v1/decks/{deck.pk}/life", {"day": "1"}).status_code == 400

    def test_a_card_is_told_in_the_formats_asked_for(self, client: Client) -> None:
        told = client.get("/api/v1/cards/vs-classic/overload/life", {"formats": "golden-age"}).json()
        statuses = [span["status"] for span in told["lives"][0]["spans"]]
        assert statuses == ["not in", "unknown", "legal", "unknown", "banned", "unknown", "legal"]
        assert client.get("/api/v1/cards/vs-classic/nobody/life").status_code == 404


class TestTheCommand:
    def test_tells_when_a_list_was_legal(self) -> None:
        status, out, _ = run(str(JINX))
        assert status == 0
        assert "✓ legal 31 October 2025 to 30 March 2026" in out
        assert "Obelisk of Power is banned in Constructed: Standard" in out

    def test_gives_it_as_json(self) -> None:
        status, out, _ = run(str(JINX), "--json", "--format", "standard")
        told = json.loads(out)
        assert status == 0
        assert [span["outcome"] for span in told["lives"][0]["spans"]] == ["illegal", "legal", "illegal"]

    @pytest.mark.parametrize(
        ("text", "fmt", "status"),
        [
            ("# game: riftbound\n1 Loose Cannon\n", "standard", 1),
            (JINX.read_text(encoding="utf-8"), "sealed", 3),
            ("4 Savage Beatdown\n", "nowhere", 2),
        ],
    )
    def test_ends_with_a_status_for_scripts(self, tmp_path: Path, text: str, fmt: str, status: int) -> None:
        file = tmp_path / "list.txt"
        file.write_text(text, encoding="utf-8")
        assert run(str(file), "--format", fmt)[0] == status

    def test_says_what_was_never_legal_and_why(self, tmp_path: Path) -> None:
        file = tmp_path / "list.txt"
        file.write_text("# game: riftbound\n1 Loose Cannon\n", encoding="utf-8")
        status, out, _ = run(str(file))
        assert status == 1
        assert "Never legal in" in out

    def test_says_which_file_cannot_be_read(self, tmp_path: Path) -> None:
        status, _, err = run(str(tmp_path / "nothing.txt"))
        assert status == 2
        assert "nothing.txt" in err
