"""When something may be played in Riftbound: states, priority and focus (core 307-313, 358.3, 806, 813)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.play.riftbound import (
    CLOSED,
    JULY,
    LEGAL,
    MAIN,
    SHOWDOWN,
    SHOWDOWN_CLOSED,
    THEIRS,
    answer,
    gear,
    illegal,
    result,
    said,
    spell,
    unit,
    unsure,
)


def play(card: dict[str, Any], **more: Any) -> dict[str, Any]:
    where = {"location": "base"} if card.get("type") == "unit" else {}
    return {"action": f"play-{card['type']}", "card": card, **where, **more}


def without(turn: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: told for name, told in turn.items() if name != key}


@pytest.mark.parametrize(
    ("card", "turn", "expected"),
    [
        (spell(), MAIN, LEGAL),
        (spell("Action"), MAIN, LEGAL),
        (spell("Reaction"), MAIN, LEGAL),
        (spell(), THEIRS, illegal("timing")),
        (spell("Reaction"), THEIRS, illegal("timing")),
        (spell(), SHOWDOWN, illegal("timing")),
        (spell("Action"), SHOWDOWN, LEGAL),
        (spell("Reaction"), SHOWDOWN, LEGAL),
        (spell("Action"), CLOSED, illegal("timing")),
        (spell("Reaction"), CLOSED, LEGAL),
        (spell("Action"), SHOWDOWN_CLOSED, illegal("timing")),
        (spell("Reaction"), SHOWDOWN_CLOSED, LEGAL),
        (gear("Quick-Draw"), SHOWDOWN_CLOSED, LEGAL),
        (gear("Quick-Draw"), SHOWDOWN, LEGAL),
        (gear(), SHOWDOWN, illegal("timing")),
        (unit("Reaction"), CLOSED, LEGAL),
        (unit("Ambush"), CLOSED, illegal("timing")),
    ],
)
def test_358_3_states_ask_for_action_or_reaction(card: dict[str, Any], turn: Any, expected: Any) -> None:
    assert said(answer(play(card), turn=turn)) == expected
    assert said(answer(play(card), turn=turn, as_of=JULY)) == expected


@pytest.mark.parametrize(
    ("state", "card", "expected"),
    [
        ("neutral-open", spell(), LEGAL),
        ("neutral-closed", spell("Reaction"), LEGAL),
        ("neutral-closed", spell(), illegal("timing")),
        ("showdown-open", spell(), illegal("timing")),
        ("showdown-closed", spell("Action"), illegal("timing")),
    ],
)
def test_307_a_state_stands_for_chain_and_showdown(state: str, card: dict[str, Any], expected: Any) -> None:
    turn = {"active": "you", "phase": "main", "state": state, "priority": "you"}

    assert said(answer(play(card), turn=turn)) == expected


@pytest.mark.parametrize(
    ("card", "turn", "asks"),
    [
        # Without keywords the state decides, and both of its halves are asked.
        (spell(), {"active": "you", "phase": "main"}, ["turn.chain", "turn.showdown"]),
        (spell(), {"active": "you", "phase": "main", "chain": []}, ["turn.showdown"]),
        (spell(), {"active": "you", "phase": "main", "showdown": False}, ["turn.chain"]),
        # In a showdown Action is enough, unless there is a chain.
        (spell("Action"), {"active": "you", "phase": "main", "showdown": True, "focus": "you"}, ["turn.chain"]),
    ],
)
def test_358_3_asks_only_what_the_answer_hangs_on(card: dict[str, Any], turn: Any, asks: list[str]) -> None:
    assert said(answer(play(card), turn=turn)) == unsure("timing", asks=asks)


@pytest.mark.parametrize(
    ("card", "turn", "expected"),
    [
        # With priority, Reaction is in time with a chain and without one: the chain isn't asked.
        (spell("Reaction"), {**without(MAIN, "chain"), "priority": "you"}, ("legal", [], [])),
        (spell("Reaction"), without(MAIN, "chain"), unsure("priority", asks=["turn.chain"])),
        (spell("Reaction"), {**without(SHOWDOWN, "chain"), "priority": "you"}, ("legal", [], [])),
        (spell("Reaction"), without(SHOWDOWN, "chain"), unsure("priority", asks=["turn.chain"])),
        # Focus gives it in a showdown, the main phase without one: neither is asked.
        (spell("Action"), {**without(MAIN, "showdown"), "focus": "you"}, ("legal", [], [])),
        (
            spell("Action"),
            {**without(MAIN, "showdown"), "focus": "opponent"},
            unsure("priority", asks=["turn.showdown"]),
        ),
    ],
)
def test_312_2_the_state_isnt_asked_where_priority_is_certain(card: dict[str, Any], turn: Any, expected: Any) -> None:
    assert said(answer(play(card), turn=turn)) == expected


def test_358_3_asks_for_keywords_only_where_they_matter() -> None:
    card = {"type": "spell", "energy": 2}

    assert said(answer(play(card))) == LEGAL
    assert said(answer(play(card), turn=SHOWDOWN)) == unsure("timing", asks=["action.card.keywords"])
    assert said(answer(play(card), turn=THEIRS)) == illegal("timing")


@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        # With Reaction the state doesn't matter to timing: whose priority it is hangs on it.
        ({"active": "you", "phase": "main"}, unsure("priority", asks=["turn.chain", "turn.showdown"])),
        ({"active": "you", "phase": "main", "chain": []}, unsure("priority", asks=["turn.showdown"])),
        ({**CLOSED, "priority": "opponent"}, illegal("priority")),
        ({key: each for key, each in CLOSED.items() if key != "priority"}, unsure("priority", asks=["turn.priority"])),
        ({**SHOWDOWN, "focus": "opponent"}, illegal("priority")),
        ({**SHOWDOWN, "priority": "opponent"}, illegal("priority")),
        ({key: each for key, each in SHOWDOWN.items() if key != "focus"}, unsure("priority", asks=["turn.focus"])),
        ({**{key: each for key, each in SHOWDOWN.items() if key != "focus"}, "priority": "you"}, LEGAL),
        ({**MAIN, "phase": "draw"}, illegal("priority")),
        ({**MAIN, "priority": "opponent"}, illegal("priority")),
        ({**MAIN, "phase": "draw", "priority": "you"}, LEGAL),
    ],
)
def test_312_1_only_the_player_with_priority_begins(turn: Any, expected: Any) -> None:
    assert said(answer(play(spell("Reaction")), turn=turn)) == expected


@pytest.mark.parametrize("verb", ["play-unit", "play-gear", "play-spell"])
@pytest.mark.parametrize(("fact", "code"), [("resolving", "nothing-resolving"), ("tasks", "tasks-done")])
def test_354_3_and_334_something_else_comes_first(verb: str, fact: str, code: str) -> None:
    card = {"play-unit": unit, "play-gear": gear, "play-spell": spell}[verb]()
    turn = {**MAIN, fact: True}
    given = answer(play(card), turn=turn)

    assert said(given) == illegal(code)
    assert result(given)["stops_at"] == 0
    assert result(given)["undone"] is False
    told = answer(play(card, instructed=True), turn=turn)
    assert said(told) == LEGAL
    assert result(told)["waits"] is True


def test_an_instructed_play_needs_neither_priority_nor_its_time() -> None:
    told = answer(play(spell(), instructed=True), turn={**CLOSED, "priority": "opponent"})

    assert said(told) == LEGAL
    assert result(told)["waits"] is False


@pytest.mark.parametrize(
    ("keywords", "turn", "expected"),
    [
        ([], MAIN, LEGAL),
        ([], THEIRS, illegal("timing")),
        ([], SHOWDOWN, illegal("timing")),
        (["Action"], SHOWDOWN, LEGAL),
        (["Action"], SHOWDOWN_CLOSED, illegal("timing")),
        (["Reaction"], SHOWDOWN_CLOSED, LEGAL),
        (["Reaction"], {**MAIN, "resolving": True}, illegal("nothing-resolving")),
        (["Quick-Draw"], CLOSED, illegal("timing")),
    ],
)
def test_381_806_813_abilities(keywords: list[str], turn: Any, expected: Any) -> None:
    ability = {"kind": "activated", "source": "g1", "cost": {"exhaust": True}, "keywords": keywords}

    assert said(answer({"action": "activate-ability", "ability": ability}, turn=turn)) == expected


def test_the_other_side_is_judged_alike() -> None:
    play_of_theirs = {**play(spell()), "player": "opponent"}
    rich = {"energy": 2, "power": {"fury": 1}}

    assert said(answer(play_of_theirs, turn=THEIRS, opponent=rich)) == LEGAL
    assert said(answer(play_of_theirs, turn=MAIN, opponent=rich)) == illegal("timing")
    assert said(answer(play_of_theirs, turn=THEIRS)) == unsure(
        "energy-paid", "power-paid", asks=["opponent.energy", "opponent.power"]
    )


@pytest.mark.parametrize(
    ("turn", "passes"),
    [(MAIN, False), (SHOWDOWN, True), (SHOWDOWN_CLOSED, False), (CLOSED, False)],
)
def test_337_1_c_1_a_focus_passes_after_a_permanent_that_empties_the_chain(turn: Any, passes: bool) -> None:
    given = answer(play(unit("Reaction")), turn=turn)

    assert result(given)["focus_passes"] is passes


def test_focus_isnt_told_where_the_state_isnt() -> None:
    given = answer(play(unit()), turn={"active": "you", "phase": "main"})

    assert "focus_passes" not in result(given)
