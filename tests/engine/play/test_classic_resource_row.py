"""Objects in the resource row of the classic game: whatever their cards are, they are no characters (701.11)."""

from __future__ import annotations

import pytest

from engine.model.verdicts import ILLEGAL, LEGAL
from tests.engine.play.classic_examples import ABSENT, Changes, ask, found, result

_IN_RESOURCE_ROW: Changes = {"you.characters.a.row": "resource", "you.characters.a.range": True}


@pytest.mark.parametrize(
    ("verb", "code", "changes"),
    [
        ("attack", "attacker-not-character", _IN_RESOURCE_ROW),
        ("attack", "defender-not-character", {"opponent.characters.x.row": "resource"}),
        ("equip", "target-not-character", _IN_RESOURCE_ROW),
        ("substitute", "substitute-not-yours", _IN_RESOURCE_ROW),
        ("reinforce", "reinforcer-not-yours", {"you.characters.r.row": "resource"}),
        ("recover", "not-your-character", _IN_RESOURCE_ROW),
        ("wrap-up", "recover-choice", _IN_RESOURCE_ROW),
        ("form", "not-your-character", _IN_RESOURCE_ROW),
        ("power-up", "target-not-in-combat", {"you.characters.x.row": "resource"}),
    ],
)
def test_701_11_a_character_card_in_the_resource_row_is_no_character(verb: str, code: str, changes: Changes) -> None:
    assert found(verb, code, changes) == "broken"


def test_701_8_range_reaches_from_the_support_row_alone() -> None:
    assert found("attack", "attacker-row", {**_IN_RESOURCE_ROW, "you.characters.a.row": "support"}) == "ok"
    held = ask("attack", _IN_RESOURCE_ROW)
    assert [each.message for each in held.findings] == ["Thor isn’t a character.", "Thor is in the resource row."]


def test_601_4a_a_resource_stands_in_nobodys_way() -> None:
    direct: Changes = {"action.defender": "opponent", "opponent.characters.x.row": "resource"}
    assert ask("attack", direct).outcome == LEGAL
    assert ask("attack", {**direct, "opponent.characters.x.row": "support"}).outcome == ILLEGAL


def test_600_4_a_resource_that_must_attack_forbids_no_pass() -> None:
    assert result("pass", {**_IN_RESOURCE_ROW, "you.characters.a.must_attack": True})["then"] == "priority to opponent"


def test_701_11_what_is_listed_as_a_character_is_one_until_its_row_is_said() -> None:
    assert ask("equip", {"you.characters.a.row": ABSENT}).outcome == LEGAL


@pytest.mark.parametrize(
    ("kind", "code"), [("loyalty", "loyalty"), ("reveal", "loyalty-reveal"), ("dual", "dual-loyalty")]
)
@pytest.mark.parametrize("held", [{"row": "resource"}, {"type": "location"}])
def test_706_3_only_characters_share_an_affiliation_for_loyalty(kind: str, code: str, held: dict[str, str]) -> None:
    asked: Changes = {"action.card.loyalty": kind, "action.reveal": None}
    assert found("recruit", code, asked) == "ok"
    assert (
        found("recruit", code, {**asked, **{f"you.characters.a.{key}": value for key, value in held.items()}})
        == "broken"
    )
