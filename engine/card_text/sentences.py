"""The sentences of a card's text, and which of them are but the name of the power that follows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

ABBREVIATIONS = ("Dr", "Lt", "Mr", "Mrs", "Ms", "Sgt", "St")
_END = re.compile(
    r"[.!?](?<![.!?][.!?])(?<![\s(.][A-Z]\.)"
    + "".join(rf"(?<!\b{word}\.)" for word in ABBREVIATIONS)
    + r"[.!?]*[\"')]?\s+(?=[\"'(\[]?[A-Z0-9.+])"
)
#: Words that a name writes small.
_SMALL = frozenset(
    (
        *(
            "a",
            "an",
            "and",
            "are",
            "as",
            "at",
            "but",
            "by",
            "de",
            "for",
            "from",
            "in",
            "into",
            "is",
            "no",
            "of",
            "on",
            "or",
        ),
        *("the", "to", "vs", "with"),
    )
)
_WORD = re.compile(r"[^\W\d_][\w'/-]*")
_SPOKEN = re.compile(r"[\w\]]")


@lru_cache(maxsize=1024)
def split_sentences(line: str) -> tuple[str, ...]:
    """A line cut after each sentence; abbreviations and initials end none."""
    cut, at = [], 0
    for found in _END.finditer(line):
        cut.append(line[at : found.end()].strip())
        at = found.end()
    return tuple(part for part in (*cut, line[at:].strip()) if _SPOKEN.search(part))


def is_heading(sentence: str) -> bool:
    """Whether a sentence reads as a name: every word but the small ones begins with a capital."""
    words = _WORD.findall(sentence)
    return bool(words) and not words[0][0].islower() and all(w[0].isupper() or w.casefold() in _SMALL for w in words)


def find_name_before(said: Sequence[str]) -> str | None:
    """The name of the power that begins after these sentences: the last one, and the names right before it."""
    found: list[str] = []
    for sentence in reversed(said):
        if found and (not is_heading(sentence) or not is_heading(found[0]) or sentence.startswith("AKA ")):
            break
        found.insert(0, sentence)
    return strip_full_stop(" ".join(found)) or None


def strip_full_stop(name: str) -> str:
    """A name without the full stop after it."""
    name = name.strip()
    return name if name.endswith("..") else name.removesuffix(".").rstrip(" -\u2013\u2014:")
