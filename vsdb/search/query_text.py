"""Queries as text: cut into their parts, with one part left out, replaced or put in."""

from __future__ import annotations

import re

from rapidfuzz import fuzz

from vsdb.catalog.cards.queries import quoted
from vsdb.search.language.syntax import Span

_CLOSING = {"(": ")", "{": "}"}
_JOINING = frozenset({"and", "or"})
_HEAD = re.compile(r'-?[^\s()"{}:=<>!]+\s*(?:!=|<=|>=|[:=<>])')
_SORTING = re.compile(r"-?sort[:=]", re.IGNORECASE)


def parts_of(text: str) -> list[str]:
    """The parts of a query as they were typed: what stands between spaces outside of quotes, brackets and patterns."""
    parts: list[str] = []
    part = ""
    waits_for: list[str] = []
    for sign in text:
        if sign.isspace() and not waits_for:
            parts.append(part)
            part = ""
            continue
        inside = waits_for[-1] if waits_for else ""
        if sign == inside:
            waits_for.pop()
        elif inside not in ('"', "/"):
            if sign in _CLOSING:
                waits_for.append(_CLOSING[sign])
            elif sign == '"' or (sign == "/" and part.endswith((":", "="))):
                waits_for.append(sign)
        part += sign
    parts.append(part)
    return [each for each in parts if each]


def narrowing_parts(text: str) -> list[str]:
    """The parts that each narrow what a query finds, none where `or` joins them."""
    parts = parts_of(text)
    if any(part.lower() == "or" for part in parts):
        return []
    joined: list[str] = []
    for part in parts:
        if joined and joined[-1].lower() == "not":
            joined[-1] += f" {part}"
        elif part.lower() not in _JOINING:
            joined.append(part)
    return joined


def without(text: str, part: str) -> str:
    """A query with the first such part left out."""
    parts = narrowing_parts(text)
    parts.remove(part)
    return " ".join(parts)


def sorted_by(text: str, key: str) -> str:
    """A query with this sort word in the place of those that it has."""
    kept = [part for part in parts_of(text) if not _SORTING.match(part)]
    return " ".join((*kept, key) if key else kept)


def mended(text: str, span: Span, word: str) -> str:
    """A query with a nearer word in a place of it: behind the field and the operator where that place has them."""
    wrong = text[span.start : span.end]
    if _HEAD.match(word):
        right = word
    else:
        head = _HEAD.match(wrong)
        place = head.end() if head else 0
        right = wrong[:place] + _with_value(wrong[place:], word)
    return text[: span.start] + right + text[span.end :]


def _with_value(value: str, word: str) -> str:
    """A field's value corrected: alone, among others in braces, or before a day."""
    if value.startswith("{"):
        items = [item.strip() for item in value.strip("{}").split(",")]
        wrong = max(items, key=lambda item: fuzz.ratio(item.casefold(), word.casefold()))
        return "{" + ",".join(quoted(word) if item == wrong else item for item in items) + "}"
    before, at, day = value.rpartition("@")
    return f"{quoted(word)}{at}{day}" if before else quoted(word)
