"""Corners of the classic rules that derived positions found, attacks that aren't said among them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.verdicts import UNCERTAIN
from tests.engine.play.classic_examples import ABSENT, Changes, ask, found, result


@pytest.mark.parametrize(("verb", "code"), [("power-up", "target-not-in-combat"), ("reinforce", "target-not-defender")])
def test_507_1_whether_a_target_fights_is_unknown_while_the_attack_is(verb: str, code: str) -> None:
    unsaid: Changes = {"turn.attack": ABSENT}
    held = ask(verb, unsaid)
    assert (held.outcome, held.asks) == (UNCERTAIN, ("turn.attack",))
    assert found(verb, code, unsaid) == "unknown"


@pytest.mark.parametrize(
    ("verb", "code", "changes", "expected"),
    [
        # 508.1 and 400.2: what contradicts itself about the time is asked for.
        ("build-resource", "opening-passed", {"turn.priority": "you"}, "unknown"),
        ("recruit", "not-your-recruit-step", {"turn.phase": "combat"}, "unknown"),
        ("power-up", "not-in-attack-substep", {"turn.phase": "build"}, "unknown"),
        # 505.3: an effect is played inside its duration.
        ("play-plot-twist", "not-in-attack-substep", {"action.card.duration": "this combat phase"}, "ok"),
        ("play-plot-twist", "not-in-attack-substep", {"action.card.duration": "this build phase"}, "broken"),
        ("play-plot-twist", "not-in-attack-substep", {"action.card.duration": "this attack step"}, "ok"),
        ("play-plot-twist", "not-in-attack-substep", {"action.card.duration": "this recruit step"}, "broken"),
        ("play-plot-twist", "not-in-attack-substep", {"action.card.duration": "this turn"}, "not applicable"),
        (
            "play-plot-twist",
            "not-in-attack-substep",
            {"action.card.duration": "this combat phase", "turn.phase": ABSENT},
            "ok",
        ),
        ("play-plot-twist", "not-in-attack-substep", {"action.card.duration": "this attack phase"}, "not applicable"),
        # 304.2: the resource row is one's own.
        (
            "play-plot-twist",
            "play-zone",
            {"action.from": "resource-row", "action.card.controller": "opponent"},
            "broken",
        ),
        # 213.5c, 705.1: nobody enters the dividing column; and which area is entered decides what is occupied.
        ("recruit", "position-occupied", {"action.place.column": "divider"}, "broken"),
        (
            "recruit",
            "position-occupied",
            {
                "action.place": {"row": "support", "column": 1},
                "action.card.concealed": ABSENT,
            },
            "unknown",
        ),
        # 302.3a, 701.22b: concealed—optional equipment equips in either area.
        (
            "equip",
            "equip-wrong-area",
            {"action.card.concealed": "optional", "you.characters.a.area": "hidden"},
            "ok",
        ),
        # 706.3: an unaffiliated character shares nothing.
        ("recruit", "loyalty", {"action.card.loyalty": "loyalty", "you.characters.a.affiliations": []}, "broken"),
        # 706.3a: a card that is revealed is enough, whatever the characters share.
        (
            "recruit",
            "loyalty-reveal",
            {
                "action.card.loyalty": "reveal",
                "action.reveal": {"type": "character", "zone": "hand", "affiliations": ["Avengers"]},
                "you.characters.a.affiliations": ABSENT,
            },
            "ok",
        ),
        # 706.3b: nobody's affiliations are both of a card's, whichever these are.
        (
            "recruit",
            "dual-loyalty",
            {"action.card.loyalty": "dual", "action.card.affiliations": ABSENT, "you.characters": []},
            "broken",
        ),
        # 706.3b: a card without affiliations has none among those in play, whoever is there.
        ("recruit", "dual-loyalty", {"action.card.loyalty": "dual", "action.card.affiliations": []}, "broken"),
        (
            "recruit",
            "dual-loyalty",
            {"action.card.loyalty": "dual", "action.card.affiliations": [], "you.characters": ABSENT},
            "broken",
        ),
        # 601.3e and 601.4a: the hidden area.
        (
            "attack",
            "defender-hidden",
            {"opponent.characters.x.area": "hidden", "you.characters.a.can_attack_hidden": True},
            "ok",
        ),
        ("attack", "direct-blocked", {"action.defender": "opponent", "opponent.characters.x.area": "hidden"}, "ok"),
        # 501.2, 302.5 and 701.12f: whose power it is, and who bears it.
        (
            "use-power",
            "source-face-down",
            {"action.source": "l", "action.source_type": "location", "you.locations": [{"id": "k"}, {"id": "l"}]},
            "ok",
        ),
        ("use-power", "not-your-power", {"action.source": "l", "opponent.locations": [{"id": "l"}]}, "broken"),
        (
            "use-power",
            "source-stunned",
            {"action.source": "e", "action.source_type": "equipment", "action.equipped_to": "a"},
            "ok",
        ),
        ("use-power", "source-stunned", {"action.source": "e", "action.source_type": "equipment"}, "unknown"),
        (
            "use-power",
            "source-stunned",
            {
                "action.source": "e",
                "action.source_type": "equipment",
                "action.equipped_to": "a",
                "you.characters.a.ready": False,
                "you.characters.a.stunned": True,
            },
            "broken",
        ),
        # 103.2, 203.3: what can't be stunned pays no evasion.
        (
            "use-power",
            "other-cost-unpaid",
            {"action.power.keyword": "evasion", "you.characters.a.cannot_be_stunned": True},
            "broken",
        ),
        # 706.7f: a stunned character has no cosmic counter, whatever is said.
        (
            "use-power",
            "no-cosmic-counter",
            {
                "action.power.cosmic": True,
                "you.characters.a.ready": False,
                "you.characters.a.stunned": True,
                "you.characters.a.cosmic_counter": True,
            },
            "broken",
        ),
        # 706.14, 708.7b, 408.2b: only characters are substituted, reinforce, and recover.
        ("substitute", "substitute-not-yours", {"you.characters.a.type": "resource"}, "broken"),
        ("reinforce", "reinforcer-not-yours", {"you.characters.r.type": "resource"}, "broken"),
        ("recover", "not-your-character", {"you.characters.a.type": "resource"}, "broken"),
        ("recover", "not-your-character", {"action.character": None}, "not applicable"),
        # 405.1: only characters are moved.
        ("form", "not-your-character", {"you.characters.a.type": "location"}, "broken"),
        ("recover", "not-in-wrap-up", {"turn.wrap_up": ABSENT}, "unknown"),
        # 705.2: the next column is adjacent, the one after it isn't.
        ("reinforce", "reinforcer-not-adjacent", {"you.characters.r.column": 3}, "broken"),
        # 708.7b with the ruling on Cammi: a helper with all affiliations reinforces any affiliated defender.
        (
            "reinforce",
            "reinforcer-no-affiliation",
            {"you.characters.r.affiliations": [], "you.characters.r.all_affiliations": True},
            "ok",
        ),
        # 408.2b: who can't be KO'd stays, stunned or not; who recovers was stunned and is one's own.
        ("keep", "stunned-is-koed", {"action.recover": None, "you.characters.a.cannot_be_koed": True}, "ok"),
        ("wrap-up", "recover-choice", {"action.recover.you": "x"}, "broken"),
        ("wrap-up", "recover-choice", {"action.recover.you": "b"}, "broken"),
        # 701.12d: who is stunned isn't protected, whatever is said.
        (
            "attack",
            "defender-protected",
            {"opponent.characters.x.stunned": True, "opponent.characters.x.protected": True},
            "ok",
        ),
        # 600.4: passing is free once the character has no legal attack, and bound while it has one.
        ("pass", "must-attack", {"you.characters.a.must_attack": True, "turn.active": "opponent"}, "ok"),
        (
            "pass",
            "must-attack",
            {"you.characters.a.must_attack": True, "you.characters.a.cannot_attack": True, "opponent.characters": []},
            "ok",
        ),
        ("pass", "must-attack", {"you.characters.a.must_attack": "x", "opponent.characters.x.area": "hidden"}, "ok"),
        # 601.1c: a goal that can't be attacked leaves every other defender open.
        (
            "attack",
            "must-attack-other",
            {"you.characters.a.must_attack": "y", "opponent.characters.y": {"area": "hidden"}},
            "ok",
        ),
    ],
)
def test_corners_of_rules(verb: str, code: str, changes: Changes, expected: str) -> None:
    assert found(verb, code, changes) == expected


def test_601_1f_and_602_6_what_follows_a_pass_waits_for_the_stage_of_the_attack() -> None:
    unstaged = {"turn.passed": 1, "turn.attack": {"by": "you", "attackers": ["a"], "defender": "x"}}
    assert ask("pass", unstaged).asks == ("turn.attack.stage",)


def test_203_1_a_cost_of_0_is_paid_from_whatever_points_there_are() -> None:
    held = result("recruit", {"action.card.cost": 0, "you.resource_points": ABSENT})
    assert (held["cost"], "points_left" in held) == (0, False)


@pytest.mark.parametrize("verb", ["conclude-attack", "start-attack"])
def test_an_attack_that_does_not_say_who_attacks_has_no_result(verb: str) -> None:
    held = ask(verb, {"turn.attack.attackers": ABSENT})
    assert (held.outcome, held.asks) == (UNCERTAIN, ("turn.attack.attackers",))


def test_103_2_who_cannot_be_stunned_does_not_become_stunned() -> None:
    held = result("stun", {"you.characters.a.cannot_be_stunned": True})
    assert (held["becomes_stunned"], held["stun_loss"]) == (False, 0)


def test_706_3a_shared_affiliations_are_asked_for_before_what_is_revealed() -> None:
    unsaid: Changes = {"action.card.loyalty": "reveal", "you.characters.a.affiliations": ABSENT}
    assert ask("recruit", unsaid).asks == ("you.characters.a.affiliations",)


def test_601_1c_who_must_attack_breaks_nothing_before_a_defender_is_said() -> None:
    unsaid: Changes = {"you.characters.a.must_attack": "x", "action.defender": ABSENT}
    held = ask("attack", unsaid)
    assert (held.outcome, held.asks) == (UNCERTAIN, ("action.defender",))


def test_103_2_who_cannot_recover_stays_stunned_and_is_koed() -> None:
    never: Changes = {"you.characters.a.cannot_recover": True}
    assert result("recover", never)["stunned"] is True
    assert result("recover", {"you.characters.a.cannot_ready": True})["ready_after_wrap_up"] is False
    assert found("keep", "stunned-is-koed", never) == "broken"


def test_602_6c_nothing_is_told_before_the_strike_is_chosen() -> None:
    held = ask("conclude-attack", {"action.strike": ABSENT})
    assert (held.outcome, held.asks, held.as_dict()["result"]) == (UNCERTAIN, ("action.strike",), None)


@pytest.mark.parametrize("goal", [True, "x"])
@pytest.mark.parametrize(
    "held",
    [
        {"ready": False},
        {"ready": ABSENT, "stunned": True},
        {"cannot_attack": True},
        {"row": "support", "range": False},
        {"type": "location"},
    ],
)
def test_600_4_who_cannot_attack_binds_nobody_whoever_is_on_the_other_side(held: dict[str, Any], goal: Any) -> None:
    bound: Changes = {f"you.characters.a.{key}": value for key, value in {**held, "must_attack": goal}.items()}
    assert result("pass", bound) == {"then": "priority to opponent"}


@pytest.mark.parametrize(
    ("held", "asks"),
    [
        ({}, ("opponent.characters",)),
        ({"ready": ABSENT}, ("you.characters.a.ready",)),
        ({"row": "support"}, ("you.characters.a.range",)),
    ],
)
def test_600_4_whether_the_attacker_is_able_is_asked_before_who_is_on_the_other_side(
    held: dict[str, Any], asks: tuple[str, ...]
) -> None:
    bound: Changes = {f"you.characters.a.{key}": value for key, value in {**held, "must_attack": True}.items()}
    assert ask("pass", bound).asks == asks


@pytest.mark.parametrize("verb", ["attack", "equip", "use-power", "stun", "wrap-up"])
def test_701_12_and_701_12a_are_cited_together_where_a_character_is_ready_and_stunned(verb: str) -> None:
    held = ask(verb, {"you.characters.a.ready": True, "you.characters.a.stunned": True})
    (finding,) = [each for each in held.findings if each.code == "contradictory-position"]
    assert [each.rule for each in finding.citations] == ["701.12", "701.12a"]
