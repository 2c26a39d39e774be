"""A turn of Riftbound beside plays: hiding, moving, the mulligan, begin and end; and what readers get of it all."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from engine.games.riftbound.play import PLAY
from engine.games.riftbound.play.action_facts import Ability, PlayedCard
from engine.games.riftbound.play.facts import Permanent
from engine.model.cards import RIFTBOUND, Card, Keyword
from engine.play.judging import judge, read_question
from tests.engine.play.riftbound import (
    BOARD,
    CLOSED,
    FIELDS,
    JULY,
    LEGAL,
    MAIN,
    POSITION,
    SHOWDOWN,
    THEIRS,
    answer,
    codes,
    illegal,
    result,
    said,
    unsure,
)

HOME = {"id": "h1", "type": "unit", "controller": "you", "location": "base", "ready": True, "keywords": []}


def without(held: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: each for name, each in held.items() if name != key}


class TestHiding:
    def hide(self, location: str | None = "b1", **card: Any) -> dict[str, Any]:
        where = {"location": location} if location else {}
        return {"action": "hide", "card": {"keywords": ["Hidden"], **card}, **where}

    @pytest.mark.parametrize(
        ("location", "card", "position", "expected"),
        [
            ("b1", {}, {}, LEGAL),
            ("b1", {"zone": "champion"}, {}, LEGAL),
            ("b1", {"zone": "trash"}, {}, illegal("hide-zone")),
            ("b1", {"keywords": []}, {}, illegal("hidden-keyword")),
            ("b2", {}, {}, illegal("hide-place")),
            ("base", {}, {}, illegal("hide-place")),
            ("b9", {}, {}, unsure("hide-place", "hide-room", asks=["battlefields.b9"])),
            ("b1", {}, {"battlefields": None}, unsure("hide-place", "hide-room", asks=["battlefields"])),
            (None, {}, {}, unsure("hide-place", asks=["action.location"])),
            ("b1", {}, {"battlefields": [{**FIELDS[0], "facedown": True}]}, illegal("hide-room")),
            ("b1", {}, {"you": {"power": {}}}, illegal("hide-paid")),
            ("b1", {}, {"you": {"runes": [{"ready": False}]}}, unsure("hide-paid", asks=["you.runes.domain"])),
            ("b1", {}, {"turn": THEIRS}, illegal("hide-time")),
            ("b1", {}, {"turn": {**CLOSED, "active": "you"}}, illegal("hide-time")),
            ("b1", {}, {"turn": {**MAIN, "phase": "draw"}}, illegal("priority")),
            ("b1", {}, {"turn": {**SHOWDOWN, "active": "you"}}, unsure("hide-time", asks=[])),
            ("b1", {}, {"turn": without(MAIN, "showdown")}, unsure("hide-time", asks=["turn.showdown"])),
            ("b1", {}, {"turn": without(MAIN, "active")}, unsure("hide-time", asks=["turn.active"])),
        ],
    )
    def test_811_1_b(self, location: Any, card: dict[str, Any], position: dict[str, Any], expected: Any) -> None:
        given = answer(self.hide(location, **card), **position)

        assert said(given) == expected

    def test_811_1_c_2_it_opens_no_chain(self) -> None:
        assert result(answer(self.hide())) == {
            "cost": {"energy": 0, "power": {"any": 1}},
            "opens_chain": False,
            "playable_from_turn": 6,
        }
        assert "playable_from_turn" not in result(answer(self.hide(), turn=without(MAIN, "number")))

    def test_a_contradiction_of_the_rules_is_named_with_both(self) -> None:
        given = answer(self.hide(), turn={**SHOWDOWN, "active": "you"})
        cited = {citation.rule for finding in given.findings for citation in finding.citations}

        assert {"410.1.a", "421.2", "313.1", "421.2.a", "811.1.b"} <= cited


class TestMoves:
    @pytest.mark.parametrize(
        ("unit", "destination", "expected"),
        [
            (HOME, "b2", LEGAL),
            (HOME, "b1", LEGAL),
            (HOME, "base", illegal("move-destination")),
            ({**HOME, "location": "b1"}, "base", LEGAL),
            ({**HOME, "location": "b1"}, "b1", illegal("move-destination")),
            ({**HOME, "location": "b1"}, "b2", illegal("move-destination")),
            ({**HOME, "location": "b1", "keywords": ["Ganking"]}, "b2", LEGAL),
            ({**HOME, "location": "b1", "keywords": ["Ganking"]}, "b1", illegal("move-destination")),
            (HOME, "b9", unsure("move-destination", asks=["battlefields.b9"])),
            (HOME, None, unsure("move-destination", asks=["action.destination"])),
            (without(HOME, "location"), "b2", unsure("move-destination", asks=["board.h1.location"])),
            ({**HOME, "ready": False, "name": "Vi"}, "b2", illegal("move-ready")),
            ({**HOME, "controller": "opponent"}, "b2", illegal("move-ready")),
            ({**HOME, "type": "gear"}, "b2", illegal("move-ready")),
            (without(HOME, "controller"), "b2", unsure("move-ready", asks=["board.h1.controller"])),
        ],
    )
    def test_144(self, unit: dict[str, Any], destination: str | None, expected: Any) -> None:
        where = {"destination": destination} if destination else {}
        given = answer({"action": "move-units", "units": ["h1"], **where}, board=[unit])

        assert said(given) == expected

    @pytest.mark.parametrize(
        ("turn", "expected"),
        [
            (THEIRS, illegal("move-time")),
            ({**MAIN, "phase": "beginning"}, illegal("move-time")),
            ({**MAIN, "showdown": True}, illegal("move-time")),
            ({**CLOSED, "active": "you"}, illegal("move-time")),
            ({}, unsure("move-time", asks=["turn.active", "turn.chain", "turn.phase", "turn.showdown"])),
        ],
    )
    def test_144_1(self, turn: dict[str, Any], expected: Any) -> None:
        action = {"action": "move-units", "units": ["h1"], "destination": "b2"}

        assert said(answer(action, turn=turn, board=[HOME])) == expected

    def test_144_3_several_move_to_one_place(self) -> None:
        action = {"action": "move-units", "units": ["u1", "h1"], "destination": "base"}
        board = [BOARD[0], {**HOME, "location": "b2"}]

        assert result(answer(action, board=board)) == {"exhausted": ["h1", "u1"], "location": "base"}

    @pytest.mark.parametrize(
        ("units", "expected"),
        [
            ([], illegal("move-ready")),
            (None, unsure("move-ready", asks=["action.units"])),
            (["zz"], unsure("move-ready", "move-destination", asks=["board.zz"])),
        ],
    )
    def test_which_units(self, units: Any, expected: Any) -> None:
        said_units = {} if units is None else {"units": units}

        assert said(answer({"action": "move-units", **said_units, "destination": "b2"})) == expected

    def test_144_4_where_units_are_is_asked_where_the_board_isnt_told(self) -> None:
        action = {"action": "move-units", "units": ["h1"], "destination": "base"}

        assert said(answer(action, board=None)) == unsure("move-ready", "move-destination", asks=["board"])

    def test_a_unit_that_is_named_twice_moves_once(self) -> None:
        action = {"action": "move-units", "units": ["h1", "h1"], "destination": "b2"}

        assert result(answer(action, board=[HOME]))["exhausted"] == ["h1"]

    def test_an_exhausted_unit_is_named(self) -> None:
        action = {"action": "move-units", "units": ["h1"], "destination": "b2"}
        given = answer(action, board=[{**HOME, "ready": False, "name": "Vi"}])

        assert [finding.message for finding in given.findings] == ["Vi is exhausted."]


@pytest.mark.parametrize("busy", ["resolving", "tasks"])
@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"action": "move-units", "units": ["h1"], "destination": "b2"}, "move-time"),
        ({"action": "hide", "card": {"type": "unit", "keywords": ["Hidden"]}, "location": "b1"}, "priority"),
        ({"action": "end-turn"}, "end-time"),
    ],
)
def test_312_1_b_nobody_acts_while_something_is_to_be_done(action: dict[str, Any], code: str, busy: str) -> None:
    assert said(answer(action, turn={**MAIN, busy: True}, board=[HOME])) == illegal(code)


class TestTheTurn:
    @pytest.mark.parametrize(
        ("aside", "turn", "you", "expected"),
        [
            ([], {"number": 0}, {}, LEGAL),
            ([1, 2], {"number": 0}, {}, LEGAL),
            ([1, 1], {"number": 0}, {}, illegal("mulligan-count")),
            ([0, 1, 2], {"number": 0}, {}, illegal("mulligan-count")),
            ([0], {"number": 1}, {}, illegal("mulligan-time")),
            ([0], {"number": 0}, {"mulligans": 1}, illegal("mulligan-time")),
            (None, {"number": 0}, {}, unsure("mulligan-count", asks=["action.aside"])),
        ],
    )
    def test_118(self, aside: Any, turn: dict[str, Any], you: dict[str, Any], expected: Any) -> None:
        chosen = {} if aside is None else {"aside": aside}

        assert said(answer({"action": "mulligan", **chosen}, turn=turn, you=you)) == expected

    @pytest.mark.parametrize(
        ("you", "channels"),
        [
            ({}, 2),
            ({"rune_deck": 1}, 1),
            ({"rune_deck": 0}, 0),
            ({"goes_second": True, "first_turn": True}, 3),
            ({"goes_second": True, "first_turn": False}, 2),
            ({"goes_second": False, "first_turn": True}, 2),
            ({"goes_second": True, "first_turn": True, "rune_deck": 2}, 2),
        ],
    )
    def test_315_3_b_and_480_7_runes(self, you: dict[str, Any], channels: int) -> None:
        assert result(answer({"action": "begin-turn"}, you=you))["channels"] == channels

    @pytest.mark.parametrize(("you", "burns_out"), [({"deck": 0}, True), ({"deck": 1}, None), ({}, None)])
    def test_315_4_b_1_an_empty_deck_burns_out(self, you: dict[str, Any], burns_out: Any) -> None:
        assert result(answer({"action": "begin-turn"}, you=you)).get("burns_out") is burns_out

    def test_304_turn_player(self) -> None:
        begin = {"action": "begin-turn"}
        assert said(answer(begin)) == LEGAL
        assert said(answer(begin, turn=THEIRS)) == illegal("turn-player")
        assert said(answer(begin, turn={"number": 5})) == unsure("turn-player", asks=["turn.active"])

    def test_315_holds_what_is_controlled(self) -> None:
        ours = answer({"action": "begin-turn", "player": "opponent"}, turn=THEIRS)

        assert said(ours) == LEGAL
        assert result(ours)["holds"] == ["b2"]
        assert "holds" not in result(answer({"action": "begin-turn"}, battlefields=[{"id": "b1"}]))
        assert "holds" not in result(answer({"action": "begin-turn"}, battlefields=None))

    @pytest.mark.parametrize(
        ("turn", "expected"),
        [
            (MAIN, LEGAL),
            (THEIRS, illegal("end-time")),
            ({**MAIN, "showdown": True}, illegal("end-time")),
            (without(MAIN, "phase"), unsure("end-time", asks=["turn.phase"])),
        ],
    )
    def test_316_6(self, turn: dict[str, Any], expected: Any) -> None:
        assert said(answer({"action": "end-turn"}, turn=turn)) == expected


class TestReaders:
    @pytest.mark.parametrize(
        ("as_of", "edition", "remarks"),
        [
            ("2026-01-01", "rb-core-1.3", []),
            ("2026-07-15", "rb-core-1.3", []),
            (JULY, "rb-core-2026-07-16", []),
            ("2026-10-08", "rb-core-2026-07-16", []),
            ("2026-10-09", "rb-core-2026-07-16", ["edition-not-held"]),
        ],
    )
    def test_the_day_picks_the_edition(self, as_of: str, edition: str, remarks: list[str]) -> None:
        given = answer({"action": "end-turn"}, as_of=as_of)

        assert given.edition == edition
        assert [finding.code for finding in given.findings] == remarks
        assert {each.document for row in given.checked for each in row.citations} == {edition}

    def test_every_action_is_in_a_sequence_or_an_event(self) -> None:
        told = {verb for sequence in PLAY.sequences for step in sequence.steps for verb in step.verbs}

        assert told <= set(PLAY.by_verb)
        assert {"play-unit", "play-gear", "play-spell", "activate-ability", "place-trigger", "hide", "pass"} <= told

    def test_the_walks_have_six_steps_with_citations(self) -> None:
        walks = {sequence.slug: sequence for sequence in PLAY.sequences}
        unit = walks["play-unit"].steps

        assert [step.title[:2] for step in unit] == ["Be", "1.", "2.", "3.", "4.", "5.", "6."]
        assert all(step.citations and step.text for sequence in PLAY.sequences for step in sequence.steps)

    def test_each_step_of_a_walk_says_what_happens_and_what_is_asked(self) -> None:
        walks = [sequence for sequence in PLAY.sequences if sequence.is_numbered]

        assert [walk.slug for walk in walks] == [
            "play-unit",
            "play-gear",
            "play-spell",
            "activate-ability",
            "place-trigger",
        ]
        for walk in walks:
            *steps, last = walk.steps
            assert all(step.questions and not step.text.endswith("?") for step in steps)
            assert not last.questions

    def test_says_what_is_out_of_reach(self) -> None:
        assert all(topic.topic and topic.reason for topic in PLAY.out_of_reach)

    def test_the_same_question_gets_the_same_bytes(self) -> None:
        question = {"position": POSITION, "action": {"action": "end-turn"}}
        first, second = (judge(read_question(question, today=date(2026, 6, 1))) for _ in range(2))

        assert repr(first.as_dict()) == repr(second.as_dict())
        assert codes(first) == []


def card(**facts: Any) -> Card:
    return Card(game=RIFTBOUND, slug="vi", name="Vi", title="Vi", copy_key="vi", **facts)


class TestPrinted:
    """What a recorded card brings."""

    def test_a_card_that_is_played(self) -> None:
        printed = PLAY.printed(
            card(type="Unit", energy=5, power=1, might=4, domains=("Fury",), keywords=(Keyword("Accelerate"),)),
            PlayedCard,
        )

        assert printed == {
            "name": "Vi",
            "type": "unit",
            "might": 4,
            "keywords": ["Accelerate"],
            "domains": ["fury"],
            "energy": 5,
            "power": {"fury": 1},
        }

    def test_power_of_several_domains_is_taken_as_any(self) -> None:
        printed = PLAY.printed(card(type="Spell", power=2, domains=("Fury", "Mind")), PlayedCard)

        assert (printed["power"], printed["domains"]) == ({"any": 2}, ["fury", "mind"])

    def test_what_isnt_recorded_stays_out(self) -> None:
        assert PLAY.printed(card(power=0, domains=("Colorless",)), PlayedCard) == {
            "name": "Vi",
            "keywords": [],
            "domains": [],
        }
        assert "domains" not in PLAY.printed(card(), PlayedCard)
        assert PLAY.printed(card(), Ability) == {}

    @pytest.mark.parametrize(
        ("type_", "keywords", "expected"),
        [
            # The keyword may be that of an ability of it, rather than the gear's own.
            ("Gear", ["Reaction", "Add"], None),
            ("Gear", ["Quick-Draw", "Reaction"], ["Quick-Draw", "Reaction"]),
            ("Spell", ["Reaction"], ["Reaction"]),
            ("Unit", ["Tank"], ["Tank"]),
        ],
    )
    def test_keywords_that_say_when(self, type_: str, keywords: list[str], expected: Any) -> None:
        recorded = card(type=type_, keywords=tuple(Keyword(each) for each in keywords))

        assert PLAY.printed(recorded, PlayedCard).get("keywords") == expected

    def test_a_permanent_on_the_board(self) -> None:
        recorded = card(type="Unit", might=3, energy=5, keywords=(Keyword("Deflect", "2"),))

        assert PLAY.printed(recorded, Permanent) == {
            "name": "Vi",
            "type": "unit",
            "might": 3,
            "keywords": ["Deflect 2"],
        }
