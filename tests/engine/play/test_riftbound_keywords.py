"""Keywords as people type them, and what is said where something doesn't fit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.facts import PlayInputError
from tests.engine.play.riftbound import (
    CLOSED,
    ENEMY,
    LEGAL,
    MAIN,
    SHOWDOWN,
    THEIRS,
    answer,
    illegal,
    play_spell,
    play_unit,
    result,
    said,
    shown,
    spell,
    unit,
)


@pytest.mark.parametrize("written", ["Reaction", "reaction", " REACTION ", "Quick-Draw", "quick draw", "QuickDraw"])
def test_keywords_are_read_however_they_are_written(written: str) -> None:
    card = spell(written) if "eac" in written.lower() else {**spell(written), "type": "gear"}

    assert said(answer({"action": f"play-{card['type']}", "card": card}, turn=CLOSED)) == LEGAL


@pytest.mark.parametrize("written", ["Accelerate", "accelerate", " ACCELERATE "])
def test_what_is_paid_is_read_however_it_is_written(written: str) -> None:
    given = answer(play_unit(unit("Accelerate"), pay=[written]))

    assert said(given) == LEGAL
    assert shown(result(given), "cost", "enters") == (
        {"energy": 4, "power": {"fury": 1}},
        {"location": "base", "ready": True},
    )


@pytest.mark.parametrize(
    ("paid", "expected"),
    [
        # A cost of its own keeps its name, whatever keyword that is.
        (["accelerate"], LEGAL),
        (["Accelerate"], illegal("optional-costs")),
        (["accelerate 2"], illegal("optional-costs")),
    ],
)
def test_a_cost_of_its_own_keeps_its_name(paid: list[str], expected: Any) -> None:
    card = unit(optional=[{"id": "accelerate", "energy": 1}])

    assert said(answer(play_unit(card, pay=paid))) == expected


def test_a_keyword_keeps_its_number() -> None:
    deflector = {"id": "d2", "type": "unit", "controller": "opponent", "location": "b2", "keywords": ["deflect 2"]}
    given = answer(play_spell(ENEMY, "d2"), board=[deflector])

    assert given.result is not None
    assert given.result.values is not None
    assert given.result.values["cost"] == {"energy": 2, "power": {"any": 2, "fury": 1}}


@pytest.mark.parametrize(
    ("written", "near"), [("Reactoin", "Reaction"), ("Deflect X", "Deflect"), ("Gankng", "Ganking")]
)
def test_what_is_nearly_a_keyword_is_refused_with_it(written: str, near: str) -> None:
    with pytest.raises(PlayInputError) as refused:
        answer({"action": "play-spell", "card": spell(written)})

    assert (refused.value.path, refused.value.near) == ("action.card.keywords", (near,))


def test_other_words_stay_as_they_are() -> None:
    assert said(answer(play_unit(unit("Yordle")))) == LEGAL


def first_message(action: dict[str, Any], **position: Any) -> str:
    return answer(action, **position).findings[0].message


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ({**CLOSED, "priority": "opponent"}, "Your opponent has priority."),
        ({**SHOWDOWN, "focus": "opponent"}, "Your opponent has focus."),
        ({**MAIN, "phase": "draw"}, "It is the draw phase: only the main phase gives priority."),
        (
            THEIRS,
            "With neither a chain nor a showdown, only the player whose turn it is may play or use this.",
        ),
    ],
)
def test_whose_it_is_to_act_is_said(turn: dict[str, Any], message: str) -> None:
    assert first_message({"action": "play-spell", "card": spell("Reaction")}, turn=turn) == message


@pytest.mark.parametrize(
    ("target", "chosen", "message"),
    [
        (ENEMY, "u1", "u1 isn’t an enemy."),
        ({"what": "unit", "whose": "friendly"}, "e1", "e1 isn’t friendly."),
        ({"what": "unit", "where": "base"}, "e1", "e1 isn’t in the base."),
        ({"what": "unit", "where": "b1"}, "e1", "e1 isn’t at b1."),
        ({"what": "unit", "where": "battlefield"}, "g1", "g1 isn’t a unit."),
        ({"what": "gear"}, "e1", "e1 isn’t gear."),
        ({"what": "spell"}, "e1", "e1 isn’t a spell on the chain."),
        ({**ENEMY, "might_min": 9}, "e1", "e1 has less than 9 might."),
        ({**ENEMY, "might_max": 1}, "e1", "e1 has more than 1 might."),
    ],
)
def test_355_9_why_something_cannot_be_chosen(target: dict[str, Any], chosen: str, message: str) -> None:
    messages = [each.message for each in answer(play_spell(target, chosen)).findings]

    assert message in messages


@pytest.mark.parametrize(
    ("target", "message"),
    [(ENEMY, "Choose 1, each of them once."), ({**ENEMY, "up_to": True}, "Choose at most 1.")],
)
def test_355_13_how_many_are_chosen(target: dict[str, Any], message: str) -> None:
    assert first_message(play_spell(target, "e1", "d1")) == message
