"""The words of the 2PCG's answers: they name who and how much, and words that can't be read are refused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.facts import PlayInputError, describe_facts
from tests.engine.play.pcg_examples import LOKI, RULES, Changes, ask, fighter

_BEHIND: dict[str, Any] = {"opponent.front": [fighter("Drax")], "opponent.back": [LOKI]}
_TWO: dict[str, Any] = {
    **_BEHIND,
    "opponent.front": [fighter("Drax", flight=True), fighter("Groot", keywords=["Grab"])],
}
SAID: tuple[tuple[str, Changes, str], ...] = (
    ("attack", _BEHIND, "Drax protects Loki from the front row."),
    (
        "attack",
        {**_TWO, "you.front.cap.flight": True},
        "Drax and Groot protect Loki from the front row. Cap can’t fly past Drax (Flight) and Groot (Grab).",
    ),
    (
        "attack",
        {**_BEHIND, "opponent.front": [{"state": "face-up"}, {"state": "face-up"}, fighter("Drax")]},
        "Drax and 2 unnamed characters protect Loki from the front row.",
    ),
    (
        "attack",
        {**_BEHIND, "opponent.front": [{"state": "face-up"}]},
        "1 unnamed character protects Loki from the front row.",
    ),
    (
        "attack",
        {"you.front": [], "you.back": [fighter("Cap")]},
        "Cap attacks from the back row, but has no Range.",
    ),
    ("stun", {"you.front.cap.state": "stunned"}, "Cap is stunned already."),
    ("stun", {"action.cause": "zero-def"}, "Cap has DEF 4."),
    ("attack", {"you.front.cap.state": "stunned"}, "Cap is stunned and can’t attack."),
    ("attack", {"opponent.front.loki.state": "hidden"}, "Loki is hidden and can’t be attacked."),
    ("attack", {"you.front.cap.keywords": ["Passive"]}, "Cap is Passive and can’t attack."),
    (
        "attack",
        {"opponent.front": [], "opponent.back": [{**LOKI, "keywords": ["Camouflage"]}]},
        "Loki has Camouflage: it can’t be attacked in the back row.",
    ),
    (
        "attack",
        {"opponent.front": [LOKI, fighter("Drax", keywords=["Safeguard"])]},
        "Drax has Safeguard and is in the row of Loki.",
    ),
    (
        "recover",
        {"opponent.front": [{**LOKI, "state": "stunned"}], "action.character": "loki"},
        "Loki is an enemy character: it recovers on its own player’s turn.",
    ),
    ("recover", {"you.front.cap.state": "face-up"}, "Cap is face-up: it has nothing to recover from."),
    ("pass", {"turn.combat.passes": 2}, "Both players have passed: the combat resolves now."),
    ("pass", {"turn.step": "combat-clean-up"}, "It isn’t the During Combat step, the only one in which players act."),
    ("resolve-combat", {"action.strikes": "zz"}, "zz isn’t an attacker of this combat."),
    (
        "resolve-combat",
        {"turn.combat.defenders": []},
        "No attacker or no defender is left: skip to Combat Clean Up.",
    ),
)


@pytest.mark.parametrize(("verb", "changes", "told"), SAID, ids=[each[2] for each in SAID])
def test_a_broken_rule_names_who_and_why(verb: str, changes: Changes, told: str) -> None:
    assert [each.message for each in ask(verb, changes).findings] == [told]


@pytest.mark.parametrize(
    ("verb", "path", "word", "near"),
    [
        ("recover", "action.cause", "efect", ("effect",)),
        ("recruit", "action.row", "fornt", ("front",)),
        ("recruit", "action.from", "hands", ("hand",)),
        ("move", "action.to", "bakc", ("back",)),
    ],
)
def test_a_word_that_is_nearly_another_is_refused(verb: str, path: str, word: str, near: tuple[str, ...]) -> None:
    with pytest.raises(PlayInputError) as refused:
        ask(verb, {path: word})
    assert (refused.value.path, refused.value.near) == (path, near)


@pytest.mark.parametrize(("path", "word"), [("action.row", "Front"), ("action.from", "HAND")])
def test_a_place_is_read_in_whatever_case(path: str, word: str) -> None:
    assert ask("recruit", {path: word}).is_legal


@pytest.mark.parametrize("place", ["ko pile", "somewhere else"])
def test_other_places_can_be_said(place: str) -> None:
    assert [each.code for each in ask("recruit", {"action.from": place}).findings] == ["not-from-hand"]


def test_a_place_is_described_as_a_text() -> None:
    (described,) = (each for each in describe_facts(RULES.action_of("recruit").facts) if each["key"] == "row")
    assert described["type"] == "text"


def test_no_question_is_about_something_unnamed() -> None:
    vague = {"Is it yours?", "Is it the first?", "Is it the right step?", "May it leave?", "Is it the only one?"}
    asked = {rule.question for action in RULES.actions for table in action.rules.values() for rule in table}
    assert not vague & asked
