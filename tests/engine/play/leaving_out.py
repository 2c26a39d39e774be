"""What isn't said isn't known: questions with one stated fact less, and questions answered until they are settled."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from engine.model.verdicts import UNCERTAIN
from engine.play.facts import (
    Choice,
    Either,
    Facts,
    FactSpec,
    Flag,
    Kind,
    ListOf,
    Null,
    Number,
    Record,
    TableOf,
    specs_of,
)
from engine.play.judging import Answer, judge, read_question
from engine.play.paths import find_fact, with_fact
from engine.play.rules import PlayRules
from tests.engine.play.cases import TODAY

MAX_ROUNDS = 12
Place = tuple[Any, ...]


def answer(document: dict[str, Any]) -> Answer:
    """What the judge answers."""
    return judge(read_question(document, today=TODAY))


def list_places(rules: PlayRules, document: dict[str, Any]) -> list[Place]:
    """The places of the stated facts that have no default, at every depth."""
    action = rules.action_of(document["action"]["action"])
    return [
        *_removable(document["position"], rules.position, ("position",)),
        *_removable(document["action"], action.facts, ("action",)),
    ]


def without(document: dict[str, Any], place: Place) -> dict[str, Any]:
    """The question without the fact at a place."""
    changed = copy.deepcopy(document)
    *way, last = place
    held: Any = changed
    for step in way:
        held = held[step]
    del held[last]
    return changed


def settle(rules: PlayRules, document: dict[str, Any]) -> Answer:
    """Answer what is asked, again and again; the last answer."""
    action = rules.action_of(document["action"]["action"])
    found = answer(document)
    for _ in range(MAX_ROUNDS):
        if found.outcome != UNCERTAIN or not found.asks:
            break
        for path in found.asks:
            at = find_fact(rules, action, path)
            assert at.ask, path
            document = with_fact(document, rules, action, path, _any_value(at.spec, at.kind))
        found = answer(document)
    return found


def _removable(held: dict[str, Any], cls: type[Facts], place: Place) -> Iterator[Place]:
    specs = specs_of(cls)
    for key, value in held.items():
        spec = specs.get(key)
        if spec is None:
            continue
        if not spec.has_default:
            yield (*place, key)
        yield from _inside(value, spec.kind, (*place, key))


def _inside(value: Any, kind: Kind, place: Place) -> Iterator[Place]:
    for each in kind.kinds if isinstance(kind, Either) else (kind,):
        if isinstance(each, Record) and isinstance(value, dict):
            yield from _removable(value, each.of, place)
        elif isinstance(each, ListOf) and isinstance(each.of, Record) and isinstance(value, list):
            for number, element in enumerate(value):
                if isinstance(element, dict):
                    yield from _removable(element, each.of.of, (*place, number))


def _any_value(spec: FactSpec, kind: Kind) -> Any:
    """Some value of a kind, such as a person might answer."""
    if isinstance(kind, Flag):
        return spec.key != "stunned"  # whoever is ready isn't stunned
    if isinstance(kind, Number):
        return max(kind.least, 1)
    if isinstance(kind, Choice):
        return kind.options[0]
    if isinstance(kind, ListOf):
        return []
    if isinstance(kind, (Record, TableOf)):
        return {}
    if isinstance(kind, Either):
        return _any_value(spec, next(each for each in kind.kinds if not isinstance(each, Null)))
    return "own pile" if spec.key == "what" else "x"
