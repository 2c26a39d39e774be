"""Judging: questions that can't be read, the parts of an answer, and the day that decides on the edition."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest

from engine.model.verdicts import Citation
from engine.play.facts import Facts, Flag, Maybe, PlayInputError, fact, read_facts
from engine.play.judging import PlayQuestion, judge, read_question
from engine.play.rules import (
    Action,
    Applied,
    Broken,
    Edition,
    Found,
    Line,
    Missing,
    PlayRules,
    Remark,
    Result,
    Rule,
    cite,
)
from engine.play.truth import Unknown
from tests.engine.play.cases import TODAY

OLD, NEW = Edition("old", date(2000, 1, 1)), Edition("new", date(2010, 1, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Position(Facts):
    """Whether it rains."""

    rain: Maybe[bool] = fact(Flag(), ask="Does it rain?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Says(Facts):
    """A walk says nothing."""


def walk(*found: Found, result: Result | None = None, **more: Any) -> PlayRules:
    """A game of one action whose rules find this."""
    table = tuple(
        Rule(f"rule-{n}", lambda _, said=each: said, f"Is it {n}?", f"It isn't {n}.", cite("doc", str(n), "9"))
        for n, each in enumerate(found)
    )
    action = Action(
        verb="walk",
        title="Walk",
        summary="Go out.",
        facts=Says,
        rules={"old": table, "new": table},
        compute=lambda attempt, rows, outcome: result,
    )
    return PlayRules(
        game="weather",
        editions=(OLD, NEW),
        position=Position,
        actions=(action,),
        prepare=lambda position, says, edition: position,
        **more,
    )


def answer(rules: PlayRules, as_of: date = TODAY) -> Any:
    """The answer to a walk, as JSON has it."""
    position, says = read_facts(Position, {}, ""), read_facts(Says, {}, "action")
    return judge(PlayQuestion(rules, position, rules.actions[0], says, rules.edition_on(as_of), as_of)).as_dict()


ASK = Unknown(("rain",))


@pytest.mark.parametrize(
    ("found", "outcome", "codes", "asks"),
    [
        ((True, None), "legal", [], []),
        ((True, ASK), "uncertain", ["rule-1"], ["rain"]),
        ((ASK, False), "illegal", ["rule-1", "rule-0"], []),
        ((Broken("Too wet."), True), "illegal", ["rule-0"], []),
    ],
)
def test_one_broken_rule_makes_it_illegal_and_one_unknown_uncertain(
    found: tuple[Found, ...], outcome: str, codes: list[str], asks: list[str]
) -> None:
    held = answer(walk(*found))
    assert (held["outcome"], held["asks"]) == (outcome, asks)
    assert [finding["code"] for finding in held["findings"]] == codes
    assert held["legal"] is (outcome == "legal")
    assert held["notes"] == (["unless a card says otherwise"] if outcome == "legal" else [])


def test_messages_are_the_rows_own_or_of_this_position() -> None:
    assert [each["message"] for each in answer(walk(False, Broken("Too wet."), ASK))["findings"]] == [
        "It isn't 0.",
        "Too wet.",
        "Not known yet: is it 2?",
    ]


def test_every_rule_is_listed_with_what_it_said_and_where_it_stands() -> None:
    held = answer(walk(True, None, ASK, False))["checked"]
    assert [each["outcome"] for each in held] == ["ok", "not applicable", "unknown", "broken"]
    assert held[0]["citation"] == {"document": "doc", "rule": "0"}
    assert [each["rule"] for each in held[0]["citations"]] == ["0", "9"]


def test_a_result_that_cannot_be_told_makes_it_uncertain() -> None:
    gone = (Missing("how-wet", cite("doc", "7"), ("rain",)), Missing("how-cold", (), (), "It may be cold."))
    held = answer(walk(True, result=Result(None, missing=gone)))
    assert (held["outcome"], held["asks"], held["result"]) == ("uncertain", ["rain"], None)
    assert [each["message"] for each in held["findings"]] == ["Not known yet: does it rain?", "It may be cold."]
    assert answer(walk(False, result=Result(None, missing=gone)))["asks"] == []


def test_a_result_is_told_with_its_rules_and_its_working() -> None:
    lines = (Line("1 + 1 = 2", Citation("doc", "7")), Line("So be it"))
    held = answer(walk(True, result=Result({"wet": 2}, (Applied("how-wet", cite("doc", "7")),), working=lines)))
    assert held["result"] == {"wet": 2}
    assert held["checked"][-1]["outcome"] == "applied"
    assert held["working"] == [
        {"text": "1 + 1 = 2", "citation": {"document": "doc", "rule": "7"}},
        {"text": "So be it", "citation": None},
    ]


def test_remarks_break_nothing() -> None:
    said = (Remark("old-rules", "These are old.", Citation("doc", "1")), Remark("sunny", "It is sunny."))
    held = answer(walk(True, remarks=lambda attempt, as_of: said))
    assert held["outcome"] == "legal"
    assert [(each["severity"], each["citation"]) for each in held["findings"]] == [
        ("info", {"document": "doc", "rule": "1"}),
        ("info", None),
    ]


@pytest.mark.parametrize(("day", "edition"), [("1999-12-31", "old"), ("2009-12-31", "old"), ("2010-01-01", "new")])
def test_the_day_chooses_the_edition(day: str, edition: str) -> None:
    assert answer(walk(True), date.fromisoformat(day))["edition"] == edition


def test_the_same_question_gets_the_same_answer() -> None:
    assert answer(walk(True, ASK)) == answer(walk(True, ASK))


def test_cards_bring_nothing_to_a_game_that_says_nothing_of_them() -> None:
    assert walk(True).printed(None, Says) == {}  # type: ignore[arg-type]
    assert walk(True).remarks(None, TODAY) == ()
    plain = Action(verb="rest", title="Rest", summary="Stay.", facts=Says, rules={})
    assert plain.compute(None, (), "legal") is None


GOOD: dict[str, Any] = {"position": {"game": "vs-classic"}, "action": {"action": "attack"}}


@pytest.mark.parametrize(
    ("document", "path", "near"),
    [
        ([], "", ()),
        ({**GOOD, "postion": {}}, "postion", ("position",)),
        ({"action": {"action": "attack"}}, "position", ()),
        ({**GOOD, "position": 3}, "position", ()),
        ({**GOOD, "position": {"game": "vs-clasic"}}, "game", ("vs-classic",)),
        ({**GOOD, "position": {"game": 3}}, "game", ()),
        ({**GOOD, "action": {}}, "action.action", ()),
        ({**GOOD, "action": {"action": "atack"}}, "action.action", ("attack",)),
        ({**GOOD, "position": {"game": "vs-classic", "as_of": "today"}}, "as_of", ()),
        ({**GOOD, "position": {"game": "vs-classic", "as_of": 3}}, "as_of", ()),
        ({**GOOD, "position": {"game": "vs-classic", "as_of": "2026-13-01"}}, "as_of", ()),
    ],
)
def test_a_question_that_cannot_be_read_names_its_place(document: Any, path: str, near: tuple[str, ...]) -> None:
    with pytest.raises(PlayInputError) as refused:
        read_question(document, today=TODAY)
    assert refused.value.path == path
    assert refused.value.near[: len(near)] == near


def test_the_day_of_a_question_counts_before_todays() -> None:
    asked = {**GOOD, "position": {"game": "vs-classic", "as_of": "2007-03-01"}}
    assert read_question(asked, today=TODAY).edition.slug == "cr-2007-02-05"
