"""What the classic tables leave to combinations: costs, loyalty, areas, protection, passing, uniqueness, editions."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.vs_classic.play.facts import Character, Location, Side
from engine.games.vs_classic.play.printed import printed_facts
from engine.games.vs_classic.play.saying import Card as PlayedCard
from engine.games.vs_classic.play.saying import CharacterCard
from engine.model.cards import COSTLESS, Card, Keyword
from tests.engine.play.classic_examples import ABSENT, Changes, ask, asks, found, result


@pytest.mark.parametrize(
    ("changes", "cost"),
    [
        ({"you.press": 9}, 1),
        ({"you.press": 1, "action.card.reduction": 1}, 3),
        ({"you.press": 2, "action.card.cost": 0}, 0),
        ({"action.card.reduction": 9, "action.card.additional": 2}, 0),
        ({"action.card.costless": True, "action.card.additional": 4}, 4),
        ({"action.card.cost": 3, "action.card.boost": 2, "action.boost": 2}, 5),
    ],
)
def test_505_1d_the_cost_is_reduced_then_pressed_then_raised(changes: Changes, cost: int) -> None:
    assert result("recruit", changes)["cost"] == cost


def test_points_follow_from_resources_and_what_was_spent() -> None:
    spent = {"you.resource_points": ABSENT, "you.resources": 7, "you.spent": 1}
    assert result("recruit", spent)["points_left"] == 1


@pytest.mark.parametrize(
    ("revealed", "expected"),
    [
        ({"type": "character", "zone": "hand", "affiliations": ["Avengers"]}, "ok"),
        ({"type": "character", "zone": "deck", "affiliations": ["Avengers"]}, "broken"),
        ({"type": "character", "zone": "hand", "affiliations": ["Avengers"], "is_recruited": True}, "broken"),
        ({"type": "character", "zone": "hand"}, "unknown"),
    ],
)
def test_706_3a_another_character_card_of_hand_or_row_is_revealed(revealed: dict[str, Any], expected: str) -> None:
    changes = {"action.card.loyalty": "reveal", "you.characters": [], "action.reveal": revealed}
    assert found("recruit", "loyalty-reveal", changes) == expected


def test_706_3_stunned_characters_count_for_loyalty() -> None:
    stunned = {"you.characters.a.ready": False, "you.characters.a.stunned": True, "action.card.loyalty": "loyalty"}
    assert found("recruit", "loyalty", stunned) == "ok"


PROTECTED: dict[str, Any] = {"opponent.characters.x.row": "support", "you.characters.a.flight": False}
FRONT: dict[str, Any] = {"row": "front", "column": 1, "stunned": False}


@pytest.mark.parametrize(
    ("front", "expected"),
    [
        (FRONT, "broken"),
        ({**FRONT, "stunned": True}, "ok"),
        ({**FRONT, "column": 2}, "ok"),
        ({**FRONT, "area": "hidden"}, "ok"),
        ({**FRONT, "row": "support"}, "ok"),
    ],
)
def test_701_7_a_character_in_front_protects_unless_it_is_stunned(front: dict[str, Any], expected: str) -> None:
    assert found("attack", "defender-protected", {**PROTECTED, "opponent.characters.y": front}) == expected


@pytest.mark.parametrize("key", ["row", "column", "stunned"])
def test_701_7_what_is_missing_of_the_protector_is_asked(key: str) -> None:
    front = {each: value for each, value in FRONT.items() if each != key}
    changes = {**PROTECTED, "opponent.characters.y": front}
    assert asks("attack", "defender-protected", changes) == (f"opponent.characters.y.{key}",)


def test_701_8_range_is_asked_after_the_row() -> None:
    assert asks("attack", "attacker-row", {"you.characters.a.row": "support"}) == ("you.characters.a.range",)


def test_601_5a_three_attackers_share_one_affiliation() -> None:
    team = {"action.attackers": ["a", "b", "c"]}
    assert (
        found("attack", "no-shared-affiliation", {**team, "you.characters.c": {"affiliations": ["avengers"]}}) == "ok"
    )
    third = {**team, "you.characters.c": {"affiliations": ["Warbound"]}}
    assert found("attack", "no-shared-affiliation", third) == "broken"


@pytest.mark.parametrize(
    ("turn", "then"),
    [
        ({"turn.chain": ["x"]}, "top effect resolves"),
        ({"turn.initiative": "you"}, "opponent: attack step"),
        ({"turn.initiative": "opponent"}, "recovery phase"),
        ({"turn.attack": {"stage": "proposed"}}, "attack substep starts"),
        ({"turn.attack": {"stage": "substep"}}, "attack concludes"),
        ({"turn.phase": "build", "turn.step": "resource"}, "you: recruit step"),
        ({"turn.phase": ABSENT, "turn.step": "recruit"}, "you: formation step"),
        ({"turn.phase": "recovery", "turn.step": "none"}, "wrap-up"),
    ],
)
def test_216_2_what_follows_when_all_have_passed(turn: Changes, then: str) -> None:
    assert result("pass", {"turn.passed": 1, **turn})["then"] == then


@pytest.mark.parametrize(
    ("you", "opponent", "lose", "win"),
    [(1, 0, ["opponent"], "you"), (-3, -5, ["opponent"], "you"), (-2, -2, [], None), (0, 4, ["you"], "opponent")],
)
def test_408_2a_the_highest_of_those_at_0_or_less_does_not_lose(
    you: int, opponent: int, lose: list[str], win: str | None
) -> None:
    held = result("wrap-up", {"you.endurance": you, "opponent.endurance": opponent})
    assert (held["lose"], held["win"]) == (lose, win)


def test_2007_judges_equipment_by_its_own_words() -> None:
    concealed = {"action.card.concealed": True, "you.characters.a.area": "hidden"}
    assert found("equip", "equip-wrong-area", concealed) == "ok"
    assert found("equip", "equip-wrong-area", concealed, "2008-12-21") == "broken"
    assert ask("equip", None, "2008-12-22").edition == "cr-2.7"
    assert [each.code for each in ask("attack", None, "2007-02-05").findings] == ["edition-before-held"]
    assert ask("mulligan", None, "2007-02-05").findings == ()


def test_the_opponent_acts_from_their_side() -> None:
    theirs = {"action.by": "opponent", "turn.active": "opponent", "turn.priority": "opponent"}
    held = ask("attack", {**theirs, "action.attackers": ["x"], "action.defender": "a"})
    assert held.asks == ("opponent.characters.x.ready",)


def test_printed_facts_leave_out_what_is_not_recorded() -> None:
    keywords = (Keyword("Boost", "2"), Keyword("Loyalty"), Keyword("Cosmic"))
    own: dict[str, Any] = {"type": "Character", "cost": 5, "atk": 7, "teams": ("Avengers",), "versions": ("God",)}
    held = Card("vs-classic", "thor", "Thor", "Thor", "thor", keywords=keywords, has_flight=True, **own)
    facts = printed_facts(held, CharacterCard)
    assert (facts["cost"], facts["boost"], facts["loyalty"], facts["cosmic"]) == (5, 2, "loyalty", True)
    assert "def" not in facts
    assert printed_facts(held, Character)["affiliations"] == ["Avengers"]
    assert printed_facts(held, Location) == {"name": "Thor"}
    assert printed_facts(held, Side) == {}
    costless = Card("vs-classic", "superman", "Superman", "Superman", "superman", type="Character", cost=COSTLESS)
    assert printed_facts(costless, CharacterCard) == {"name": "Superman", "type": "character", "costless": True}
    unrecorded = Card("vs-classic", "asgard", "Asgard", "Asgard", "asgard", type="Location")
    assert printed_facts(unrecorded, PlayedCard) == {"name": "Asgard", "type": "location"}
