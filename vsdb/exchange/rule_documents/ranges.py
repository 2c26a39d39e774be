"""The rules that a range of numbers covers: of `rules 400.5–400.8` those between its two ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from vsdb.exchange.rule_documents.units import Mention, Unit

_TO = re.compile(r"\s*[-–—]\s*|\s+(?:to|through)\s+")
_WIDEST = 1_000  #: units, those below the numbers counted; no range of a rules document spans more
_NUMBERED = frozenset({"heading", "rule"})


def covered(text: str, mentions: Sequence[Mention], units: Sequence[Unit], places: Mapping[str, int]) -> list[Mention]:
    """A mention of each unit between the ends of a range; its place is that of the dash, or the word, between them.

    Two mentions are a range where nothing but a dash or `to` stands between them and both ends are numbered alike.
    `places` says where in `units` each slug stands.
    """
    found = []
    for first, last in pairwise(mentions):
        if first.target is None or last.target is None or not _TO.fullmatch(text, first.end, last.start):
            continue
        written = text[first.start : last.end]
        for slug in _between(units, places[first.target], places[last.target]):
            found.append(Mention(first.end, last.start, written, slug))
    return found


def _between(units: Sequence[Unit], first: int, last: int) -> Iterator[str]:
    begin, end = units[first], units[last]
    if begin.depth != end.depth or last - first > _WIDEST or not {begin.kind, end.kind} <= _NUMBERED:
        return
    for unit in units[first + 1 : last]:
        if unit.depth == begin.depth and unit.kind in _NUMBERED and unit.number:
            yield unit.slug
