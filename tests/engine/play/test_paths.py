"""Paths: the fact that each leads to, and questions with a fact more, another, or one less."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.facts import PlayInputError
from engine.play.judging import rules_of
from engine.play.paths import find_fact, with_fact, without_fact

RULES = rules_of("riftbound")
SPELL = RULES.action_of("play-spell")
CLASSIC = rules_of("vs-classic")
ATTACK = CLASSIC.action_of("attack")


@pytest.mark.parametrize(
    ("path", "key", "about"),
    [
        ("turn.phase", "phase", "turn"),
        ("board", "board", ""),
        ("board.e1", "board", "e1"),
        ("board.e1.might", "might", "e1"),
        ("you.energy", "energy", "you"),
        ("you.power.fury", "power", "fury"),
        ("action.card.keywords", "keywords", "card"),
        ("action.able.kill a friendly unit", "able", "kill a friendly unit"),
        ("turn.chain.s1.kind", "kind", "s1"),
        ("you.runes.domain", "domain", "runes"),
    ],
)
def test_a_path_leads_to_its_fact(path: str, key: str, about: str) -> None:
    found = find_fact(RULES, SPELL, path)
    assert (found.spec.key, found.about) == (key, about)


def test_the_question_names_the_thing() -> None:
    assert find_fact(RULES, SPELL, "board.e1.ready").ask == "Is e1 ready?"
    assert "{it}" not in find_fact(RULES, SPELL, "turn.phase").ask


@pytest.mark.parametrize("path", ["trun.phase", "turn.phase.x", "turn.chain.s1.x", "action.x", "", "you.energy.x.y"])
def test_a_path_of_nothing_is_refused(path: str) -> None:
    with pytest.raises(PlayInputError, match="no fact is called"):
        find_fact(RULES, SPELL, path)
    with pytest.raises(PlayInputError, match="no fact is called"):
        with_fact({"position": {}}, RULES, SPELL, path, 1)


SET: tuple[tuple[dict[str, Any], str, Any, dict[str, Any]], ...] = (
    ({}, "turn.phase", "main", {"turn": {"phase": "main"}}),
    ({"turn": "damaged"}, "turn.phase", "main", {"turn": {"phase": "main"}}),
    ({}, "board.e1.might", 3, {"board": [{"id": "e1", "might": 3}]}),
    (
        {"board": [{"id": "e1"}, {"id": "e1.b"}]},
        "board.e1.b.might",
        3,
        {"board": [{"id": "e1"}, {"id": "e1.b", "might": 3}]},
    ),
    ({"board": [{"id": "e1"}, 7, {"id": 3}]}, "board.e1.might", 3, {"board": [{"id": "e1", "might": 3}, {"id": 3}]}),
    ({"board": "damaged"}, "board.e1", {"type": "unit"}, {"board": [{"id": "e1", "type": "unit"}]}),
    ({}, "you.power.fury", 2, {"you": {"power": {"fury": 2}}}),
    ({"you": {"power": 3}}, "you.power.fury", 2, {"you": {"power": {"fury": 2}}}),
    ({"you": {"runes": [{}]}}, "you.runes.domain", "fury", {"you": {"runes": [{"domain": "fury"}]}}),
    ({}, "you.runes.domain", "fury", {"you": {"runes": [{"domain": "fury"}]}}),
    (
        {"you": {"runes": [{"domain": "calm"}, {}]}},
        "you.runes.domain",
        "fury",
        {"you": {"runes": [{"domain": "calm"}, {"domain": "fury"}]}},
    ),
    (
        {"you": {"runes": [{"domain": "calm"}]}},
        "you.runes.domain",
        "fury",
        {"you": {"runes": [{"domain": "fury"}]}},
    ),
)


@pytest.mark.parametrize(("position", "path", "value", "expected"), SET)
def test_a_fact_is_set(position: dict[str, Any], path: str, value: Any, expected: dict[str, Any]) -> None:
    assert with_fact({"position": position}, RULES, SPELL, path, value) == {"position": expected}


def test_a_fact_of_the_action_is_set_there() -> None:
    changed = with_fact({"position": {}}, RULES, SPELL, "action.able.kill a friendly unit", False)
    assert changed["action"] == {"able": {"kill a friendly unit": False}}
    changed = with_fact({"action": {}}, CLASSIC, ATTACK, "action.attackers", ["a"])
    assert changed["action"] == {"attackers": ["a"]}


def test_a_thing_that_is_no_object_is_refused() -> None:
    with pytest.raises(PlayInputError, match="isn’t an object with facts"):
        with_fact({"position": {}}, RULES, SPELL, "board.e1", 3)


TAKEN: tuple[tuple[dict[str, Any], str, dict[str, Any]], ...] = (
    ({"turn": {"phase": "main", "number": 3}}, "turn.phase", {"turn": {"number": 3}}),
    ({"board": [{"id": "e1", "might": 3}]}, "board.e1.might", {"board": [{"id": "e1"}]}),
    ({"board": [{"id": "e1"}]}, "board.e1", {"board": []}),
    ({"board": [{"id": "e1"}]}, "board.e2.might", {"board": [{"id": "e1"}]}),
    ({"you": {"power": {"fury": 2}}}, "you.power.fury", {"you": {"power": {}}}),
    ({}, "board", {}),
    (
        {"you": {"runes": [{}, {"domain": "calm"}]}},
        "you.runes.domain",
        {"you": {"runes": [{}, {}]}},
    ),
)


@pytest.mark.parametrize(("position", "path", "expected"), TAKEN)
def test_a_fact_is_taken_back(position: dict[str, Any], path: str, expected: dict[str, Any]) -> None:
    assert without_fact({"position": position}, RULES, SPELL, path) == {"position": expected}


def test_one_of_several_kinds_is_entered() -> None:
    attack = with_fact({"position": {}}, CLASSIC, ATTACK, "turn.attack.defender", "x")
    assert attack["position"] == {"turn": {"attack": {"defender": "x"}}}
    assert find_fact(CLASSIC, ATTACK, "turn.attack.defender").about == "attack"
    shield = with_fact({"position": {}}, CLASSIC, ATTACK, "you.characters.a.equipment.shield.unique", True)
    assert shield["position"]["you"]["characters"][0]["equipment"] == [{"id": "shield", "unique": True}]
    named = {"you": {"characters": [{"id": "a", "equipment": ["shield", "net"]}]}}
    shield = with_fact({"position": named}, CLASSIC, ATTACK, "you.characters.a.equipment.shield.unique", True)
    assert shield["position"]["you"]["characters"][0]["equipment"] == [{"id": "shield", "unique": True}, "net"]
