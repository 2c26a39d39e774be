"""Keywords in card texts, in whatever spelling a text has for them, and which of them a card has by its text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Any

from engine.card_text.proper_names import is_name_after, is_name_before, is_one_name
from engine.card_text.sentences import split_sentences
from engine.model.games import game_of

LOYALTY = "Loyalty"
_DASH = re.compile(r"[-\u2010-\u2015]")
_DASH_PATTERN = r"\s?[-\u2010-\u2015]\s?"
FIGURE = r"(?:\d+|X)(?![\w/])"
SYMBOL = r"\[[^\[\]]+\]"
_NOTHING = r"(?!)"
#: Behind these keywords stands the name of a character or a team, and before those that of a team.
_BEFORE_NAMES = frozenset(("aka", "impersonating", "owned by", "team up", "team-up"))
_BEHIND_NAMES = frozenset(("main character required", "starting main character required"))
_FIGURE_NEXT = re.compile(rf"\s({FIGURE})")
_DASHED_TEXT = re.compile(r"\s?[-\u2010-\u2015]\s?([^:]+?)\s?:")
_ENDS = ":.;"
_SEPARATORS = " ,;.:"
#: Letters that patterns without regard to case take for an i, and `casefold` doesn't.
_DOTTED = str.maketrans({"\u0130": "i", "\u0131": "i"})

#: Pairs of a name and its parameter, as JSON has them.
Keywords = list[list[Any]]


@dataclass(frozen=True, slots=True)
class KeywordMention:
    """Where a text has the word of a keyword; `is_in_name` where that is part of a longer name and means no keyword."""

    start: int
    end: int
    keyword: str
    is_in_name: bool


class KeywordMatcher:
    """The names of a game's keywords, ready to be found; `longer` are names of other things that hold such a name.

    `at_head`: one that a line goes on with; `later`: one with a colon that begins a later sentence; `bracketed`: one in
    square brackets.
    """

    def __init__(self, names: tuple[str, ...], game: str, longer: tuple[str, ...] = ()) -> None:
        text = game_of(game).card_text
        names = tuple(dict.fromkeys((*text.deck_keywords, *names)))
        self._names = {_fold_keyword(name): name for name in reversed(names)}
        longest_first = sorted(names, key=len, reverse=True)
        self.spelt = "|".join(map(_build_spelling_pattern, longest_first)) or _NOTHING
        # Where sentences don't write keywords in small letters, such words are mere words.
        is_small = text.has_small_keywords
        shouted = () if is_small else (_build_spelling_pattern(name.upper()) for name in names)
        either = "|".join((self.spelt, *shouted))
        self._mentions = re.compile(rf"(?<![\w-])(?:{either})(?![\w-])", re.I if is_small else re.NOFLAG)
        others = "|".join(map(re.escape, sorted(longer, key=len, reverse=True))) or _NOTHING
        self._longer = re.compile(rf"(?<![\w-])(?:{others})(?![\w-])")
        self.at_head = re.compile(rf"({self.spelt})(?![\w'])", re.I)
        self.later = re.compile(rf"(?<=[.!?)] )(?:{self.spelt})(?: {FIGURE})?\s?:", re.I)
        self.bracketed = re.compile(rf"\s*\[({self.spelt})(?: ({FIGURE}))?\]", re.I)

    def name(self, spelt: str) -> str:
        """The keyword as its list has it."""
        return self._names[_fold_keyword(spelt)]

    def find(self, text: str) -> Iterator[KeywordMention]:
        """The words of keywords in a text, in its order."""
        words = [*self._mentions.finditer(text)]
        names = [*self._names_in(text)] if words else []
        last: KeywordMention | None = None
        for word, following in zip_longest(words, words[1:]):
            is_in_name = any(start <= word.start() and word.end() <= end for start, end in names)
            is_in_name = is_in_name or _has_a_name_beside(text, word, last, following)
            last = KeywordMention(word.start(), word.end(), self.name(word[0]), is_in_name and word[0][0].isupper())
            yield last

    def holds(self, name: str) -> bool:
        """Whether a name holds that of a keyword and is none itself."""
        return bool(self._mentions.search(name)) and self.named(name) is None

    def named(self, spelt: str) -> str | None:
        """The keyword of that name, whatever its spelling; None where it is none."""
        return self._names.get(_fold_keyword(spelt))

    def _names_in(self, text: str) -> Iterator[tuple[int, int]]:
        """Where longer names stand: those that are known, and sentences that are a name as a whole, as a power's."""
        for found in self._longer.finditer(text):
            yield found.span()
        end = 0
        for sentence in split_sentences(text):
            start = text.index(sentence, end)
            end = start + len(sentence)
            words = {word[0].casefold() for word in self._mentions.finditer(sentence)}
            if words.isdisjoint(_BEFORE_NAMES | _BEHIND_NAMES) and is_one_name(
                sentence, self._mentions.sub("", sentence)
            ):
                yield start, end


def _has_a_name_beside(
    text: str, word: re.Match[str], last: KeywordMention | None, following: re.Match[str] | None
) -> bool:
    """Whether a keyword's word goes on with the name before it, or the one behind goes on with it.

    `last` and `following` are the words of keywords next to it: side by side keywords are a list.
    """
    name = word[0].casefold()
    if name not in _BEHIND_NAMES:
        is_next_to_last = last is not None and last.end == word.start() - 1
        if last.is_in_name if last and is_next_to_last else is_name_before(text, word.start()):
            return True
    if name in _BEFORE_NAMES or (following and following.start() == word.end() + 1):
        return False
    return is_name_after(text, word.start(), word.end())


@lru_cache(maxsize=32)
def build_matcher(names: tuple[str, ...], game: str, longer: tuple[str, ...] = ()) -> KeywordMatcher:
    """The matcher of some names; made once."""
    return KeywordMatcher(names, game, longer)


def find_names_with_keywords(names: Iterable[str], game: str, keywords: Iterable[str]) -> tuple[str, ...]:
    """Of names of cards and characters those that hold a keyword's: where they stand in a text, none is mentioned."""
    known = build_matcher(tuple(keywords), game)
    return tuple(sorted({name for name in names if known.holds(name)}))


def find_keywords(text: str, game: str, names: Iterable[str]) -> Keywords:
    """The keywords of a text without reminders, each with its parameter once, in the order of the text.

    A keyword that is only mentioned isn't one that the card has.
    """
    read = game_of(game).card_text.keywords or _find_leading_keywords
    return [list(found) for found in dict.fromkeys(read(text, build_matcher(tuple(names), game)))]


def _find_leading_keywords(text: str, known: KeywordMatcher) -> Iterator[tuple[str, str | None]]:
    """Keywords at the head of a paragraph, grouped or with text after a colon, or at the head of a later sentence."""
    for line in text.split("\n"):
        yield from _find_keywords_at_head(line, known)
        for found in known.later.finditer(line):
            yield from _find_keywords_at_head(found[0], known)


def _find_keywords_at_head(line: str, known: KeywordMatcher) -> Iterator[tuple[str, str | None]]:
    """The keywords that a paragraph begins with: each ends it, has text after a colon, or has another after it."""
    at, waiting = 0, None
    while found := known.at_head.match(line, at):
        if waiting:
            yield waiting
        at = found.end()
        parameter = None
        if figure := _FIGURE_NEXT.match(line, at):
            parameter, at = figure[1], figure.end()
        elif dashed := _DASHED_TEXT.match(line, at):
            parameter, at = dashed[1], dashed.end() - 1
        waiting = (known.name(found[1]), parameter)
        rest = line[at:].lstrip()
        if not rest or rest[0] in _ENDS:
            yield waiting
            waiting = None
        at = len(line) - len(rest.lstrip(_SEPARATORS))


def _build_spelling_pattern(name: str) -> str:
    """A pattern for every way of writing a name: any dash for a hyphen, also with spaces around it."""
    words = (_DASH_PATTERN.join(map(re.escape, _DASH.split(word))) for word in name.split())
    return r"\s".join(words)


def _fold_keyword(name: str) -> str:
    return _DASH.sub("-", " ".join(name.translate(_DOTTED).split()).casefold()).replace(" -", "-").replace("- ", "-")
