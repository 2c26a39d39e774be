"""`POST /api/v1/simulate`."""

from __future__ import annotations

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
