"""Text as it is searched: the tokens of a spelling, the same for cards and for queries."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.model.names import fold

_TOKEN = re.compile(r"[^\W_]+")


def tokens(text: str) -> tuple[str, ...]:
    """The folded words of a text: its runs of letters and digits; `*Spider-Man*` has `spider` and `man`."""
    return tuple(_TOKEN.findall(fold(text)))


def spaced(words: Iterable[str]) -> str:
    """Tokens as one text with a space before and after each, so that ` spider man ` is in it where they stand so."""
    joined = " ".join(words)
    return f" {joined} " if joined else " "
