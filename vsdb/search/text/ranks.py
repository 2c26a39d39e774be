"""How well a card holds the words: the same five ranks behind every text index, so that all give one order."""

from __future__ import annotations

from vsdb.core.folding import spaced

#: The name is these words; it holds them; it holds words that begin so; the other texts hold them; they begin so.
THE_NAME, IN_NAME, BEGUN_IN_NAME, IN_TEXT, BEGUN_IN_TEXT = 5.0, 4.0, 3.0, 2.0, 1.0


class Ranking:
    """Ranks cards that hold the words of a query, from their searched texts."""

    def __init__(self, tokens: tuple[str, ...], kind: str) -> None:
        self._name = spaced(tokens)
        wholes = [self._name] if kind == "phrase" else [f" {token} " for token in tokens]
        self._first, *self._others = wholes
        self._starts = [] if kind == "phrase" else [f" {token}" for token in tokens]

    def rank(self, name_words: str, text: str) -> float:
        """How well a card that holds the words holds them."""
        if name_words == self._name:
            return THE_NAME
        if self._first in name_words and all(whole in name_words for whole in self._others):
            return IN_NAME
        if self._starts and all(start in name_words for start in self._starts):
            return BEGUN_IN_NAME
        if self._first in text and all(whole in text for whole in self._others):
            return IN_TEXT
        return BEGUN_IN_TEXT
