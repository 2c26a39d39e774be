"""The law of what isn't said, over Riftbound's cases: a fact less never turns an answer round, only into uncertain.

What is asked can be answered: each path that is asked leads to a fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.games.riftbound.play import PLAY
from engine.model.verdicts import UNCERTAIN
from engine.play.facts import Facts, FactSpec, ListOf, Record, TableOf, specs_of
from engine.play.paths import find_fact, with_fact
from tests.engine.play.cases import answer_to, cases_of

pytestmark = pytest.mark.shared

#: Facts that have a default without declaring one: an unstated cost of a trigger is none, gear goes to the base, and
#: the turn player has priority in a neutral open main phase.
DEFAULTED = {("decline-trigger", "cost"), ("place-trigger", "cost"), ("play-gear", "location")}
#: Cases that tell such a fact against its default, so that it isn't asked.
TOLD_AGAINST_DEFAULTS = {
    "ability-no-priority",
    "gear-priority-elsewhere",
    "gear-to-battlefield",
    "hide-no-priority",
    "trigger-cost-too-high",
    "trigger-discard-impossible",
    "decline-cost",
}
DEFAULTED |= {(action.verb, "priority") for action in PLAY.actions}


def without_one(held: Mapping[str, Any], cls: type[Facts], verb: str) -> Iterator[dict[str, Any]]:
    """The object with one stated fact less that has no default, at every depth."""
    specs = specs_of(cls)
    for key, value in held.items():
        spec = specs.get(key)
        if spec is None:
            continue
        if not spec.has_default and (verb, key) not in DEFAULTED:
            yield {name: each for name, each in held.items() if name != key}
        yield from ({**held, key: less} for less in _less(spec, value, verb))


def _less(spec: FactSpec, value: Any, verb: str) -> Iterator[Any]:
    kinds = getattr(spec.kind, "kinds", (spec.kind,))
    for kind in kinds:
        if isinstance(kind, Record) and isinstance(value, dict):
            yield from without_one(value, kind.of, verb)
        if isinstance(kind, ListOf) and isinstance(kind.of, Record) and isinstance(value, list):
            for place, each in enumerate(value):
                yield from ([*value[:place], less, *value[place + 1 :]] for less in without_one(each, kind.of.of, verb))
        if isinstance(kind, TableOf) and key_asked(spec):
            yield from ({k: v for k, v in value.items() if k != key} for key in value)


def key_asked(spec: FactSpec) -> bool:
    """Whether a key that a table leaves out is asked, rather than nothing."""
    return spec.key == "able"


def questions_less(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    verb = case["action"]["action"]
    for position in without_one(case["position"], PLAY.position, verb):
        yield {**case, "position": position}
    for action in without_one(case["action"], PLAY.by_verb[verb].facts, verb):
        yield {**case, "action": action}


@pytest.mark.parametrize("case", cases_of("riftbound"))
def test_a_fact_less_never_turns_an_answer_round(case: dict[str, Any]) -> None:
    outcome = answer_to(case).outcome
    allowed = {outcome, UNCERTAIN}
    turned = [less for less in questions_less(case) if outcome != UNCERTAIN and answer_to(less).outcome not in allowed]

    assert turned == []


@pytest.mark.parametrize("case", cases_of("riftbound"))
def test_what_is_asked_is_a_fact_with_a_question(case: dict[str, Any]) -> None:
    verb = PLAY.by_verb[case["action"]["action"]]
    asked = {ask for less in (case, *questions_less(case)) for ask in answer_to(less).asks}

    assert [ask for ask in sorted(asked) if not find_fact(PLAY, verb, ask).ask] == []


def bare(held: Mapping[str, Any], cls: type[Facts]) -> dict[str, Any]:
    """The object without any fact that has no default; records in it are bared as well."""
    kept: dict[str, Any] = {}
    for key, value in held.items():
        spec = specs_of(cls).get(key)
        if spec is not None and isinstance(spec.kind, Record) and spec.has_default:
            kept[key] = bare(value, spec.kind.of)
        elif spec is None or spec.has_default:
            kept[key] = value
    return kept


def find_told(document: Any, path: str) -> Any:
    """What a case tells at a path; None where it tells nothing."""
    if not path or document is None:
        return document
    if isinstance(document, list):
        named = [each for each in document if isinstance(each, dict) and each.get("id")]
        chosen = next((each for each in named if path == each["id"] or path.startswith(f"{each['id']}.")), None)
        return None if chosen is None else find_told(chosen, path[len(chosen["id"]) + 1 :])
    if path in document:
        return document[path]
    head, _, rest = path.partition(".")
    return find_told(document.get(head), rest)


@pytest.mark.parametrize("case", cases_of("riftbound"))
def test_answering_what_is_asked_settles_it(case: dict[str, Any]) -> None:
    verb = PLAY.by_verb[case["action"]["action"]]
    question: dict[str, Any] = {
        "position": bare(case["position"], PLAY.position),
        "action": bare(case["action"], verb.facts),
    }
    for _ in range(20):
        given = answer_to(question)
        told = {ask: find_told({**case["position"], "action": case["action"]}, ask) for ask in given.asks}
        if not any(value is not None for value in told.values()):
            break
        for ask, value in told.items():
            if value is not None:
                question = {**question, **with_fact(question, PLAY, verb, ask, value)}

    # What a case tells against a default isn't asked.
    assert (answer_to(question).outcome == case["outcome"]) is (case["id"] not in TOLD_AGAINST_DEFAULTS)
