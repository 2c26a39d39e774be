"""How what plays cost in Riftbound is paid (core 357, 404, 429, and what an unknown cost leaves certain)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.riftbound import CLOSED, ENEMY, LEGAL, answer, gear, illegal, said, spell, unsure

_NO_DOMAINS = unsure("cost-known", asks=["action.card.domains"])
_NO_ENERGY = unsure("cost-known", asks=["action.card.energy"])


class TestPayment:
    @pytest.mark.parametrize(
        ("side", "power", "expected"),
        [
            ({"energy": 2, "power": {"fury": 1}}, {"fury": 1}, LEGAL),
            ({"energy": 1, "power": {"fury": 1}}, {"fury": 1}, illegal("energy-paid")),
            ({"energy": 2, "power": {"calm": 1}}, {"fury": 1}, illegal("power-paid")),
            ({"energy": 2, "power": {"any": 1}}, {"fury": 1}, LEGAL),
            ({"energy": 2, "power": {"any": 1}}, {"fury": 1, "calm": 1}, illegal("power-paid")),
            ({"energy": 2, "power": {"fury": 1, "any": 1}}, {"fury": 1, "calm": 1}, LEGAL),
            ({"energy": 2, "power": {"calm": 1}}, {"any": 1}, LEGAL),
            ({"energy": 2, "power": {"calm": 1}}, {"any": 2}, illegal("power-paid")),
            # What pays a domain can't pay "any" again.
            ({"energy": 2, "power": {"fury": 1}}, {"fury": 1, "any": 1}, illegal("power-paid")),
            ({"energy": 2}, {"fury": 1}, unsure("power-paid", asks=["you.power"])),
            ({"power": {"fury": 1}}, {"fury": 1}, unsure("energy-paid", asks=["you.energy"])),
            # A rune that is exhausted for energy can still be recycled for power.
            ({"runes": [{"domain": "fury", "ready": True}] * 2}, {"fury": 2}, LEGAL),
            ({"runes": [{"domain": "fury", "ready": True}] * 2}, {"calm": 1}, illegal("power-paid")),
            (
                {"runes": [{"domain": "fury", "ready": True}, {"domain": "fury", "ready": False}]},
                {},
                illegal("energy-paid"),
            ),
            ({"energy": 1, "runes": [{"domain": "fury", "ready": True}]}, {}, LEGAL),
            (
                {"runes": [{"domain": "fury", "ready": True}, {"domain": "fury"}]},
                {},
                unsure("energy-paid", asks=["you.runes.ready"]),
            ),
            ({"runes": [{"domain": "fury"}]}, {}, illegal("energy-paid")),
            (
                {"energy": 2, "runes": [{"ready": True}]},
                {"fury": 1},
                unsure("power-paid", asks=["you.runes.domain"]),
            ),
            ({"energy": 2, "runes": [{"ready": True}]}, {"fury": 2}, illegal("power-paid")),
            ({"energy": 2, "runes": [{"ready": True}]}, {"any": 1}, unsure("power-paid", asks=["you.runes.domain"])),
        ],
    )
    def test_357_1(self, side: dict[str, Any], power: dict[str, int], expected: Any) -> None:
        assert said(answer({"action": "play-gear", "card": gear(power=power)}, you=side)) == expected

    @pytest.mark.parametrize(
        ("adds", "expected"),
        [
            ([{"energy": 2, "power": {"fury": 1}, "reaction": True}], LEGAL),
            ([{"energy": 2, "power": {"fury": 1}, "reaction": True, "use_now": True}], LEGAL),
            ([{"energy": 2, "power": {"fury": 1}, "reaction": True, "use_now": False}], None),
            ([{"energy": 2, "power": {"fury": 1}, "reaction": True, "ready": False}], None),
            ([{"energy": 2, "power": {"fury": 1}, "reaction": False}], None),
            (
                [{"energy": 2, "power": {"fury": 1}, "reaction": False, "use_now": True}],
                illegal("energy-paid", "power-paid", "add-in-time"),
            ),
            (
                [{"energy": 2, "power": {"fury": 1}}],
                unsure("energy-paid", "power-paid", asks=["you.adds.reaction"]),
            ),
            (
                [{"energy": 2, "power": {"fury": 1}, "use_now": True}],
                unsure("energy-paid", "power-paid", "add-in-time", asks=["you.adds.reaction"]),
            ),
            ([{"energy": 1, "power": {"fury": 1}}], illegal("energy-paid")),
        ],
    )
    def test_357_1_a_adding_while_paying(self, adds: list[dict[str, Any]], expected: Any) -> None:
        side = {"energy": 0, "power": {}, "adds": adds}
        given = answer({"action": "play-gear", "card": gear(power={"fury": 1})}, you=side)

        assert said(given) == (illegal("energy-paid", "power-paid") if expected is None else expected)

    @pytest.mark.parametrize(
        ("able", "expected"),
        [
            ({"kill": True, "discard": True}, LEGAL),
            ({"kill": True, "discard": False}, illegal("other-costs-paid")),
            ({"kill": False}, illegal("other-costs-paid")),
            ({"kill": True}, unsure("other-costs-paid", asks=["action.able.discard"])),
            ({}, unsure("other-costs-paid", asks=["action.able.kill", "action.able.discard"])),
        ],
    )
    def test_357_2_other_costs(self, able: dict[str, bool], expected: Any) -> None:
        card = gear(mandatory=[{"id": "toll", "other": ["kill"]}], optional=[{"id": "kick", "other": ["discard"]}])
        given = answer({"action": "play-gear", "card": card, "pay": ["kick"], "able": able})
        outcome, named, asks = expected

        assert said(given) == (outcome, named, sorted(asks))

    @pytest.mark.parametrize(
        ("ability", "expected"),
        [
            ({"source": "g1", "cost": {"exhaust": True}}, LEGAL),
            ({"cost": {"exhaust": True}}, unsure("exhaust-paid", asks=["action.ability.source"])),
            ({"source": "g9", "cost": {"exhaust": True}}, unsure("exhaust-paid", asks=["board.g9"])),
            ({"source": "g9", "cost": {"energy": 1}}, unsure("source-controlled", asks=["board.g9"])),
            ({"cost": {"energy": 1}}, unsure("source-controlled", asks=["action.ability.source"])),
            ({"source": "e1", "cost": {"energy": 1}}, illegal("source-controlled")),
            ({"source": "g1"}, unsure("cost-known", asks=["action.ability.cost"])),
            ({"source": "g1", "cost": {"energy": 11}, "ignore": "energy"}, LEGAL),
            ({"source": "g1", "cost": {"power": {"mind": 1}}, "ignore": "cost"}, LEGAL),
        ],
    )
    def test_404_1_abilities(self, ability: dict[str, Any], expected: Any) -> None:
        action = {"action": "activate-ability", "ability": {"kind": "activated", "keywords": [], **ability}}

        assert said(answer(action)) == expected

    @pytest.mark.parametrize(
        ("card", "side", "expected"),
        [
            ({"energy": 3}, {"energy": 4, "power": {"fury": 1}}, _NO_DOMAINS),
            ({"energy": 3}, {"energy": 4, "power": {}}, illegal("power-paid")),
            ({"energy": 3}, {"energy": 3, "power": {"fury": 1}}, illegal("energy-paid")),
            ({"energy": 3}, {"energy": 4}, _NO_DOMAINS),
            ({"domains": ["fury"]}, {"energy": 0, "power": {"fury": 1}}, illegal("energy-paid")),
            ({"domains": ["fury"]}, {"energy": 1, "power": {"fury": 1}}, _NO_ENERGY),
            # A discount may take all of it, a discount of one domain only where it is of that domain.
            ({"energy": 3, "discounts": [{"power": {"any": 1}}]}, {"energy": 4, "power": {}}, _NO_DOMAINS),
            ({"energy": 3, "discounts": [{"power": {"mind": 1}}]}, {"energy": 4, "power": {}}, _NO_DOMAINS),
            ({"domains": ["fury"], "discounts": [{"energy": 1}]}, {"energy": 0, "power": {"fury": 1}}, _NO_ENERGY),
        ],
    )
    def test_805_1_a_accelerate_takes_1_energy_and_1_power_whatever_isnt_told(
        self, card: dict[str, Any], side: dict[str, Any], expected: Any
    ) -> None:
        accelerated = {"type": "unit", "keywords": ["Accelerate"], **card}
        action = {"action": "play-unit", "card": accelerated, "location": "base", "pay": ["Accelerate"]}

        assert said(answer(action, you=side)) == expected

    @pytest.mark.parametrize(
        ("discounts", "expected"),
        [
            ([], illegal("power-paid")),
            # Its minimum spares the fury power only until Deflect adds more.
            ([{"power": {"any": 1}, "min": 1}], unsure("cost-known", asks=["board.e1.keywords"])),
        ],
    )
    def test_357_1_power_that_lacks_whatever_deflect_adds(self, discounts: Any, expected: Any) -> None:
        enemy = {"id": "e1", "type": "unit", "controller": "opponent", "location": "b2"}
        action = {"action": "play-spell", "card": spell(target=ENEMY, discounts=discounts), "targets": ["e1"]}

        assert said(answer(action, board=[enemy], you={"energy": 9, "power": {"calm": 1}})) == expected

    def test_809_1_c_what_isnt_chosen_yet_may_change_what_a_discount_takes(self) -> None:
        discounts = [{"power": {"mind": 1, "any": 2}, "min": 1}]
        action = {"action": "play-spell", "card": spell(target=ENEMY, discounts=discounts)}
        side = {"energy": 9, "power": {"calm": 2, "mind": 1}}

        assert said(answer({**action, "targets": ["d1"]}, you=side)) == LEGAL
        assert said(answer(action, you=side)) == unsure("targets-chosen", asks=["action.targets"])
        unlisted = answer({**action, "targets": ["d1"]}, you=side, board=None)
        assert said(unlisted) == unsure("targets-available", "targets-valid", asks=["board"])

    @pytest.mark.parametrize(
        ("source", "runes", "cost", "expected"),
        [
            ("r1", [{"id": "r1", "ready": True}], {}, LEGAL),
            ("r1", [{"id": "r1", "ready": False}], {}, illegal("exhaust-paid")),
            ("r1", [{"id": "r1"}], {}, unsure("exhaust-paid", asks=["you.runes.r1.ready"])),
            ("r1", [{"id": "r2", "ready": True}], {}, unsure("exhaust-paid", asks=["board.r1"])),
            # What is on the board as well as among the runes could be either.
            ("g1", [{"id": "g1", "ready": True}], {}, unsure("exhaust-paid", asks=["action.ability.source"])),
            # It can't be exhausted for energy and for the ability, too.
            ("r1", [{"id": "r1", "ready": True}], {"energy": 1}, illegal("energy-paid")),
            ("r1", [{"id": "r1", "ready": True}, {"id": "r2", "ready": True}], {"energy": 1}, LEGAL),
            ("r1", [{"id": "r1", "ready": True}], {"exhaust": False}, LEGAL),
        ],
    )
    def test_163_2_a_a_rune_has_an_ability_that_adds(
        self, source: str, runes: list[dict[str, Any]], cost: dict[str, Any], expected: Any
    ) -> None:
        said_of_it = {"keywords": ["Reaction"], "adds": {"energy": 1}, "cost": {"exhaust": True, **cost}}
        ability = {"kind": "activated", "source": source, **said_of_it}
        given = answer({"action": "activate-ability", "ability": ability}, you={"runes": runes}, turn=CLOSED)

        assert said(given) == expected


def test_what_is_missing_of_an_unknown_cost_is_told_in_numbers() -> None:
    card = {"type": "gear", "increases": [{"energy": 2}]}
    given = answer({"action": "play-gear", "card": card}, you={"energy": 1, "power": {}})

    assert "It costs at least 2 energy, and 1 can be paid." in [each.message for each in given.findings]


def test_what_is_missing_is_told_in_numbers() -> None:
    side = {"energy": 1, "power": {}}
    messages = [
        finding.message
        for finding in answer({"action": "play-gear", "card": gear(power={"fury": 1})}, you=side).findings
    ]

    assert messages == ["It costs 2 energy, and 1 can be paid.", "It costs 1 fury power, and there is no power."]
