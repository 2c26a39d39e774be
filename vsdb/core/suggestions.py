"""The nearest right words to one that isn't known."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rapidfuzz import fuzz, process

from engine.model.names import fold

_ALIKE = 60  #: of 100; below it a word isn't offered
_AT_MOST = 3
_LONGEST = 80


def nearest(word: str, known: Iterable[str], *, scorer: Callable[..., float] = fuzz.WRatio) -> tuple[str, ...]:
    """The known words most like it, best first; none where none is like it. Spellings that fold alike are one."""
    wanted = fold(word[:_LONGEST])
    spellings = {fold(name): name for name in known}
    found = process.extract(wanted, list(spellings), scorer=scorer, score_cutoff=_ALIKE, limit=None, processor=None)
    found.sort(key=lambda match: (-match[1], abs(len(match[0]) - len(wanted)), match[0]))
    return tuple(spellings[match[0]] for match in found[:_AT_MOST])
