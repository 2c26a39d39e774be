"""Triggers in Riftbound: placing and declining."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.riftbound import (
    BOARD,
    CLOSED,
    ENEMY,
    JULY,
    LEGAL,
    MAIN,
    SHOWDOWN,
    answer,
    illegal,
    result,
    said,
    shown,
    trigger,
    unsure,
)


class TestTriggers:
    @pytest.mark.parametrize("turn", [MAIN, CLOSED, SHOWDOWN, {**MAIN, "resolving": True}])
    def test_383_3_c_on_any_turn_in_any_state(self, turn: dict[str, Any]) -> None:
        given = answer(trigger(), turn=turn)

        assert said(given) == LEGAL
        assert shown(result(given), "becomes", "reaction_window", "countered") == ("chain item", True, False)
        assert result(given)["waits"] is turn.get("resolving", False)

    @pytest.mark.parametrize(
        ("ability", "expected", "becomes"),
        [
            ({"condition_met": False}, illegal("trigger-condition"), None),
            ({"place": False, "may": True}, LEGAL, "nothing"),
            ({"place": False, "may": False}, illegal("trigger-placed"), None),
            ({"place": False}, unsure("trigger-placed", asks=["action.ability.may"]), "chain item"),
            ({"may": True}, LEGAL, "chain item"),
            ({"adds": {"energy": 1, "power": {"fury": 1}}}, LEGAL, "resolved"),
        ],
    )
    def test_383_3(self, ability: dict[str, Any], expected: Any, becomes: str | None) -> None:
        given = answer(trigger(**ability))

        assert said(given) == expected
        assert result(given).get("becomes") == becomes

    def test_383_3_a_since_july_the_choice_is_made_in_step_2(self) -> None:
        action = trigger(place=False, may=True, target=ENEMY, cost={"energy": 99})
        march, july = answer(action), answer(action, as_of=JULY)

        assert shown(result(march), "becomes", "at") == ("nothing", None)
        assert shown(result(july), "becomes", "at") == ("removed", 2)
        assert said(march) == said(july) == LEGAL
        assert result(march)["steps"]["1"] == "removed"

    @pytest.mark.parametrize(
        ("target", "board", "hidden_at"),
        [
            (ENEMY, [], None),
            ({**ENEMY, "count": 3}, BOARD, None),
            # Played from hidden: no enemy is at that battlefield.
            (ENEMY, BOARD, "b1"),
        ],
    )
    def test_402_3_without_enough_options_it_is_removed(self, target: Any, board: Any, hidden_at: Any) -> None:
        given = answer(trigger(target=target, hidden_at="b1") if hidden_at else trigger(target=target), board=board)
        values = result(given)

        assert said(given) == LEGAL
        assert shown(values, "becomes", "at", "countered", "lingers") == ("removed", 2, False, False)
        assert list(values["steps"].values()) == ["ok", "ok", "removed"] + ["not reached"] * 4
        assert "R.402.3.a" in {each.rule for row in given.checked for each in row.citations}

    @pytest.mark.parametrize(
        ("targets", "board", "expected"),
        [
            (["e1"], BOARD, LEGAL),
            ([], BOARD, illegal("trigger-must-choose")),
            (["e1", "d1"], BOARD, illegal("targets-chosen")),
            (["u1"], BOARD, illegal("targets-valid")),
            (None, BOARD, unsure("targets-chosen", asks=["action.targets"])),
            (None, None, unsure("targets-chosen", "trigger-must-choose", asks=["action.targets", "board"])),
            ([], None, unsure("trigger-must-choose", asks=["board"])),
            (["e1"], None, unsure("targets-valid", asks=["board"])),
            (
                [],
                [{key: each for key, each in BOARD[2].items() if key != "location"}],
                unsure("trigger-must-choose", asks=["board.e1.location"]),
            ),
        ],
    )
    def test_402_3_b_options_must_be_taken(self, targets: Any, board: Any, expected: Any) -> None:
        chosen = {} if targets is None else {"targets": targets}

        assert said(answer(trigger(target=ENEMY, **chosen), board=board)) == expected

    @pytest.mark.parametrize("more", [{"targets": ["u1"]}, {"targets": ["e1"], "cost": {"energy": 99}}])
    def test_402_3_while_it_may_have_nothing_to_choose_nothing_breaks_it(self, more: dict[str, Any]) -> None:
        """In the base the only enemy is no option, so that the trigger would be removed."""
        untold = {key: each for key, each in BOARD[2].items() if key != "location"}
        given = answer(trigger(target=ENEMY, **more), board=[BOARD[0], untold])

        assert (given.outcome, given.asks) == ("uncertain", ("board.e1.location",))
        assert said(answer(trigger(target=ENEMY, **more), board=[BOARD[0], {**untold, "location": "base"}])) == LEGAL
        settled = answer(trigger(target=ENEMY, **more), board=[BOARD[0], {**untold, "location": "b2"}])
        assert settled.outcome == "illegal"

    def test_355_13_up_to_may_be_none(self) -> None:
        assert said(answer(trigger(target={**ENEMY, "up_to": True}, targets=[]))) == LEGAL

    @pytest.mark.parametrize(
        ("options", "removed"), [(0, True), (2, False), ([], True), (["a"], False), (False, True), (True, False)]
    )
    def test_402_3_options_may_be_told(self, options: Any, removed: bool) -> None:
        given = answer(trigger(options=options))

        assert (result(given)["becomes"] == "removed") is removed

    @pytest.mark.parametrize(
        ("ability", "energy", "expected", "becomes"),
        [
            ({"cost": {"energy": 1}, "pay": True}, 1, LEGAL, "chain item"),
            ({"cost": {"energy": 1}, "pay": True}, 0, illegal("energy-paid"), None),
            ({"cost": {"energy": 1}, "pay": False}, 0, LEGAL, "removed"),
            ({"cost": {"other": ["discard 1"]}, "pay": False}, 0, LEGAL, "removed"),
            ({"pay": False}, 0, LEGAL, "chain item"),
            # A cost that only choosing incurs may be declined as well.
            ({"target": ENEMY, "targets": ["d1"], "pay": False}, 0, LEGAL, "removed"),
            ({"target": ENEMY, "targets": ["d1"]}, 0, illegal("power-paid"), None),
        ],
    )
    def test_404_2_costs(self, ability: dict[str, Any], energy: int, expected: Any, becomes: Any) -> None:
        given = answer(trigger(**ability), you={"energy": energy, "power": {}})
        values = result(given)

        assert said(given) == expected
        assert values.get("becomes") == becomes
        if becomes == "removed":
            assert (values["at"], values["countered"]) == (4, False)
            assert list(values["steps"].values()) == ["ok"] * 4 + ["removed", "not reached", "not reached"]

    @pytest.mark.parametrize(
        ("ability", "expected"),
        [
            ({"options": 0}, illegal("options-exist")),
            ({"options": 1}, LEGAL),
            ({"target": ENEMY, "targets": ["e1"]}, LEGAL),
            ({"use_only": False}, illegal("use-condition")),
            ({"use_only": None}, unsure("use-condition", asks=["action.ability.use_only"])),
        ],
    )
    def test_402_2_and_377_2_activated(self, ability: dict[str, Any], expected: Any) -> None:
        targets = {"targets": ability.pop("targets")} if "targets" in ability else {}
        told = {"kind": "activated", "source": "g1", "cost": {"energy": 1}, "keywords": [], **ability}

        assert said(answer({"action": "activate-ability", "ability": told, **targets})) == expected


class TestDeclining:
    @pytest.mark.parametrize(
        ("step", "ability", "expected"),
        [
            (1, {"may": True}, LEGAL),
            (1, {"may": False}, illegal("decline-at-placing")),
            (1, {}, unsure("decline-at-placing", asks=["action.ability.may"])),
            (2, {"target": ENEMY}, illegal("decline-at-choice")),
            (2, {"target": {**ENEMY, "where": "b1"}}, LEGAL),
            (2, {"options": 0}, LEGAL),
            (2, {"options": 1}, illegal("decline-at-choice")),
            (2, {}, illegal("decline-at-choice")),
            (3, {}, illegal("decline-step")),
            (4, {"cost": {"energy": 1}}, LEGAL),
            (4, {"cost": {"other": ["discard 1"]}}, LEGAL),
            (4, {"cost": {"energy": 0}}, illegal("decline-at-cost")),
            (5, {"cost": {"energy": 1}}, illegal("decline-step")),
            (None, {}, unsure("decline-step", asks=["action.step"])),
        ],
    )
    def test_402_3_b_and_404_2(self, step: int | None, ability: dict[str, Any], expected: Any) -> None:
        at = {} if step is None else {"step": step}
        given = answer({"action": "decline-trigger", **at, "ability": {"kind": "triggered", **ability}})

        assert said(given) == expected
        if expected == LEGAL:
            assert shown(result(given), "becomes", "at", "countered") == (
                "nothing" if step == 1 else "removed",
                step,
                False,
            )

    def test_402_3_b_asks_for_the_board(self) -> None:
        action = {"action": "decline-trigger", "step": 2, "ability": {"kind": "triggered", "target": ENEMY}}

        assert said(answer(action, board=None)) == unsure("decline-at-choice", asks=["board"])

    def test_404_2_deflect_makes_a_cost(self) -> None:
        ability = {"kind": "triggered", "target": ENEMY}
        action = {"action": "decline-trigger", "step": 4, "ability": ability}
        board = [{key: each for key, each in BOARD[2].items() if key != "keywords"}]

        assert said(answer({**action, "targets": ["d1"]})) == LEGAL
        assert said(answer({**action, "targets": ["e1"]})) == illegal("decline-at-cost")
        asked = unsure("decline-at-cost", asks=["board.e1.keywords"])
        assert said(answer({**action, "targets": ["e1"]}, board=board)) == asked

    @pytest.mark.parametrize(
        ("targets", "board", "expected"),
        [
            # Whether there is a cost hangs on what is chosen, wherever something of the other's may have Deflect.
            (["d1"], None, unsure("decline-at-cost", asks=["board"])),
            (["zz"], BOARD, unsure("decline-at-cost", asks=["board.zz"])),
            (None, BOARD, unsure("decline-at-cost", asks=["action.targets"])),
            (None, None, unsure("decline-at-cost", asks=["action.targets"])),
            (None, [{"id": "d2", "controller": "opponent"}], unsure("decline-at-cost", asks=["action.targets"])),
            (None, [{"id": "d2", "controller": "you"}], illegal("decline-at-cost")),
            (None, BOARD[:3], illegal("decline-at-cost")),
        ],
    )
    def test_809_1_d_a_choice_that_may_meet_deflect_is_asked(self, targets: Any, board: Any, expected: Any) -> None:
        chosen = {} if targets is None else {"targets": targets}
        action = {"action": "decline-trigger", "step": 4, "ability": {"kind": "triggered", "target": ENEMY}, **chosen}

        assert said(answer(action, board=board)) == expected

    @pytest.mark.parametrize(
        ("step", "may", "expected"),
        [
            (1, True, illegal("decline-at-placing")),
            (2, True, LEGAL),
            (2, None, unsure("decline-at-choice", asks=["action.ability.may"])),
            (2, False, illegal("decline-at-choice")),
        ],
    )
    def test_402_1_since_july(self, step: int, may: bool | None, expected: Any) -> None:
        ability = {"kind": "triggered", "target": ENEMY, **({} if may is None else {"may": may})}
        action = {"action": "decline-trigger", "step": step, "ability": ability}

        assert said(answer(action, as_of=JULY)) == expected
