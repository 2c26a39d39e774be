"""Text as it is searched: the tokens of a spelling, the same for cards and queries, and the nearest known words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rapidfuzz import fuzz, process

from engine import fold

_TOKEN = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"[^\w*]+|_")
_ALIKE = 60  #: of 100; below it a word isn't offered
_AT_MOST = 3
_MAX_LENGTH = 80


def tokenize(text: str) -> tuple[str, ...]:
    """The folded words of a text: its runs of letters and digits; `*Spider-Man*` has `spider` and `man`."""
    return tuple(_TOKEN.findall(fold(text)))


def join_spellings(*spellings: str) -> str:
    """The tokens of the spellings of a text, each once, with two spaces between them so that no phrase spans both.

    ` it hops anytime  it hops any turn `: the text is found in either spelling.
    """
    return "".join(dict.fromkeys(join_spaced(tokenize(spelling)) for spelling in spellings))


def split_spellings(folded: str) -> list[str]:
    """The spellings of a text that `searched` put together, each spaced; the first is the one that texts share."""
    return [f" {words} " if words else " " for words in folded[1:-1].split("  ")]


def join_spaced(words: Iterable[str]) -> str:
    """Tokens as one text with a space before and after each, so that ` spider man ` is in it where they stand so."""
    joined = " ".join(words)
    return f" {joined} " if joined else " "


def to_compact_spelling(text: str) -> str:
    """The spelling in which `X-Men`, `x men` and `xmen` are one."""
    return _SIGNS.sub("", fold(text[:200]))


def find_nearest(word: str, known: Iterable[str], *, scorer: Callable[..., float] = fuzz.WRatio) -> tuple[str, ...]:
    """The known words most like it, best first; none where none is like it. Spellings that fold alike are one."""
    wanted = fold(word[:_MAX_LENGTH])
    spellings = {fold(name): name for name in known}
    found = process.extract(wanted, list(spellings), scorer=scorer, score_cutoff=_ALIKE, limit=None, processor=None)
    found.sort(key=lambda match: (-match[1], abs(len(match[0]) - len(wanted)), match[0]))
    return tuple(spellings[match[0]] for match in found[:_AT_MOST])
