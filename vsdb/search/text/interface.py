"""What a text index does, whichever engine is behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

#: Told how many of how many cards are done.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TextQuery:
    """Folded tokens to look for: `kind` is `word` (a token begins with it) or `phrase` (the tokens in a row).

    `field` is `any` (name, version, identity, AKA, wording) or `wording`.
    """

    tokens: tuple[str, ...]
    kind: str = "word"
    field: str = "any"


class TextIndex(Protocol):
    """A text index over every card of the reference; `text.current.current()` gives the one that answers now."""

    #: What whoever searches should be told: that the index was built anew just now, or can't be kept.
    notes: tuple[str, ...]

    def build(self, progress: Progress | None = None) -> int:
        """Make the index anew beside the old one and put it in its place; how many cards it holds."""
        ...

    def update(self, card_ids: Iterable[int]) -> int:
        """Index these cards again; how many."""
        ...

    def search(self, query: TextQuery) -> Mapping[int, float]:
        """Every card (by primary key) that holds the words, with its score; cards named so score highest."""
        ...

    def suggest(self, text: str, limit: int = 5) -> tuple[str, ...]:
        """Names most like a misspelt one, best first."""
        ...
