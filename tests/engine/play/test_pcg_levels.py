"""Levelling up in the 2PCG: each rule holds, breaks by a change, and asks (Level Up Powers, Main Characters)."""

from __future__ import annotations

import pytest

from engine.model.verdicts import BROKEN, OK, UNKNOWN
from engine.play.rules import NOT_APPLICABLE
from tests.engine.play.pcg_card_examples import ask, found, next_position
from tests.engine.play.pcg_examples import ABSENT, LOKI, Changes

V = "level-up"
_NOBODY: Changes = {"action.character": ABSENT}


@pytest.mark.parametrize(
    ("code", "changes", "said", "asks"),
    [
        ("level-up-stunned", {"you.front.cap.state": "stunned"}, BROKEN, ()),
        ("level-up-stunned", {"you.front.cap.state": "stunned", "action.looks_back": True}, OK, ()),
        ("level-up-stunned", _NOBODY, UNKNOWN, ("action.character",)),
        ("not-enough-xp", {"you.front.cap.xp": 2}, BROKEN, ()),
        ("not-enough-xp", {"you.front.cap.xp": ABSENT}, UNKNOWN, ("you.front.cap.xp",)),
        ("not-enough-xp", _NOBODY, NOT_APPLICABLE, ()),
        ("level-up-owner", {"you.front.cap.owner": "opponent"}, BROKEN, ()),
        ("level-up-owner", _NOBODY, NOT_APPLICABLE, ()),
        ("not-in-level-up-zone", {"you.level_up_zone": []}, BROKEN, ()),
        ("not-in-level-up-zone", {"you.level_up_zone": ABSENT}, UNKNOWN, ("you.level_up_zone",)),
        ("not-in-level-up-zone", {"you.level_up_zone": [{"id": "c2"}], "action.to.id": "c2"}, OK, ()),
        ("level-up-hex", {"opponent.front": [{**LOKI, "keywords": ["Hex"]}]}, BROKEN, ()),
        ("level-up-level", {"action.to.level": 3}, BROKEN, ()),
        ("level-up-level", {"you.front.cap.level": ABSENT}, UNKNOWN, ("you.front.cap.level",)),
        ("level-up-level", _NOBODY, NOT_APPLICABLE, ()),
        ("level-up-name", {"action.to.name": "Thor"}, BROKEN, ()),
        ("level-up-name", {"action.to.name": "Thor", "action.to.aka": ["CAP"]}, OK, ()),
        ("level-up-name", {"action.to.named_by_card": True}, NOT_APPLICABLE, ()),
        ("level-up-link", {"action.to.set": "B"}, UNKNOWN, ("action.to.linked",)),
        ("level-up-link", {"action.to.set": "B", "action.to.linked": False}, BROKEN, ()),
        ("level-up-link", {"action.to.named_by_card": True}, NOT_APPLICABLE, ()),
        ("level-up-team", {"action.to.teams": ["X-Men"]}, BROKEN, ()),
        ("level-up-team", {"action.to.teams": []}, OK, ()),
        ("level-up-team", {"action.to.teams": ABSENT}, UNKNOWN, ("action.to.teams",)),
        ("level-up-team", {"action.to.named_by_card": True}, NOT_APPLICABLE, ()),
    ],
)
def test_a_rule_of_levelling_up(code: str, changes: Changes, said: str, asks: tuple[str, ...]) -> None:
    assert found(V, code) == (OK, ())
    assert found(V, code, changes) == (said, asks)


def test_what_lies_on_a_character_stays_on_its_next_level() -> None:
    held = ask(V, {"you.front.cap.wounds": 2, "you.front.cap.equipment": ["Shield"]}).result
    assert held is not None
    assert held.values is not None
    assert (held.values["xp"], held.values["wounds"], held.values["equipment"]) == (0, 2, ["Shield"])


@pytest.mark.parametrize(("counters", "atk"), [({}, 5), ({"+1/+1": 1}, None)])
def test_the_next_level_takes_the_place_of_the_old(counters: dict[str, int], atk: int | None) -> None:
    after = next_position(V, {"action.to.atk": 5, "you.front.cap.counters": counters})
    cap = after["you"]["front"][0]
    assert (cap["level"], cap["xp"], cap["base_atk"], cap.get("atk")) == (2, 0, 5, atk)
    assert after["you"]["level_up_zone"] == []


@pytest.mark.parametrize("zone", [ABSENT, [{"name": "Thor", "level": 2}]])
def test_a_zone_without_the_card_stays_as_it_is(zone: object) -> None:
    after = next_position(V, {"you.level_up_zone": zone})
    assert after["you"].get("level_up_zone", ABSENT) == zone
