"""The nearest right words to one that isn't known."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz, process

_ALIKE = 60  #: of 100; below it a word isn't offered
_AT_MOST = 3
_LONGEST = 40


def nearest(word: str, known: Iterable[str], limit: int = _AT_MOST) -> tuple[str, ...]:
    """The known words most like it, best first; none where none is like it."""
    words = list(dict.fromkeys(known))
    found = process.extract(word.casefold()[:_LONGEST], words, scorer=fuzz.WRatio, score_cutoff=_ALIKE, limit=None)
    found.sort(key=lambda match: (-match[1], abs(len(match[0]) - len(word)), match[0]))
    return tuple(match[0] for match in found[:limit])
