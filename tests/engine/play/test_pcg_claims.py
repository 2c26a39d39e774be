"""Looking at cards, winning and figures in the 2PCG (Ending the Game, Running Out Of Cards, Calculating ATK/DEF)."""

from __future__ import annotations

import pytest

from engine.games.vs_2pcg.play.facts import Card as PlayedCard
from engine.games.vs_2pcg.play.facts import Character, Position, Resource
from engine.model.cards import Card, Keyword
from engine.model.verdicts import BROKEN, ILLEGAL, LEGAL, OK, UNCERTAIN, UNKNOWN
from engine.play.rules import NOT_APPLICABLE
from tests.engine.play.pcg_card_examples import ask, found, next_position
from tests.engine.play.pcg_examples import ABSENT, LOKI, RULES, Changes

_TIE: Changes = {"opponent.main_characters_left": 0, "you.main_characters_left": 0}
_BEGINS: Changes = {
    "action.reason": "turn-begins",
    "turn.step": ABSENT,
    "turn.phase": "draw",
    "turn.active": "opponent",
}
_STALEMATE: Changes = {
    "action.reason": "stalemate",
    "turn.attack_possible": False,
    "you.deck_size": 0,
    "opponent.deck_size": 0,
    "you.main_wounds": 1,
    "opponent.main_wounds": 2,
}
_OWN_LOKI = [{**LOKI, "main": True}]
_STOLEN = [{**LOKI, "main": True, "owner": "you"}]


@pytest.mark.parametrize(
    ("what", "outcome"),
    [
        ("own face-down resource", LEGAL),
        ("enemy face-down resource", ILLEGAL),
        ("enemy stunned character", LEGAL),
        ("enemy hidden character", LEGAL),
        ("own pile", LEGAL),
        ("enemy public pile", LEGAL),
        ("enemy private pile", ILLEGAL),
        ("size of enemy private pile", LEGAL),
        ("enemy pile", UNCERTAIN),
        ("enemy hand", ILLEGAL),
        ("own deck", ILLEGAL),
        ("face-down resource", UNCERTAIN),
        ("enemy level-up zone", LEGAL),
        ("opponent's level-up zone", LEGAL),
        ("enemy exhausted face-down resource", ILLEGAL),
        ("own exhausted face-down resource", LEGAL),
        ("number of enemy face-down resources", LEGAL),
        ("enemy hand size", LEGAL),
        ("size of enemy deck", LEGAL),
        ("characters in enemy hand", ILLEGAL),
        ("enemy face-up location", LEGAL),
        ("own face-up location", LEGAL),
        ("enemy face-down character", LEGAL),
        ("enemy front row", LEGAL),
        ("own resource row", LEGAL),
        ("enemy resource row", UNCERTAIN),
        ("own private pile", LEGAL),
        ("pile", UNCERTAIN),
        ("hand", UNCERTAIN),
        ("own thoughts", UNCERTAIN),
        (ABSENT, UNCERTAIN),
    ],
)
def test_who_may_look_at_what(what: object, outcome: str) -> None:
    held = ask("look-at", {"action.what": what})
    assert held.outcome == outcome
    assert [each.code for each in held.findings] == ([] if outcome == LEGAL else ["hidden-information"])


@pytest.mark.parametrize(
    ("code", "changes", "said", "asks"),
    [
        ("main-character-left", {"opponent.main_characters_left": 1}, BROKEN, ()),
        (
            "main-character-left",
            {"opponent.main_characters_left": ABSENT},
            UNKNOWN,
            ("opponent.main_characters_left",),
        ),
        ("main-character-left", {"opponent.main_characters_left": ABSENT, "opponent.front": _OWN_LOKI}, BROKEN, ()),
        ("main-character-left", _STALEMATE, NOT_APPLICABLE, ()),
        ("both-knocked-out", _TIE, OK, ()),
        ("both-knocked-out", {**_TIE, "turn.active": "opponent"}, BROKEN, ()),
        (
            "both-knocked-out",
            {**_TIE, "turn.active": "opponent", "you.main_characters_left": ABSENT},
            UNKNOWN,
            ("you.main_characters_left",),
        ),
        ("both-knocked-out", {"opponent.main_characters_left": 1}, NOT_APPLICABLE, ()),
        ("turn-not-beginning", _BEGINS, OK, ()),
        ("turn-not-beginning", {**_BEGINS, "turn.active": "you"}, BROKEN, ()),
        (
            "main-character-available",
            {**_BEGINS, "opponent.front": _STOLEN},
            UNKNOWN,
            ("opponent.main_characters_available",),
        ),
        ("main-character-available", {**_BEGINS, "opponent.main_characters_available": 0}, OK, ()),
        ("empty-deck-no-loss", {"action.reason": "empty-deck"}, BROKEN, ()),
        ("not-a-stalemate", _STALEMATE, OK, ()),
        ("not-a-stalemate", {**_STALEMATE, "opponent.deck_size": 4}, BROKEN, ()),
        ("not-a-stalemate", {**_STALEMATE, "turn.attack_possible": ABSENT}, UNKNOWN, ("turn.attack_possible",)),
        ("not-fewest-wounds", _STALEMATE, OK, ()),
        ("not-fewest-wounds", {**_STALEMATE, "you.main_wounds": 2}, BROKEN, ()),
    ],
)
def test_a_rule_of_winning(code: str, changes: Changes, said: str, asks: tuple[str, ...]) -> None:
    assert found("claim-win", code, changes) == (said, asks)


_ROWS: Changes = {
    **_STALEMATE,
    "you.main_wounds": ABSENT,
    "opponent.main_wounds": ABSENT,
    "you.front": [{"id": "m", "main": True, "wounds": 1}, {"id": "n", "main": True, "wounds": 1}],
    "opponent.front": [{"id": "x", "main": True, "wounds": 3}, {"id": "y", "main": False, "wounds": 9}],
    "you.back": [],
    "opponent.back": [],
}


@pytest.mark.parametrize(
    ("changes", "said", "asks"),
    [
        ({}, OK, ()),
        ({"opponent.front.x.wounds": 2}, BROKEN, ()),
        ({"opponent.front.x.wounds": ABSENT}, UNKNOWN, ("opponent.front.x.wounds",)),
        ({"opponent.back": ABSENT}, UNKNOWN, ("opponent.main_wounds",)),
        ({"opponent.front.y.main": ABSENT}, UNKNOWN, ("opponent.main_wounds",)),
        ({"opponent.front": []}, UNKNOWN, ("opponent.main_wounds",)),
    ],
)
def test_wounds_of_main_characters_are_read_off_the_rows(changes: Changes, said: str, asks: tuple[str, ...]) -> None:
    assert found("claim-win", "not-fewest-wounds", {**_ROWS, **changes}) == (said, asks)


def test_a_main_character_on_its_own_side_keeps_its_player_in_the_game() -> None:
    assert found("claim-win", "main-character-available", {**_BEGINS, "opponent.front": _OWN_LOKI}) == (BROKEN, ())


@pytest.mark.parametrize(
    ("modifiers", "counters", "figures"),
    [
        ([{"def": 3}, {"switch": True}], {}, (7, 3, False)),
        ([{"switch": True}, {"atk": 4}], {"+1/+1": 2, "-1/-1": 1}, (9, 4, False)),
        ([{"atk": -5}], {"-1/-1": 4}, (0, 0, True)),
    ],
)
def test_figures_take_counters_first_and_then_modifiers_in_order(
    modifiers: list[dict[str, object]], counters: dict[str, int], figures: tuple[int, int, bool]
) -> None:
    held = ask("calculate", {"you.front.cap.modifiers": modifiers, "you.front.cap.counters": counters}).result
    assert held is not None
    assert held.values is not None
    assert (held.values["atk"], held.values["def"], held.values["stunned_at_once"]) == figures


@pytest.mark.parametrize("path", ["action.character", "you.front.cap.base_atk", "you.front.cap.base_def"])
def test_figures_ask_for_what_is_missing(path: str) -> None:
    assert ask("calculate", {path: ABSENT}).asks == (path,)
    assert found("calculate", "figures-known", {path: ABSENT}) == (UNKNOWN, (path,))


def test_calculated_figures_are_the_characters_own() -> None:
    after = next_position("calculate", {"you.front.cap.counters": {"+1/+1": 1}})
    assert (after["you"]["front"][0]["atk"], after["you"]["front"][0]["def"]) == (4, 5)


def test_a_printed_location_brings_its_symbols_and_its_team() -> None:
    card = Card("vs-2pcg", "x", "X", "X", "x", type="Special Location", teams=("X-Men",), power_symbols=("Might",))
    assert RULES.printed(card, Resource) == {"name": "X", "symbols": ["Might"], "team": "X-Men"}
    assert RULES.printed(card, Position) == {}


def test_a_printed_character_brings_its_figures_and_whom_it_is_bound_to() -> None:
    bond = (Keyword("Bond", "Cap"),)
    card = Card(
        "vs-2pcg", "y", "Y", "Y", "y", "Supporting Character", atk=2, cost=1, keywords=bond, has_flight=True, aka=("Z",)
    )
    assert RULES.printed(card, PlayedCard) == {
        "name": "Y",
        "type": "supporting",
        "cost": 1,
        "atk": 2,
        "aka": ["Z"],
        "flight": True,
        "keywords": ["Bond"],
        "bond": "Cap",
    }
    assert RULES.printed(card, Character)["main"] is False


def test_a_printed_card_brings_its_teams() -> None:
    card = Card("vs-2pcg", "z", "Z", "Z", "z", "Equipment", teams=("X-Men", "Avengers"))
    assert RULES.printed(card, PlayedCard)["teams"] == ["X-Men", "Avengers"]


def test_a_start_names_an_action_that_there_is() -> None:
    assert set(RULES.starts) <= set(RULES.by_verb)
