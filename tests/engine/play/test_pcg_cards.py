"""Equipment and plot twists of the 2PCG: each rule holds, breaks by a change, and asks (Playing Equipment and on)."""

from __future__ import annotations

import pytest

from engine.model.verdicts import BROKEN, LEGAL, OK, UNKNOWN
from engine.play.rules import NOT_APPLICABLE
from tests.engine.play.pcg_card_examples import CAP, CARD_EXAMPLES, COMBAT, LOKI, ask, found, next_position
from tests.engine.play.pcg_examples import ABSENT, Changes

E, T = "play-equipment", "play-plot-twist"
_MACHINE: Changes = {"action.card.subtype": "Machine", "action.onto": ABSENT}
_FIGHT: Changes = {**COMBAT, "action.card.timing": "combat"}
_RESOLVING: Changes = {**COMBAT, "turn.step": "combat-resolution"}
_REACTION: Changes = {"action.card.timing": "reaction", "action.event_happened": True}
_MASTER: Changes = {**_FIGHT, "opponent.front": [{**LOKI, "keywords": ["Combat Master"]}]}


@pytest.mark.parametrize("verb", CARD_EXAMPLES)
def test_the_example_of_each_action_is_legal(verb: str) -> None:
    held = ask(verb)
    assert (held.outcome, held.asks) == (LEGAL, ())


@pytest.mark.parametrize(
    ("verb", "code", "changes", "said", "asks"),
    [
        (E, "not-your-turn", {"turn.active": "opponent"}, BROKEN, ()),
        (E, "wrong-step", {"turn.step": "formation"}, BROKEN, ()),
        (E, "not-from-hand", {"action.from": "deck"}, BROKEN, ()),
        (E, "not-enough-recruit-points", {"action.card.cost": 5}, BROKEN, ()),
        (E, "team-missing", {"action.card.teams": ["X-Men"]}, BROKEN, ()),
        (E, "team-missing", {"action.card.teams": ["Avengers"]}, OK, ()),
        (E, "team-missing", {"action.card.teams": ABSENT}, UNKNOWN, ("action.card.teams",)),
        (E, "equip-enemy", {"action.onto": "loki"}, BROKEN, ()),
        (E, "equip-enemy", {"action.onto": ABSENT}, UNKNOWN, ("action.onto",)),
        (E, "equip-enemy", _MACHINE, NOT_APPLICABLE, ()),
        (E, "equip-face-down", {"you.front.cap.state": "hidden"}, BROKEN, ()),
        (E, "equip-face-down", {"you.front.cap.type": "machine"}, BROKEN, ()),
        (E, "equip-face-down", {"you.front.cap.state": ABSENT}, UNKNOWN, ("you.front.cap.state",)),
        (E, "equip-face-down", _MACHINE, NOT_APPLICABLE, ()),
        (E, "machine-not-equipped", {}, NOT_APPLICABLE, ()),
        (E, "machine-not-equipped", {"action.card.subtype": "machine"}, BROKEN, ()),
        (E, "machine-not-equipped", _MACHINE, UNKNOWN, ("action.row",)),
        (E, "machine-not-equipped", {**_MACHINE, "action.row": "back"}, OK, ()),
        (E, "machine-not-equipped", {**_MACHINE, "action.row": "resource"}, BROKEN, ()),
        (E, "equip-restricted", _MACHINE, NOT_APPLICABLE, ()),
        (E, "equip-restricted", {"you.front.cap.keywords": ["Creature"]}, BROKEN, ()),
        (E, "equip-restricted", {"action.card.keywords": ["Spider-Gear"]}, BROKEN, ()),
        (E, "equip-restricted", {"action.card.keywords": ["Spider-Gear"], "you.front.cap.name": "SP//dr"}, OK, ()),
        (E, "equip-restricted", {"action.card.keywords": ["Benevolent"]}, OK, ()),
        (E, "not-equipment", {"action.card.type": "supporting"}, BROKEN, ()),
        (E, "not-equipment", {"action.card.type": ABSENT}, OK, ()),
        (T, "not-a-plot-twist", {"action.card.type": "supporting"}, BROKEN, ()),
        (T, "not-a-plot-twist", {"action.card.type": ABSENT}, OK, ()),
        (E, "equip-restricted", {"action.card.keywords": ["Benevolent"], "you.front.cap.good": False}, BROKEN, ()),
        (T, "not-your-turn", {"turn.active": "opponent"}, UNKNOWN, ("action.card.any_turn",)),
        (T, "not-your-turn", {"turn.active": "opponent", "action.card.any_turn": True}, OK, ()),
        (T, "not-your-turn", {"turn.active": "opponent", "action.card.any_turn": False}, BROKEN, ()),
        (T, "not-your-turn", {"turn.active": "opponent", **_REACTION}, NOT_APPLICABLE, ()),
        (T, "wrong-phase", {"action.card.timing": "build"}, BROKEN, ()),
        (T, "wrong-phase", {"action.card.timing": ABSENT}, UNKNOWN, ("action.card.timing",)),
        (T, "combat-going-on", COMBAT, BROKEN, ()),
        (T, "combat-going-on", {"turn.step": ABSENT}, UNKNOWN, ("turn.step",)),
        (T, "no-combat", {"action.card.timing": "combat"}, BROKEN, ()),
        (T, "no-combat", _FIGHT, OK, ()),
        (T, "wrong-combat-step", _FIGHT, OK, ()),
        (T, "wrong-combat-step", {"action.card.timing": "combat"}, NOT_APPLICABLE, ()),
        (T, "wrong-combat-step", {**_RESOLVING, "action.card.timing": "combat"}, BROKEN, ()),
        (T, "wrong-combat-step", _REACTION, OK, ()),
        (T, "wrong-combat-step", {**_REACTION, "turn.step": ABSENT}, UNKNOWN, ("turn.step",)),
        (T, "wrong-combat-step", {**_REACTION, "turn.phase": ABSENT, "turn.step": "recruit"}, OK, ()),
        (T, "wrong-combat-step", {**_RESOLVING, **_REACTION}, UNKNOWN, ("action.card.event_in_resolution",)),
        (T, "not-your-opportunity", {**_FIGHT, "turn.priority": "opponent"}, BROKEN, ()),
        (T, "reaction-event", {**_REACTION, "action.event_happened": False}, BROKEN, ()),
        (T, "reaction-event", {**_REACTION, "action.event_happened": ABSENT}, UNKNOWN, ("action.event_happened",)),
        (T, "not-from-hand", {"action.from": "ko-pile"}, BROKEN, ()),
        (T, "team-missing", {"action.card.teams": ["Avengers"], "action.card.team_symbols": 3}, BROKEN, ()),
        (T, "team-missing", {"action.card.teams": ["X-Men"], "you.back": ABSENT}, UNKNOWN, ("you.back",)),
        (
            T,
            "team-missing",
            {"action.card.teams": ["Avengers"], "you.front.cap.state": ABSENT},
            UNKNOWN,
            ("you.front.cap.state",),
        ),
        (T, "target-not-in-combat", {**_FIGHT, "action.targets": ["cap", "loki"]}, OK, ()),
        (T, "target-not-in-combat", {**_FIGHT, "action.targets": ["thor"]}, BROKEN, ()),
        (
            T,
            "target-not-in-combat",
            {**_FIGHT, "action.targets": ["x"], "turn.combat": ABSENT},
            UNKNOWN,
            ("turn.combat",),
        ),
        (T, "combat-master", _FIGHT, OK, ()),
        (T, "combat-master", _MASTER, BROKEN, ()),
        (T, "combat-master", {**_MASTER, "turn.step": "no-combat", "turn.combat": ABSENT}, NOT_APPLICABLE, ()),
    ],
)
def test_a_rule_of_playing_cards(verb: str, code: str, changes: Changes, said: str, asks: tuple[str, ...]) -> None:
    assert found(verb, code, changes) == (said, asks)


def test_too_few_of_a_team_are_counted() -> None:
    (finding,) = ask(T, {"action.card.teams": ["Avengers"], "action.card.team_symbols": 3}).findings
    assert finding.message == "Face-up characters of Avengers: 1. The card needs 3."


def test_new_equipment_displaces_the_old_and_costs_its_points() -> None:
    after = next_position(E, {"you.front.cap.equipment": ["Old Shield"], "you.hand": [{"name": "Shield"}]})
    assert after["you"]["front"][0]["equipment"] == ["Shield"]
    assert after["you"]["hand"] == []
    assert after["turn"]["recruit_points_left"] == 3


@pytest.mark.parametrize("listed", [True, False])
def test_a_machine_stands_in_its_row(listed: bool) -> None:
    changes: dict[str, object] = {**_MACHINE, "action.row": "back"}
    after = next_position(E, changes if listed else {**changes, "you.back": ABSENT})
    machine = after["you"]["back"][0] if listed else after["you"]["characters"][0]
    assert (machine["id"], machine["type"]) == ("Shield", "machine")


def test_after_a_combat_twist_the_other_player_may_act() -> None:
    after = next_position(T, {**_FIGHT, "you.hand": [{"name": "Ambush"}]})
    assert after["you"]["hand"] == []
    assert after["turn"]["priority"] == "opponent"
    assert CAP["id"] in after["turn"]["combat"]["attackers"]


def test_points_that_are_not_known_stay_unsaid() -> None:
    after = next_position(E, {"action.card.cost": ABSENT, "turn.recruit_points_left": ABSENT})
    assert "recruit_points_left" not in after["turn"]


def test_a_twist_of_a_player_of_whom_nothing_is_said_changes_no_hand() -> None:
    after = next_position(T, {"you.front": ABSENT, "you.back": ABSENT})
    assert "hand" not in after.get("you", {})
