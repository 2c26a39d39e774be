"""The chain in Riftbound: answering, passing, resolving, countering (core 332-348)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.riftbound import (
    CLOSED,
    DAY,
    JULY,
    LEGAL,
    MAIN,
    SHOWDOWN,
    SHOWDOWN_CLOSED,
    SPELL_OF_THEIRS,
    after,
    answer,
    gear,
    illegal,
    play_unit,
    result,
    said,
    shown,
    spell,
    trigger,
    unit,
    unsure,
)


class TestPriorityAfterPermanents:
    """Units and gear leave the chain at once: then priority is given anew (337.1.c, July 337.2 and 340.4)."""

    @pytest.mark.parametrize("as_of", [DAY.isoformat(), JULY])
    @pytest.mark.parametrize(
        ("turn", "gains"),
        [
            (SHOWDOWN_CLOSED, "opponent"),
            ({**MAIN, "chain": [{"id": "s1", "kind": "spell", "controller": "you"}], "priority": "you"}, "you"),
            ({**CLOSED, "chain": [SPELL_OF_THEIRS, {"id": "s2", "kind": "spell", "controller": "you"}]}, "you"),
            # Without a chain in a showdown focus passes on, and with it priority (313.2).
            (SHOWDOWN, "opponent"),
            (MAIN, None),
            # Who controls the newest item, or what is on the chain, wasn't told.
            ({**CLOSED, "chain": [{"id": "s1", "kind": "spell"}]}, None),
            ({"number": 6, "active": "opponent", "state": "neutral-closed", "priority": "you"}, None),
        ],
    )
    @pytest.mark.parametrize("played", ["unit", "gear"])
    def test_337_1_c_3_the_controller_of_the_newest_item_gains_it(
        self, played: str, turn: dict[str, Any], gains: str | None, as_of: str
    ) -> None:
        given = answer(_play(played), turn=turn, as_of=as_of)

        assert said(given) == LEGAL
        assert result(given).get("priority") == gains

    @pytest.mark.parametrize("owed", [{"resolving": True}, {"tasks": True}])
    def test_what_waits_gives_nobody_priority(self, owed: dict[str, Any]) -> None:
        given = answer({**_play("unit"), "instructed": True}, turn={**CLOSED, **owed})

        assert shown(result(given), "waits", "priority") == (True, None)

    def test_a_pending_item_gives_nobody_priority(self) -> None:
        turn = {**CLOSED, "chain": [{**SPELL_OF_THEIRS, "pending": True}]}

        assert "priority" not in result(answer({**_play("unit"), "instructed": True}, turn=turn))

    @pytest.mark.parametrize(
        ("chain", "priority"),
        [([SPELL_OF_THEIRS], "opponent"), ([{"id": "s1", "kind": "spell"}], None)],
    )
    def test_the_position_after_it_says_whose_it_is(self, chain: list[dict[str, Any]], priority: str | None) -> None:
        position = after(_play("gear"), turn={**CLOSED, "chain": chain})

        assert position["turn"].get("priority") == priority


def _play(kind: str) -> dict[str, Any]:
    return play_unit(unit("Ambush"), "b1") if kind == "unit" else {"action": "play-gear", "card": gear("Quick-Draw")}


class TestAnswering:
    @pytest.mark.parametrize(
        ("to", "expected"),
        [
            ("s1", LEGAL),
            ("s9", illegal("reaction-window")),
            ({"id": "x", "kind": "unit"}, illegal("reaction-window")),
            ({"id": "x", "kind": "gear"}, illegal("reaction-window")),
            ({"id": "x", "kind": "ability"}, LEGAL),
            ({"id": "x", "kind": "ability", "adds": {"energy": 1}}, illegal("reaction-window")),
            ({"id": "x", "kind": "ability", "adds": True}, illegal("reaction-window")),
            ({"id": "x"}, unsure("reaction-window", asks=["action.to.kind"])),
            ({"id": "x", "kind": "spell", "pending": True}, illegal("window-after-finalizing")),
            (None, unsure("reaction-window", asks=["action.to"])),
        ],
    )
    def test_337_1_c_and_400_2(self, to: Any, expected: Any) -> None:
        meant = {} if to is None else {"to": to}

        assert said(answer({"action": "respond", **meant, "card": spell("Reaction")}, turn=CLOSED)) == expected

    @pytest.mark.parametrize(
        ("card", "more", "expected"),
        [
            (spell(), {}, illegal("responds-with-reaction")),
            (spell("Action"), {}, illegal("responds-with-reaction")),
            (spell(zone="facedown"), {}, LEGAL),
            (unit("Ambush"), {"location": "b2"}, LEGAL),
            (unit("Ambush"), {"location": "b3"}, illegal("responds-with-reaction")),
            (unit("Ambush"), {}, unsure("responds-with-reaction", asks=["action.location"])),
            ({"type": "gear", "keywords": ["Quick-Draw"]}, {}, LEGAL),
        ],
    )
    def test_813_what_has_reaction(self, card: dict[str, Any], more: dict[str, Any], expected: Any) -> None:
        assert said(answer({"action": "respond", "to": "s1", "card": card, **more}, turn=CLOSED)) == expected

    @pytest.mark.parametrize(
        ("ability", "expected"),
        [
            ({"keywords": ["Reaction"]}, LEGAL),
            ({"keywords": ["Action"]}, illegal("responds-with-reaction")),
            ({}, unsure("responds-with-reaction", asks=["action.ability.keywords"])),
            (None, unsure("responds-with-reaction", asks=["action.card.keywords"])),
        ],
    )
    def test_338_1_b_1_an_ability_with_reaction_answers_too(
        self, ability: dict[str, Any] | None, expected: Any
    ) -> None:
        assert said(answer({"action": "respond", "to": "s1", "ability": ability}, turn=CLOSED)) == expected

    def test_a_unit_in_an_open_state_leaves_nothing_to_answer(self) -> None:
        action = {"action": "respond", "to": {"id": "u9", "kind": "unit"}, "card": spell("Reaction")}

        assert said(answer(action)) == illegal("reaction-window")

    def test_an_untold_chain_is_asked(self) -> None:
        turn = {key: each for key, each in CLOSED.items() if key != "chain"}
        given = answer({"action": "respond", "to": "s1", "card": spell("Reaction")}, turn=turn)

        assert said(given) == unsure("reaction-window", "window-after-finalizing", asks=["turn.chain"])


class TestPassing:
    @pytest.mark.parametrize(
        ("turn", "passed", "then"),
        [
            (CLOSED, [], "priority passes"),
            (CLOSED, ["opponent"], "newest item resolves"),
            (SHOWDOWN_CLOSED, ["opponent"], "newest item resolves"),
            (SHOWDOWN, [], "focus passes"),
            (SHOWDOWN, ["opponent"], "showdown ends"),
        ],
    )
    def test_339_and_347_3(self, turn: dict[str, Any], passed: list[str], then: str) -> None:
        given = answer({"action": "pass", "passed": passed}, turn=turn)

        assert said(given) == LEGAL
        assert result(given)["then"] == then

    @pytest.mark.parametrize(
        ("turn", "expected"),
        [
            (MAIN, illegal("priority")),
            ({**CLOSED, "priority": "opponent"}, illegal("priority")),
            ({**SHOWDOWN, "focus": "opponent"}, illegal("priority")),
            ({"chain": [SPELL_OF_THEIRS]}, unsure("priority", asks=["turn.priority"])),
            ({"showdown": True}, unsure("priority", asks=["turn.chain"])),
            ({"chain": []}, unsure("priority", asks=["turn.showdown"])),
            ({}, unsure("priority", asks=["turn.chain", "turn.showdown"])),
        ],
    )
    def test_338_1_c(self, turn: dict[str, Any], expected: Any) -> None:
        assert said(answer({"action": "pass"}, turn=turn)) == expected


PENDING = {"id": "p1", "kind": "spell", "controller": "opponent", "pending": True}
WITH_PENDING = {**CLOSED, "chain": [SPELL_OF_THEIRS, PENDING]}


class TestPending:
    """337.1: nobody acts while an item is pending; whoever controls it takes it through its steps first."""

    @pytest.mark.parametrize(
        ("action", "expected"),
        [
            ({"action": "play-spell", "card": spell("Reaction")}, illegal("window-after-finalizing")),
            ({"action": "play-spell", "card": spell("Reaction", id="p1")}, LEGAL),
            ({"action": "play-spell", "card": spell("Reaction"), "instructed": True}, LEGAL),
            ({"action": "respond", "to": "s1", "card": spell("Reaction")}, illegal("window-after-finalizing")),
            ({"action": "pass"}, illegal("none-pending")),
        ],
    )
    def test_337_1(self, action: dict[str, Any], expected: Any) -> None:
        assert said(answer(action, turn=WITH_PENDING)) == expected

    @pytest.mark.parametrize(("adds", "expected"), [(None, illegal("window-after-finalizing")), ({"energy": 1}, LEGAL)])
    def test_357_1_a_what_adds_is_used_while_paying(self, adds: Any, expected: Any) -> None:
        told = {"kind": "activated", "source": "g1", "cost": {"exhaust": True}, "keywords": ["Reaction"], "adds": adds}

        assert said(answer({"action": "activate-ability", "ability": told}, turn=WITH_PENDING)) == expected

    def test_a_closed_state_whose_chain_isnt_told_has_nothing_pending(self) -> None:
        turn = {"active": "opponent", "state": "neutral-closed", "priority": "you"}

        assert said(answer({"action": "pass"}, turn=turn)) == LEGAL
        assert said(answer({"action": "play-spell", "card": spell("Reaction")}, turn=turn)) == LEGAL

    @pytest.mark.parametrize(("busy", "code"), [("resolving", "nothing-resolving"), ("tasks", "tasks-done")])
    def test_312_1_b_while_something_is_to_be_done_nobody_has_priority(self, busy: str, code: str) -> None:
        turn = {**CLOSED, busy: True}

        assert said(answer({"action": "pass"}, turn=turn)) == illegal(code)
        assert said(answer({"action": "respond", "to": "s1", "card": spell("Reaction")}, turn=turn)) == illegal(code)


class TestResolving:
    def resolve(self, item: Any = "s1", *, lost: tuple[str, ...] = (), passed: Any = ("you", "opponent")) -> Any:
        who = {} if passed is None else {"passed": list(passed)}
        return {"action": "resolve", **({} if item is None else {"item": item}), "lost": list(lost), **who}

    def turn(self, *items: dict[str, Any]) -> dict[str, Any]:
        return {**CLOSED, "chain": [{"controller": "opponent", "kind": "spell", **each} for each in items]}

    @pytest.mark.parametrize(
        ("lost", "text", "targets", "executed"),
        [
            ((), False, {"d1": "affected", "e1": "affected"}, True),
            (("e1",), False, {"d1": "affected", "e1": "unaffected"}, True),
            (("e1", "d1"), False, {"d1": "unaffected", "e1": "unaffected"}, False),
            (("e1", "d1"), True, {"d1": "unaffected", "e1": "unaffected"}, True),
        ],
    )
    def test_359_3_e_lost_targets(self, lost: Any, text: bool, targets: Any, executed: bool) -> None:
        turn = self.turn({"id": "s1", "targets": ["e1", "d1"], "untargeted_text": text})
        given = answer(self.resolve(lost=lost), turn=turn)

        assert said(given) == LEGAL
        assert shown(result(given), "targets", "executed", "goes_to", "played") == (targets, executed, "trash", True)

    @pytest.mark.parametrize(
        ("target", "told", "expected"),
        [
            ("gone", {}, {"gone": "unaffected"}),
            ("gone", {"board": None}, {"gone": "affected"}),
            ("b3", {}, {"b3": "affected"}),
            ("s1", {}, {"s1": "affected"}),
        ],
    )
    def test_359_3_e_5_what_no_list_has_any_more_is_lost(self, target: str, told: Any, expected: Any) -> None:
        turn = self.turn({"id": "s1"}, {"id": "s2", "targets": [target]})
        values = result(answer(self.resolve("s2"), turn=turn, **told))

        assert shown(values, "targets", "executed") == (expected, "affected" in expected.values())

    def test_320_nothing_resolves_during_a_cleanup(self) -> None:
        turn = {**self.turn({"id": "s1"}), "tasks": True}

        assert said(answer(self.resolve(), turn=turn)) == illegal("tasks-done")

    @pytest.mark.parametrize(
        ("items", "item", "expected"),
        [
            (({"id": "s1"}, {"id": "a2", "kind": "ability"}), "a2", LEGAL),
            (({"id": "s1"}, {"id": "a2", "kind": "ability"}), "s1", illegal("newest-first")),
            (({"id": "s1", "pending": True},), "s1", illegal("none-pending")),
            (({"id": "s1"}, {"id": "a2", "pending": True}), "s1", illegal("none-pending")),
            (({"id": "s1"},), "s9", illegal("newest-first")),
            (({"id": "s1"},), {"id": "s1", "kind": "spell"}, LEGAL),
            (({"id": "s1"},), None, unsure("newest-first", asks=["action.item"])),
        ],
    )
    def test_340(self, items: Any, item: Any, expected: Any) -> None:
        assert said(answer(self.resolve(item), turn=self.turn(*items))) == expected

    @pytest.mark.parametrize(
        ("passed", "expected"),
        [
            (["you"], illegal("all-passed")),
            ([], illegal("all-passed")),
            (None, unsure("all-passed", asks=["action.passed"])),
        ],
    )
    def test_339(self, passed: Any, expected: Any) -> None:
        assert said(answer(self.resolve(passed=passed), turn=self.turn({"id": "s1"}))) == expected

    def test_406_5_an_ability_is_cleared(self) -> None:
        given = answer(self.resolve("a1"), turn=self.turn({"id": "a1", "kind": "ability"}))

        assert result(given)["goes_to"] == "cleared"

    def test_of_an_unknown_kind_it_isnt_told_where_it_goes(self) -> None:
        turn = {**CLOSED, "chain": [{"id": "x"}]}

        assert "goes_to" not in result(answer(self.resolve("x"), turn=turn))
        assert "goes_to" not in result(answer({"action": "counter", "item": "x"}, turn=turn))

    def test_an_untold_chain_is_asked(self) -> None:
        given = answer(self.resolve(), turn={"active": "you"})

        assert said(given) == unsure("none-pending", "newest-first", asks=["turn.chain"])

    @pytest.mark.parametrize(
        ("item", "turn", "expected"),
        [
            ("s1", CLOSED, LEGAL),
            ({"id": "s1", "kind": "spell"}, CLOSED, LEGAL),
            ("s9", CLOSED, illegal("on-the-chain")),
            ("s1", MAIN, illegal("on-the-chain")),
            ("s1", {}, unsure("on-the-chain", asks=["turn.chain"])),
            (None, CLOSED, unsure("on-the-chain", asks=["action.item"])),
        ],
    )
    def test_419_4_b_countering(self, item: Any, turn: Any, expected: Any) -> None:
        meant = {} if item is None else {"item": item}
        given = answer({"action": "counter", **meant}, turn=turn)

        assert said(given) == expected
        if expected == LEGAL:
            assert result(given) == {"played": False, "refund": False, "goes_to": "trash"}

    def test_419_4_b_since_july_what_looks_at_cards_counts_a_countered_one(self) -> None:
        counter = {"action": "counter", "item": "s1"}

        assert "counts_as_finalized" not in result(answer(counter, turn=CLOSED))
        july = result(answer(counter, turn=CLOSED, as_of=JULY))
        assert shown(july, "played", "counts_as_finalized") == (False, True)

    @pytest.mark.parametrize("step", range(7))
    def test_355_15_choices_are_locked_after_step_2(self, step: int) -> None:
        given = answer({"action": "change-choices", "step": step})

        assert said(given) == (LEGAL if step <= 2 else illegal("choices-locked"))


def test_a_walk_that_goes_through_the_total_alone_tells_nothing_more() -> None:
    given = answer(trigger(cost={"energy": 1}, through=3))

    assert result(given)["steps"]["4"] == "not reached"
    assert "becomes" not in result(given)
