"""Facts in words: what things are called, how a value is said, and how one that is typed is read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine import InputError
from engine.play.facts import Choice, Either, Flag, Kind, ListOf, Null, Number, Record, TableOf
from engine.play.paths import FactAt

_SIDES = {"you": "you", "opponent": "your opponent"}
_FLAGS = {"yes": True, "true": True, "no": False, "false": False}
_GENERIC = re.compile(r"[a-z]{4,}( [a-z]+)*")
MAX_BUTTONS = 9  #: numbers that are offered as buttons


def name_thing(key: str, names: Mapping[str, str]) -> str:
    """What a thing is called in a sentence: its name; `the attacker` for an id that is a word; else the id."""
    if key in names:
        return names[key]
    if key in _SIDES:
        return _SIDES[key]
    return f"the {key}" if _GENERIC.fullmatch(key) else key


def list_names(document: Any) -> dict[str, str]:
    """The names of things by their ids, wherever they stand in a document."""
    found: dict[str, str] = {}
    if isinstance(document, Mapping):
        key, name = document.get("id"), document.get("name")
        if isinstance(key, str) and isinstance(name, str) and name:
            found[key] = name
        for each in document.values():
            found |= list_names(each)
    elif isinstance(document, list):
        for each in document:
            found |= list_names(each)
    return found


def ask_in_words(fact: FactAt, names: Mapping[str, str]) -> str:
    """The question of a fact about its thing by name."""
    said = fact.ask_about({fact.about: name_thing(fact.about, names)} if fact.about else {})
    return said[:1].upper() + said[1:]


#: Results whose keys don't read as words.
_RESULTS = {"ko": "KO’d", "ko_unknown": "perhaps KO’d"}


def name_result(key: str) -> str:
    """What a result is called on a page."""
    return _RESULTS.get(key, key.replace("_", " "))


def say_value(value: Any, names: Mapping[str, str]) -> str:
    """A value of JSON in words."""
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None:
            return "none"
        case list():
            return ", ".join(say_value(each, names) for each in value) or "nothing"
        case dict() if "id" in value:
            return name_thing(str(value["id"]), names)
        case dict():
            return ", ".join(f"{key} {say_value(each, names)}" for key, each in value.items()) or "nothing"
        case str():
            return name_thing(value, names) if value in names or value in _SIDES else value
    return str(value)


def say_action(title: str, action: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """An action with what is said of it: "Attack: Thor attacks Hulk"."""
    says = {key: each for key, each in action.items() if key != "action"}
    if says.get("attackers") and says.get("defender"):
        attack = "attack" if len(says["attackers"]) > 1 else "attacks"
        return f"{title}: {say_value(says['attackers'], names)} {attack} {say_value(says['defender'], names)}"
    told = [f"{key.replace('_', ' ')} {say_value(each, names)}" for key, each in says.items()]
    return f"{title}: {', '.join(told)}" if told else title


def list_buttons(kind: Kind) -> list[tuple[str, Any]]:
    """The values that one tap can say, each with its word."""
    match kind:
        case Flag():
            return [("Yes", True), ("No", False)]
        case Choice():
            return [(_SIDES.get(each, each.replace("-", " ")).capitalize(), each) for each in kind.options]
        case Number():
            least = max(kind.least, 0)
            return [(str(each), each) for each in range(least, min(kind.most, least + MAX_BUTTONS - 1) + 1)]
        case Null():
            return [("None", None)]
        case ListOf():
            return [("Nothing", []), *((each, [each]) for each in kind.of.common)]
        case TableOf():
            return [("None", {})]
        case Record():
            return [("Nothing", {})]
        case Either():
            return [button for each in kind.kinds for button in list_buttons(each)]
    return []


def is_typed(kind: Kind) -> bool:
    """Whether other values than the buttons' can be typed."""
    if isinstance(kind, Either):
        return any(is_typed(each) for each in kind.kinds)
    return not isinstance(kind, (Flag, Choice, Null, Record))


def describe_typed(kind: Kind) -> str:
    """What may be typed, for people."""
    match kind:
        case Number():
            return "A number"
        case ListOf():
            return "Names, separated by commas"
        case TableOf():
            return "For example: fury 2, calm 1"
        case Either():
            return next((describe_typed(each) for each in kind.kinds if is_typed(each)), "")
    return "A name"


def read_typed(kind: Kind, text: str) -> Any:
    """What somebody typed for a fact of this kind, as JSON. Raises InputError."""
    text = text.strip()
    if not text:
        raise InputError("nothing is typed", place="value")
    match kind:
        case Flag() if text.casefold() in _FLAGS:
            return _FLAGS[text.casefold()]
        case Null() if text.casefold() in ("none", "nothing"):
            return None
        case Choice():
            return next((each for each in kind.options if each.casefold() == text.casefold()), text)
        case Number():
            if not re.fullmatch(r"-?\d{1,7}", text):
                raise InputError(f"“{text[:40]}” isn’t a whole number", place="value")
            return int(text)
        case ListOf(of=Record()):
            return [{"id": each} for each in _split(text)]
        case ListOf():
            return [read_typed(kind.of, each) for each in _split(text)]
        case TableOf():
            return dict(_read_pair(each) for each in _split(text))
        case Either():
            return _read_either(kind, text)
    return text


def _read_either(kind: Either, text: str) -> Any:
    problems: list[InputError] = []
    for each in kind.kinds:
        if is_typed(each):
            try:
                return read_typed(each, text)
            except InputError as exc:
                problems.append(exc)
    if any(isinstance(each, Choice) for each in kind.kinds) or not problems:
        return text
    raise problems[0]


def _split(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _read_pair(text: str) -> tuple[str, int]:
    word, _, number = text.rpartition(" ")
    if not word or not number.isdecimal() or len(number) > 7:
        raise InputError(f"“{text[:40]}” isn’t a word and a number", place="value")
    return word.strip().casefold(), int(number)
