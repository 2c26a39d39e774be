"""Paths of facts: what a path asks for, and a document with one fact more.

`you.characters.a.ready` is the fact `ready` of the thing with the id `a` in the list `you.characters`. A thing without
an id is named by its list; the key of a table is all that follows it, dots included.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.play.facts import (
    Either,
    Facts,
    FactSpec,
    Kind,
    ListOf,
    PlayInputError,
    Record,
    TableOf,
    nearest,
    quote,
    specs_of,
)
from engine.play.rules import Action, PlayRules

ACTION = "action"
_TAKEN_BACK: Any = object()
_SIDES = {"you": "you", "opponent": "your opponent"}


class FactAt(NamedTuple):
    """What a path leads to: the fact that is declared there, its kind, and the name of the thing that it is about."""

    path: str
    spec: FactSpec
    kind: Kind  #: of what stands at the path: an element's where the path ends in an id or a key of a table
    about: str  #: the id of the thing, or the last list or record on the way; empty at the top

    @property
    def ask(self) -> str:
        """The question, with the thing's id in place of its name."""
        return self.ask_about({})

    def ask_about(self, names: Mapping[str, str]) -> str:
        """The question with the thing's name put in; a fact without one is asked for by its label."""
        asked = self.spec.ask or f"{(self.spec.label or self.spec.key.replace('_', ' ')).capitalize()}?"
        side = _SIDES.get(self.about)
        if side:
            asked = asked.replace("does this side", f"{'do' if self.about == 'you' else 'does'} {side}")
        return asked.replace("{it}", names.get(self.about) or side or self.about or "it")


def find_fact(rules: PlayRules, action: Action, path: str) -> FactAt:
    """The fact that a path asks for. Raises PlayInputError where there is none."""
    root, rest = _root(rules, action, path)
    about = ""
    while True:
        key, rest = _split_key(specs_of(root), rest, path)
        spec = specs_of(root)[key]
        kind, named, rest = _enter(spec.kind, rest)
        about = named or about
        if not rest:
            return FactAt(path, spec, kind, about)
        inner = _record_in(kind)
        if inner is None:
            raise _nothing_at(path, rest, ())
        about, root = named or key, inner


def with_fact(document: Mapping[str, Any], rules: PlayRules, action: Action, path: str, value: Any) -> dict[str, Any]:
    """The question's document with a fact set at a path; a thing that no list holds yet is added to its list.

    The value is JSON, and what `read_question` refuses is refused there. Raises PlayInputError for a path of nothing.
    """
    root, rest = _root(rules, action, path)
    part = ACTION if path.startswith(f"{ACTION}.") else "position"
    return {**document, part: _set_in_record(_object(document.get(part)), root, rest, value, path)}


def without_fact(document: Mapping[str, Any], rules: PlayRules, action: Action, path: str) -> dict[str, Any]:
    """The question's document without the fact at a path, or without the thing. Raises PlayInputError."""
    return with_fact(document, rules, action, path, _TAKEN_BACK)


def _root(rules: PlayRules, action: Action, path: str) -> tuple[type[Facts], str]:
    head, _, rest = path.partition(".")
    return (action.facts, rest) if head == ACTION and rest else (rules.position, path)


def _split_key(specs: Mapping[str, FactSpec], rest: str, path: str) -> tuple[str, str]:
    key, _, behind = rest.partition(".")
    if key not in specs:
        raise _nothing_at(path, key, tuple(specs))
    return key, behind


def _enter(kind: Kind, rest: str) -> tuple[Kind, str, str]:
    """The kind behind lists and tables, the id or key that chose the element, and what of the path is left."""
    if isinstance(kind, TableOf) and rest:
        return kind.of, rest, ""
    listed = _list_in(kind)
    if listed is None or not rest:
        return kind, "", rest
    head, _, behind = rest.partition(".")
    if head in specs_of(listed):
        return Record(listed), "", rest
    return Record(listed), head, behind


def _set_in_record(held: Mapping[str, Any], cls: type[Facts], rest: str, value: Any, path: str) -> dict[str, Any]:
    specs = specs_of(cls)
    key, behind = _split_key(specs, rest, path)
    if not behind:
        return _with_key(held, key, value)
    kind = specs[key].kind
    if isinstance(kind, TableOf):
        return {**held, key: _with_key(_object(held.get(key)), behind, value)}
    listed = _list_in(kind)
    if listed is not None:
        return {**held, key: _set_in_list(_elements(held.get(key)), listed, behind, value, path)}
    inner = _record_in(kind)
    if inner is None:
        raise _nothing_at(path, behind, ())
    return {**held, key: _set_in_record(_object(held.get(key)), inner, behind, value, path)}


def _set_in_list(held: list[Any], cls: type[Facts], rest: str, value: Any, path: str) -> list[Any]:
    ids = [name for each in held if (name := _id_of(each))]
    chosen = max((each for each in ids if rest == each or rest.startswith(f"{each}.")), key=len, default=None)
    if chosen is None and rest.partition(".")[0] in specs_of(cls):
        nameless = [number for number, each in enumerate(held) if not _id_of(each)]
        # The one without the fact is asked for; the one with it can take it back.
        meant = [each for each in nameless if _says(held[each], rest) is (value is _TAKEN_BACK)]
        first = next(iter((*meant, *nameless)), len(held))
        changed = _set_in_record(held[first] if first < len(held) else {}, cls, rest, value, path)
        return [*held[:first], changed, *held[first + 1 :]]
    name = chosen or rest.partition(".")[0]
    behind = rest[len(name) + 1 :]
    if value is _TAKEN_BACK and (not behind or not chosen):
        return [each for each in held if _id_of(each) != name]
    if not behind and not isinstance(value, Mapping):
        raise PlayInputError(path[:200], f"{quote(value)} isn’t an object with facts")
    old = next((each for each in held if isinstance(each, dict) and _id_of(each) == name), {"id": name})
    new = _set_in_record(old, cls, behind, value, path) if behind else {**value, "id": name}
    return [new if _id_of(each) == name else each for each in held] if chosen else [*held, new]


def _says(held: Any, rest: str) -> bool:
    """Whether an object says the fact at a path in it."""
    key, _, behind = rest.partition(".")
    if not isinstance(held, dict) or key not in held:
        return False
    return not behind or not isinstance(held[key], dict) or _says(held[key], behind)


def _elements(held: Any) -> list[Any]:
    """The things of a list: objects, and ids alone. The reader would refuse anything else."""
    return [each for each in held if isinstance(each, (dict, str))] if isinstance(held, list) else []


def _id_of(element: Any) -> str:
    """The id of a thing of a list; empty where it has none."""
    name = element.get("id") if isinstance(element, dict) else element
    return name if isinstance(name, str) else ""


def _object(held: Any) -> Mapping[str, Any]:
    """The object that is held; an empty one for anything else, which the reader would refuse."""
    return held if isinstance(held, dict) else {}


def _with_key(held: Mapping[str, Any], key: str, value: Any) -> dict[str, Any]:
    others = {name: each for name, each in held.items() if name != key}
    return others if value is _TAKEN_BACK else {**others, key: value}


def _list_in(kind: Kind) -> type[Facts] | None:
    """The class of the records that a kind lists, itself or as one of several kinds."""
    if isinstance(kind, ListOf):
        return _record_in(kind.of)
    if isinstance(kind, Either):
        return next((found for each in kind.kinds if (found := _list_in(each))), None)
    return None


def _record_in(kind: Kind) -> type[Facts] | None:
    """The class of the record that a kind is, itself or as one of several kinds."""
    if isinstance(kind, Record):
        return kind.of
    if isinstance(kind, Either):
        return next((found for each in kind.kinds if (found := _record_in(each))), None)
    return None


def _nothing_at(path: str, key: str, known: tuple[str, ...]) -> PlayInputError:
    return PlayInputError(path[:200], f"no fact is called {quote(key)}", nearest(key, known))
