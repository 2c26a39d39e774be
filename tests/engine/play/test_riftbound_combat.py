"""Riftbound's combat: who may be assigned how much damage, and how a combat ends (454-467)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.judging import Answer
from tests.engine.play.cases import answer_to


def unit(name: str, controller: str, might: int, *keywords: str, **more: Any) -> dict[str, Any]:
    told = {"id": name, "type": "unit", "controller": controller, "location": "b1", "might": might}
    return {**told, "keywords": list(keywords), **more}


def ask(verb: str, *units: dict[str, Any], as_of: str = "2026-06-01", score: int = 0, **says: Any) -> Answer:
    position = {
        "game": "riftbound",
        "as_of": as_of,
        "turn": {"active": "you", "phase": "main", "showdown": True, "chain": []},
        "board": list(units),
        "battlefields": [{"id": "b1", "controller": "opponent"}, {"id": "b2", "controller": "none"}],
        "you": {"score": score},
        "opponent": {"score": 0},
    }
    return answer_to({"position": position, "action": {"action": verb, "battlefield": "b1", **says}})


def broken(answer: Answer) -> set[str]:
    return {each.code for each in answer.findings if each.severity == "error"}


THREES = [unit(name, "opponent", 3) for name in "abcd"]


@pytest.mark.parametrize(
    ("damage", "codes"),
    [
        ({"a": 3, "b": 2}, set()),
        ({"a": 2, "b": 1, "c": 1, "d": 1}, {"assign-lethal"}),
        ({"a": 5}, {"assign-excess"}),
        ({"a": 3}, {"assign-total"}),
        ({"x": 5}, {"assign-units"}),
    ],
)
def test_damage_is_lethal_to_one_before_another_has_any(damage: dict[str, int], codes: set[str]) -> None:
    assert broken(ask("assign-damage", unit("x", "you", 5), *THREES, damage=damage)) == codes


@pytest.mark.parametrize(("damage", "codes"), [({"t": 2}, set()), ({"p": 2}, {"assign-order"})])
def test_tank_is_assigned_damage_first(damage: dict[str, int], codes: set[str]) -> None:
    units = (unit("x", "you", 2), unit("t", "opponent", 2, "Tank"), unit("p", "opponent", 2))

    assert broken(ask("assign-damage", *units, damage=damage)) == codes


@pytest.mark.parametrize(("as_of", "winner"), [("2026-06-01", "opponent"), ("2026-08-01", None)])
def test_attackers_are_recalled_where_defenders_are_left(as_of: str, winner: str | None) -> None:
    units = (unit("x", "you", 2, "Assault"), unit("d", "opponent", 5, stunned=True))
    result = ask("resolve-combat", *units, as_of=as_of, passed=["you", "opponent"]).as_dict()["result"]

    assert (result["might"], result["recalled"], result["winner"]) == ({"you": 3, "opponent": 0}, ["x"], winner)


@pytest.mark.parametrize(("score", "points", "draws"), [(3, 1, 0), (7, 0, 1)])
def test_conquering_gives_a_point_and_a_card_for_the_last(score: int, points: int, draws: int) -> None:
    units = (unit("x", "you", 4), unit("d", "opponent", 2))
    result = ask("resolve-combat", *units, score=score, passed=["you", "opponent"]).as_dict()["result"]

    assert (result["killed"], result["conquers"], result["points"], result["draws"]) == (["d"], "you", points, draws)


def test_a_choice_of_damage_that_matters_is_asked() -> None:
    assert ask("resolve-combat", unit("x", "you", 4), *THREES, passed=["you", "opponent"]).asks == ("action.damage",)
