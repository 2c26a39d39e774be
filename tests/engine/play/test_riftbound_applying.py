"""The position after an action of Riftbound, so that a turn can be played through."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.riftbound import (
    CLOSED,
    ENEMY,
    MAIN,
    SHOWDOWN,
    SPELL_OF_THEIRS,
    after,
    gear,
    spell,
    unit,
)

Position = dict[str, Any]


def find(position: Position, key: str, name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in position[key] if each["id"] == name)
    return found


class TestWalks:
    def test_a_unit_enters_and_is_paid_for(self) -> None:
        card = unit("Accelerate", id="vi", might=4)
        position = after({"action": "play-unit", "card": card, "location": "b1", "pay": ["Accelerate"]})

        assert find(position, "board", "vi") == {
            "id": "vi",
            "type": "unit",
            "controller": "you",
            "location": "b1",
            "ready": True,
            "keywords": ["Accelerate"],
            "might": 4,
        }
        assert position["you"] == {"energy": 6, "power": {"fury": 3, "calm": 4}}
        assert (position["game"], position["turn"]["chain"]) == ("riftbound", [])

    def test_a_second_of_a_name_has_an_id_of_its_own(self) -> None:
        board = [{"id": "Vi"}, {"id": "Vi-2"}]
        card = {"type": "unit", "energy": 1, "name": "Vi"}
        position = after({"action": "play-unit", "card": card, "location": "base"}, board=board)

        assert [each["id"] for each in position["board"]] == ["Vi", "Vi-2", "Vi-3"]
        assert "keywords" not in position["board"][2]

    def test_in_a_showdown_focus_passes(self) -> None:
        position = after({"action": "play-unit", "card": unit("Action"), "location": "b1"}, turn=SHOWDOWN)

        assert (position["turn"]["focus"], position["turn"]["priority"]) == ("opponent", "opponent")

    def test_what_isnt_told_stays_untold(self) -> None:
        position = after({"action": "play-unit", "card": unit()}, you={})

        assert "energy" not in position.get("you", {})
        assert [each["id"] for each in position["board"]] == ["u1", "u2", "e1", "d1", "g1"]

    def test_an_unknown_cost_isnt_paid(self) -> None:
        position = after({"action": "play-gear", "card": {"type": "gear", "keywords": []}})

        assert position["you"]["energy"] == 10
        assert find(position, "board", "gear")["ready"] is True

    def test_a_walk_through_the_total_alone_changes_nothing(self) -> None:
        position = after({"action": "play-gear", "card": gear(), "through": 3})

        assert (position["you"]["energy"], len(position["board"])) == (10, 5)

    def test_what_is_illegal_changes_nothing(self) -> None:
        position = after({"action": "play-gear", "card": gear(energy=99)})

        assert position["you"]["energy"] == 10

    def test_from_face_down_the_place_is_free_again(self) -> None:
        fields = [{"id": "b1", "controller": "you", "facedown": True}, {"id": "b2", "controller": "opponent"}]
        card = gear("Hidden", zone="facedown", hidden_on_turn=5, hidden_at="b1")
        position = after({"action": "play-gear", "card": card}, turn=CLOSED, battlefields=fields)

        assert find(position, "battlefields", "b1")["facedown"] is False
        assert find(position, "board", "gear")["location"] == "b1"

    def test_a_spell_waits_on_the_chain(self) -> None:
        card = spell("Repeat", name="Zap", target=ENEMY, repeat={"energy": 1})
        position = after({"action": "play-spell", "card": card, "targets": ["e1"], "pay": ["Repeat"]})
        item = {"id": "Zap", "kind": "spell", "controller": "you", "targets": ["e1"]}

        assert position["turn"]["chain"] == [item]
        assert position["turn"]["priority"] == "you"

    def test_an_untold_chain_begins_with_it(self) -> None:
        turn = {"active": "you", "phase": "main", "state": "neutral-open"}
        position = after({"action": "play-spell", "card": spell()}, turn=turn)

        assert position["turn"] == {
            "active": "you",
            "phase": "main",
            "chain": [{"id": "spell", "kind": "spell", "controller": "you"}],
            "priority": "you",
        }

    def test_what_an_effect_plays_is_pending(self) -> None:
        action = {"action": "play-unit", "card": unit(), "location": "base", "instructed": True}
        position = after(action, turn={**MAIN, "resolving": True})

        assert position["turn"]["chain"] == [{"id": "unit", "kind": "unit", "controller": "you", "pending": True}]

    def test_an_ability_exhausts_its_source(self) -> None:
        ability = {"kind": "activated", "source": "g1", "cost": {"energy": 1, "exhaust": True}, "keywords": []}
        position = after({"action": "activate-ability", "ability": ability})

        assert find(position, "board", "g1")["ready"] is False
        assert position["turn"]["chain"][0]["kind"] == "ability"
        assert position["you"]["energy"] == 9

    def test_a_rune_that_adds_is_exhausted(self) -> None:
        ability = {"kind": "activated", "source": "r1", "keywords": [], "adds": {"energy": 2}}
        cost = {"energy": 1, "exhaust": True}
        runes = [{"id": name, "domain": "fury", "ready": True} for name in ("r1", "r2", "r3")]
        position = after({"action": "activate-ability", "ability": {**ability, "cost": cost}}, you={"runes": runes})

        assert [each["ready"] for each in position["you"]["runes"]] == [False, False, True]
        assert position["you"]["energy"] == 2

    @pytest.mark.parametrize(
        ("you", "expected"),
        [
            ({"energy": 1, "power": {"fury": 1}}, {"energy": 2, "power": {"fury": 2}}),
            ({"runes": []}, {"runes": [], "energy": 1, "power": {"fury": 1}}),
            ({}, {}),
        ],
    )
    def test_what_adds_fills_the_pool(self, you: dict[str, Any], expected: dict[str, Any]) -> None:
        adds = {"energy": 1, "power": {"fury": 1}}
        ability = {"kind": "activated", "source": "g1", "cost": {"exhaust": True}, "keywords": [], "adds": adds}
        position = after({"action": "activate-ability", "ability": ability}, you=you)

        assert position.get("you", {}) == expected

    @pytest.mark.parametrize(
        ("more", "chain"),
        [({}, 1), ({"place": False}, 0)],
    )
    def test_a_trigger(self, more: dict[str, Any], chain: int) -> None:
        ability = {"kind": "triggered", "condition_met": True, "may": True}
        position = after({"action": "place-trigger", "ability": ability, **more})

        assert len(position["turn"]["chain"]) == chain


class TestPayment:
    RUNES = ({"domain": "fury", "ready": True}, {"domain": "calm", "ready": True})

    def test_runes_are_exhausted_and_recycled(self) -> None:
        card = gear(energy=2, power={"fury": 1, "any": 1})
        position = after({"action": "play-gear", "card": card}, you={"runes": [dict(rune) for rune in self.RUNES]})

        assert position["you"] == {"runes": [], "rune_deck": 14}

    def test_the_pool_pays_first(self) -> None:
        card = gear(energy=2, power={"fury": 1})
        you = {"energy": 1, "power": {"fury": 1}, "runes": [dict(rune) for rune in self.RUNES]}
        position = after({"action": "play-gear", "card": card}, you=you)

        assert position["you"]["power"] == {"fury": 0}
        assert [rune["ready"] for rune in position["you"]["runes"]] == [False, True]

    def test_universal_power_and_power_of_any(self) -> None:
        card = gear(power={"fury": 1, "any": 2})
        position = after({"action": "play-gear", "card": card}, you={"energy": 2, "power": {"any": 1, "calm": 3}})

        assert position["you"]["power"] == {"any": 0, "calm": 1}


class TestTheTurn:
    def test_priority_then_the_item_then_focus(self) -> None:
        # Two people on one screen: a spell in a showdown, answered by nobody.
        played = after({"action": "play-spell", "card": spell("Action", id="z")}, turn=SHOWDOWN)
        passed = after({"action": "pass"}, **played)
        both = after({"action": "pass", "player": "opponent", "passed": ["you"]}, **passed)
        done = after({"action": "resolve", "item": "z", "passed": ["you", "opponent"]}, **both)

        assert passed["turn"]["priority"] == "opponent"
        assert both["turn"]["chain"] == passed["turn"]["chain"]
        assert (done["turn"]["chain"], done["turn"]["focus"]) == ([], "opponent")
        over = after({"action": "pass", "player": "opponent", "passed": ["you"]}, **done)
        assert over["turn"] == {"active": "opponent", "phase": "main", "number": 6, "showdown": False, "chain": []}

    def test_focus_passes(self) -> None:
        assert after({"action": "pass"}, turn=SHOWDOWN)["turn"]["focus"] == "opponent"

    def test_after_an_ability_focus_is_asked_anew(self) -> None:
        turn = {**SHOWDOWN, "chain": [{"id": "a", "kind": "ability"}], "priority": "you"}
        position = after({"action": "resolve", "item": "a", "passed": ["you", "opponent"]}, turn=turn)

        assert "focus" not in position["turn"]

    def test_without_a_showdown_nobody_has_focus(self) -> None:
        turn = {**CLOSED, "resolving": True}
        position = after({"action": "resolve", "item": "s1", "passed": ["you", "opponent"]}, turn=turn)

        assert position["turn"] == {"number": 6, "active": "opponent", "phase": "main", "showdown": False, "chain": []}

    def test_the_controller_of_the_next_item_acts(self) -> None:
        chain = [SPELL_OF_THEIRS, {"id": "z", "kind": "spell", "controller": "you"}]
        position = after({"action": "counter", "item": "z"}, turn={**CLOSED, "chain": chain})
        untold = after({"action": "counter", "item": "z"}, turn={**CLOSED, "chain": [{"id": "x"}, chain[1]]})

        assert position["turn"]["priority"] == "opponent"
        assert "priority" not in untold["turn"]

    def test_of_an_item_nobody_told_nothing_is_taken(self) -> None:
        turn = {"active": "you", "phase": "main"}

        assert after({"action": "counter", "item": {"id": "x"}}, turn=turn)["turn"] == turn

    def test_a_hidden_card_costs_a_power(self) -> None:
        position = after({"action": "hide", "card": {"keywords": ["Hidden"]}, "location": "b1"})

        assert find(position, "battlefields", "b1")["facedown"] is True
        assert sum(position["you"]["power"].values()) == 7

    def test_units_move(self) -> None:
        position = after({"action": "move-units", "units": ["u1"], "destination": "base"})

        assert (find(position, "board", "u1")["location"], find(position, "board", "u1")["ready"]) == ("base", False)

    def test_the_mulligan_is_taken_once(self) -> None:
        assert after({"action": "mulligan", "aside": [0]}, turn={"number": 0})["you"]["mulligans"] == 1

    def test_a_turn_begins(self) -> None:
        you = {"energy": 3, "deck": 20, "runes": [{"domain": "fury", "ready": False}]}
        board = [
            {"id": "u1", "controller": "you", "ready": False},
            {"id": "e1", "controller": "opponent", "ready": False},
        ]
        position = after({"action": "begin-turn"}, turn={"number": 7, "active": "you"}, you=you, board=board)

        assert [each["ready"] for each in position["board"]] == [True, False]
        assert position["you"] == {
            "runes": [{"domain": "fury", "ready": True}, {"ready": True}, {"ready": True}],
            "rune_deck": 10,
            "deck": 19,
            "scored_here": ["b1"],
        }
        assert position["turn"] == {"number": 7, "active": "you", "phase": "main", "showdown": False, "chain": []}

    def test_a_turn_begins_with_nothing_told(self) -> None:
        position = after({"action": "begin-turn"}, turn={"active": "you"}, you={})

        assert position["you"] == {"rune_deck": 10, "scored_here": ["b1"]}

    def test_a_turn_ends(self) -> None:
        board = [{"id": "u1", "damage": 2}]
        position = after({"action": "end-turn"}, board=board, you={"first_turn": True})
        untold = after({"action": "end-turn"}, turn={key: each for key, each in MAIN.items() if key != "number"})

        assert position["turn"] == {
            "number": 6,
            "active": "opponent",
            "phase": "awaken",
            "showdown": False,
            "chain": [],
        }
        assert position["board"] == [{"id": "u1"}]
        assert position.get("you", {}) == {}
        assert "number" not in untold["turn"]
