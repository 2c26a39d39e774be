"""Two texts that were made from one, put together line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher


@dataclass(frozen=True, slots=True)
class MergeConflict:
    """What both sides changed, each in another way, as it was and as each has it; empty where it isn't there.

    In a list, `section` says where it stands and `name` what it is about.
    """

    base: str
    mine: str
    theirs: str
    section: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class MergedText:
    """Both sides put together. Where they conflict the text has mine, and the conflict has both."""

    text: str
    conflicts: tuple[MergeConflict, ...] = ()


def merge_text(base: str, mine: str, theirs: str) -> MergedText:
    """Two plain texts made from one, as notes are; lines between the same lines belong together."""
    certain = merge_whole(base, mine, theirs)
    if certain is not None:
        return MergedText(certain)
    texts = [text.splitlines(keepends=True) for text in (base, mine, theirs)]
    merged: list[str] = []
    conflicts = []
    for was, ours, others in _chunks(*texts):
        one = merge_whole(was, ours, others)
        merged.append(ours if one is None else one)
        if one is None:
            conflicts.append(MergeConflict(was, ours, others))
    return MergedText("".join(merged), tuple(conflicts))


def merge_whole(base: str, mine: str, theirs: str) -> str | None:
    """What two sides make of one thing that is taken whole; None where they conflict."""
    if theirs in (base, mine):
        return mine
    return theirs if mine == base else None


def _chunks(base: Sequence[str], mine: Sequence[str], theirs: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """The three texts in parts that belong together: a line that all have, or what stands between two of those."""
    in_mine, in_theirs = _places(base, mine), _places(base, theirs)
    at = (0, 0, 0)
    for place in (*(place for place in in_mine if place in in_theirs), len(base)):
        there = (place, in_mine.get(place, len(mine)), in_theirs.get(place, len(theirs)))
        between = [lines[start:end] for lines, start, end in zip((base, mine, theirs), at, there, strict=True)]
        yield "".join(between[0]), "".join(between[1]), "".join(between[2])
        line = "".join(base[place : place + 1])
        yield line, line, line
        at = (there[0] + 1, there[1] + 1, there[2] + 1)


def _places(base: Sequence[str], other: Sequence[str]) -> dict[int, int]:
    """Where the lines of the base that another text has stand there, in order."""
    blocks = SequenceMatcher(None, base, other).get_matching_blocks()
    return {block.a + step: block.b + step for block in blocks for step in range(block.size)}
