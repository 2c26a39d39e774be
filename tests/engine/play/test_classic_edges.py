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


@pytest.mark.parametrize(
    ("changes", "text", "rule"),
    [
        ({}, "Cost: 5.", "505.1d"),
        ({"you.press": 9}, "Cost: 5 − 4 press (stops at 1) = 1.", "706.12"),
        (
            {"you.press": 2, "action.card.reduction": 1, "action.card.boost": 3, "action.boost": 3},
            "Cost: 5 − 1 reduction − 2 press + 3 boost = 5.",
            "706.12",
        ),
        ({"action.card.reduction": -1, "you.resource_points": 6}, "Cost: 5 + 1 increase = 6.", "505.1d"),
        (
            {"action.card.reduction": 9, "action.card.additional": 2},
            "Cost: 5 − 9 reduction + 2 additional = −2, which counts as 0.",
            "505.1d",
        ),
        ({"action.card.costless": True}, "Cost: 0, since the card has no recruit cost.", "203.4d"),
        ({"action.card.costless": True, "action.card.additional": 4}, "Cost: 0 + 4 additional = 4.", "203.4d"),
    ],
)
def test_505_1d_the_working_tells_each_step_of_the_cost(changes: Changes, text: str, rule: str) -> None:
    held = ask("recruit", changes)
    (line, *_) = held.working
    assert line.citation is not None
    assert (line.text, line.citation.rule) == (text, rule)
    cited = {citation.rule for row in held.checked for citation in row.citations if row.code == "cost"}
    assert ("203.4d" in cited) is ("action.card.costless" in changes)


def test_706_12_press_is_cited_where_the_floor_leaves_too_few_points() -> None:
    (refused,) = ask("recruit", {"you.press": 9, "you.resource_points": 0}).findings
    assert refused.message == "It costs 1 resource point, and 0 are left."
    assert {"203.4d", "706.12"} <= {citation.rule for citation in refused.citations}


@pytest.mark.parametrize(
    ("verb", "changes", "rule"),
    [
        ("recruit", {"you.characters": ABSENT, "action.place": None}, "704.1"),
        ("flip-location", {"you.locations": ABSENT}, "704.2"),
    ],
)
def test_704_who_leaves_is_not_told_where_nobody_says_what_is_in_play(verb: str, changes: Changes, rule: str) -> None:
    assert "to_ko_pile" not in result(verb, changes)
    line = ask(verb, changes).working[-1]
    assert line.citation is not None
    assert (line.text.endswith("Another of this name goes to the KO’d pile."), line.citation.rule) == (True, rule)
    assert result(verb, {**changes, "action.card.non_unique": True})["to_ko_pile"] == []


EVASION: Changes = {"action.power": {"keyword": "evasion"}}


def test_706_5_evasion_tells_that_its_cost_is_not_known() -> None:
    held = ask("use-power", EVASION)
    assert "stun_loss" not in result("use-power", EVASION)
    assert held.working[-1].text == "Stun endurance loss for Thor: its recruit cost, which isn’t known."


@pytest.mark.parametrize(("free", "rule"), [("invulnerability", "706.6"), ("costless", "203.4d")])
def test_706_5_evasion_without_loss_cites_its_reason(free: str, rule: str) -> None:
    held = ask("use-power", {**EVASION, f"you.characters.a.{free}": True})
    assert rule in {citation.rule for row in held.checked for citation in row.citations if row.code == "evasion"}


def test_706_5_evasion_in_the_recovery_phase_recovers_nobody_this_turn() -> None:
    late: Changes = {**EVASION, "turn.phase": "recovery", "turn.step": "none"}
    assert result("use-power", late)["recovers"] == "never"
    assert result("use-power", EVASION)["recovers"] == "start of recovery phase"


@pytest.mark.parametrize("held", [[], [{"id": "x", "stunned": False, "row": "front", "column": 1}]])
def test_601_1c_a_goal_that_a_complete_list_lacks_obliges_nobody(held: list[dict[str, Any]]) -> None:
    gone: Changes = {"you.characters.a.must_attack": "y", "opponent.characters": held}
    assert found("attack", "must-attack-other", gone) == "ok"
    assert ask("pass", gone).outcome == "legal"
    assert found("pass", "must-attack", {"you.characters.a.must_attack": "y"}) == "unknown"


@pytest.mark.parametrize(
    ("changes", "texts", "rule"),
    [
        (
            {"you.characters.a.ready": False, "opponent.characters.x.area": "hidden"},
            ["Thor is exhausted.", "Storm is hidden.", "The attack is off, and nobody exhausts."],
            "602.1a",
        ),
        (
            {"turn.attack.defender": "opponent"},
            ["Storm is visible and not stunned.", "The attack is off, and nobody exhausts."],
            "602.1b",
        ),
        (
            {"turn.attack.attackers": []},
            ["An attack needs an attacker.", "The attack is off, and nobody exhausts."],
            "602.1a",
        ),
    ],
)
def test_602_1_every_reason_against_an_attack_is_told(changes: Changes, texts: list[str], rule: str) -> None:
    held = ask("start-attack", changes)
    assert [line.text for line in held.working] == texts
    last = held.working[-1].citation
    assert last is not None
    assert last.rule == rule


@pytest.mark.parametrize(
    ("verb", "changes", "message"),
    [
        ("attack", {"turn.priority": "opponent"}, "The attacking player doesn’t have priority."),
        ("pass", {"turn.priority": "none"}, "The acting player doesn’t have priority."),
        (
            "attack",
            {"action.defender": ABSENT},
            "Not known yet: is the attack on an opponent, or an opponent’s character?",
        ),
        (
            "substitute",
            {"you.characters.a.ready": ABSENT, "you.characters.a.stunned": True},
            "Thor is stunned, so it isn’t ready.",
        ),
        ("substitute", {"you.characters.a.type": "resource"}, "Thor isn’t a character."),
        ("flip-location", {"you.resources": 1}, "The threshold is 2, and there is 1 resource."),
        ("flip-location", {"you.resources": 0}, "The threshold is 2, and there are 0 resources."),
        ("equip", {"you.resource_points": 1}, "It costs 2 resource points, and 1 is left."),
        ("equip", {"action.from": "deck"}, "Characters and equipment are recruited from the hand."),
        ("play-plot-twist", {"action.from": "deck"}, "Plot twists are played from the hand or the resource row."),
        (
            "use-power",
            {"action.power.pay_endurance": 2, "you.endurance": -1},
            "It costs 2 endurance, and −1 is left.",
        ),
        (
            "use-power",
            {"action.power.duration": "this combat phase"},
            "The effect lasts this combat phase, and it isn’t that phase.",
        ),
    ],
)
def test_messages_read_as_a_judge_would_say_them(verb: str, changes: Changes, message: str) -> None:
    assert message in [each.message for each in ask(verb, changes).findings]


def test_601_1b_a_defender_that_is_not_said_cites_what_a_proposal_names() -> None:
    (unsaid,) = ask("attack", {"action.defender": ABSENT}).findings
    assert "601.1b" in {citation.rule for citation in unsaid.citations}
