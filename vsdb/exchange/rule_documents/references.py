"""Where a numbered edition's text refers to its own rules and glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_RULE = r"[1-9][0-9]{2}\.[0-9]{1,3}[a-z]?"
_ALONE = re.compile(rf"(?<![\w.]){_RULE}(?!\w)")
_NAMED = re.compile(r"\b(?:rules?|(?P<sections>sections?))\s+(?=[0-9])", re.IGNORECASE)
_FIRST = re.compile(rf"(?:{_RULE}|[0-9]{{1,4}})(?!\w)")
_NEXT = re.compile(
    rf"(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to)\s+|\s*(?P<dash>[-–])\s*)"
    rf"(?P<item>{_RULE}|[1-9][0-9]{{2}}|(?P<short>[0-9]{{1,2}}))(?!\w)"
)
_GLOSSARY = re.compile(r"[\"“](?P<term>[^\"“”]{1,80})[\"”]\s+in\s+the\s+glossary\b", re.IGNORECASE)
_LEFTOVER = re.compile(r"Error!\s+Reference\s+source\s+not\s+found\.?")


@dataclass(frozen=True, slots=True)
class Found:
    """A reference in a text: its place, and what it names.

    That is the `number` of a chapter, a section or a rule; a `term` of the glossary; neither in what a word processor
    left behind where it lost its target.
    """

    start: int
    end: int
    written: str
    number: str = ""
    term: str = ""


def references(text: str) -> tuple[Found, ...]:
    """The references of a text in order: of `rules 214.3–5` both ends, of `rules 205, 206 and 301.2a` all three."""
    found = [*_leftovers(text), *_terms(text), *_named(text), *_alone(text)]
    apart: list[Found] = []
    for one in sorted(found, key=lambda one: one.start):
        if not apart or one.start >= apart[-1].end:
            apart.append(one)
    return tuple(apart)


def _alone(text: str) -> Iterator[Found]:
    return (_found(match, number=match[0]) for match in _ALONE.finditer(text))


def _named(text: str) -> Iterator[Found]:
    for name in _NAMED.finditer(text):
        match = _FIRST.match(text, name.end())
        if match is None:
            continue
        yield _found(match, number=match[0])
        number, end = match[0], match.end()
        while following := _NEXT.match(text, end):
            short = following["short"]
            if short and not following["dash"] and not name["sections"]:
                break
            number = _spelled_out(number, short) if short and following["dash"] else following["item"]
            start, end = following.span("item")
            yield Found(start, end, text[start:end], number=number)


def _spelled_out(first: str, short: str) -> str:
    """The end of a range that leaves out what it shares with the beginning: `5` after `214.3` is 214.5."""
    section, point, _ = first.partition(".")
    return f"{section}.{short}" if point else short


def _terms(text: str) -> Iterator[Found]:
    for match in _GLOSSARY.finditer(text):
        yield Found(match.start("term"), match.end("term"), match["term"], term=match["term"])


def _leftovers(text: str) -> Iterator[Found]:
    return (_found(match) for match in _LEFTOVER.finditer(text))


def _found(match: re.Match[str], *, number: str = "") -> Found:
    return Found(match.start(), match.end(), match[0], number=number)
