"""Each rule of the 2PCG's turns and combats holds in an example, breaks by one change, and asks for a missing fact."""

from __future__ import annotations

import pytest

from engine.model.verdicts import BROKEN, ILLEGAL, LEGAL, UNKNOWN
from tests.engine.play.pcg_examples import EXAMPLES, RULES, Changes, ask, asks, found
from tests.engine.play.pcg_tables import BROKEN_BY, UNKNOWN_BY


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
    assert found(verb, code, changes) == UNKNOWN
    assert asks(verb, code, changes) == expected


@pytest.mark.parametrize("verb", EXAMPLES)
def test_every_rule_of_the_action_is_broken_by_some_change(verb: str) -> None:
    rows = {rule.code for rule in RULES.action_of(verb).rules["pcg-5.0"]}
    assert rows == {code for each, code, _ in BROKEN_BY if each == verb}
