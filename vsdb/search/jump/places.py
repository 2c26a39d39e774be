"""Places that the jump box offers, and how well a name matches the typed text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.model.cards import Card
from vsdb.catalog.formats.ban_marks import find_ban_mark
from vsdb.core.folding import join_spaced, to_compact_spelling, tokenize

MAX_PLACES = 5  #: of a kind
#: The kinds of places with their headings; of kinds that fit alike the first comes first.
KINDS: Mapping[str, str] = {
    "team": "Teams",
    "keyword": "Keywords",
    "set": "Sets",
    "format": "Formats",
    "rule": "Rules",
    "card": "Cards",
    "deck": "Decks",
    "person": "People",
    "help": "Help",
}
_MIN_JOINED = 3  #: characters from which `spiderm` begins Spider-Man
_QUERY = re.compile(r'[:=<>{}()"/!]|(?:^|\s)-')

#: Ranks of a name: it is the text, begins with it, holds it, holds all its words, is spelt like it.
WHOLE, BEGINS, HOLDS, HAS_WORDS, SIMILAR = range(5)


@dataclass(frozen=True, slots=True)
class JumpPlace:
    """A page with its name. `rank` is how well the name matches; `position` sorts equal ranks."""

    kind: str
    label: str
    detail: str
    url: str
    rank: int = 0
    position: tuple[float, ...] = ()
    card: Card | None = None

    @property
    def said(self) -> str:
        """What it is, and today's bans of a card; no query where its game's cards have been read."""
        mark = find_ban_mark(self.card) if self.card else None
        return f"{self.detail} · {mark.text}" if mark else self.detail

    @property
    def order(self) -> tuple[object, ...]:
        """Sorts the places of a kind, best first."""
        return self.rank, self.position


@dataclass(frozen=True, slots=True)
class SpelledName:
    """A name prepared for comparison: folded words between spaces, and joined characters."""

    words: str
    compact: str

    @classmethod
    def of(cls, text: str) -> SpelledName:
        """The name of a text."""
        return cls(join_spaced(tokenize(text)), to_compact_spelling(text))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text to search among names, in one game or in all."""

    text: str
    game: str | None
    tokens: tuple[str, ...]
    compact: str
    begun: str = field(init=False)
    is_plain: bool = field(init=False)
    joins_words: bool = field(init=False)  #: whether it is long enough to begin a name whose words it joins

    def __post_init__(self) -> None:
        object.__setattr__(self, "begun", join_spaced(self.tokens).rstrip())
        object.__setattr__(self, "is_plain", not _QUERY.search(self.text))
        object.__setattr__(self, "joins_words", len(self.compact) >= _MIN_JOINED)

    @classmethod
    def of(cls, text: str, game: str | None = None) -> Wanted:
        """Read a typed text; empty if it has no letter or digit."""
        return cls(text, game, tokenize(text), to_compact_spelling(text))

    @property
    def length(self) -> int:
        """Number of compared characters."""
        return len(self.compact) if self.tokens else 0

    def rank(self, name: SpelledName) -> int | None:
        """Return how well a name matches; None if it lacks a word."""
        if name.compact == self.compact:
            return WHOLE
        if name.words.startswith(self.begun):
            return BEGINS
        if self.joins_words and name.compact.startswith(self.compact):
            return BEGINS
        if self.begun in name.words:
            return HOLDS
        if len(self.tokens) > 1 and all(f" {token}" in name.words for token in self.tokens):
            return HAS_WORDS
        return None

    def position(self, name: SpelledName) -> tuple[float, ...]:
        """Sort names of equal rank: whole words first, then shorter names."""
        return (0 if f"{self.begun} " in name.words else 1, len(name.words))
