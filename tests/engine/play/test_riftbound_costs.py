"""What plays cost in Riftbound (core 356, 805, 809, 820)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.riftbound import (
    BOARD,
    ENEMY,
    JULY,
    LEGAL,
    answer,
    codes,
    gear,
    illegal,
    result,
    said,
    spell,
    unit,
    unsure,
)


def cost(card: dict[str, Any], **more: Any) -> Any:
    """The cost in all, of a walk that stops there."""
    given = answer({"action": f"play-{card['type']}", "card": card, "through": 3, **_place(card), **more})
    assert given.outcome == "legal", codes(given)
    return result(given)["cost"]


def _place(card: dict[str, Any]) -> dict[str, Any]:
    return {"location": "base"} if card["type"] == "unit" else {}


def total(energy: int, **power: int) -> dict[str, Any]:
    return {"energy": energy, "power": power}


class TestTotals:
    @pytest.mark.parametrize(
        ("card", "expected"),
        [
            (gear(), total(2)),
            (gear(power={"fury": 1}), total(2, fury=1)),
            (gear(**{"for": {"energy": 1, "power": {"calm": 1}}}), total(1, calm=1)),
            (gear(**{"for": 0}), total(0)),
            (gear(power={"fury": 1}, ignore="cost"), total(0)),
            (gear(power={"fury": 1}, ignore="energy"), total(0, fury=1)),
            (gear(power={"fury": 1}, ignore="power"), total(2)),
            (gear(energy=None, ignore="energy"), total(0)),
            (gear(increases=[{"energy": 1}, {"power": {"any": 1}}]), total(3, any=1)),
            # What is added after the base is ignored must be paid (356.1.b.3).
            (gear(ignore="cost", increases=[{"energy": 2}]), total(2)),
            (gear(mandatory=[{"id": "toll", "energy": 1, "power": {"fury": 1}}]), total(3, fury=1)),
            (gear(discounts=[{"energy": 1}]), total(1)),
            (gear(discounts=[{"energy": 5}]), total(0)),
            (gear(discounts=[{"energy": 1}], increases=[{"energy": 1}]), total(2)),
            (gear(power={"fury": 1}, discounts=[{"power": {"calm": 1}}]), total(2, fury=1)),
            (gear(power={"fury": 2}, discounts=[{"power": {"any": 1}}]), total(2, fury=1)),
            (gear(power={"fury": 1, "any": 1}, discounts=[{"power": {"any": 1}}]), total(2, any=1)),
            (gear(power={"any": 1}, discounts=[{"power": {"any": 2}}]), total(2)),
            # Power of a domain goes first, so that power of any finds what is left.
            (gear(power={"fury": 1, "calm": 1}, discounts=[{"power": {"any": 1}}, {"power": {"fury": 1}}]), total(2)),
        ],
    )
    def test_356(self, card: dict[str, Any], expected: Any) -> None:
        assert cost(card) == expected

    @pytest.mark.parametrize("key", ["min", "minimum"])
    @pytest.mark.parametrize(
        ("energy", "discounts", "expected"),
        [
            # The document's own example: eight, by seven and by one down to one: either order, best is nothing.
            (8, [{"energy": 7}, {"energy": 1, "min": 1}], 0),
            (8, [{"energy": 1, "min": 1}, {"energy": 7}], 0),
            (2, [{"energy": 2, "min": 1}], 1),
            (1, [{"energy": 2, "min": 2}], 1),
            (5, [{"energy": 2, "min": 4}, {"energy": 2, "min": 1}], 2),
            (3, [{"energy": 2, "min": {"energy": 2}}], 2),
        ],
    )
    def test_356_4_e_a_minimum_binds_its_own_discount(
        self, key: str, energy: int, discounts: list[dict[str, Any]], expected: int
    ) -> None:
        named = [{key if name == "min" else name: each for name, each in one.items()} for one in discounts]

        assert cost(gear(energy=energy, discounts=named)) == total(expected)

    def test_356_4_e_a_minimum_of_power(self) -> None:
        card = gear(power={"fury": 2}, discounts=[{"power": {"any": 2}, "min": 1}])
        of_domain = gear(power={"fury": 2}, discounts=[{"power": {"fury": 2}, "min": {"power": {"fury": 1}}}])

        assert cost(card) == cost(of_domain) == total(2, fury=1)

    def test_356_4_c_a_discount_of_a_component_doesnt_spill_over(self) -> None:
        offered = {"optional": [{"id": "kick", "energy": 1}], "discounts": [{"energy": 2, "of": "kick"}]}

        assert cost(gear(**offered), pay=["kick"]) == total(2)
        assert cost(gear(**offered)) == total(2)
        both = {**offered, "discounts": [{"energy": 2, "of": "kick"}, {"energy": 1}]}
        assert cost(gear(**both), pay=["kick"]) == total(1)

    def test_356_4_f_1_an_optional_cost_discounted_to_nothing_is_paid(self) -> None:
        card = unit("Accelerate", discounts=[{"energy": 1, "power": {"fury": 1}, "of": "Accelerate"}])
        given = answer({"action": "play-unit", "card": card, "location": "base", "pay": ["Accelerate"]})

        assert result(given)["cost"] == total(3)
        assert result(given)["enters"]["ready"] is True

    @pytest.mark.parametrize(
        ("domains", "expected", "july"),
        [
            (["fury"], total(4, fury=1), total(4, fury=1)),
            ([], total(4, any=1), total(4, any=1)),
            # Since July 2026 the power is of one of the unit's own domains (805.1.a.1).
            (["mind", "calm"], total(4, any=1), total(4, calm=1)),
        ],
    )
    def test_805_1_a_accelerate(self, domains: list[str], expected: Any, july: Any) -> None:
        card = unit("Accelerate", domains=domains)
        action = {"action": "play-unit", "card": card, "location": "base", "pay": ["Accelerate"]}

        assert result(answer(action))["cost"] == expected
        assert result(answer(action, as_of=JULY))["cost"] == july

    def test_805_1_a_1_in_july_one_of_the_domains_must_be_there(self) -> None:
        card = unit("Accelerate", domains=["mind", "chaos"])
        action = {"action": "play-unit", "card": card, "location": "base", "pay": ["Accelerate"]}

        assert said(answer(action)) == LEGAL
        assert said(answer(action, as_of=JULY)) == illegal("power-paid")

    def test_805_asks_for_the_domains_alone_where_accelerate_is_paid(self) -> None:
        card = {"type": "unit", "energy": 3, "keywords": ["Accelerate"]}
        action = {"action": "play-unit", "card": card, "location": "base"}

        assert said(answer(action)) == LEGAL
        assert said(answer({**action, "pay": ["Accelerate"]})) == unsure("cost-known", asks=["action.card.domains"])

    def test_instructed_to_ignore_the_cost_and_accelerated(self) -> None:
        # The document's example: the base is ignored, what is added is paid.
        card = unit("Accelerate", energy=2, ignore="cost")

        assert cost(card, pay=["Accelerate"], instructed=True) == total(1, fury=1)


class TestDeflect:
    @pytest.mark.parametrize(
        ("keywords", "controller", "expected"),
        [
            (["Deflect"], "opponent", 1),
            (["Deflect 2"], "opponent", 2),
            (["Deflect", "Deflect 2"], "opponent", 3),
            (["Tank"], "opponent", 0),
            (["Deflect 2"], "you", 0),
        ],
    )
    def test_809(self, keywords: list[str], controller: str, expected: int) -> None:
        board = [{**BOARD[2], "keywords": keywords, "controller": controller}]
        action = {"action": "play-spell", "card": spell(target={"what": "unit"}), "targets": ["e1"]}
        power = {"any": expected} if expected else {}

        assert result(answer(action, board=board))["cost"] == total(2, fury=1, **power)

    @pytest.mark.parametrize(
        ("repeat_targets", "expected"),
        [(None, {"any": 4}), (["e1"], {"any": 2}), (["d1"], {"any": 4})],
    )
    def test_809_1_c_each_time_that_it_is_chosen(self, repeat_targets: Any, expected: dict[str, int]) -> None:
        card = spell("Repeat", repeat={"energy": 1}, target=ENEMY)
        action = {"action": "play-spell", "card": card, "targets": ["d1"], "pay": ["Repeat"]}
        again = {} if repeat_targets is None else {"repeat_targets": repeat_targets}

        assert result(answer({**action, **again}))["cost"] == total(3, fury=1, **expected)

    def test_809_where_what_may_be_chosen_isnt_told(self) -> None:
        assert cost(spell(), targets=["d1"]) == total(2, fury=1, any=2)

    def test_355_5_b_a_permanent_chooses_nothing_as_it_is_played(self) -> None:
        assert cost(unit(target=ENEMY), targets=["d1"]) == total(3)

    def test_809_is_discounted_alone(self) -> None:
        card = spell(target=ENEMY, discounts=[{"power": {"any": 1}, "of": "Deflect"}])
        action = {"action": "play-spell", "card": card, "targets": ["d1"]}

        assert result(answer(action))["cost"] == total(2, fury=1, any=1)

    def test_809_asks_whose_it_is(self) -> None:
        board = [{key: each for key, each in BOARD[3].items() if key != "controller"}]
        action = {"action": "play-spell", "card": spell(target={"what": "unit"}), "targets": ["d1"]}

        assert said(answer(action, board=board)) == unsure("cost-known", asks=["board.d1.controller"])


def test_the_working_names_each_part_of_the_cost() -> None:
    card = unit("Accelerate", discounts=[{"energy": 2}], increases=[{"id": "tax", "energy": 1}])
    action = {"action": "play-unit", "card": card, "location": "base", "pay": ["Accelerate"]}
    given = answer(action)

    assert [line.text for line in given.working] == [
        "Printed 3 energy",
        "+1 energy and 1 fury power, Accelerate",
        "+1 tax",
        "−2 discount, not below 0",
        "= 3 energy and 1 fury power",
    ]
    assert {line.citation.rule for line in given.working if line.citation} == {"356"}
    assert [line.text for line in answer({"action": "play-gear", "card": gear()}).working] == ["Printed 2 energy"]
