"""The terms of parts as plain form fields: a value as text, and a text as the value that it means.

One entry a line: names, codes of sets, teams; a pair as `Avengers / Masters of Evil`; bounds as `at least 2, at most
4`; a name with a type as `Simon Trask (Main Character)`; a set with names as `CV5: Hulk / Thor`. What can't be meant
stays the text that it is, and its check says what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import cast

from engine.formats.definitions.parts import FormatPart
from engine.formats.definitions.terms import (
    BOUNDS,
    CHOICE,
    CHOICES,
    COUNT,
    EXCEPT,
    FLAG,
    LATER,
    NAMES,
    PAIRS,
    SETS,
    SHARES,
    TEAMS,
    TEXT,
    TYPE,
    PartTerm,
)

_WORDS = {"exactly": "exactly", "at_least": "at least", "at_most": "at most"}
_BOUND = re.compile(r"(exactly|at least|at most)\s+(\d{1,4})", re.IGNORECASE | re.ASCII)
_TYPED = re.compile(r"(.+?)\s*\(([^()]+)\)")
_SHARE = re.compile(r"(.+?)\s*[: ]\s*(\d{1,4})", re.ASCII)


def format_term(term: PartTerm, value: object) -> str:
    """The value of a term as a form's field shows it; empty for none."""
    if value is None or value is False:
        return ""
    match term.kind:
        case "flag":
            return "yes"
        case "bounds" if isinstance(value, Mapping):
            return ", ".join(f"{_WORDS.get(str(key), key)} {count}" for key, count in value.items())
        case "shares" if isinstance(value, Mapping):
            return "\n".join(f"{brand}: {count}" for brand, count in value.items())
    if isinstance(value, list | tuple):
        return "\n".join(_line(term, entry) for entry in value)
    return str(value)


def _line(term: PartTerm, entry: object) -> str:
    if term.kind == PAIRS and isinstance(entry, list | tuple):
        return " / ".join(map(str, entry))
    if isinstance(entry, Mapping):
        if term.kind == EXCEPT:
            return f"{entry.get('name')} ({entry.get('type')})"
        return f"{entry.get('set')}: {' / '.join(map(str, cast('Sequence[object]', entry.get('names') or ())))}"
    return str(entry)


def parse_term(term: PartTerm, text: str) -> object:
    """The value that a field's text means, None for an empty one; what isn't one stays text."""
    text = text.replace("\r\n", "\n").strip()
    if not text:
        return None
    match term.kind:
        case "flag":
            return True
        case "count":
            return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text
        case "text" | "choice" | "type":
            return " ".join(text.split())
        case "bounds":
            return _bounds(text)
        case "shares":
            return _shares(text)
    return [_entry(term, line) for line in _lines(term, text)]


def _lines(term: PartTerm, text: str) -> list[str]:
    """The entries: one a line; codes and choices also with commas and spaces between them."""
    if term.kind in (SETS, CHOICES):
        return [word.upper() if term.kind == SETS else word for word in re.split(r"[\s,;]+", text) if word]
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


def _entry(term: PartTerm, line: str) -> object:
    if term.kind == PAIRS:
        return [part.strip() for part in line.split(" / ")]
    if term.kind == EXCEPT and (typed := _TYPED.fullmatch(line)):
        return {"name": typed[1], "type": typed[2]}
    if term.kind == LATER and ":" in line:
        code, _, names = line.partition(":")
        return {"set": code.strip().upper(), "names": [name.strip() for name in names.split(" / ") if name.strip()]}
    return line


def _bounds(text: str) -> object:
    pieces = [piece.strip() for piece in text.split(",")]
    found = [_BOUND.fullmatch(piece) for piece in pieces]
    if not all(found):
        return text
    return {each[1].lower().replace(" ", "_"): int(each[2]) for each in found if each}


def _shares(text: str) -> object:
    found = [_SHARE.fullmatch(line.strip()) for line in text.split("\n") if line.strip()]
    return {each[1]: int(each[2]) for each in found if each} if all(found) else text


def parse_terms(part: FormatPart, texts: Mapping[str, str]) -> dict[str, object]:
    """The terms of a part out of a form's fields by name; what is empty isn't given."""
    read = ((term.name, parse_term(term, texts.get(term.name, ""))) for term in part.terms)
    return {name: value for name, value in read if value is not None}


#: What a form shows for each kind: a number, a tick, a line, a choice, or several lines.
WIDGETS: Mapping[str, str] = {
    **dict.fromkeys((COUNT,), "number"),
    FLAG: "tick",
    TEXT: "line",
    BOUNDS: "line",
    CHOICE: "choice",
    TYPE: "choice",
    **dict.fromkeys((SETS, TEAMS, NAMES, PAIRS, EXCEPT, LATER, SHARES, CHOICES), "lines"),
}
