"""What the page asks next, and what was said: each with the links that say it, change it or take it back."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from engine.play.facts import Either, Facts, Kind, ListOf, Number, PlayInputError, Record, specs_of
from engine.play.judging import Answer
from engine.play.paths import FactAt, find_fact, with_fact, without_fact
from engine.play.rules import Action, Start
from vsdb.play.page.grouping import title_of_thing
from vsdb.play.page.state import PageState
from vsdb.play.page.words import (
    MAX_BUTTONS,
    ask_in_words,
    describe_typed,
    is_typed,
    list_buttons,
    list_names,
    name_thing,
    say_value,
)

#: The facts that name a place of the table.
_PLACES = ("location", "destination")
#: What comes first of what was said.
_HEADS = {"action": 0, "turn": 1, "you": 2, "opponent": 3}


@dataclass(frozen=True)
class Way:
    """A link that says something."""

    label: str
    address: str


@dataclass(frozen=True)
class AskedFact:
    """A fact that is asked next: its question, the answers by one tap, and what may be typed instead."""

    path: str
    question: str
    ways: tuple[Way, ...]
    typed: str  #: what may be typed; empty where nothing may
    is_usual: bool  #: the usual situation says it, too
    now: str = ""  #: what was said, where it is to be changed


@dataclass(frozen=True)
class SaidFact:
    """A fact that was said, with the links that change it and take it back."""

    path: str
    question: str
    value: str
    ways: tuple[Way, ...]  #: its other values by one tap
    change: str  #: where another value can be typed; empty where the ways are all there is
    take_back: str


@dataclass(frozen=True)
class SaidGroup:
    """What was said about a thing."""

    title: str
    facts: tuple[SaidFact, ...]


@dataclass(frozen=True)
class Usual:
    """What usually holds, in a sentence, and the link that says all of it."""

    said: str
    address: str


def ask_next(state: PageState, action: Action, answer: Answer) -> list[AskedFact]:
    """The facts that undecided rules need, in the order of the rules."""
    names = list_names(state.document)
    asked = []
    for path in answer.asks:
        try:
            fact = find_fact(state.rules, action, path)
        except PlayInputError:  # a thing that no list holds: it is named, not answered
            continue
        asked.append(_ask(state, action, fact, names))
        if isinstance(fact.kind, Record):
            inner = (f"{path}.{key}" for key, spec in specs_of(fact.kind.of).items() if isinstance(spec.kind, Number))
            asked += [_ask(state, action, find_fact(state.rules, action, each), names) for each in inner]
    return asked


def _ask(state: PageState, action: Action, fact: FactAt, names: Mapping[str, str]) -> AskedFact:
    buttons = [*_list_places(state, fact, names), *list_buttons(fact.kind)]
    ways = [Way(label, _said(state, action, fact.path, value)) for label, value in buttons]
    typed = describe_typed(fact.kind) if is_typed(fact.kind) else ""
    is_usual = fact.path in state.rules.starts.get(action.verb, Start()).usual
    return AskedFact(fact.path, ask_in_words(fact, names), tuple(ways), typed, is_usual)


def _list_places(state: PageState, fact: FactAt, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """The places of the table, where a fact is one of them: the base and the battlefields."""
    fields = state.document["position"].get("battlefields")
    if fact.spec.key not in _PLACES or not isinstance(fields, list):
        return []
    ids = [each["id"] for each in fields if isinstance(each, dict) and each.get("id")]
    return [("Base", "base"), *((name_thing(each, names), each) for each in ids)]


def find_usual(state: PageState, action: Action, answer: Answer) -> Usual | None:
    """The usual situation, where more than one of its facts is asked for."""
    start = state.rules.starts.get(action.verb, Start())
    open_facts = [path for path in answer.asks if path in start.usual]
    if len(open_facts) < 2:
        return None
    document = state.document
    said = {path for path, _ in _list_stated(state, action)}
    for path, value in start.usual.items():
        if path not in said:
            document = with_fact(document, state.rules, action, path, value)
    return Usual(start.said, state.asking(document).address)


def list_said(state: PageState, action: Action) -> list[SaidGroup]:
    """Everything that was said, by the thing that it is about, the action and the turn first."""
    names = list_names(state.document)
    groups: dict[tuple[str, str], list[SaidFact]] = {}
    for path, value in _list_stated(state, action):
        fact = find_fact(state.rules, action, path)
        back = state.asking(without_fact(state.document, state.rules, action, path)).address
        change = f"{state.address}&{urlencode({'change': path})}" if is_typed(fact.kind) else ""
        ways = tuple(_list_others(state, action, fact, value))
        said = SaidFact(path, ask_in_words(fact, names), say_value(value, names), ways, change, back)
        is_own = path.startswith("action.") and not fact.about
        title = action.title if is_own else title_of_thing(fact.about, names)
        groups.setdefault((path.rpartition(".")[0], title), []).append(said)
    ordered = sorted(groups.items(), key=lambda each: _HEADS.get(each[0][0].partition(".")[0], len(_HEADS)))
    return [SaidGroup(title, tuple(facts)) for (_, title), facts in ordered]


def change_said(state: PageState, action: Action, path: str) -> AskedFact:
    """A fact that was said, asked again. Raises PlayInputError where no fact has this path."""
    names = list_names(state.document)
    fact = find_fact(state.rules, action, path)
    held = dict(_list_stated(state, action))
    asked = _ask(state, action, fact, names)
    if path not in held:
        return asked
    steps = tuple(_list_steps(state, action, fact, held[path]))
    return replace(asked, ways=(*steps, *asked.ways), is_usual=False, now=say_value(held[path], names))


def _list_others(state: PageState, action: Action, fact: FactAt, value: Any) -> Iterator[Way]:
    """The other values of a fact that was said: one less and one more of a number, else each of a few."""
    if _is_number(fact.kind, value):
        yield from _list_steps(state, action, fact, value)
        return
    names = list_names(state.document)
    buttons = [*_list_places(state, fact, names), *list_buttons(fact.kind)]
    if len(buttons) <= MAX_BUTTONS and not isinstance(value, dict):
        for label, other in buttons:
            if other not in ([], {}) and json.dumps(other) != json.dumps(value):
                yield Way(label, _said(state, action, fact.path, other))


def _list_steps(state: PageState, action: Action, fact: FactAt, value: Any) -> Iterator[Way]:
    """One less and one more, where the number that was said leaves room."""
    if not _is_number(fact.kind, value):
        return
    number = _number_in(fact.kind)
    for label, other in (("−", value - 1), ("+", value + 1)):
        if number is not None and number.least <= other <= number.most:
            yield Way(label, _said(state, action, fact.path, other))


def _is_number(kind: Kind, value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and _number_in(kind) is not None


def _number_in(kind: Kind) -> Number | None:
    if isinstance(kind, Either):
        return next((found for each in kind.kinds if (found := _number_in(each))), None)
    return kind if isinstance(kind, Number) else None


def list_things(state: PageState, action: Action) -> list[tuple[str, str]]:
    """What can be named as a card: the path of each thing, and what the thing is called so far."""
    names = list_names(state.document)
    found = [(path, name_thing(key, names)) for path, key in _list_things(state.document["position"], "")]
    card = (state.document.get("action") or {}).get("card") or {}
    found.append(("action.card", str(card.get("name") or "the card")))
    return [(path, said) for path, said in found if _can_be_named(state, action, path)]


def _list_things(held: Any, path: str) -> Iterator[tuple[str, str]]:
    """The path and the id of each thing that a list holds."""
    if isinstance(held, dict):
        for key, each in held.items():
            yield from _list_things(each, f"{path}.{key}" if path else key)
    elif isinstance(held, list) and held and _have_ids(held):
        yield from ((f"{path}.{each['id']}", each["id"]) for each in held)


def _can_be_named(state: PageState, action: Action, path: str) -> bool:
    try:
        return {find_fact(state.rules, action, f"{path}.{key}").spec.key for key in ("name", "slug")} == {
            "name",
            "slug",
        }
    except PlayInputError:
        return False


def begin(state: PageState, action: Action) -> PageState:
    """The question about an action in this position; on an empty table with what usually stands there."""
    start = state.rules.starts.get(action.verb, Start())
    position = {**start.position, **state.document["position"]}
    return state.asking({"position": position, "action": {**start.action, "action": action.verb}})


def _said(state: PageState, action: Action, path: str, value: Any) -> str:
    return state.asking(with_fact(state.document, state.rules, action, path, value)).address


def _list_stated(state: PageState, action: Action) -> Iterator[tuple[str, Any]]:
    said = {key: each for key, each in (state.document.get("action") or {}).items() if key != "action"}
    yield from _walk(action.facts, said, "action")
    position = {key: each for key, each in state.document["position"].items() if key not in ("game", "as_of")}
    yield from _walk(state.rules.position, position, "")


def _walk(cls: type[Facts], held: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """The facts that a document states, each with its path; the id and name of a thing are its heading."""
    specs = specs_of(cls)
    for key, value in held.items():
        if key not in specs or key in ("id", "name"):
            continue
        own, kind = f"{path}.{key}" if path else key, specs[key].kind
        if isinstance(kind, Record) and isinstance(value, dict):
            yield from _walk(kind.of, value, own)
        elif isinstance(kind, ListOf) and isinstance(kind.of, Record) and value and _have_ids(value):
            for each in value:
                yield from _walk(kind.of.of, each, f"{own}.{each['id']}")
        else:
            yield own, value


def _have_ids(value: Any) -> bool:
    return all(isinstance(each, dict) and each.get("id") for each in value)


def dump_pretty(document: Mapping[str, Any]) -> str:
    """A document as JSON for people who edit it."""
    return json.dumps(document, ensure_ascii=False, indent=1)
