"""What is chosen as something is played in Riftbound: places, targets, modes, optional costs (core 355)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.riftbound import (
    BOARD,
    CLOSED,
    ENEMY,
    FIELDS,
    JULY,
    LEGAL,
    SHOWDOWN,
    THEIRS,
    answer,
    gear,
    illegal,
    play_spell,
    play_unit,
    result,
    said,
    shown,
    spell,
    unit,
    unsure,
)


class TestPlaces:
    @pytest.mark.parametrize(
        ("card", "location", "turn", "expected"),
        [
            (unit(), "b1", None, LEGAL),
            (unit(), "b2", None, illegal("location-valid")),
            (unit(), "b3", None, illegal("location-valid")),
            (unit(), "b9", None, unsure("location-valid", asks=["battlefields.b9"])),
            (unit(granted_locations=["b3"]), "b3", None, LEGAL),
            (unit("Ambush"), "b2", None, LEGAL),
            (unit("Ambush"), "b3", None, illegal("location-valid")),
            (unit("Ambush"), "b2", CLOSED, LEGAL),
            (unit("Ambush"), "b2", SHOWDOWN, LEGAL),
            # Ambush is Reaction only for its own place (822.1.b).
            (unit("Ambush"), "b3", CLOSED, illegal("location-valid", "timing")),
            (unit("Ambush"), "base", CLOSED, illegal("timing")),
            (unit("Ambush", "Reaction"), "base", CLOSED, LEGAL),
            (unit("Reaction"), "b2", CLOSED, illegal("location-valid")),
            (unit(), None, None, unsure("location-chosen", asks=["action.location"])),
            (unit("Ambush"), None, CLOSED, unsure("location-chosen", "timing", asks=["action.location"])),
        ],
    )
    def test_355_2_and_822(self, card: dict[str, Any], location: str | None, turn: Any, expected: Any) -> None:
        turned = {} if turn is None else {"turn": turn}

        assert said(answer(play_unit(card, location), **turned)) == expected

    @pytest.mark.parametrize(
        ("missing", "asks"),
        [("type", ["board.u2.type"]), ("controller", ["board.u2.controller"]), ("location", ["board.u2.location"])],
    )
    def test_822_1_b_asks_about_units_that_may_be_there(self, missing: str, asks: list[str]) -> None:
        board = [{key: each for key, each in BOARD[1].items() if key != missing}]

        assert said(answer(play_unit(unit("Ambush"), "b2"), board=board)) == unsure("location-valid", asks=asks)

    def test_355_2_a_asks_for_the_battlefields(self) -> None:
        given = answer(play_unit(unit(), "b1"), battlefields=None)

        assert said(given) == unsure("location-valid", asks=["battlefields"])

    @pytest.mark.parametrize(
        ("card", "location", "turn", "expected"),
        [
            (unit("Ambush"), "b2", SHOWDOWN, illegal("ambush-units-there")),
            (unit("Ambush"), "b1", SHOWDOWN, illegal("ambush-units-there")),
            # Other permissions still count (822.3.a).
            (unit("Ambush", "Action"), "b1", SHOWDOWN, LEGAL),
            (unit("Ambush"), "b1", None, LEGAL),
            (unit("Ambush"), "b2", None, illegal("ambush-units-there")),
            (unit("Ambush", granted_locations=["b2"]), "b2", None, LEGAL),
            (unit("Ambush"), "base", None, LEGAL),
            (unit(), "b1", None, LEGAL),
        ],
    )
    def test_822_3_own_units_have_gone(self, card: dict[str, Any], location: str, turn: Any, expected: Any) -> None:
        turned = {} if turn is None else {"turn": turn}

        assert said(answer(play_unit(card, location, units_gone=True), **turned)) == expected

    @pytest.mark.parametrize(
        ("card", "location", "expected"),
        [
            (gear(), None, LEGAL),
            (gear(), "base", LEGAL),
            (gear(), "b1", illegal("gear-location")),
            (gear(granted_locations=["b1"]), "b1", LEGAL),
        ],
    )
    def test_149_2_gear(self, card: dict[str, Any], location: str | None, expected: Any) -> None:
        where = {"location": location} if location else {}

        assert said(answer({"action": "play-gear", "card": card, **where})) == expected


class TestTargets:
    @pytest.mark.parametrize(
        ("target", "targets", "expected"),
        [
            (ENEMY, ["e1"], LEGAL),
            (ENEMY, [], illegal("targets-chosen")),
            (ENEMY, ["e1", "d1"], illegal("targets-chosen")),
            ({**ENEMY, "count": 2}, ["e1", "d1"], LEGAL),
            ({**ENEMY, "count": 2}, ["e1", "e1"], illegal("targets-chosen")),
            ({**ENEMY, "count": 3}, ["e1", "d1"], illegal("targets-available", "targets-chosen")),
            ({**ENEMY, "count": 3, "up_to": True}, ["e1"], LEGAL),
            ({**ENEMY, "count": 3, "up_to": True}, [], LEGAL),
            ({**ENEMY, "count": 1, "up_to": True}, ["e1", "d1"], illegal("targets-chosen")),
            (ENEMY, ["u1"], illegal("targets-valid")),
            ({**ENEMY, "whose": "friendly"}, ["u1"], LEGAL),
            ({**ENEMY, "whose": "friendly"}, ["e1"], illegal("targets-valid")),
            ({**ENEMY, "where": "b1"}, ["e1"], illegal("targets-available", "targets-valid")),
            ({**ENEMY, "where": "b2"}, ["e1"], LEGAL),
            ({**ENEMY, "where": "base"}, ["e1"], illegal("targets-available", "targets-valid")),
            ({**ENEMY, "might_max": 3}, ["e1"], illegal("targets-available", "targets-valid")),
            ({**ENEMY, "might_max": 4}, ["e1"], LEGAL),
            ({**ENEMY, "might_min": 4}, ["e1"], LEGAL),
            ({**ENEMY, "might_min": 5}, ["e1"], illegal("targets-available", "targets-valid")),
            ({"what": "gear"}, ["g1"], LEGAL),
            ({"what": "gear"}, ["e1"], illegal("targets-valid")),
            ({"what": "gear", "whose": "enemy"}, ["e1"], illegal("targets-available", "targets-valid")),
            ({"what": "permanent"}, ["g1"], LEGAL),
            ({"what": "permanent"}, ["u1"], LEGAL),
            ({"what": "battlefield", "whose": "friendly"}, ["b1"], LEGAL),
            ({"what": "battlefield", "whose": "friendly"}, ["b2"], illegal("targets-valid")),
            ({"what": "battlefield", "whose": "enemy"}, ["b2"], LEGAL),
            ({"what": "battlefield", "whose": "enemy"}, ["b3"], illegal("targets-valid")),
            ({"what": "battlefield"}, ["b9"], unsure("targets-valid", asks=["battlefields.b9"])),
            # The spell itself is no choice (355.9.c): without another there is none.
            ({"what": "spell"}, ["s1"], illegal("targets-available")),
        ],
    )
    def test_355_8_and_355_9(self, target: dict[str, Any], targets: list[str], expected: Any) -> None:
        assert said(answer(play_spell(target, *targets))) == expected

    @pytest.mark.parametrize(
        ("what", "chosen", "expected"),
        [
            # A unit or a battlefield is no spell, a spell no unit: what is described needn't be asked.
            ("spell", "e1", illegal("targets-valid")),
            ("spell", "b1", illegal("targets-valid")),
            ("unit", "s1", illegal("targets-valid")),
            ("battlefield", "e1", illegal("targets-valid")),
            # What no list holds may be anything.
            ("spell", "zz", unsure("targets-valid", asks=["turn.chain.zz"])),
            ("unit", "zz", unsure("targets-valid", asks=["board.zz"])),
        ],
    )
    def test_355_9_a_things_of_another_kind(self, what: str, chosen: str, expected: Any) -> None:
        asked = play_spell({"what": what}, chosen, keywords=["Reaction"])

        assert said(answer(asked, turn=CLOSED)) == expected

    def test_355_9_a_1_a_unit_is_no_spell_though_the_chain_isnt_told(self) -> None:
        turn = {**{key: told for key, told in CLOSED.items() if key != "chain"}, "state": "neutral-closed"}

        found = answer(play_spell({"what": "spell"}, "e1", keywords=["Reaction"]), turn=turn)

        assert said(found) == illegal("targets-valid")

    def test_355_9_what_may_not_be_chosen(self) -> None:
        board = [{**BOARD[2], "cannot_be_chosen": True, "name": "Ashe"}]
        given = answer(play_spell(ENEMY, "e1"), board=board)

        assert said(given) == illegal("targets-available", "targets-valid")
        assert "Ashe can’t be chosen." in [finding.message for finding in given.findings]

    @pytest.mark.parametrize(
        ("target", "expected"),
        [
            ({"what": "spell", "whose": "enemy"}, LEGAL),
            ({"what": "spell", "whose": "friendly"}, illegal("targets-available", "targets-valid")),
            ({"what": "ability"}, illegal("targets-available", "targets-valid")),
        ],
    )
    def test_355_9_a_2_spells_on_the_chain(self, target: dict[str, Any], expected: Any) -> None:
        assert said(answer(play_spell(target, "s1", keywords=["Reaction"]), turn=CLOSED)) == expected

    @pytest.mark.parametrize(
        ("missing", "asks"),
        [
            ("type", ["board.e1.type"]),
            ("controller", ["board.e1.controller"]),
            ("location", ["board.e1.location"]),
            ("keywords", ["board.e1.keywords"]),
        ],
    )
    def test_355_9_asks_about_what_is_chosen(self, missing: str, asks: list[str]) -> None:
        board = [{key: each for key, each in BOARD[2].items() if key != missing}]
        code = "cost-known" if missing == "keywords" else "targets-valid"

        assert said(answer(play_spell(ENEMY, "e1"), board=board)) == unsure(code, asks=asks)

    def test_355_8_what_isnt_chosen_yet(self) -> None:
        action = {"action": "play-spell", "card": spell(target=ENEMY)}

        assert said(answer(action)) == unsure("targets-chosen", asks=["action.targets"])
        assert said(answer(action, board=[])) == illegal("targets-available")
        assert said(answer({**action, "targets": ["e1"]}, board=None)) == unsure(
            "targets-available", "targets-valid", asks=["board"]
        )

    @pytest.mark.parametrize(
        ("repeat_targets", "expected"),
        [
            (None, LEGAL),
            (["d1"], LEGAL),
            ([], illegal("targets-chosen")),
            (["u1"], illegal("targets-valid")),
            (["zz"], unsure("targets-valid", asks=["board.zz"])),
        ],
    )
    def test_820_2_a_repeat_chooses_again(self, repeat_targets: Any, expected: Any) -> None:
        again = {} if repeat_targets is None else {"repeat_targets": repeat_targets}
        action = play_spell(ENEMY, "e1", keywords=["Repeat"], card={"repeat": {"energy": 1}}, pay=["Repeat"], **again)

        assert said(answer(action)) == expected

    def test_358_2_an_illegal_state(self) -> None:
        assert said(answer(play_spell(ENEMY, "e1"))) == LEGAL
        assert said(answer(play_spell(ENEMY, "e1", illegal_state=True))) == illegal("no-illegal-state")

    def test_358_1_a_target_that_was_lost(self) -> None:
        assert said(answer(play_spell(ENEMY, "e1", lost=["e1"]))) == illegal("targets-still-legal")
        assert said(answer(play_spell(ENEMY, "e1", lost=["d1"]))) == LEGAL


class TestModesAndMoves:
    @pytest.mark.parametrize(
        ("mode", "expected"),
        [
            ("damage", LEGAL),
            ("draw", illegal("mode-chosen")),
            (None, unsure("mode-chosen", asks=["action.mode"])),
        ],
    )
    def test_355_3_modes(self, mode: str | None, expected: Any) -> None:
        chosen = {"mode": mode} if mode else {}

        assert said(answer(play_spell(None, card={"modes": ["damage", "kill gear"]}, **chosen))) == expected

    @pytest.mark.parametrize(
        ("destination", "expected"),
        [
            ("base", LEGAL),
            ("b2", LEGAL),
            ("b1", illegal("destination-valid")),
            ("b9", unsure("destination-valid", asks=["battlefields.b9"])),
            (None, unsure("destination-valid", asks=["action.destination"])),
        ],
    )
    def test_355_4_a_moves_go_elsewhere(self, destination: str | None, expected: Any) -> None:
        where = {"destination": destination} if destination else {}
        target = {"what": "unit", "whose": "friendly", "count": 1}

        assert said(answer(play_spell(target, "u1", card={"moves": True}, **where))) == expected

    @pytest.mark.parametrize(
        ("card", "pay", "expected"),
        [
            (unit("Accelerate"), ["Accelerate"], LEGAL),
            (unit(), ["Accelerate"], illegal("optional-costs")),
            (unit("Accelerate"), ["Accelerate", "Accelerate"], illegal("optional-costs")),
            (unit("Accelerate"), ["Repeat"], illegal("optional-costs")),
            (unit(optional=[{"id": "Legion", "energy": 1}]), ["Legion"], LEGAL),
            (unit(optional=[{"id": "Legion", "energy": 1}]), ["legion"], illegal("optional-costs")),
        ],
    )
    def test_356_2_b_optional_costs(self, card: dict[str, Any], pay: list[str], expected: Any) -> None:
        assert said(answer(play_unit(card, pay=pay))) == expected

    def test_820_1_a_abilities_repeat_since_july(self) -> None:
        cost = {"cost": {"energy": 1}, "repeat": {"energy": 2}}
        ability = {"kind": "activated", "source": "g1", "keywords": ["Repeat"], **cost}
        action = {"action": "activate-ability", "ability": ability, "pay": ["Repeat"]}

        assert said(answer(action)) == illegal("optional-costs")
        july = answer(action, as_of=JULY)
        assert said(july) == LEGAL
        assert result(july)["cost"] == {"energy": 3, "power": {}}
        assert result(july)["executes"] == 2

    @pytest.mark.parametrize(
        ("keywords", "times", "expected"),
        [
            (["Repeat", "Repeat"], 2, LEGAL),
            (["Repeat"], 2, illegal("optional-costs")),
            (["Repeat", "Repeat"], 1, LEGAL),
            (None, 2, unsure("optional-costs", asks=["action.card.keywords"])),
        ],
    )
    def test_820_3_each_repeat_is_paid_for_separately(self, keywords: Any, times: int, expected: Any) -> None:
        card = {**spell(), "power": {}, "repeat": {"energy": 1}, "keywords": keywords}
        if keywords is None:
            del card["keywords"]
        given = answer({"action": "play-spell", "card": card, "pay": ["Repeat"] * times})

        assert said(given) == expected
        if expected == LEGAL:
            assert shown(result(given), "cost", "executes") == ({"energy": 2 + times, "power": {}}, 1 + times)

    def test_820_the_cost_of_repeat_is_asked(self) -> None:
        given = answer(play_spell(None, keywords=["Repeat"], pay=["Repeat"]))

        assert said(given) == unsure("cost-known", asks=["action.card.repeat"])


class TestZones:
    @pytest.mark.parametrize(
        ("card", "more", "expected"),
        [
            ({"zone": "champion"}, {}, LEGAL),
            ({"zone": "trash"}, {}, illegal("zone")),
            ({"zone": "trash", "playable_from_there": True}, {}, LEGAL),
            ({"zone": "deck"}, {"instructed": True}, LEGAL),
            ({"type": "gear"}, {}, illegal("card-type")),
        ],
    )
    def test_419_1_a(self, card: dict[str, Any], more: dict[str, Any], expected: Any) -> None:
        assert said(answer(play_unit({**unit(), **card}, **more))) == expected

    def test_354_an_ordinary_turn_of_the_others_doesnt_matter_to_zones(self) -> None:
        assert said(answer(play_unit(unit(zone="trash")), turn=THEIRS)) == illegal("zone", "timing")

    def test_the_battlefield_need_not_be_described_for_the_base(self) -> None:
        assert said(answer(play_unit(unit()), battlefields=None, board=None)) == LEGAL
        assert FIELDS[0]["controller"] == "you"
