"""The classic wrap-up: who loses, who recovers, who is KO'd and what readies (408.2)."""

from __future__ import annotations

import pytest

from engine.play.judging import Answer
from tests.engine.play.classic_examples import ABSENT, Changes, ask, found, result

IN_VAIN: Changes = {"you.characters.a.cannot_recover": True}


def lines(held: Answer) -> list[tuple[str, str]]:
    """The working, each line with the rule that it cites."""
    return [(line.text, line.citation.rule) for line in held.working if line.citation]


@pytest.mark.parametrize(
    ("you", "opponent", "lose", "win"),
    [(1, 0, ["opponent"], "you"), (-3, -5, ["opponent"], "you"), (-2, -2, [], None), (0, 4, ["you"], "opponent")],
)
def test_408_2a_the_highest_of_those_at_0_or_less_does_not_lose(
    you: int, opponent: int, lose: list[str], win: str | None
) -> None:
    held = result("wrap-up", {"you.endurance": you, "opponent.endurance": opponent})
    assert (held["lose"], held["win"]) == (lose, win)


def test_102_1_a_game_that_is_over_goes_on_with_nothing() -> None:
    held = result("wrap-up", {"opponent.endurance": 0})
    assert (held["lose"], held["win"]) == (["opponent"], "you")
    assert (held["recovered"], held["koed"], held["ready"], held["initiative"]) == ([], [], [], None)
    assert [row.code for row in ask("wrap-up", {"opponent.endurance": 0}).checked if row.outcome == "applied"] == [
        "endurance-check"
    ]


@pytest.mark.parametrize(
    ("you", "opponent", "told"),
    [
        (
            -3,
            -5,
            [
                ("Endurance: you −3, opponent −5.", "408.2a"),
                ("The opponent is at 0 or less: the game is lost.", "408.2a"),
                ("You are at 0 or less too, but higher.", "104.1a"),
                ("You win.", "102.1"),
            ],
        ),
        (
            0,
            4,
            [
                ("Endurance: you 0, opponent 4.", "408.2a"),
                ("You are at 0 or less: the game is lost.", "408.2a"),
                ("The opponent wins.", "102.1"),
            ],
        ),
        (
            -4,
            -4,
            [
                ("Endurance: you −4, opponent −4.", "408.2a"),
                ("Both are at 0 or less, and level: nobody loses.", "408.2a"),
                ("Recovered: a.", "408.2b"),
                ("KO’d: x.", "408.2b"),
                ("Ready: a, b.", "408.2c"),
                ("The initiative passes to the opponent.", "408.2e"),
            ],
        ),
    ],
)
def test_408_2a_the_working_tells_why_somebody_loses_or_nobody_does(
    you: int, opponent: int, told: list[tuple[str, str]]
) -> None:
    assert lines(ask("wrap-up", {"you.endurance": you, "opponent.endurance": opponent})) == told


def test_408_2e_the_initiative_is_told_where_it_is_known() -> None:
    theirs = ask("wrap-up", {"turn.initiative": "opponent"})
    assert lines(theirs)[-1] == ("The initiative passes to you.", "408.2e")
    unsaid: Changes = {"turn.initiative": ABSENT}
    assert result("wrap-up", unsaid)["initiative"] is None
    assert lines(ask("wrap-up", unsaid))[-1] == ("Ready: a, b.", "408.2c")


def test_103_2_who_cannot_recover_is_koed_though_chosen() -> None:
    held = result("wrap-up", IN_VAIN)
    assert (held["recovered"], held["koed"], held["ready"]) == ([], ["a", "x"], ["b"])
    assert ("a can’t recover.", "103.2") in lines(ask("wrap-up", IN_VAIN))


def test_408_2b_who_can_neither_recover_nor_be_koed_stays_stunned() -> None:
    held = result("wrap-up", {**IN_VAIN, "you.characters.a.cannot_be_koed": True})
    assert (held["recovered"], held["koed"], held["ready"]) == ([], ["x"], ["b"])


def test_103_2_the_three_ways_to_ask_about_a_recovery_in_vain_agree() -> None:
    assert lines(ask("recover", IN_VAIN)) == [
        ("a can’t recover, so it stays stunned.", "103.2"),
        ("The wrap-up then KO’s a.", "408.2b"),
    ]
    kept: Changes = {**IN_VAIN, "you.characters.a.cannot_be_koed": True}
    assert lines(ask("recover", kept)) == [("a can’t recover, so it stays stunned.", "103.2")]
    assert [each.message for each in ask("keep", IN_VAIN).findings] == ["Thor is stunned and can’t recover."]
    assert found("keep", "stunned-is-koed", kept) == "ok"


def test_408_2b_nobody_is_asked_whether_a_recovery_in_vain_is_chosen() -> None:
    unsaid: Changes = {"action.recover.you": ABSENT}
    assert ask("wrap-up", unsaid).asks == ("action.recover.you",)
    assert result("wrap-up", {**unsaid, **IN_VAIN})["koed"] == ["a", "x"]


def test_408_2c_whatever_is_not_said_to_be_ready_readies() -> None:
    assert result("wrap-up", {"you.characters.b.ready": ABSENT})["ready"] == ["a", "b"]


def test_103_2_a_character_that_cannot_ready_recovers_and_stays_exhausted() -> None:
    assert lines(ask("recover", {"you.characters.a.cannot_ready": True})) == [
        ("a recovers exhausted. It can’t ready.", "103.2")
    ]
    assert lines(ask("recover")) == [("a recovers exhausted, and readies with everything else.", "708.6a")]
