"""`POST /api/v1/simulate`."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

LIST = "# game: vs-classic\n30 Savage Beatdown\n30 Overload"


def post(**asked: Any) -> Any:
    return Client().post("/api/v1/simulate", {"deck": LIST, **asked}, content_type="application/json")


def test_gives_the_figures_of_each_turn() -> None:
    answer = post(games=20, turns=3, seed=4)
    assert answer.status_code == 200
    found = answer.json()
    assert (found["games"], found["turns"], found["seed"], found["first"]) == (20, 3, 4, False)
    assert [row["turn"] for row in found["by_turn"]] == [1, 2, 3]
    assert set(found["by_turn"][0]["def"]) == {"mean", "se"}
    assert [row["turn"] for row in found["game_0"]] == [0, 1, 2, 3]


def test_gives_the_same_for_the_same_seed() -> None:
    first = post(games=20, first=True).json()
    assert post(games=20, first=True, seed=first["seed"]).json() == first


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ({"games": 100_001}, "games"),
        ({"games": 0}, "games"),
        ({"turns": 13}, "turns"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"turnz": 3}, "turnz"),
        ({"game": "chess"}, "game"),
        ({"deck": ""}, "deck"),
        ({"games": "many"}, "games"),
    ],
)
def test_refuses_what_is_out_of_range(asked: dict[str, Any], place: str) -> None:
    answer = post(**asked)
    assert answer.status_code in (400, 404)
    assert place in answer.content.decode()


def test_refuses_a_list_without_a_deck() -> None:
    answer = post(deck="# game: riftbound\nRunes\n3 Fury Rune")
    assert answer.status_code == 400
    assert "no cards" in answer.json()["message"]


def test_counts_the_games_by_each_value() -> None:
    assert "distribution" not in post(games=20).json()
    rows = post(games=20, turns=2, distribution=True).json()["distribution"]
    assert sum(row["games"] for row in rows if (row["turn"], row["metric"]) == (2, "spent")) == 20


def test_puts_a_second_list_beside_the_first() -> None:
    found = post(games=20, turns=2, seed=1, against="60 Falcon, Secret Avenger").json()
    assert found["against"]["games"] == 20
    hit = next(each for each in found["differences"] if (each["turn"], each["metric"]) == (2, "points"))
    assert (hit["before"]["mean"], hit["after"]["mean"], hit["difference"], hit["se"]) == (2, 2, 0, 0)


def test_names_the_cards_that_a_rule_stops() -> None:
    found = post(games=20, turns=1, deck="# game: vs-classic\n60 Bloodsport", blocked=True).json()["blocked_cards"]
    (card,) = found["cards"]["threshold_missed"]
    assert (found["games"], card["name"], card["citation"]["rule"], card["ever"]) == (
        20,
        "Bloodsport",
        "203.5b",
        {"mean": 1.0, "se": 0.0},
    )


def test_puts_exact_odds_beside_the_figures() -> None:
    found = post(deck="30 Savage Beatdown\n30 Overload", game="vs-classic", games=5, turns=2).json()
    assert found["exact"] == [{"turn": turn, "on_curve_seen": "0", "nothing_playable_seen": "1"} for turn in (1, 2)]


@pytest.mark.parametrize(
    ("day", "document"),
    [("2026-01-01", "rb-core-1.3"), (None, "rb-core-2026-07-16"), ("2026-07-16", "rb-core-2026-07-16")],
)
def test_cites_the_rules_of_the_day(monkeypatch: pytest.MonkeyPatch, day: str | None, document: str) -> None:
    monkeypatch.setattr("django.utils.timezone.localdate", lambda: date(2026, 8, 1))
    listed = "# game: riftbound\nDeck\n39 Flame Chompers\nRunes\n12 Fury Rune"
    found = post(deck=listed, games=5, **({"as_of": day} if day else {})).json()
    assert {each["document"] for each in found["citations"]} == {document}


def test_cites_the_rules_of_the_day_that_the_list_names() -> None:
    listed = "# game: riftbound\n# as-of: 2026-01-01\nDeck\n39 Flame Chompers\nRunes\n12 Fury Rune"
    assert {each["document"] for each in post(deck=listed, games=5).json()["citations"]} == {"rb-core-1.3"}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"against": "# game: riftbound\n3 Rebuke"}, "the lists are for different games"),
        ({"against": "Sideboard\n3 Bloodsport"}, "no cards"),
        ({"against": LIST, "games": 60_000}, "60,000 games; at most 50,000 of each deck"),
        ({"as_of": "yesterday"}, "as_of"),
    ],
)
def test_refuses_a_second_list_or_a_day_that_cant_be_used(asked: dict[str, Any], said: str) -> None:
    answer = post(**asked)
    assert answer.status_code == 400
    assert said in answer.json()["message"] + answer.content.decode()
