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
        "stunned": [], "stun_loss": {}, "breakthrough": 0, "breakthrough_by": {}, "ready": [], "endurance": {},
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
    assert held["endurance"] == {"opponent": 44}
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
