"""How combats end: might and damage line by line, who is killed and recalled, who controls, and the position then."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.verdicts import ILLEGAL, LEGAL, UNCERTAIN
from tests.engine.play.riftbound_examples import (
    ABSENT,
    EDITIONS,
    JULY,
    MARCH,
    Changes,
    after,
    ask,
    asks,
    found,
    result,
    unit,
    working,
)


def fight(*units: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A combat at the first battlefield between these units, without damage said."""
    return {"board": list(units), "action.damage": ABSENT, **{key.replace("__", "."): more[key] for key in more}}


class TestStarts:
    @pytest.mark.parametrize("as_of", EDITIONS)
    def test_whoever_contests_has_focus_in_a_showdown_without_combat(self, as_of: str) -> None:
        assert result("start-showdown", as_of=as_of) == {
            "combat": False,
            "showdown_at": "b1",
            "contested_by": "you",
            "focus": "you",
        }
        held = after("start-showdown", as_of=as_of)
        assert held["turn"] == {
            "active": "you",
            "phase": "main",
            "showdown": True,
            "showdown_at": "b1",
            "chain": [],
            "focus": "you",
            "priority": "you",
        }
        assert held["battlefields"][0]["contested_by"] == "you"

    @pytest.mark.parametrize(("said", "attacker"), [("you", "you"), ("opponent", "opponent")])
    def test_whoever_applied_contested_attacks(self, said: str, attacker: str) -> None:
        nobodys = {"battlefields.b1.controller": "none", "battlefields.b1.contested_by": said}
        held = result("start-combat", nobodys)
        assert (held["attacker"], held["focus"]) == (attacker, attacker)
        assert held["attackers"] == (["x"] if said == "you" else list("abcd"))

    def test_the_side_without_control_attacks_unless_said(self) -> None:
        assert result("start-combat", {"battlefields.b1.controller": "you"})["attacker"] == "opponent"

    @pytest.mark.parametrize(("as_of", "focus"), [(MARCH, "you"), (JULY, None)])
    def test_where_a_showdown_becomes_a_combat_two_rules_of_july_differ(self, as_of: str, focus: str | None) -> None:
        going: Changes = {"turn.showdown": True, "turn.showdown_at": "b1", "turn.active": "opponent"}
        assert ask("start-combat", going, as_of).outcome == LEGAL
        assert result("start-combat", going, as_of).get("focus") == focus
        assert after("start-combat", going, as_of)["turn"].get("focus") == focus
        assert bool(working("start-combat", going, as_of)) is (focus is None)


class TestAssigning:
    @pytest.mark.parametrize("as_of", EDITIONS)
    def test_it_says_who_has_lethal_damage(self, as_of: str) -> None:
        held = result("assign-damage", as_of=as_of)
        assert (held["might"], held["assigned"], held["lethal"]) == (5, {"a": 3, "b": 2, "c": 0, "d": 0}, ["a"])
        assert working("assign-damage", as_of=as_of) == [
            "x 5",
            "3 ≥ 3: a is killed",
            "2 < 3: b survives",
            "0 < 3: c survives",
            "0 < 3: d survives",
        ]

    @pytest.mark.parametrize(
        ("changes", "needed"),
        [
            ({"board.a.damage": 1}, 2),
            ({"board.a.prevents": 1}, 4),
            ({"board.a.keywords": ["Shield"]}, 4),
            ({"board.a.keywords": ["Shield 2", "Shield"], "board.x.might": 7}, 6),
            ({"board.a.stunned": True}, 3),
            ({"board.a.might": 0}, 1),
            ({"board.a.damage": 3}, 0),
        ],
    )
    def test_what_is_lethal_hangs_on_damage_prevention_and_shield(self, changes: Changes, needed: int) -> None:
        total = changes.get("board.x.might", 5)
        enough = {
            **changes,
            "action.damage": {"a": needed, "b": min(3, total - needed), "c": max(0, total - needed - 3)},
        }
        assert ask("assign-damage", enough).outcome == LEGAL
        assert "a" in result("assign-damage", enough)["lethal"]
        more = {**changes, "action.damage": {"a": needed + 1, "b": total - needed - 1}}
        assert ask("assign-damage", more).outcome == ILLEGAL

    @pytest.mark.parametrize(
        ("might", "keywords", "stunned", "total", "line"),
        [
            (5, [], True, 0, "x is stunned: 0"),
            (-2, [], False, 0, "x -2: counts as 0"),
            (2, ["Assault 2"], False, 4, "x 2 + Assault 2 = 4"),
            (2, ["Assault", "Assault 3"], False, 6, "x 2 + Assault 4 = 6"),
            (3, ["Shield 5"], False, 3, "x 3"),
        ],
    )
    def test_might_is_current_might_of_those_that_arent_stunned(
        self, might: int, keywords: list[str], stunned: bool, total: int, line: str
    ) -> None:
        changes = {
            "board.x.might": might,
            "board.x.keywords": keywords,
            "board.x.stunned": stunned,
            "action.damage": {"a": min(3, total), "b": min(3, max(0, total - 3))},
        }
        assert result("assign-damage", changes)["might"] == total
        assert working("assign-damage", changes)[0] == line

    @pytest.mark.parametrize(
        ("keywords", "damage", "outcome"),
        [
            ({"a": ["Tank"]}, {"a": 3, "b": 2}, LEGAL),
            ({"a": ["Tank"]}, {"b": 3, "a": 2}, ILLEGAL),
            ({"a": ["Tank"], "b": ["Tank"]}, {"b": 3, "a": 2}, LEGAL),
            ({"a": ["Tank"], "b": ["Tank"]}, {"b": 3, "c": 2}, ILLEGAL),
            ({"a": ["Backline"]}, {"b": 3, "c": 2}, LEGAL),
            ({"a": ["Backline"]}, {"a": 3, "b": 2}, ILLEGAL),
            ({"a": ["Tank", "Backline"]}, {"a": 3, "b": 2}, LEGAL),
            ({"a": ["Tank", "Backline"]}, {"b": 3, "c": 2}, LEGAL),
            ({"a": ["Tank", "Backline"]}, {"b": 3, "a": 2}, ILLEGAL),
            ({"a": ["Tank", "Backline"], "b": ["Tank", "Backline"]}, {"b": 3, "a": 2}, LEGAL),
        ],
    )
    def test_tank_comes_first_and_backline_last_and_both_as_either(
        self, keywords: dict[str, list[str]], damage: dict[str, int], outcome: str
    ) -> None:
        changes = {f"board.{name}.keywords": words for name, words in keywords.items()}
        assert ask("assign-damage", {**changes, "action.damage": damage}).outcome == outcome

    @pytest.mark.parametrize("as_of", EDITIONS)
    @pytest.mark.parametrize(
        ("keywords", "damage", "outcome"),
        [
            ([], {"a": 5}, LEGAL),
            ([], {"b": 3, "a": 2}, LEGAL),
            ([], {"a": 2, "b": 3}, LEGAL),
            ([], {"a": 3, "b": 2}, ILLEGAL),
            (["Tank"], {"a": 5}, LEGAL),
            (["Tank"], {"b": 3, "a": 2}, ILLEGAL),
        ],
    )
    def test_where_all_is_prevented_nothing_is_lethal_but_the_turn_stays(
        self, keywords: list[str], damage: dict[str, int], outcome: str, as_of: str
    ) -> None:
        changes = {"board.a.prevents": "all", "board.a.keywords": keywords, "action.damage": damage}
        assert ask("assign-damage", changes, as_of).outcome == outcome

    def test_a_unit_that_takes_no_damage_is_passed_over(self) -> None:
        others = {"board.a.takes_no_damage": True, "board.a.keywords": ["Tank"], "action.damage": {"b": 3, "c": 2}}
        assert ask("assign-damage", others).outcome == LEGAL
        assert working("assign-damage", others)[1] == "0: no damage is lethal to a"

    def test_whether_such_a_unit_may_be_preferred_nobody_knows(self) -> None:
        held = ask("assign-damage", {"board.a.takes_no_damage": True})
        assert (held.outcome, held.asks) == (UNCERTAIN, ())

    def test_it_may_have_what_is_left_when_all_others_have_enough(self) -> None:
        rest = {"board.x.might": 10, "board.a.takes_no_damage": True, "action.damage": {"b": 3, "c": 3, "d": 3, "a": 1}}
        assert ask("assign-damage", rest).outcome == LEGAL

    def test_the_defender_assigns_to_attackers(self) -> None:
        theirs = {"action.player": "opponent", "action.damage": {"x": 12}}
        assert result("assign-damage", theirs)["lethal"] == ["x"]
        assert found("assign-damage", "assign-units", {"action.player": "opponent"}) == "broken"

    def test_a_unit_without_an_id_is_named_by_its_place(self) -> None:
        nameless = {key: value for key, value in unit("", "opponent", 3).items() if key != "id"}
        changes = {"board": [unit("x", "you", 3), nameless], "action.damage": {"unit-2": 3}}
        assert result("assign-damage", changes)["lethal"] == ["unit-2"]


class TestWhatNeedsSaying:
    @pytest.mark.parametrize(
        ("units", "killed"),
        [
            ([unit("x", "you", 2), unit("a", "opponent", 3), unit("b", "opponent", 3)], ["x"]),
            ([unit("x", "you", 6), unit("a", "opponent", 3), unit("b", "opponent", 3)], ["a", "b", "x"]),
            ([unit("x", "you", 4), unit("a", "opponent", 3, "Tank"), unit("b", "opponent", 3)], ["a", "x"]),
            ([unit("x", "you", 4), unit("a", "opponent", 3), unit("b", "opponent", 3, "Backline")], ["a", "x"]),
            ([unit("x", "you", 4), unit("a", "opponent", 3, takes_no_damage=True)], []),
            ([unit("x", "you", 9), unit("a", "opponent", 3, "Tank", prevents="all"), unit("b", "opponent", 3)], []),
            (
                [unit("x", "you", 6), unit("a", "opponent", 3, "Tank", "Backline"), unit("b", "opponent", 3)],
                ["a", "b", "x"],
            ),
        ],
    )
    def test_damage_that_cannot_change_who_is_killed_needs_no_saying(
        self, units: list[dict[str, Any]], killed: list[str]
    ) -> None:
        changes = fight(*units)
        assert ask("resolve-combat", changes).outcome == LEGAL
        kills = result("resolve-combat", changes)["killed"]
        strong = sum(each["might"] for each in units[1:])
        assert kills == [each for each in killed if each != "x" or strong >= units[0]["might"]]

    @pytest.mark.parametrize(
        "defenders",
        [
            [unit("a", "opponent", 3), unit("b", "opponent", 3)],
            [unit("a", "opponent", 3, takes_no_damage=True), unit("b", "opponent", 5)],
            [unit("a", "opponent", 3, "Tank", "Backline"), unit("b", "opponent", 3)],
            [unit("a", "opponent", 3, prevents="all"), unit("b", "opponent", 3)],
        ],
    )
    def test_a_choice_that_matters_is_asked(self, defenders: list[dict[str, Any]]) -> None:
        changes = fight(unit("x", "you", 4), *defenders)
        assert asks("resolve-combat", "assign-total", changes) == ("action.damage",)

    def test_damage_of_one_side_may_be_said_alone(self) -> None:
        assert ask("resolve-combat", {"action.damage": {"a": 3, "b": 2}}).outcome == LEGAL


class TestEnds:
    @pytest.mark.parametrize("as_of", EDITIONS)
    def test_the_attackers_conquer_where_no_defender_is_left(self, as_of: str) -> None:
        changes = fight(unit("x", "you", 4), unit("d", "opponent", 2, "Deathknell"))
        held = result("resolve-combat", changes, as_of)
        assert held == {
            "attacker": "you",
            "defender": "opponent",
            "might": {"you": 4, "opponent": 2},
            "assigned": {"d": 4, "x": 2},
            "killed": ["d"],
            "deathknells": ["d"],
            "heals": "all",
            "recalled": [],
            "remain": ["x"],
            "winner": "you",
            "controller": "you",
            "conquers": "you",
            "points": 1,
            "draws": 0,
            "score": 3,
            "wins": False,
        }
        assert working("resolve-combat", changes, as_of) == [
            "x 4",
            "Attackers: 4 might",
            "d 2",
            "Defenders: 2 might",
            "4 ≥ 2: d is killed",
            "2 < 4: x survives",
            "2 + 1 = 3 of 8 points",
        ]

    @pytest.mark.parametrize(("as_of", "winner"), [(MARCH, "opponent"), (JULY, None)])
    def test_surviving_attackers_are_recalled_where_a_defender_is_left(self, as_of: str, winner: str | None) -> None:
        held = result("resolve-combat", fight(unit("x", "you", 3), unit("d", "opponent", 5, stunned=True)), as_of)
        assert (held["killed"], held["recalled"], held["remain"]) == ([], ["x"], ["d"])
        assert (held["winner"], held["controller"], held["conquers"]) == (winner, "opponent", None)

    @pytest.mark.parametrize("as_of", EDITIONS)
    def test_nobody_controls_where_all_are_killed(self, as_of: str) -> None:
        tie = fight(unit("x", "you", 3), unit("d", "opponent", 3), battlefields__b1__facedown=True)
        held = result("resolve-combat", tie, as_of)
        assert (held["killed"], held["winner"], held["controller"], held["conquers"]) == (
            ["d", "x"],
            None,
            "none",
            None,
        )
        assert held["hidden_removed"] is True
        field = after("resolve-combat", tie, as_of)["battlefields"][0]
        assert field == {"id": "b1", "controller": "none", "facedown": False}

    @pytest.mark.parametrize("as_of", EDITIONS)
    def test_a_defender_who_controls_it_conquers_nothing(self, as_of: str) -> None:
        held = result("resolve-combat", fight(unit("x", "you", 2), unit("d", "opponent", 5)), as_of)
        assert (held["winner"], held["controller"], held["conquers"]) == ("opponent", "opponent", None)
        assert "points" not in held

    @pytest.mark.parametrize("as_of", EDITIONS)
    def test_a_defender_conquers_what_nobody_controlled(self, as_of: str) -> None:
        nobodys = {"battlefields.b1.controller": "none", "battlefields.b1.contested_by": "you"}
        changes = {**fight(unit("x", "you", 2), unit("d", "opponent", 5)), **nobodys}
        held = result("resolve-combat", changes, as_of)
        assert (held["controller"], held["conquers"], held["score"]) == ("opponent", "opponent", 5)
        assert after("resolve-combat", changes, as_of)["opponent"] == {"score": 5, "scored_here": ["b1"]}

    @pytest.mark.parametrize("as_of", EDITIONS)
    def test_what_is_scored_this_turn_is_taken_without_a_point(self, as_of: str) -> None:
        changes = {**fight(unit("x", "you", 4), unit("d", "opponent", 2)), "you.scored_here": ["b1"]}
        held = result("resolve-combat", changes, as_of)
        assert (held["controller"], held["conquers"]) == ("you", None)
        assert after("resolve-combat", changes, as_of)["you"]["score"] == 2

    @pytest.mark.parametrize("as_of", EDITIONS)
    @pytest.mark.parametrize(("left", "other"), [("you", "opponent"), ("opponent", "you")])
    def test_no_damage_is_dealt_where_one_side_has_no_units_left(self, left: str, other: str, as_of: str) -> None:
        alone = {**fight(unit("x", left, 4, damage=1)), "battlefields.b1.contested_by": "you"}
        changes = {**alone, "board.x.might": ABSENT}
        held = result("resolve-combat", changes, as_of)
        assert (held["might"], held["killed"], held["winner"], held["controller"]) == ({}, [], left, left)
        assert working("resolve-combat", changes, as_of)[0] == "Only one side has units left: no damage is dealt"
        assert "damage" not in after("resolve-combat", changes, as_of)["board"][0]

    def test_whose_battlefield_it_was_is_asked_for_the_control(self) -> None:
        unsaid = {"battlefields.b1.controller": ABSENT, "battlefields.b1.contested_by": "you"}
        held = ask("resolve-combat", unsaid)
        assert (held.outcome, held.asks) == (UNCERTAIN, ("battlefields.b1.controller",))
        field = after("resolve-combat", unsaid)["battlefields"][0]
        assert "controller" not in field

    def test_damage_to_attackers_comes_before_their_recall(self) -> None:
        units = [unit("x", "you", 1), unit("y", "you", 3), unit("d", "opponent", 5, damage=0)]
        held = result("resolve-combat", {"board": units, "action.damage": {"d": 4, "x": 1, "y": 4}})
        assert (held["killed"], held["recalled"]) == (["x", "y"], [])
        some = result(
            "resolve-combat",
            {"board": [*units[:2], unit("d", "opponent", 5, stunned=True)]} | {"action.damage": {"d": 4}},
        )
        assert some["recalled"] == ["x", "y"]
        assert working(
            "resolve-combat", {"board": [*units[:2], unit("d", "opponent", 5, stunned=True)], "action.damage": {"d": 4}}
        )[-1] == ("y is recalled: defenders are left")


class TestPositionsAfter:
    def test_the_killed_are_gone_damage_is_healed_and_the_showdown_is_over(self) -> None:
        units = [unit("x", "you", 9, damage=2), unit("d", "opponent", 2), unit("t", "opponent", 1, token=True)]
        elsewhere = {**unit("e", "you", 4, damage=3), "location": "b2"}
        changes = fight(*units, elsewhere, you__trash=1, opponent__trash=4)
        held = after("resolve-combat", changes)
        assert [each["id"] for each in held["board"]] == ["x", "e"]
        assert not any("damage" in each for each in held["board"])
        assert (held["you"]["trash"], held["opponent"]["trash"]) == (1, 5)
        assert held["turn"] == {"active": "you", "phase": "main", "showdown": False, "chain": []}
        assert held["battlefields"][0] == {"id": "b1", "controller": "you", "facedown": False}
        assert held["you"] == {"score": 3, "trash": 1, "scored_here": ["b1"]}

    def test_prevention_is_used_up_by_the_damage_that_it_prevents(self) -> None:
        units = [unit("x", "you", 2, prevents=5), unit("y", "you", 1, prevents="all"), unit("d", "opponent", 3)]
        held = after("resolve-combat", {"board": units, "action.damage": {"d": 3, "x": 3}})
        assert [each.get("prevents") for each in held["board"]] == [2, "all"]

    def test_recalled_units_and_the_gear_on_them_are_in_the_base(self) -> None:
        gear = {"type": "gear", "controller": "you", "location": "b1", "attached_to": "x"}
        units = [unit("x", "you", 2), unit("d", "opponent", 5, stunned=True), {"id": "g", **gear}]
        held = after("resolve-combat", fight(*units))
        assert [each["location"] for each in held["board"]] == ["base", "b1", "base"]
        assert held["board"][2]["attached_to"] == "x"

    def test_gear_of_the_killed_goes_to_the_base_alone(self) -> None:
        gear = {"type": "gear", "controller": "you", "location": "b1", "attached_to": "x"}
        changes = fight(unit("x", "you", 2), unit("d", "opponent", 5), gear)
        assert result("resolve-combat", changes)["recalled"] == ["unit-3"]
        assert after("resolve-combat", changes)["board"][1] == {"type": "gear", "controller": "you", "location": "base"}

    @pytest.mark.parametrize(
        ("verb", "changes"),
        [
            ("start-showdown", {"board": ABSENT}),
            ("start-combat", {"turn.active": ABSENT}),
            ("resolve-combat", {"action.passed": ABSENT}),
            ("conquer", {"action.passed": ABSENT}),
            ("hold", {"turn.phase": ABSENT}),
            ("burn-out", {"you.deck": ABSENT}),
        ],
    )
    def test_what_is_uncertain_leaves_the_position_as_it_was(self, verb: str, changes: Changes) -> None:
        assert ask(verb, changes).outcome == UNCERTAIN
        held = after(verb, changes)
        assert not held["turn"].get("showdown") if verb.startswith("start") else "scored_here" not in held["you"]
