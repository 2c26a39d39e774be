"""Actions by when they happen, and the facts of the table by the thing that they are about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from engine import ILLEGAL
from engine.play.facts import Facts, ListOf, Record, specs_of
from engine.play.judging import judge, read_question
from engine.play.paths import find_fact
from engine.play.rules import Action, PlayRules
from vsdb.play.page.state import PageState
from vsdb.play.page.words import ask_in_words, list_names, name_thing

#: The step that an action belongs to is told only where it belongs to few.
_FEW = 2
_OFTEN, _ELSE = "In most steps", "At other times"
#: Facts that a card may change are offered up to this many.
MAX_CHANGEABLE = 300


@dataclass(frozen=True)
class ActionGroup:
    """Actions of the same time."""

    title: str
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class PartedActions:
    """The actions of a game in a position: those that may be possible, and those that aren't, with the reason."""

    possible: tuple[Action, ...]
    ruled_out: tuple[tuple[Action, str], ...]


@dataclass(frozen=True)
class ThingFacts:
    """The facts of a thing on the table: each with its path and its question."""

    title: str
    facts: tuple[tuple[str, str], ...]


def group_actions(rules: PlayRules, among: Sequence[Action]) -> list[ActionGroup]:
    """The players' actions by phase or kind of moment, in the order of the turn; what is in none comes last."""
    chosen = [each for each in among if not each.is_event]
    times = {each.verb: _find_time(rules, each.verb) for each in chosen}
    titles = [title for title in _list_titles(rules) if title in times.values()]
    ordered = [*titles, *(each for each in (_OFTEN, _ELSE) if each in times.values())]
    return [
        ActionGroup(title, tuple(each for each in chosen if times[each.verb] == title))
        for title in dict.fromkeys(ordered)
    ]


def part_by_answer(document: Mapping[str, Any], rules: PlayRules, today: date) -> PartedActions:
    """The actions that a position rules out, each with the reason, apart from those that may be possible in it.

    Each is judged with nothing said but what it is: what is illegal so, is illegal whatever else is said.
    """
    possible, ruled_out = [], []
    for action in rules.actions:
        answer = judge(read_question({**document, "action": {"action": action.verb}}, today=today))
        if answer.outcome == ILLEGAL:
            ruled_out.append((action, answer.findings[0].message))
        else:
            possible.append(action)
    return PartedActions(tuple(possible), tuple(ruled_out))


def order_by_start(rules: PlayRules) -> list[Action]:
    """The players' actions; those whose question begins with a set table come first."""
    return sorted((each for each in rules.actions if not each.is_event), key=lambda each: each.verb not in rules.starts)


def _find_time(rules: PlayRules, verb: str) -> str:
    for sequence in _list_shared(rules):
        found = [title for title, verbs in _list_moments(sequence.slug, rules) if verb in verbs]
        if found:
            return found[0] if len(set(found)) <= _FEW else _OFTEN
    return _ELSE


def _list_shared(rules: PlayRules) -> list[Any]:
    """The sequences in which several actions have a place: not the walk of a single one."""
    return [
        each for each in rules.sequences if each.slug == "turn" or len({v for s in each.steps for v in s.verbs}) > 2
    ]


def _list_moments(slug: str, rules: PlayRules) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each moment of a sequence with its actions: the phases of a turn, else the whole of it."""
    sequence = next(each for each in rules.sequences if each.slug == slug)
    for step in sequence.steps:
        yield (step.title.partition(":")[0] if slug == "turn" else sequence.title), step.verbs


def _list_titles(rules: PlayRules) -> list[str]:
    return [title for each in _list_shared(rules) for title, _ in _list_moments(each.slug, rules)]


def title_of_thing(about: str, names: Mapping[str, str]) -> str:
    """The heading of a thing's facts."""
    if not about:
        return "The game"
    said = name_thing(about, names)
    return said[:1].upper() + said[1:]


def list_changeable(state: PageState, action: Action) -> list[ThingFacts]:
    """Every fact of the turn and of what is on the table that a card can change, by thing."""
    names = list_names(state.document)
    groups: dict[str, list[tuple[str, str]]] = {}
    for number, (thing, path) in enumerate(_walk(state.rules.position, state.document["position"], "")):
        if number == MAX_CHANGEABLE:
            break
        fact = find_fact(state.rules, action, path)
        groups.setdefault(thing, []).append((path, ask_in_words(fact, names)))
    return [
        ThingFacts(title_of_thing(thing.rpartition(".")[2], names), tuple(facts)) for thing, facts in groups.items()
    ]


def _walk(cls: type[Facts], held: Mapping[str, Any], thing: str) -> Iterator[tuple[str, str]]:
    """The path of each thing with the path of each of its facts; a thing's own facts before those of what it holds."""
    inner: list[tuple[type[Facts], Mapping[str, Any], str]] = []
    for key, spec in specs_of(cls).items():
        own, value = f"{thing}.{key}" if thing else key, held.get(key)
        if isinstance(spec.kind, Record):
            inner.append((spec.kind.of, value if isinstance(value, dict) else {}, own))
        elif isinstance(spec.kind, ListOf) and isinstance(spec.kind.of, Record):
            rows = value if isinstance(value, list) else []
            inner += [(spec.kind.of.of, each, f"{own}.{each['id']}") for each in rows if each.get("id")]
        elif thing and key not in ("id", "name", "slug"):
            yield thing, own
    for kind, value, own in inner:
        yield from _walk(kind, value, own)
