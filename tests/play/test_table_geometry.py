"""The drawn table: where cards lie, what is turned, hatched, dashed or arrowed, and that all of it fits its picture."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.cases import cases_of
from vsdb.play.table.layouts import LAYOUTS
from vsdb.play.table.shapes import UNKNOWN, Drawing, Piece, break_name

GAMES = tuple(LAYOUTS)
RIFTBOUND: dict[str, Any] = {
    "turn": {"chain": [{"id": "s1", "kind": "spell", "controller": "you"}, {"id": "s2", "kind": "ability"}]},
    "battlefields": [{"id": "b1", "controller": "you", "facedown": True}, {"id": "b2"}],
    "board": [
        {"id": "u", "type": "unit", "controller": "you", "location": "b1", "might": 3, "ready": False},
        {"id": "e", "type": "unit", "controller": "opponent", "location": "b1", "might": 4},
        {"id": "lost", "type": "unit"},
    ],
}


def draw(game: str, position: dict[str, Any], action: dict[str, Any] | None = None) -> Drawing:
    return LAYOUTS[game].draw(position, action or {})


def piece(drawing: Drawing, ref: str) -> Piece:
    found = drawing.find_piece(ref)
    assert found, ref
    return found


def classic(*own: dict[str, Any], other: tuple[dict[str, Any], ...] = (), **turn: Any) -> Drawing:
    position = {"turn": turn, "you": {"characters": list(own)}, "opponent": {"characters": list(other)}}
    return draw("vs-classic", position)


class TestClassic:
    def test_both_front_rows_face_each_other(self) -> None:
        front = {"row": "front", "column": 1}
        drawing = classic(
            {"id": "a", **front},
            {"id": "b", "row": "support", "column": 1},
            other=({"id": "x", **front}, {"id": "y", "row": "support", "column": 1}),
        )
        refs = ("opponent.characters.y", "opponent.characters.x", "you.characters.a", "you.characters.b")
        heights = [piece(drawing, ref).box.centre for ref in refs]
        assert heights == sorted(set(heights))
        assert len({piece(drawing, ref).box.middle for ref in refs}) == 1

    def test_columns_lie_from_left_to_right_with_their_gaps(self) -> None:
        drawing = classic(*({"id": str(each), "row": "front", "column": each} for each in (1, 2, 4)))
        one, two, four = (piece(drawing, f"you.characters.{each}").box.middle for each in (1, 2, 4))
        assert four - two == 2 * (two - one) > 0

    def test_columns_far_apart_take_no_room_between(self) -> None:
        drawing = classic({"id": "a", "row": "front", "column": -5}, {"id": "b", "row": "front", "column": 900_000})
        assert drawing.width < 1000

    def test_the_hidden_area_lies_behind_the_dividing_column(self) -> None:
        hidden = {"id": "h", "row": "front", "column": 1, "area": "hidden"}
        drawing = classic({"id": "a", "row": "front", "column": 3}, hidden)
        divider = next(each for each in drawing.zones if each.look == "divider").box
        assert piece(drawing, "you.characters.a").box.right <= divider.x
        assert piece(drawing, "you.characters.h").box.x >= divider.right

    def test_an_exhausted_character_lies_turned(self) -> None:
        ready, exhausted = ({"id": each, "ready": each == "r", "row": "front"} for each in ("r", "e"))
        drawing = classic(ready, exhausted)
        upright, turned = (piece(drawing, f"you.characters.{each}") for each in "re")
        assert upright.box.height > upright.box.width
        assert turned.box.width > turned.box.height
        assert "exhausted" in turned.states
        assert "exhausted" in turned.words

    def test_a_stunned_character_is_hatched_and_says_so(self) -> None:
        drawn = piece(classic({"id": "s", "stunned": True, "row": "front", "column": 1}), "you.characters.s")
        assert "stunned" in drawn.looks
        assert "stunned" in drawn.states
        assert "unknown" not in drawn.looks

    def test_what_nobody_said_is_dashed_and_asked(self) -> None:
        drawing = classic({"id": "a"})
        drawn = piece(drawing, "you.characters.a")
        assert "unknown" in drawn.looks
        assert drawn.figures == "?/?"
        assert any(zone.look == "tray" and not zone.is_known for zone in drawing.zones)
        assert {"ATK not known", "ready or not: not known"} <= set(drawn.words)

    def test_figures_that_nobody_said_are_unknown_and_not_0(self) -> None:
        drawing = draw("vs-classic", {"you": {"endurance": 0}})
        said = {(each.side, each.title): each.value for each in drawing.figures}
        assert said["you", "Endurance"] == "0"
        assert said["opponent", "Endurance"] == UNKNOWN
        assert [each.look for each in drawing.chips] == ["unknown", "unknown"]

    def test_a_player_can_be_a_target_and_holds_nothing(self) -> None:
        players = [each.key for each in classic().places if not each.holder]
        assert players == ["opponent", "you"]

    def test_two_at_one_place_are_both_seen(self) -> None:
        drawing = classic(*({"id": each, "row": "front", "column": 1} for each in "ab"))
        assert piece(drawing, "you.characters.a").box != piece(drawing, "you.characters.b").box

    def test_a_taken_place_is_not_offered(self) -> None:
        drawing = classic({"id": "a", "row": "front", "column": 1})
        assert drawing.find_place("you/front/1/visible") is None
        assert drawing.find_place("you/front/2/visible")

    @pytest.mark.parametrize("defender", ["x", "opponent"])
    def test_an_attack_under_way_is_a_whole_arrow_and_a_proposed_one_a_dashed(self, defender: str) -> None:
        front = {"row": "front", "column": 1}
        sides = {"you": {"characters": [{"id": "a", **front}]}, "opponent": {"characters": [{"id": "x", **front}]}}
        said = {"attackers": ["a"], "defender": defender}
        running = draw("vs-classic", {**sides, "turn": {"attack": {"by": "you", **said}}})
        asked = draw("vs-classic", sides, {"action": "attack", **said})
        assert [each.is_asked for each in running.arrows + asked.arrows] == [False, True]
        assert running.arrows[0].start == asked.arrows[0].start
        assert running.arrows[0].end[1] < running.arrows[0].start[1]


class TestPcg:
    def test_states_wounds_and_the_main_character_are_marked(self) -> None:
        shown = {"id": "m", "name": "Thor", "state": "stunned", "main": True, "wounds": 1, "health": 5, "ready": True}
        drawn = piece(draw("vs-2pcg", {"you": {"front": [shown]}}), "you.front.m")
        assert {"stunned", "main"} <= set(drawn.looks)
        assert drawn.states == ("stunned", "1 of 5")

    def test_a_long_row_goes_on_below(self) -> None:
        row = [{"id": f"c{number}"} for number in range(9)]
        drawing = draw("vs-2pcg", {"you": {"front": row}})
        assert len({each.box.centre for each in drawing.pieces}) == 2

    def test_combat_is_drawn_between_both_sides(self) -> None:
        combat = {"attackers": ["a", "b"], "defenders": ["x"]}
        sides = {"you": {"front": [{"id": "a"}, {"id": "b"}]}, "opponent": {"front": [{"id": "x"}]}}
        arrows = draw("vs-2pcg", {**sides, "turn": {"combat": combat}}).arrows
        assert [each.words for each in arrows] == ["a attacks x", "b attacks x"]

    def test_resources_lie_as_they_are(self) -> None:
        resources = [{"id": "1", "face": "up"}, {"id": "2", "face": "down", "ready": False}, {"id": "3"}]
        chips = draw("vs-2pcg", {"you": {"resources": resources}}).chips
        own = [each for each in chips if each.box.y > 200]
        assert [each.look for each in own] == ["up", "down", "unknown"]
        assert own[1].box.width > own[1].box.height


class TestRiftbound:
    def test_the_opponents_units_stand_above_ones_own_at_a_battlefield(self) -> None:
        drawing = draw("riftbound", RIFTBOUND)
        own, other = (piece(drawing, f"board.{each}").box for each in "ue")
        assert other.bottom <= own.y
        assert piece(drawing, "board.u").figures == "3"

    def test_a_unit_nowhere_lies_apart(self) -> None:
        drawing = draw("riftbound", RIFTBOUND)
        tray = next(each for each in drawing.zones if each.look == "tray")
        assert piece(drawing, "board.lost").box.y > tray.box.y
        assert "place not known" in piece(drawing, "board.lost").said

    def test_the_newest_item_of_the_chain_is_on_top(self) -> None:
        items = [each for each in draw("riftbound", RIFTBOUND).labels if each.look == "chain"]
        assert [each.text[:5] for each in sorted(items, key=lambda each: each.y)] == ["2. s2", "1. s1"]

    def test_a_card_face_down_is_seen_and_one_that_may_lie_there_is_dashed(self) -> None:
        looks = [each.look for each in draw("riftbound", RIFTBOUND).chips if "face down" in each.words]
        assert looks == ["down", "unknown"]

    def test_a_battlefield_can_be_chosen_and_says_who_controls_it(self) -> None:
        head = piece(draw("riftbound", RIFTBOUND), "battlefields.b1")
        assert head.title == "b1: yours"
        assert "a card face down" in head.said

    def test_a_move_that_is_asked_about_points_to_its_place(self) -> None:
        move = {"action": "move-units", "units": ["u"], "destination": "base"}
        arrow = draw("riftbound", RIFTBOUND, move).arrows[0]
        assert arrow.is_asked
        assert arrow.end[1] > arrow.start[1]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("Thor", ("Thor",)),
        ("Captain Marvel", ("Captain", "Marvel")),
        ("Hippopotamus", ("Hippopotam", "us")),
        ("The Incredible Hulk, Gamma", ("The", "Incredibl…")),
    ],
)
def test_names_are_broken_between_words(name: str, lines: tuple[str, ...]) -> None:
    assert break_name(name, 10) == lines


@pytest.mark.parametrize("game", GAMES)
def test_an_empty_position_is_drawn_with_nothing_known(game: str) -> None:
    drawing = draw(game, {})
    assert not drawing.pieces
    assert {each.value for each in drawing.figures} == {UNKNOWN}
    assert any(not zone.is_known for zone in drawing.zones)


@pytest.mark.parametrize("game", GAMES)
def test_every_case_fits_its_picture(game: str) -> None:
    cases = [each.values[0] for each in cases_of(game)]
    if cases == [None]:
        pytest.skip("needs the official cases")
    for case in cases:
        drawing = draw(game, case["position"], case["action"])
        shapes: tuple[Any, ...] = (*drawing.pieces, *drawing.places, *drawing.zones, *drawing.chips)
        for each in shapes:
            assert 0 <= each.box.x < each.box.right <= drawing.width, (case["id"], each)
            assert 0 <= each.box.y < each.box.bottom <= drawing.height, (case["id"], each)
