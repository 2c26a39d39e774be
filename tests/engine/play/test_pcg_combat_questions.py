"""What a combat of the 2PCG asks for before it is resolved, and what it doesn't."""

from __future__ import annotations

from typing import Any

import pytest

from engine.model.verdicts import LEGAL, UNCERTAIN
from tests.engine.play.pcg_examples import ABSENT, LOKI, Changes, ask, fighter, one, result

_TEAM: dict[str, Any] = {"turn.combat.attackers": ["cap", "thor"]}


ASKED: tuple[tuple[str, Changes, tuple[str, ...]], ...] = (
    ("atk", one(atk=ABSENT), ("you.front.cap.atk",)),
    ("main", {**one(keywords=["Fearless"]), **one("opponent.front", main=ABSENT)}, ("opponent.front.loki.main",)),
    ("ready", {**one(keywords=["Pounce"]), **one("opponent.front", ready=ABSENT)}, ("opponent.front.loki.ready",)),
    (
        "flight",
        {**one(flight=ABSENT), **one("opponent.front", keywords=["Air Superiority"])},
        ("you.front.cap.flight",),
    ),
    ("state", {**one(atk=9), **one("opponent.front", state=ABSENT)}, ("opponent.front.loki.state",)),
    (
        "state of a keyword",
        {**one("opponent.front", state=ABSENT, keywords=["Acrobatic"])},
        ("opponent.front.loki.state",),
    ),
    (
        "row of a defender",
        {
            **one(keywords=["Invade"]),
            "opponent.front": [],
            "opponent.characters": [{key: each for key, each in LOKI.items() if key != "row"}],
        },
        ("opponent.characters.loki.row",),
    ),
    ("row", {**one(keywords=["Wrecking Crew"]), "you.back": ABSENT}, ("you.back",)),
    ("wounds", {**one(atk=9), **one("opponent.front", wounds=ABSENT)}, ("opponent.front.loki.wounds",)),
    ("health", {**one(atk=9), **one("opponent.front", health=ABSENT)}, ("opponent.front.loki.health",)),
    (
        "lethal",
        {**one(atk=9, keywords=["Lethal"]), **one("opponent.front", main=ABSENT)},
        ("opponent.front.loki.main",),
    ),
    ("state of a lethal attacker", one(atk=9, keywords=["Lethal"], state=ABSENT), ("you.front.cap.state",)),
    (
        "state of one that is lethal to two",
        {
            **one(atk=9, keywords=["Lethal"], state=ABSENT),
            "opponent.front": [LOKI, fighter("Drax")],
            "turn.combat.defenders": ["loki", "drax"],
        },
        ("you.front.cap.state",),
    ),
)


@pytest.mark.parametrize(("changes", "asks"), [each[1:] for each in ASKED], ids=[each[0] for each in ASKED])
def test_a_figure_that_decides_is_asked_for(changes: Changes, asks: tuple[str, ...]) -> None:
    held = ask("resolve-combat", changes)
    assert (held.outcome, held.asks) == (UNCERTAIN, asks)
    assert [finding.code for finding in held.findings] == ["combat-figures"]


_UNKNOWN_DEF: dict[str, Any] = one(**{"def": ABSENT})
_FROM_BEHIND: dict[str, Any] = {"you.front": [], "you.back": [fighter("Cap", range=True, **{"def": 1})]}
NOT_ASKED: tuple[tuple[str, Changes], ...] = (
    ("the DEF behind an attack that isn't struck back", {**_FROM_BEHIND, "you.back.cap.def": ABSENT}),
    ("the DEF of whom the defender doesn't strike", {**_TEAM, **_UNKNOWN_DEF, "action.strikes": "thor"}),
    ("the DEF against 0 ATK", {**_UNKNOWN_DEF, **one("opponent.front", atk=0)}),
    ("the DEF where 0 ATK has a choice", {**_TEAM, **_UNKNOWN_DEF, **one("opponent.front", atk=0)}),
    ("the Range of a defender of 0 ATK", {**_FROM_BEHIND, **one("opponent.front", atk=0, range=ABSENT)}),
    (
        "whether one is ready that Hunter doesn't help",
        {**one(keywords=["Pounce"]), **one("opponent.front", atk=0, ready=ABSENT, state="hidden", keywords=["Hunter"])},
    ),
    (
        "whom an attacker of 0 ATK would be Fearless against",
        {**one(atk=0, keywords=["Fearless"]), **one("opponent.front", main=ABSENT)},
    ),
)


@pytest.mark.parametrize("changes", [each[1] for each in NOT_ASKED], ids=[each[0] for each in NOT_ASKED])
def test_a_figure_that_no_strike_meets_is_not_asked_for(changes: Changes) -> None:
    held = ask("resolve-combat", changes)
    assert (held.outcome, held.asks) == (LEGAL, ())
    assert "cap" not in result("resolve-combat", changes)["stunned"]


def test_what_is_asked_of_the_stunned_has_an_order() -> None:
    changes = {**one(atk=4, state=ABSENT), **one("opponent.front", atk=4, state=ABSENT)}
    asked = {ask("resolve-combat", changes).asks for _ in range(20)}
    assert asked == {("opponent.front.loki.state", "you.front.cap.state")}


def test_keywords_that_raise_an_atk_of_zero_make_its_range_count() -> None:
    changes = {**_FROM_BEHIND, **one("opponent.front", atk=0, range=ABSENT, keywords=["Wrecking Crew"])}
    assert ask("resolve-combat", changes).asks == ("opponent.front.loki.range",)


def test_the_def_is_asked_for_beside_an_unknown_atk() -> None:
    changes = {**_UNKNOWN_DEF, **one("opponent.front", atk=ABSENT)}
    assert set(ask("resolve-combat", changes).asks) == {"you.front.cap.def", "opponent.front.loki.atk"}
