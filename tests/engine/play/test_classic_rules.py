"""Every rule of every classic action holds in an example, breaks by one change, and asks for a missing fact."""

from __future__ import annotations

import pytest

from engine.model.verdicts import BROKEN, ILLEGAL, LEGAL, OK, UNCERTAIN, UNKNOWN
from tests.engine.play.classic_examples import EXAMPLES, RULES, Changes, ask, asks, found
from tests.engine.play.classic_tables import BROKEN_BY, UNKNOWN_BY

NEVER_BROKEN = {"contradictory-position", "nothing-begins", "nobody-stunned"}  #: they ask, and forbid nothing


@pytest.mark.parametrize("verb", EXAMPLES)
def test_the_example_of_each_action_is_legal(verb: str) -> None:
    held = ask(verb)
    assert (held.outcome, held.asks) == (LEGAL, ())


@pytest.mark.parametrize(("verb", "code", "changes"), BROKEN_BY, ids=lambda each: each if isinstance(each, str) else "")
def test_one_change_breaks_the_rule(verb: str, code: str, changes: Changes) -> None:
    assert found(verb, code) != BROKEN
    assert found(verb, code, changes) == BROKEN
    held = ask(verb, changes)
    assert held.outcome == ILLEGAL
    assert next(each for each in held.findings if each.code == code).message.endswith(".")


@pytest.mark.parametrize(
    ("verb", "code", "changes", "expected"), UNKNOWN_BY, ids=lambda each: each if isinstance(each, str) else ""
)
def test_a_missing_fact_is_asked_for(verb: str, code: str, changes: Changes, expected: tuple[str, ...]) -> None:
    assert found(verb, code) in {OK, "not applicable"}
    assert found(verb, code, changes) == UNKNOWN
    assert asks(verb, code, changes) == expected


def test_missing_facts_alone_make_it_uncertain() -> None:
    assert {ask(verb, changes).outcome for verb, _, changes, _ in UNKNOWN_BY} <= {UNCERTAIN, ILLEGAL}


def test_every_rule_of_every_action_is_broken_by_some_change() -> None:
    rows = {(action.verb, rule.code) for action in RULES.actions for rule in action.rules["cr-2.7"]}
    assert {row for row in rows if row[1] not in NEVER_BROKEN} == {(verb, code) for verb, code, _ in BROKEN_BY}
    assert {(verb, code) for verb, code, _, _ in UNKNOWN_BY} <= rows


def test_both_editions_ask_the_same_rules() -> None:
    for action in RULES.actions:
        codes = [[rule.code for rule in action.rules[edition.slug]] for edition in RULES.editions]
        assert codes[0] == codes[1]
