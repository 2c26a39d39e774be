"""Hidden cards in Riftbound: hiding them, and playing them from where they lie."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.riftbound import (
    BOARD,
    CLOSED,
    ENEMY,
    LEGAL,
    SHOWDOWN,
    answer,
    gear,
    illegal,
    play_spell,
    play_unit,
    result,
    said,
    shown,
    unit,
    unsure,
)

LAIN = {"zone": "facedown", "hidden_on_turn": 5, "hidden_at": "b1"}


class TestHidden:
    """From face down: later, where it lay, for nothing, with Reaction (107.3, 811)."""

    @pytest.mark.parametrize("turn", [CLOSED, SHOWDOWN])
    def test_811_6_it_has_reaction_and_costs_nothing(self, turn: Any) -> None:
        given = answer(play_unit(unit("Hidden", **LAIN), "b1"), turn=turn, you={"energy": 0, "power": {}})

        assert said(given) == LEGAL
        assert result(given)["cost"] == {"energy": 0, "power": {}}
        assert result(given)["enters"] == {"location": "b1", "ready": False}

    @pytest.mark.parametrize(
        ("card", "location", "expected"),
        [
            ({}, "base", illegal("location-valid")),
            ({}, "b2", illegal("location-valid")),
            ({"hidden_on_turn": 6}, "b1", illegal("hidden-next-turn")),
            ({"hidden_at": "b2"}, "b2", illegal("hidden-place-lost")),
            ({"hidden_at": "b9"}, "b9", unsure("hidden-place-lost", asks=["battlefields.b9"])),
        ],
    )
    def test_811_1_d_1_a_unit(self, card: dict[str, Any], location: str, expected: Any) -> None:
        action = play_unit(unit("Hidden", **{**LAIN, **card}), location)

        assert said(answer(action, turn=CLOSED)) == expected

    def test_what_isnt_said_of_a_hidden_card_is_asked(self) -> None:
        card = unit("Hidden", zone="facedown", hidden_on_turn=5)
        given = answer(play_unit(card, "b1"), turn=CLOSED)

        assert said(given) == unsure("hidden-place-lost", asks=["action.card.hidden_at"])
        without_number = answer(play_unit(unit(**LAIN), "b1"), turn={**CLOSED, "number": 6})
        assert said(without_number) == LEGAL

    @pytest.mark.parametrize(
        ("target", "targets", "expected"),
        [
            ({"what": "unit"}, ["u1"], LEGAL),
            ({"what": "unit"}, ["e1"], illegal("hidden-targets")),
            # No enemy is there: it can't be played (811.1.d).
            (ENEMY, ["e1"], illegal("targets-available", "hidden-targets")),
            # Words that rule the place out free the choice (811.1.d.2).
            ({"what": "gear", "where": "base"}, ["g1"], LEGAL),
            ({"what": "spell"}, ["s1"], LEGAL),
        ],
    )
    def test_811_1_d_2_targets(self, target: dict[str, Any], targets: list[str], expected: Any) -> None:
        action = play_spell(target, *targets, card=LAIN)

        assert said(answer(action, turn=CLOSED)) == expected

    @pytest.mark.parametrize(
        ("keywords", "location", "expected", "recalled"),
        [
            (["Hidden"], None, LEGAL, True),
            (["Hidden"], "b1", LEGAL, True),
            (["Hidden", "Quick-Draw"], None, LEGAL, False),
            (["Hidden"], "base", illegal("gear-location"), None),
        ],
    )
    def test_811_1_d_1_a_gear(self, keywords: list[str], location: str | None, expected: Any, recalled: Any) -> None:
        where = {"location": location} if location else {}
        given = answer({"action": "play-gear", "card": gear(*keywords, **LAIN), **where}, turn=CLOSED)

        assert said(given) == expected
        assert result(given).get("recalled_in_cleanup") is recalled

    @pytest.mark.parametrize("keywords", [["Quick-Draw"], ["Hidden", "Quick-Draw"]])
    @pytest.mark.parametrize(
        ("board", "in_base", "face_down"),
        [
            ([{**BOARD[0], "location": "b1"}], True, True),
            ([{**BOARD[0], "location": "b2"}], True, False),
            ([{**BOARD[0], "location": "b1", "cannot_be_chosen": True}], False, False),
            ([{**BOARD[0], "controller": "opponent"}], False, False),
            ([], False, False),
            # Until the board, or what is on it, is told there may be one.
            (None, True, True),
            ([{"id": "u1", "type": "unit", "controller": "you"}], True, True),
        ],
    )
    def test_819_1_d_quick_draw_attaches_only_to_an_own_unit(
        self, board: Any, in_base: bool, face_down: bool, keywords: list[str]
    ) -> None:
        lain = LAIN if "Hidden" in keywords else {}
        given = answer({"action": "play-gear", "card": gear(*keywords, **lain)}, turn=CLOSED, board=board)
        attaches = face_down if lain else in_base

        assert said(given) == LEGAL
        assert shown(result(given), "attaches", "recalled_in_cleanup") == (attaches, bool(lain) and not attaches)

    def test_gear_of_unknown_place_and_keywords_tells_neither(self) -> None:
        card = {"type": "gear", "energy": 1, "zone": "facedown", "hidden_on_turn": 5}
        given = answer({"action": "play-gear", "card": card}, turn=CLOSED)

        assert said(given) == unsure("hidden-place-lost", asks=["action.card.hidden_at"])
        assert "enters" not in result(given)
        assert "attaches" not in result(given)
        quick = answer({"action": "play-gear", "card": {**card, "keywords": []}}, turn=CLOSED)
        assert "recalled_in_cleanup" not in result(quick)

    def test_a_hidden_spell_of_unknown_place_asks_for_it_alone(self) -> None:
        action = play_spell({"what": "unit"}, "u1", card={"zone": "facedown", "hidden_on_turn": 5})

        assert said(answer(action, turn=CLOSED)) == unsure("hidden-place-lost", asks=["action.card.hidden_at"])

    def test_a_hidden_unit_of_unknown_place(self) -> None:
        action = play_unit(unit(zone="facedown", hidden_on_turn=5), None)

        assert said(answer(action, turn=CLOSED)) == unsure(
            "hidden-place-lost", "location-chosen", asks=["action.card.hidden_at", "action.location"]
        )
