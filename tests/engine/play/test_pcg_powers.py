"""Super powers of the 2PCG: each rule holds, breaks by a change, and asks (Super Powers, Resources and Locations)."""

from __future__ import annotations

import pytest

from engine.model.verdicts import BROKEN, OK, UNKNOWN
from engine.play.rules import NOT_APPLICABLE
from tests.engine.play.pcg_card_examples import COMBAT, ask, found, next_position
from tests.engine.play.pcg_examples import ABSENT, Changes

V = "use-super-power"
_FIGHT: Changes = {**COMBAT, "action.power.timing": "combat"}
_BYSTANDER: Changes = {"turn.combat.attackers": ["thor"]}
_NO_PAY: Changes = {"action.pay": ABSENT}
_MISS = {"name": "Medusa", "type": "supporting"}


def _hand(**card: object) -> Changes:
    return {"action.pay": [{"from": "hand", "card": card}]}


def _row(**facts: object) -> Changes:
    return {"you.resources": [{"id": "r1", "name": "Fortress", "face": "up", "symbols": ["Might"], **facts}]}


@pytest.mark.parametrize(
    ("code", "changes", "said", "asks"),
    [
        ("not-your-turn", {"turn.active": "opponent", "action.power.any_turn": False}, BROKEN, ()),
        ("wrong-phase", {"action.power.timing": "build"}, BROKEN, ()),
        ("wrong-combat-step", {"action.power.timing": "reaction"}, NOT_APPLICABLE, ()),
        ("not-your-character", {"action.character": "loki"}, BROKEN, ()),
        ("not-your-character", {"action.character": ABSENT}, UNKNOWN, ("action.character",)),
        ("powers-off", {"action.character": ABSENT}, NOT_APPLICABLE, ()),
        ("powers-off", {"you.front.cap.state": "stunned"}, BROKEN, ()),
        ("powers-off", {"you.front.cap.state": "stunned", "action.power.works_face_down": True}, NOT_APPLICABLE, ()),
        ("powers-off", {"you.front.cap.state": ABSENT}, UNKNOWN, ("you.front.cap.state",)),
        ("character-not-in-combat", _FIGHT, OK, ()),
        ("character-not-in-combat", {**_FIGHT, **_BYSTANDER}, BROKEN, ()),
        ("character-not-in-combat", {**_FIGHT, **_BYSTANDER, "turn.step": "combat-declaration"}, BROKEN, ()),
        ("character-not-in-combat", {**_FIGHT, **_BYSTANDER, "turn.step": "combat-resolution"}, BROKEN, ()),
        ("character-not-in-combat", {**_FIGHT, **_BYSTANDER, "turn.step": ABSENT}, NOT_APPLICABLE, ()),
        ("character-not-in-combat", {"action.power.timing": "combat"}, NOT_APPLICABLE, ()),
        ("super-power-used", {"turn.super_powers_used": [["cap", "charge"]]}, BROKEN, ()),
        ("super-power-used", {"turn.super_powers_used": [["thor", "Charge"]]}, OK, ()),
        ("super-power-used", {"turn.super_powers_used": ABSENT}, UNKNOWN, ("turn.super_powers_used",)),
        ("super-power-used", {"action.character": ABSENT}, NOT_APPLICABLE, ()),
        ("once-per-game-used", {"action.power.once_per_game": True}, UNKNOWN, ("action.power.used_this_game",)),
        ("once-per-game-used", {"action.power.once_per_game": True, "action.power.used_this_game": True}, BROKEN, ()),
        ("payment-face-down", _row(face="down"), BROKEN, ()),
        ("payment-face-down", {"action.pay": [{"id": "r9"}]}, BROKEN, ()),
        ("payment-face-down", {"action.pay": [{"from": "row"}]}, UNKNOWN, ("action.pay.id",)),
        ("payment-face-down", {"you.resources": ABSENT}, UNKNOWN, ("you.resources",)),
        ("payment-face-down", _hand(type="location", symbols=["Might"]), NOT_APPLICABLE, ()),
        ("payment-not-a-location", _hand(type="location"), OK, ()),
        ("payment-not-a-location", _hand(type="plot-twist"), BROKEN, ()),
        ("payment-not-a-location", _hand(**_MISS), UNKNOWN, ("action.pay.card.bond",)),
        ("payment-not-a-location", _hand(**_MISS, bond="Cap"), OK, ()),
        ("payment-not-a-location", _hand(**_MISS, bond="Thor"), BROKEN, ()),
        (
            "payment-not-a-location",
            {**_hand(**_MISS, bond="Cap"), "action.character": ABSENT},
            UNKNOWN,
            ("action.character",),
        ),
        ("special-location-team", _row(team="X-Men"), BROKEN, ()),
        ("special-location-team", {**_row(team="X-Men"), "action.power.cost": ["Fortress"]}, OK, ()),
        ("special-location-team", {**_row(team="X-Men"), "action.power.cost": ABSENT}, UNKNOWN, ("action.power.cost",)),
        ("special-location-team", _row(team="Avengers"), OK, ()),
        ("special-location-team", {**_row(team="X-Men"), "action.character": ABSENT}, OK, ()),
        ("payment-short", {"action.power.cost": ["Might", "Might"]}, BROKEN, ()),
        ("payment-short", {"action.power.cost": ABSENT}, UNKNOWN, ("action.power.cost",)),
        ("payment-short", {"action.pay": [{"id": "r9"}]}, NOT_APPLICABLE, ()),
        ("payment-short", _NO_PAY, OK, ()),
        ("payment-short", {**_NO_PAY, **_row(face="down")}, BROKEN, ()),
        ("payment-short", {**_NO_PAY, "you.resources": ABSENT}, UNKNOWN, ("you.resources",)),
        ("payment-short", {**_NO_PAY, **_row(face="down"), "you.hand": ABSENT}, UNKNOWN, ("you.hand",)),
        ("payment-short", {**_NO_PAY, **_row(team="X-Men")}, BROKEN, ()),
        (
            "payment-short",
            {**_NO_PAY, **_row(team="X-Men"), "you.front.cap.teams": ABSENT},
            UNKNOWN,
            ("you.front.cap.teams",),
        ),
        ("payment-short", {**_NO_PAY, **_row(face="down"), "you.hand": [{**_MISS, "bond": "Cap"}]}, OK, ()),
        ("payment-short", {**_NO_PAY, "action.power.cost": ["Fortress"]}, OK, ()),
    ],
)
def test_a_rule_of_super_powers(code: str, changes: Changes, said: str, asks: tuple[str, ...]) -> None:
    assert found(V, code) != (BROKEN, ())
    assert found(V, code, changes) == (said, asks)


def test_what_is_left_unpaid_is_told() -> None:
    (finding,) = ask(V, {"action.power.cost": ["Might", "Might"]}).findings
    assert finding.message == "The power costs Might, Might. The cards pay 1 of 2."


@pytest.mark.parametrize(
    "payment",
    [
        {"id": "r1"},
        {"id": "h1", "from": "hand", "card": {"type": "location", "symbols": ["Might"]}},
        {"from": "hand", "card": {"id": "h1", "type": "location", "symbols": ["Might"]}},
    ],
)
def test_a_card_that_is_said_twice_pays_once(payment: dict[str, object]) -> None:
    twice: Changes = {"action.pay": [payment, payment]}
    assert found(V, "payment-short", twice) == (OK, ())
    assert found(V, "payment-short", {**twice, "action.power.cost": ["Might", "Might"]}) == (BROKEN, ())
    held = ask(V, twice).result
    assert held is not None
    assert held.values == (
        {"face_down": ["r1"], "discarded": 0} if payment.get("id") == "r1" else {"face_down": [], "discarded": 1}
    )


def test_two_cards_of_the_hand_without_ids_are_two() -> None:
    fortress = {"from": "hand", "card": {"name": "Fortress", "type": "location", "symbols": ["Might"]}}
    changes: Changes = {"action.pay": [fortress, fortress], "action.power.cost": ["Might", "Might"]}
    assert found(V, "payment-short", changes) == (OK, ())


def test_two_cards_pay_two_symbols_though_the_first_could_pay_either() -> None:
    both = {"id": "r1", "name": "A", "face": "up", "symbols": ["Might", "Skill"]}
    might = {"id": "r2", "name": "B", "face": "up", "symbols": ["Might"]}
    changes: Changes = {**_NO_PAY, "you.resources": [both, might], "action.power.cost": ["Might", "Skill"]}
    assert found(V, "payment-short", changes) == (OK, ())


def test_a_used_power_turns_its_location_face_down_and_is_noted() -> None:
    after = next_position(V)
    assert after["you"]["resources"][0]["face"] == "down"
    assert after["turn"]["super_powers_used"] == [["cap", "Charge"]]


def test_a_discarded_location_leaves_the_hand_and_the_chance_passes() -> None:
    card = {"name": "Fortress", "type": "location", "symbols": ["Might"]}
    after = next_position(V, {**_FIGHT, **_hand(**card), "you.hand": [card], "turn.super_powers_used": ABSENT})
    assert after["you"]["hand"] == []
    assert after["turn"]["priority"] == "opponent"


def test_two_cards_for_one_symbol_leave_the_other_unpaid() -> None:
    cards = [{"id": each, "name": each, "face": "up", "symbols": ["Might"]} for each in ("r1", "r2", "r3")]
    changes: Changes = {**_NO_PAY, "you.resources": cards, "action.power.cost": ["Might", "Might", "Skill"]}
    assert found(V, "payment-short", changes) == (BROKEN, ())
    four: Changes = {
        **changes,
        "action.power.cost": ["Might"] * 4,
        "you.resources": [*cards, {**cards[0], "id": "r4", "symbols": []}],
    }
    assert found(V, "payment-short", four) == (BROKEN, ())
