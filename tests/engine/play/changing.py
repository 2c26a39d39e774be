"""Questions changed at random: facts set and taken away, so that positions contradict themselves as people's do."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

from engine.play.facts import (
    Choice,
    Either,
    Facts,
    Flag,
    Kind,
    ListOf,
    Null,
    Number,
    PlayInputError,
    Record,
    TableOf,
    specs_of,
)
from engine.play.paths import find_fact, with_fact
from engine.play.rules import Action, PlayRules

MAX_TRIES = 50  #: for an answer that can be read
Document = dict[str, Any]


class Changer:
    """Changes questions of a game, by values that other questions say and others of their kinds. A seed replays it."""

    def __init__(self, rules: PlayRules, documents: list[Document], seed: int) -> None:
        self.rules, self.random = rules, Random(seed)  # noqa: S311
        self.said: dict[str, list[Any]] = defaultdict(list)
        for document in documents:
            for held, cls in self._list_objects(document):
                for key in specs_of(cls):
                    self.said[key] += [held[key]] if key in held else []

    def change(self, document: Document, times: int) -> Document:
        """The question with so many changes."""
        changed = copy.deepcopy(document)
        for _ in range(times):
            held, cls = self.random.choice([*self._list_objects(changed)])
            key = self.random.choice([*specs_of(cls)])
            kind = self.random.random()
            if kind < 0.1 and isinstance(held.get(key), list) and held[key]:
                held[key].pop(self.random.randrange(len(held[key])))
            elif kind < 0.2 and key in held:
                del held[key]
            else:
                held[key] = self._value(specs_of(cls)[key].kind, key, list_ids(changed))
        return changed

    def answer(
        self, document: Document, action: Action, path: str, is_readable: Callable[[Document], bool]
    ) -> Document:
        """The question with an answer to what is asked at a path, one that can be read."""
        at = find_fact(self.rules, action, path)
        for _ in range(MAX_TRIES):
            value = self._value(at.kind, at.spec.key, list_ids(document))
            try:
                answered = with_fact(document, self.rules, action, path, value)
            except PlayInputError:
                continue
            if is_readable(answered):
                return answered
        return document  # another answer of the same round is in its way

    def _list_objects(self, document: Document) -> Iterator[tuple[Document, type[Facts]]]:
        action = self.rules.action_of(document["action"]["action"])
        yield from _objects(document["position"], self.rules.position)
        yield from _objects(document["action"], action.facts)

    def _value(self, kind: Kind, key: str, ids: list[str]) -> Any:
        if self.random.random() < 0.5 and self.said[key]:
            return copy.deepcopy(self.random.choice(self.said[key]))
        if isinstance(kind, Either):
            return self._value(self.random.choice(kind.kinds), key, ids)
        if isinstance(kind, Flag):
            return self.random.random() < 0.5
        if isinstance(kind, Number):
            return self.random.randint(max(kind.least, -2), max(kind.least, 5))
        if isinstance(kind, Choice):
            return self.random.choice(kind.options)
        if isinstance(kind, Null):
            return None
        if isinstance(kind, ListOf):
            return [self._value(kind.of, key, ids) for _ in range(self.random.randint(0, 2))]
        if isinstance(kind, (Record, TableOf)):
            return {}
        return self.random.choice(ids)


def list_ids(held: Any) -> list[str]:
    """The ids that a question gives; one that it may not give as well."""
    inner = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
    own = [held["id"]] if isinstance(held, dict) and isinstance(held.get("id"), str) else []
    return [*own, *dict.fromkeys(each for part in inner for each in list_ids(part)), *([] if own else ["x"])]


def says_a_default(held: Any, kind: Kind) -> bool:
    """Whether something says a fact otherwise than its default: leaving it out leaves that out as well."""
    for each in kind.kinds if isinstance(kind, Either) else (kind,):
        if isinstance(each, Record) and isinstance(held, dict):
            specs = specs_of(each.of)
            return any(
                says_a_default(value, specs[key].kind) or (specs[key].has_default and key not in {"id", "path"})
                for key, value in held.items()
            )
        if isinstance(each, ListOf) and isinstance(held, list) and isinstance(each.of, Record):
            return any(says_a_default(value, each.of) for value in held)
    return False


def _objects(held: Mapping[str, Any], cls: type[Facts]) -> Iterator[tuple[Any, type[Facts]]]:
    yield held, cls
    specs = specs_of(cls)
    for key, value in held.items():
        if key in specs:
            yield from _inside(value, specs[key].kind)


def _inside(value: Any, kind: Kind) -> Iterator[tuple[Any, type[Facts]]]:
    for each in kind.kinds if isinstance(kind, Either) else (kind,):
        if isinstance(each, Record) and isinstance(value, dict):
            yield from _objects(value, each.of)
        elif isinstance(each, ListOf) and isinstance(value, list):
            for element in value:
                yield from _inside(element, each.of)
