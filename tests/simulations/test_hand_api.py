"""`POST /api/v1/sample-hand`, and the hands of stored decks."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.decks.stored import deck_of, person
from vsdb.check.forms import find_sample

pytestmark = pytest.mark.django_db

LIST = "# game: vs-classic\n30 Savage Beatdown\n30 Overload"


def post(**asked: Any) -> Any:
    return Client().post("/api/v1/sample-hand", {"deck": LIST, **asked}, content_type="application/json")


def sample(slug: str) -> str:
    found = find_sample(slug)
    assert found
    return found.text


def test_deals_the_same_hand_for_the_same_seed() -> None:
    first = post().json()
    assert len(first["hand"]) == 4
    assert post(seed=first["seed"]).json() == first


@pytest.mark.parametrize(
    ("asked", "cited"),
    [({}, ("rb-core-1.3", "117")), ({"as_of": "2026-08-01"}, ("rb-core-2026-07-16", "116"))],
)
def test_cites_the_edition_of_the_lists_day_or_of_the_one_asked_for(
    asked: dict[str, str], cited: tuple[str, str]
) -> None:
    rule = post(deck=sample("jinx"), game="riftbound", seed=7, **asked).json()["rule"]["dealt_by"]
    assert (rule["document"], rule["rule"]) == cited


def test_draws_turn_by_turn() -> None:
    told = post(deck=sample("jinx"), game="riftbound", seed=7, turn=2, more=[1], draw=2, first=True).json()
    assert (told["turn"], told["drawn"], told["first"]) == (2, 5, True)
    assert [(row["turn"], len(row["drawn"]), len(row["more"])) for row in told["turns"]] == [(1, 1, 1), (2, 1, 2)]
    assert [len(row["piles"][0]["drawn"]) for row in told["turns"]] == [2, 2]
    assert [(pile["section"], pile["left"]) for pile in told["piles"]] == [("runes", 8)]


def test_sets_aside_and_keeps_the_opening_hand() -> None:
    before = post(deck=sample("jinx"), game="riftbound", seed=7).json()
    after = post(deck=sample("jinx"), game="riftbound", seed=7, mulligan=True, aside=[2, 0, 2]).json()
    assert after["opening"] == before["hand"]
    assert (after["gone"], after["mulligans"]) == ([0, 2], 1)
    assert after["hand"][:2] == [before["hand"][1], before["hand"][3]]


def test_leaves_the_mulligan_to_the_policy() -> None:
    told = post(seed=3, policy=True).json()
    assert told["by_policy"] is True
    assert told["policy"] == {
        "keeps": False,
        "gone": [0, 1, 2, 3],
        "words": "without a character of cost 3 or less the hand goes",
        "reason": "Takes a mulligan: no card keeps the hand.",
    }
    assert told["mulligans"] == 1


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        *(({"seed": -1}, "seed"), ({"seed": 2**64}, "seed"), ({"turn": 61}, "turn"), ({"turn": -1}, "turn")),
        *(({"draw": -1}, "draw"), ({"draw": 401}, "draw"), ({"more": [1]}, "more"), ({"more": [0] * 401}, "draw")),
        *(({"aside": [0]}, "mulligan"), ({"policy": True, "mulligan": True}, "policy"), ({"turnz": 1}, "turnz")),
        *(({"game": "chess"}, "game"), ({"deck": ""}, "deck"), ({"more": [-1]}, "more")),
    ],
)
def test_refuses_what_is_out_of_range(asked: dict[str, Any], place: str) -> None:
    answer = post(**asked)
    assert answer.status_code in (400, 404)
    assert place in answer.content.decode()


def test_of_a_list_without_cards_is_empty() -> None:
    told = post(deck="# game: riftbound\nRunes\n3 Fury Rune").json()
    assert (told["hand"], told["library_left"]) == ([], 0)


def test_of_a_stored_deck_takes_the_same_words(client: Client) -> None:
    user, _ = person("ann")
    deck = deck_of(user, text=sample("jinx"), game="riftbound", format="standard", visibility="public")
    address = f"/api/v1/decks/{deck.pk}/hand"
    told = client.get(f"{address}?seed=7&turn=2&more=1&first=true&policy=true").json()
    assert (told["turn"], told["first"], told["by_policy"], told["drawn"]) == (2, True, True, 3)
    assert client.get(f"{address}?seed=7&turn=2&more=3").status_code == 400
    assert client.get(f"{address}?seed=7&mulligan=true&aside=0").json()["gone"] == [0]
