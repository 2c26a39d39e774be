"""What can be typed next: keys of fields, and the values of fields whose values are fixed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vsdb.search.language.fields import FIELDS, Field, field
from vsdb.search.language.syntax import Span
from vsdb.search.language.tokens import clean

_BEFORE = r"(?:^|[\s(])[-!]?"
_KEY = re.compile(rf"{_BEFORE}(?P<typed>[^\W\d_][\w-]*)$")
_VALUE = re.compile(
    rf"{_BEFORE}(?P<key>[^\W\d_][\w-]*)(?:!=|<=|>=|[:=<>≤≥≠])"
    r"""(?:\{(?:[^}]*,)?\s*(?P<item>"[^",}]*|[^\s()",{}]*)|(?P<typed>"[^"]*|[^\s()"{}]*))$"""
)
_REST = re.compile(r'[^\s()",{}]*')
_AT_MOST = 12


@dataclass(frozen=True, slots=True)
class Completion:
    """A text that can stand at `span` instead of what is there, and what it means."""

    text: str
    span: Span
    help: str


@dataclass(frozen=True, slots=True)
class UnfinishedValue:
    """A value that is being typed: of which field, how far, and where it stands (with its opening quote)."""

    field: Field
    typed: str
    span: Span


def complete(text: str, cursor: int) -> list[Completion]:
    """What can stand at the cursor, best first; other fields' values are known to the records alone."""
    cursor = _inside(text, cursor)
    unfinished = unfinished_value(text, cursor)
    if unfinished is not None:
        return _choices(unfinished)
    before, rest = _around(text, cursor)
    found = _KEY.search(before)
    if not found or _is_in_quotes(before):
        return []
    typed = found["typed"].casefold()
    end = cursor + len(rest)
    while end < len(text) and text[end] in ":=":  # the key was typed before with its operator
        end += 1
    span = Span(found.start("typed"), end)
    ranked = sorted((rank, place) for place, one in enumerate(FIELDS) if (rank := _rank(one, typed)) is not None)
    return [_of_field(FIELDS[place], span) for _, place in ranked[:_AT_MOST]]


def unfinished_value(text: str, cursor: int) -> UnfinishedValue | None:
    """The value that the cursor stands in, if it stands in one."""
    cursor = _inside(text, cursor)
    before, rest = _around(text, cursor)
    found = _VALUE.search(before)
    known = field(found["key"]) if found else None
    if not found or known is None:
        return None
    group = "typed" if found["item"] is None else "item"
    typed, start = found[group], found.start(group)
    if known.name == "sort":
        listed = max(typed.rfind(","), -1) + 1
        start, typed = start + listed, typed[listed:]
    end = cursor + (0 if typed.startswith('"') else len(rest))
    return UnfinishedValue(known, typed.removeprefix('"'), Span(start, end))


def _inside(text: str, cursor: int) -> int:
    return max(0, min(cursor, len(text)))


def _around(text: str, cursor: int) -> tuple[str, str]:
    """The text before the cursor, and the rest of the word that it stands in."""
    found = _REST.match(text, cursor)
    return clean(text[:cursor]), found[0].split(":")[0].split("=")[0] if found else ""


def _is_in_quotes(before: str) -> bool:
    return before.count('"') % 2 == 1


def _rank(one: Field, typed: str) -> int | None:
    """How well the key fits: the name itself, an alias, the beginning of one."""
    if typed in one.keys:
        return 0
    if one.name.startswith(typed):
        return 1
    if any(key.startswith(typed) for key in one.aliases) or one.title.casefold().startswith(typed):
        return 2
    return None


def _of_field(one: Field, span: Span) -> Completion:
    said = f"{one.help} ({one.unanswerable})" if one.unanswerable else one.help
    return Completion(f"{one.name}:", span, said)


def _choices(unfinished: UnfinishedValue) -> list[Completion]:
    """The fixed values that begin so; those that no card is recorded with come last."""
    typed = unfinished.typed.casefold()
    fitting = [
        choice
        for choice in unfinished.field.choices
        if choice.name.startswith(typed) or any(alias.startswith(typed) for alias in choice.aliases)
    ]
    fitting.sort(key=lambda choice: (bool(choice.unanswerable), not choice.name.startswith(typed)))
    found = (Completion(one.name, unfinished.span, one.unanswerable or one.help) for one in fitting)
    return list(found)[:_AT_MOST]
