"""Each rule of showdowns, combats and scores holds in an example, breaks by one change, asks for a missing fact."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.riftbound.play import PLAY
from engine.model.verdicts import BROKEN, ILLEGAL, LEGAL, NOT_APPLICABLE, OK, UNCERTAIN, UNKNOWN
from engine.play.judging import judge, read_question
from engine.play.paths import find_fact, with_fact
from tests.engine.play.riftbound_examples import (
    EDITIONS,
    EXAMPLES,
    TODAY,
    Changes,
    ask,
    asks,
    example,
    found,
)
from tests.engine.play.riftbound_tables import BROKEN_BY, UNKNOWN_BY
from tests.engine.play.test_riftbound_law import find_told, questions_less

NEVER_BROKEN = {"score-how"}  #: it asks, and forbids nothing


def name(each: Any) -> str:
    return each if isinstance(each, str) else ""


@pytest.mark.parametrize("as_of", EDITIONS)
@pytest.mark.parametrize("verb", EXAMPLES)
def test_the_example_of_each_action_is_legal(verb: str, as_of: str) -> None:
    held = ask(verb, as_of=as_of)
    assert (held.outcome, held.asks) == (LEGAL, ())


@pytest.mark.parametrize(("verb", "code", "changes"), BROKEN_BY, ids=name)
def test_one_change_breaks_the_rule(verb: str, code: str, changes: Changes) -> None:
    assert found(verb, code) != BROKEN
    assert {found(verb, code, changes, as_of) for as_of in EDITIONS} == {BROKEN}
    held = ask(verb, changes)
    assert held.outcome == ILLEGAL
    assert next(each for each in held.findings if each.code == code).message.endswith(".")


@pytest.mark.parametrize(("verb", "code", "changes", "expected"), UNKNOWN_BY, ids=name)
def test_a_missing_fact_is_asked_for(verb: str, code: str, changes: Changes, expected: tuple[str, ...]) -> None:
    assert found(verb, code) in {OK, NOT_APPLICABLE}
    assert found(verb, code, changes) == UNKNOWN
    assert asks(verb, code, changes) == expected
    assert ask(verb, changes).outcome == UNCERTAIN


def test_every_rule_of_every_action_is_broken_by_some_change() -> None:
    for edition in PLAY.editions:
        rows = {(verb, rule.code) for verb in EXAMPLES for rule in PLAY.by_verb[verb].rules[edition.slug]}
        assert {row for row in rows if row[1] not in NEVER_BROKEN} == {(verb, code) for verb, code, _ in BROKEN_BY}
        assert {(verb, code) for verb, code, _, _ in UNKNOWN_BY} <= rows


@pytest.mark.parametrize("as_of", EDITIONS)
@pytest.mark.parametrize("verb", EXAMPLES)
def test_a_fact_less_never_turns_the_example_round_and_its_answer_settles_it(verb: str, as_of: str) -> None:
    whole = example(verb, as_of=as_of)
    action = PLAY.by_verb[verb]
    for less in questions_less(whole):
        document = less
        for _ in range(9):
            given = judge(read_question(document, today=TODAY))
            assert given.outcome in {LEGAL, UNCERTAIN}, less
            for path in given.asks:
                assert find_fact(PLAY, action, path).ask, path
                document = with_fact(document, PLAY, action, path, _told(whole, path))
        assert given.outcome == LEGAL, (less, given.asks)


def _told(whole: dict[str, Any], path: str) -> Any:
    """What the whole question tells at a path; the side that contests isn't told there."""
    said = find_told({**whole["position"], "action": whole["action"]}, path)
    return "you" if said is None and path.endswith("contested_by") else said


@pytest.mark.parametrize(("verb", "changes"), [(verb, changes) for verb, _, changes in BROKEN_BY], ids=name)
def test_a_fact_less_never_makes_what_is_illegal_legal(verb: str, changes: Changes) -> None:
    turned = [
        less
        for less in questions_less(example(verb, changes))
        if judge(read_question(less, today=TODAY)).outcome == LEGAL
    ]
    assert turned == []
