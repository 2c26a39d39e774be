"""How classic attacks conclude: the rules' own examples, and what they leave to arithmetic (602.6-602.10)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from engine.play.judging import Answer
from tests.engine.play.classic_examples import answer


def fight(
    attackers: dict[str, dict[str, Any]],
    defender: dict[str, Any] | None,
    strike: str | None = None,
    **attack: Any,
) -> Answer:
    """An attack of yours that concludes; without a defender it is a direct one."""
    named = {"stage": "substep", "by": "you", "attackers": list(attackers), "defender": "x" if defender else "opponent"}
    position = {
        "game": "vs-classic",
        "turn": {"attack": {**named, **attack}},
        "you": {"endurance": 50, "characters": [{"id": name, **facts} for name, facts in attackers.items()]},
        "opponent": {"endurance": 50, "characters": [{"id": "x", **defender}] if defender else []},
    }
    return answer(
        {"position": position, "action": {"action": "conclude-attack", **({"strike": strike} if strike else {})}}
    )


def values(held: Answer) -> dict[str, Any]:
    assert held.result is not None
    assert held.outcome == LEGAL, held.findings
    return dict(held.result.values or {})


def texts(held: Answer) -> list[str]:
    return [line.text for line in held.working]


HERO: dict[str, Any] = {"name": "Thor", "atk": 6, "def": 5, "cost": 4}
FOE: dict[str, Any] = {"name": "Storm", "atk": 4, "def": 5, "cost": 3}


def test_602_7_values_at_the_limit_stun_and_one_below_do_not() -> None:
    held = values(fight({"a": {**HERO, "atk": 5}}, {**FOE, "atk": 5}))
    assert held["stunned"] == ["a", "x"]
    assert held["stun_loss"] == {"you": 4, "opponent": 3}
    assert values(fight({"a": {**HERO, "atk": 4}}, FOE))["stunned"] == []


def test_602_7b_what_is_over_the_defence_breaks_through() -> None:
    held = fight({"a": HERO}, FOE)
    assert values(held)["breakthrough"] == 1
    assert values(held)["endurance"] == {"you": 50, "opponent": 46}
    assert "Breakthrough 6 − 5 = 1." in texts(held)
    assert "6 ≥ DEF 5: Storm is stunned." in texts(held)


@pytest.mark.parametrize(
    ("order", "by"), [(["v", "b"], {"v": 3, "b": 2}), (["b", "v"], {"v": 5}), (["v", "gone", "b"], {"v": 3, "b": 2})]
)
def test_602_7c_the_order_splits_a_team_s_breakthrough(order: list[str], by: dict[str, int]) -> None:
    team = {"b": {"atk": 2, "def": 9, "cost": 1}, "v": {"atk": 8, "def": 9, "cost": 4}}
    held = values(fight(team, {"atk": 1, "def": 5, "cost": 5}, "b", team_breakthrough=True, order=order))
    assert (held["breakthrough"], held["breakthrough_by"]) == (5, by)


def test_602_7c_the_order_is_asked_for_where_it_matters_alone() -> None:
    team = {"b": {"atk": 2, "def": 9, "cost": 1}, "v": {"atk": 8, "def": 9, "cost": 4}}
    held = fight(team, {"atk": 1, "def": 5, "cost": 5}, "b", team_breakthrough=True)
    assert (held.outcome, held.asks) == (UNCERTAIN, ("turn.attack.order",))
    assert fight(team, {"atk": 1, "def": 11, "cost": 5}, "b", team_breakthrough=True).outcome == LEGAL


def test_602_2b_a_team_of_three_with_one_left_causes_no_breakthrough() -> None:
    stunned = {"atk": 5, "def": 5, "cost": 3, "stunned": True}
    held = fight({"a": {**HERO, "atk": 9}, "b": stunned, "c": stunned}, FOE)
    assert values(held)["breakthrough"] == 0
    assert values(held)["stunned"] == ["x"]


def test_602_6c_the_defender_strikes_one_attacker_that_is_left() -> None:
    team = {"a": HERO, "b": {**HERO, "def": 3}, "c": {**HERO, "removed_from_attack": True}}
    assert values(fight(team, FOE, "b"))["stunned"] == ["b", "x"]
    assert values(fight(team, FOE, "a"))["stunned"] == ["x"]
    assert fight(team, FOE, "c").outcome == ILLEGAL


def test_602_6a_nothing_happens_without_attackers() -> None:
    held = fight({"a": {**HERO, "stunned": True}}, {**FOE, "stunned": True})
    assert values(held) == {
        "stunned": [], "stun_loss": {}, "breakthrough": 0, "breakthrough_by": {}, "ready": [],
        "endurance": {"you": 50, "opponent": 50},
    }  # fmt: skip


def test_602_6b_attackers_ready_when_the_defender_has_left() -> None:
    held = fight({"b": HERO, "a": HERO, "c": {**HERO, "stunned": True}}, {**FOE, "removed_from_attack": True})
    assert values(held)["ready"] == ["a", "b"]


def test_602_2a_who_changes_sides_leaves_the_attack() -> None:
    held = values(fight({"a": HERO}, FOE, by="opponent"))
    assert (held["stunned"], held["ready"]) == ([], [])


def test_104_2_a_negative_atk_counts_as_0_in_a_team() -> None:
    team = {"a": {**HERO, "atk": -3}, "b": {**HERO, "atk": 5}}
    assert values(fight(team, FOE, "a"))["stunned"] == ["x"]
    assert values(fight({"a": {**HERO, "atk": -2}}, {**FOE, "def": -1}))["stunned"] == ["x"]


def test_708_5a_power_ups_add_up() -> None:
    held = fight({"a": {**HERO, "atk": 5, "power_ups": 1}}, {**FOE, "def": 4, "power_ups": 2})
    assert "Thor 5 ATK + 1 power-up = 6 ATK" in texts(held)
    assert "6 ≥ DEF 6: Storm is stunned." in texts(held)


def test_708_7a_reinforcement_stops_breakthrough_and_no_stun() -> None:
    held = values(fight({"a": HERO}, {**FOE, "reinforcement": True}))
    assert (held["breakthrough"], held["stunned"]) == (0, ["x"])


def test_103_2_who_cannot_be_stunned_stays_up_and_still_takes_breakthrough() -> None:
    held = values(fight({"a": HERO}, {**FOE, "cannot_be_stunned": True}))
    assert (held["stunned"], held["breakthrough"]) == ([], 1)
    assert held["endurance"]["opponent"] == 49


@pytest.mark.parametrize("free", ["invulnerability", "costless"])
def test_706_6_and_203_4d_some_stuns_cost_nothing(free: str) -> None:
    held = values(fight({"a": {**HERO, "atk": 5}}, {"atk": 1, "def": 5, free: True}))
    assert held["stun_loss"] == {"you": 0, "opponent": 0}


def test_602_10_a_direct_attack_is_all_breakthrough() -> None:
    held = values(fight({"a": HERO, "b": {**HERO, "atk": -1}}, None))
    assert (held["breakthrough"], held["breakthrough_by"]) == (6, {"a": 6})
    assert held["endurance"] == {"you": 50, "opponent": 44}
    assert values(fight({"a": {**HERO, "atk": 0}}, None))["breakthrough"] == 0


def test_602_10c_one_that_causes_no_breakthrough_is_left_out_of_a_direct_attack() -> None:
    held = values(fight({"a": {**HERO, "cannot_cause_breakthrough": True}, "b": {**HERO, "atk": 2}}, None))
    assert held["breakthrough"] == 2
    assert values(fight({"a": {**HERO, "cannot_cause_breakthrough": True}}, FOE))["breakthrough"] == 0
    assert values(fight({"a": {**HERO, "cannot_cause_breakthrough": True}}, None))["breakthrough"] == 0


def test_missing_values_are_asked_before_costs() -> None:
    held = fight({"a": {"def": 5}}, {"atk": 9, "def": 5})
    assert held.asks == ("you.characters.a.atk",)
    assert fight({"a": {"atk": 5, "def": 5}}, {"atk": 9, "def": 5}).asks == (
        "opponent.characters.x.cost",
        "you.characters.a.cost",
    )
    direct = fight({"a": {}}, None)
    assert (direct.asks, direct.findings[0].code) == (("you.characters.a.atk",), "direct-damage")


def test_endurance_that_is_not_said_is_not_told() -> None:
    document = {
        "position": {
            "game": "vs-classic",
            "turn": {"attack": {"stage": "substep", "by": "opponent", "attackers": ["a"], "defender": "you"}},
            "opponent": {"characters": [{"id": "a", "atk": 3}]},
        },
        "action": {"action": "conclude-attack"},
    }
    assert values(answer(document))["endurance"] == {}


def lines(held: Answer) -> list[tuple[str, str]]:
    """The working, each line with the rule that it cites."""
    return [(line.text, line.citation.rule) for line in held.working if line.citation]


def cited(held: Answer) -> set[str]:
    return {citation.rule for row in (*held.findings, *held.checked) for citation in row.citations}


def test_the_working_of_a_fight_tells_each_step_once_with_its_rule() -> None:
    assert lines(fight({"a": HERO, "b": {**HERO, "name": "Hulk", "atk": -1}}, FOE, "b")) == [
        ("Thor 6 ATK", "602.7"),
        ("Hulk −1 ATK counts as 0", "104.1"),
        ("Thor 6 + Hulk 0 = 6 ATK", "602.7"),
        ("6 ≥ DEF 5: Storm is stunned.", "602.7a"),
        ("Stun endurance loss for Storm: 3.", "708.11b"),
        ("4 < DEF 5: Hulk isn’t stunned.", "602.7d"),
        ("A team attack causes no breakthrough.", "602.7b"),
        ("The opponent’s endurance: 50 − 3 = 47.", "708.11b"),
    ]


def test_708_5a_power_ups_on_an_atk_below_0_are_told() -> None:
    held = lines(fight({"a": {**HERO, "atk": -4, "power_ups": 2}}, FOE))
    assert held[:2] == [
        ("Thor −4 ATK + 2 power-ups = −2 ATK", "708.5a"),
        ("Thor −2 ATK counts as 0", "104.1"),
    ]


def test_endurance_lost_twice_is_told_in_parts() -> None:
    assert lines(fight({"a": HERO}, FOE))[-1] == (
        "The opponent’s endurance: 50 − 3 stun − 1 breakthrough = 46.",
        "602.7b",
    )
    assert lines(fight({"a": HERO}, {**FOE, "invulnerability": True}))[-1] == (
        "The opponent’s endurance: 50 − 1 = 49.",
        "602.7b",
    )


@pytest.mark.parametrize(
    ("free", "rule", "text"),
    [
        ("invulnerability", "706.6", "Stun endurance loss for Storm: 0, by invulnerability."),
        ("costless", "203.4d", "Stun endurance loss for Storm: 0, without a recruit cost."),
    ],
)
def test_a_stun_that_costs_nothing_cites_its_reason(free: str, rule: str, text: str) -> None:
    held = fight({"a": HERO}, {**FOE, free: True})
    assert (text, rule) in lines(held)
    assert rule in cited(held)


def test_602_7c_with_one_attacker_that_causes_no_breakthrough() -> None:
    beast = {"name": "Beast", "atk": 2, "def": 9, "cost": 1}
    vision = {"name": "Vision", "atk": 8, "def": 9, "cost": 4, "cannot_cause_breakthrough": True}
    against = {"atk": 1, "def": 5, "cost": 5}
    held = fight({"b": beast, "v": vision}, against, "b", team_breakthrough=True, order=["v", "b"])
    assert values(held)["breakthrough_by"] == {"b": 2}
    assert ("Breakthrough 10 − 5 = 5.", "602.7c") in lines(held)
    assert ("Vision can’t cause breakthrough: 2 is left.", "103.2") in lines(held)
    alone = fight({"a": {**HERO, "cannot_cause_breakthrough": True}}, FOE)
    assert ("Thor can’t cause breakthrough: none is left.", "103.2") in lines(alone)


def test_602_10c_charaxes_causes_no_breakthrough_and_vulture_does() -> None:
    charaxes = {"name": "Charaxes", "atk": 5, "cannot_cause_breakthrough": True}
    held = fight({"c": charaxes, "v": {"name": "Vulture", "atk": 4}}, None)
    assert values(held)["breakthrough_by"] == {"v": 4}
    assert lines(held) == [
        ("Charaxes can’t cause breakthrough.", "103.2"),
        ("Vulture 4 ATK", "602.10b"),
        ("Direct attack: all 4 ATK is breakthrough.", "602.10c"),
        ("The opponent’s endurance: 50 − 4 = 46.", "602.10b"),
    ]
    assert lines(fight({"a": HERO}, None))[0] == ("Thor 6 ATK", "602.10a")


def test_602_10d_a_direct_attack_with_0_atk_causes_none() -> None:
    assert lines(fight({"a": {**HERO, "atk": 0}}, None))[-1] == (
        "Direct attack with 0 ATK: no breakthrough.",
        "602.10d",
    )


def test_103_2_the_figures_against_an_attacker_that_cannot_be_stunned_are_not_asked() -> None:
    held = fight({"a": {"name": "Thor", "atk": 9, "cannot_be_stunned": True}}, {"def": 5, "cost": 3})
    assert (values(held)["stunned"], values(held)["endurance"]) == (["x"], {"you": 50, "opponent": 43})
    assert ("Thor can’t be stunned.", "103.2") in lines(held)


def test_602_6b_an_attacker_that_cannot_ready_stays_exhausted() -> None:
    gone = {**FOE, "removed_from_attack": True}
    held = fight({"a": {**HERO, "cannot_ready": True}, "b": {**HERO, "name": "Hulk"}}, gone)
    assert values(held)["ready"] == ["b"]
    assert values(held)["endurance"] == {"you": 50, "opponent": 50}
    assert lines(held) == [("No defender is left: Hulk readies.", "602.6b"), ("Thor can’t ready.", "103.2")]
    alone = fight({"a": {**HERO, "cannot_ready": True}}, gone)
    assert lines(alone)[0] == ("No defender is left: nobody readies.", "602.6b")
    assert lines(fight({"a": HERO, "b": HERO}, gone))[0] == ("No defender is left: Thor, Thor ready.", "602.6b")


def test_602_6d_nothing_happens_where_everybody_has_left() -> None:
    left = {"stunned": True}
    assert "602.6d" in cited(fight({"a": {**HERO, **left}}, {**FOE, **left}))
    assert "602.6d" not in cited(fight({"a": {**HERO, **left}}, FOE))
