"""Points: conquering, holding, the last point, burning out, and winning, in both editions."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from engine.games.riftbound.play.burning_out import burn
from engine.model.verdicts import LEGAL, UNCERTAIN
from engine.play.log import apply_move
from tests.engine.play.riftbound_examples import (
    ABSENT,
    EDITIONS,
    JULY,
    MARCH,
    TODAY,
    Changes,
    after,
    ask,
    result,
    working,
)


@pytest.mark.parametrize("as_of", EDITIONS)
class TestConquering:
    def test_control_a_point_and_the_battlefield_is_scored(self, as_of: str) -> None:
        assert result("conquer", as_of=as_of) == {
            "scores": "b1",
            "controller": "you",
            "triggers": "conquer",
            "points": 1,
            "draws": 0,
            "score": 3,
            "wins": False,
        }
        held = after("conquer", {"battlefields.b1.facedown": True}, as_of)
        assert held["battlefields"][0] == {"id": "b1", "controller": "you", "facedown": False}
        assert held["you"] == {"score": 3, "scored_here": ["b1"]}
        assert held["turn"]["showdown"] is False

    def test_the_last_point_takes_every_battlefield_this_turn(self, as_of: str) -> None:
        last: Changes = {"you.score": 7, "you.deck": 5}
        held = result("conquer", last, as_of)
        assert (held["points"], held["draws"], held["score"], held["wins"]) == (0, 1, 7, False)
        assert working("conquer", last, as_of) == [
            "7 of 8 points, and not every battlefield scored this turn: a card, no point"
        ]
        assert after("conquer", last, as_of)["you"] == {"score": 7, "deck": 4, "scored_here": ["b1"]}

    def test_with_every_battlefield_scored_it_wins(self, as_of: str) -> None:
        both: Changes = {"you.score": 7, "you.scored_here": ["b2"]}
        held = result("conquer", both, as_of)
        assert (held["points"], held["score"], held["wins"]) == (1, 8, True)
        assert working("conquer", both, as_of) == ["7 + 1 = 8 of 8 points", "8 of 8 points, more than the other’s 4"]

    def test_a_tie_at_the_victory_score_is_played_on(self, as_of: str) -> None:
        tie: Changes = {"you.score": 7, "you.scored_here": ["b2"], "opponent.score": 8}
        assert result("conquer", tie, as_of)["wins"] is False
        assert working("conquer", tie, as_of)[-1] == "8 of 8 points, not more than the other’s 8"

    def test_beyond_the_victory_score_conquering_is_still_restricted(self, as_of: str) -> None:
        held = result("conquer", {"you.score": 8, "opponent.score": 8}, as_of)
        assert (held["points"], held["draws"], held["score"]) == (0, 1, 8)


@pytest.mark.parametrize("as_of", EDITIONS)
class TestHoldingAndOtherPoints:
    def test_holding_gives_the_last_point(self, as_of: str) -> None:
        held = result("hold", {"you.score": 7}, as_of)
        assert (held["triggers"], held["points"], held["score"], held["wins"]) == ("hold", 1, 8, True)
        assert after("hold", {"you.score": 7}, as_of)["you"] == {"score": 8, "scored_here": ["b1"]}

    @pytest.mark.parametrize(
        ("how", "points", "scored"), [("conquer", 0, ["b1"]), ("hold", 1, ["b1"]), ("effect", 1, [])]
    )
    def test_only_conquering_has_a_hard_last_point(self, how: str, points: int, scored: list[str], as_of: str) -> None:
        changes: Changes = {"action.how": how, "you.score": 7}
        assert result("score", changes, as_of)["points"] == points
        assert after("score", changes, as_of)["you"] == {"score": 7 + points, "scored_here": scored}

    def test_an_effect_gives_a_point_without_a_battlefield_as_often_as_it_says(self, as_of: str) -> None:
        changes: Changes = {"action.how": "effect", "action.battlefield": ABSENT, "you.scored_here": ["b1"]}
        assert ask("score", changes, as_of).outcome == LEGAL
        assert result("score", changes, as_of)["score"] == 3


class TestWhatIsNotKnown:
    @pytest.mark.parametrize(
        ("verb", "changes", "asked"),
        [
            ("conquer", {"you.score": ABSENT}, "you.score"),
            ("hold", {"you.score": 7, "opponent.score": ABSENT}, "opponent.score"),
            ("score", {"you.score": 7, "battlefields": ABSENT}, "battlefields"),
            (
                "resolve-combat",
                {
                    "you.score": ABSENT,
                    "board.x.might": 12,
                    "action.damage": {"a": 3, "b": 3, "c": 3, "d": 3},
                    "board.a.stunned": True,
                    "board.b.stunned": True,
                },
                "you.score",
            ),
            ("burn-out", {"you.trash": ABSENT}, "you.trash"),
            ("burn-out", {"opponent.score": ABSENT}, "opponent.score"),
        ],
    )
    def test_a_result_asks_for_what_it_hangs_on(self, verb: str, changes: Changes, asked: str) -> None:
        held = ask(verb, changes)
        assert (held.outcome, held.asks) == (UNCERTAIN, (asked,))

    def test_an_unknown_score_stays_unknown(self) -> None:
        held: Any = after("conquer", {"you.score": ABSENT})
        assert held["you"] == {"scored_here": ["b1"]}
        assert held["battlefields"][0]["controller"] == "you"


class TestBurningOut:
    @pytest.mark.parametrize("as_of", EDITIONS)
    def test_the_trash_is_the_deck_and_the_rest_is_drawn(self, as_of: str) -> None:
        assert result("burn-out", as_of=as_of) == {
            "recycles": 9,
            "burn_outs": 1,
            "points": {"opponent": 1},
            "score": 5,
            "drawn": 3,
            "deck": 7,
            "winner": None,
        }
        assert working("burn-out", as_of=as_of) == [
            "3 cards to draw, 1 in the main deck",
            "9 cards of the trash are shuffled and become the main deck",
            "4 + 1 = 5 points for the other side",
        ]
        held = after("burn-out", as_of=as_of)
        assert (held["you"], held["opponent"]) == ({"deck": 7, "trash": 0, "score": 2}, {"score": 5})

    @pytest.mark.parametrize("as_of", EDITIONS)
    def test_an_empty_trash_burns_out_until_the_other_has_won(self, as_of: str) -> None:
        held = result("burn-out", {"you.deck": 0, "you.trash": 0}, as_of)
        assert (held["burn_outs"], held["score"], held["drawn"], held["winner"]) == (4, 8, 0, "opponent")
        cited = {
            citation.rule
            for each in ask("burn-out", {"you.deck": 0, "you.trash": 0}, as_of).checked
            if each.code == "win"
            for citation in each.citations
        }
        assert cited == {"431.3.a" if as_of == MARCH else "431.3.c"}

    @pytest.mark.parametrize(
        ("deck", "trash", "cards", "theirs", "own", "expected"),
        [
            (0, 5, 1, 7, 0, (1, 1, 4, 8, True)),  # the first one's point wins in the cleanup, after the draw
            (0, 5, 1, 7, 8, (1, 1, 4, 8, False)),  # a tie: play goes on
            (2, 1, 5, 0, 0, (8, 3, 0, 8, True)),  # not enough cards in both: out again and again
            (0, 0, 1, 7, 9, (3, 0, 0, 10, True)),  # more points than the other are needed, too
        ],
    )
    def test_points_and_cards(
        self, deck: int, trash: int, cards: int, theirs: int, own: int, expected: tuple[int, int, int, int, bool]
    ) -> None:
        assert tuple(burn(deck, trash, cards, theirs, own, 8)) == expected


class TestWinning:
    @pytest.mark.parametrize("as_of", [MARCH, JULY])
    @pytest.mark.parametrize(("player", "scores"), [("you", (8, 7)), ("opponent", (9, 10))])
    def test_the_victory_score_and_the_lead_win(self, player: str, scores: tuple[int, int], as_of: str) -> None:
        changes: Changes = {"action.player": player, "you.score": scores[0], "opponent.score": scores[1]}
        assert result("win", changes, as_of) == {"winner": player}


class TestOverATurn:
    FIELDS: ClassVar = [{"id": "b1", "controller": "you"}, {"id": "b2", "controller": "opponent"}]

    def move(self, verb: str, **position: Any) -> Any:
        told = {"game": "riftbound", "as_of": MARCH, "battlefields": self.FIELDS, **position}
        return apply_move(told, {"action": verb}, today=TODAY).position

    @pytest.mark.parametrize(("told", "expected"), [({"score": 7}, {"score": 8}), ({}, {})])
    def test_a_turn_begins_with_holding_what_is_controlled(
        self, told: dict[str, Any], expected: dict[str, Any]
    ) -> None:
        held = self.move("begin-turn", turn={"active": "you", "phase": "awaken"}, you=told)
        assert held["you"] == {**expected, "rune_deck": 10, "scored_here": ["b1"]}

    def test_nothing_is_held_without_control(self) -> None:
        held = self.move("begin-turn", turn={"active": "you", "phase": "awaken"}, battlefields=[], you={"score": 7})
        assert held["you"] == {"score": 7, "rune_deck": 10}

    def test_what_was_scored_or_stunned_this_turn_ends_with_it(self) -> None:
        turn = {"active": "you", "phase": "main", "showdown": False, "chain": []}
        sides = {"you": {"scored_here": ["b1"], "score": 3}, "opponent": {"scored_here": ["b2"]}}
        held = self.move("end-turn", turn=turn, board=[{"id": "u", "type": "unit", "stunned": True}], **sides)
        assert (held["you"], held["opponent"]) == ({"score": 3}, {})
        assert held["board"] == [{"id": "u", "type": "unit"}]
