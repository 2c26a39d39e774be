"""What is being typed at a place of a query: the key of a field, or a value of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
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
    """A field whose key can stand at `span` instead of what is there."""

    field: Field
    span: Span

    @property
    def text(self) -> str:
        """The key as it is typed."""
        return f"{self.field.name}:"


@dataclass(frozen=True, slots=True)
class UnfinishedValue:
    """A value that is being typed: of which field, how far, and where it stands (with its opening quote)."""

    field: Field
    typed: str
    span: Span


def complete(text: str, cursor: int, fields: Sequence[Field] = FIELDS) -> list[Completion]:
    """The keys of these fields that can stand at the cursor, best first; `unfinished_value` tells of values."""
    cursor = _inside(text, cursor)
    before, rest = _around(text, cursor)
    found = _KEY.search(before)
    if not found or _is_in_quotes(before):
        return []
    typed = found["typed"].casefold()
    end = cursor + len(rest)
    while end < len(text) and text[end] in ":=":  # the key was typed before with its operator
        end += 1
    span = Span(found.start("typed"), end)
    ranked = sorted((rank, place) for place, one in enumerate(fields) if (rank := _rank(one, typed)) is not None)
    return [Completion(fields[place], span) for _, place in ranked[:_AT_MOST]]


def unfinished_value(text: str, cursor: int, field_of: Callable[[str], Field | None] = field) -> UnfinishedValue | None:
    """The value that the cursor stands in, if it stands in one."""
    cursor = _inside(text, cursor)
    before, rest = _around(text, cursor)
    found = _VALUE.search(before)
    known = field_of(found["key"]) if found else None
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
