"""Keywords in card texts, in whatever spelling a text has for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from engine.model.cards import VS_2PCG, VS_CLASSIC

LOYALTY = "Loyalty"
#: Words that bear on what may be in a deck; read also where no list of keywords is at hand.
OF_DECK_RULES = {
    VS_2PCG: (LOYALTY, "One of a Kind", "Legion", "Starting Main Character Required", "Main Character Required"),
    VS_CLASSIC: (LOYALTY, "Loyalty-Reveal", "Dual Loyalty"),
}
_DASH = re.compile(r"[-\u2010-\u2015]")
_DASH_PATTERN = r"\s?[-\u2010-\u2015]\s?"
FIGURE = r"(?:\d+|X)(?![\w/])"
SYMBOL = r"\[[^\[\]]+\]"
_NOTHING = r"(?!)"
#: Letters that patterns without regard to case take for an i, and `casefold` doesn't.
_DOTTED = str.maketrans({"\u0130": "i", "\u0131": "i"})


class Matcher:
    """The names of a game's keywords, ready to be found.

    `at_head`: one that a line goes on with; `later`: one with a colon that begins a later sentence; `bracketed`: one in
    square brackets.
    """

    def __init__(self, names: tuple[str, ...], game: str) -> None:
        names = tuple(dict.fromkeys((*OF_DECK_RULES.get(game, ()), *names)))
        self._names = {_folded(name): name for name in reversed(names)}
        longest_first = sorted(names, key=len, reverse=True)
        self.spelt = "|".join(map(_spelling, longest_first)) or _NOTHING
        # Classic texts write keywords in small letters inside of sentences; elsewhere such words are mere words.
        shouted = () if game == VS_CLASSIC else (_spelling(name.upper()) for name in names)
        either = "|".join((self.spelt, *shouted))
        self._mentions = re.compile(rf"(?<![\w-])(?:{either})(?![\w-])", re.I if game == VS_CLASSIC else re.NOFLAG)
        self.at_head = re.compile(rf"({self.spelt})(?![\w'])", re.I)
        self.later = re.compile(rf"(?<=[.!?)] )(?:{self.spelt})(?: {FIGURE})?\s?:", re.I)
        self.bracketed = re.compile(rf"\s*\[({self.spelt})(?: ({FIGURE}))?\]", re.I)

    def name(self, spelt: str) -> str:
        """The keyword as its list has it."""
        return self._names[_folded(spelt)]

    def find(self, text: str) -> Iterator[tuple[int, int, str]]:
        """Where a text mentions keywords: start, end and name."""
        for found in self._mentions.finditer(text):
            yield found.start(), found.end(), self.name(found[0])

    def named(self, spelt: str) -> str | None:
        """The keyword of that name, whatever its spelling; None where it is none."""
        return self._names.get(_folded(spelt))


@lru_cache(maxsize=32)
def matcher(names: tuple[str, ...], game: str) -> Matcher:
    """The matcher of some names; made once."""
    return Matcher(names, game)


def _spelling(name: str) -> str:
    """A pattern for every way of writing a name: any dash for a hyphen, also with spaces around it."""
    words = (_DASH_PATTERN.join(map(re.escape, _DASH.split(word))) for word in name.split())
    return r"\s".join(words)


def _folded(name: str) -> str:
    return _DASH.sub("-", " ".join(name.translate(_DOTTED).split()).casefold()).replace(" -", "-").replace("- ", "-")
