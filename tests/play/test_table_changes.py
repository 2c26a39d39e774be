"""Changes of the drawn table: each gives a new document and leaves the old one as it is."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine import InputError
from vsdb.play.table import changes
from vsdb.play.table.layouts import LAYOUTS, Layout, start_question
from vsdb.play.table.shapes import Place

CLASSIC, PCG = LAYOUTS["vs-classic"], LAYOUTS["vs-2pcg"]
REF = "you.characters.thor"


def table(*own: dict[str, Any]) -> dict[str, Any]:
    document = start_question("vs-classic")
    document["position"] = {**document["position"], "you": {"endurance": 30, "characters": list(own)}}
    return document


def place(layout: Layout, document: dict[str, Any], key: str) -> Place:
    found = layout.draw(document["position"], document["action"]).find_place(key)
    assert found
    return found


def test_a_card_is_put_where_a_place_is_free() -> None:
    document = table()
    before = copy.deepcopy(document)
    put, ref = changes.put_thing(
        document, place(CLASSIC, document, "opponent/support/2/visible"), {"name": "Dr. Doom", "atk": 7}
    )
    assert ref == "opponent.characters.dr-doom"
    held = [{"id": "dr-doom", "name": "Dr. Doom", "atk": 7, "row": "support", "column": 2}]
    assert put["position"]["opponent"]["characters"] == held
    assert document == before


def test_a_second_card_of_a_name_has_an_id_of_its_own() -> None:
    document = table({"id": "thor", "row": "front", "column": 1}, {"id": "thor-2"})
    _, ref = changes.put_thing(document, place(CLASSIC, document, "you/front/2/visible"), {"name": "Thor"})
    assert ref == "you.characters.thor-3"


def test_a_move_keeps_every_other_fact() -> None:
    document = table({"id": "thor", "atk": 5, "row": "front", "column": 1, "area": "hidden"})
    moved, ref = changes.move_thing(document, CLASSIC, REF, place(CLASSIC, document, "you/support/3/visible"))
    assert ref == REF
    assert moved["position"]["you"] == {
        "endurance": 30,
        "characters": [{"id": "thor", "atk": 5, "row": "support", "column": 3}],
    }


def test_a_character_that_changes_sides_leaves_its_old_one() -> None:
    document = table({"id": "thor", "row": "front", "column": 1})
    moved, ref = changes.move_thing(document, CLASSIC, REF, place(CLASSIC, document, "opponent/front/1/visible"))
    assert ref == "opponent.characters.thor"
    assert moved["position"]["you"]["characters"] == []
    assert len(moved["position"]["opponent"]["characters"]) == 1


def test_in_the_2pcg_a_row_is_the_list() -> None:
    document = start_question("vs-2pcg")
    document["position"] = {**document["position"], "you": {"characters": [{"id": "a", "row": "front"}]}}
    moved, ref = changes.move_thing(document, PCG, "you.characters.a", place(PCG, document, "you/back"))
    assert ref == "you.back.a"
    assert moved["position"]["you"] == {"characters": [], "back": [{"id": "a"}]}


def test_a_copy_asks_for_its_column_anew() -> None:
    copied, ref = changes.copy_thing(table({"id": "thor", "atk": 5, "row": "front", "column": 1}), CLASSIC, REF)
    assert ref == "you.characters.thor-2"
    assert copied["position"]["you"]["characters"][1] == {"id": "thor-2", "atk": 5, "row": "front"}


def test_what_is_taken_away_is_gone() -> None:
    assert changes.remove_thing(table({"id": "thor"}), CLASSIC, REF)["position"]["you"]["characters"] == []


@pytest.mark.parametrize(
    ("held", "key", "value", "then"),
    [
        ({"ready": True}, "ready", False, {"ready": False}),
        ({"ready": True}, "ready", None, {}),
        ({"ready": True}, "stunned", True, {"stunned": True}),
        ({"stunned": True}, "ready", True, {"ready": True}),
        ({"ready": True}, "stunned", False, {"ready": True, "stunned": False}),
    ],
)
def test_a_fact_is_said_or_left_out(held: dict[str, Any], key: str, value: Any, then: dict[str, Any]) -> None:
    said = changes.say_fact(table({"id": "thor", **held}), CLASSIC, REF, key, value)
    assert said["position"]["you"]["characters"] == [{"id": "thor", **then}]


@pytest.mark.parametrize("ref", ["you.characters.zz", "you.characters.", "turn.chain.thor", "", "x" * 999])
def test_what_is_not_on_the_table_is_refused(ref: str) -> None:
    with pytest.raises(InputError, match="nothing on this table"):
        changes.remove_thing(table({"id": "thor"}), CLASSIC, ref)
