"""Words that run together where a file lost the spaces between its lines: found by the document's own vocabulary.

The text itself stays as it is; what is found here only adds words to the search.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine import fold
from vsdb.core.folding import join_spaced, join_spellings, tokenize

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z][a-z])")
_BESIDE_DIGIT = re.compile(r"(?<=[a-z]{2})(?=[0-9])|(?<=[0-9])(?=[a-z]{2})")
_RUN_ON = re.compile(r"(?<=[a-z])[.,;:!?][\"”’')\]]*(?=[\"“‘(]?[A-Z])")  #: a sentence right behind another
_SHORT = frozenset(re.findall(r"\w+", "a am an as at be by do go he i if in is it me my no of on or so to up us we"))
_OPENING = frozenset(("as", "at", "by", "if", "is", "of", "or", "to"))  #: short words that begin few others
_CLOSING = frozenset(("by", "of"))  #: short words that end few others
_OFTEN = 10  #: uses that make a word certain
_LONG = 6  #: letters of a word that is certain with few uses
_MIN_REST = 4  #: letters of an unknown word that is cut off
_RARE = 2  #: uses up to which a word may be two, although the two stand nowhere side by side
_RARE_OF_OFTEN = 5  #: the same where both are certain words
_MIN_SHARE = 0.01  #: of all words; fewer are compounds and slips
_MIN_COUNT = 20


@dataclass(frozen=True)
class LostSpaces:
    """The words that run together, each with the words that it is; `count` places of the document lack a space."""

    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    count: int = 0
    examples: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.count > 0

    def fold_for_search(self, text: str) -> str:
        """The folded words of a text: first with the lost spaces, then, where that differs, as it stands."""
        if not self:
            return join_spaced(tokenize(text))
        apart = _WORD.sub(lambda match: " ".join(self.parts.get(fold(match[0]), (match[0],))), text)
        return join_spellings(_BESIDE_DIGIT.sub(" ", apart), text)


def find_lost_spaces(texts: Iterable[str]) -> LostSpaces:
    """The words of a document that run together; none where they are so few that nothing tells them from slips."""
    lines = [text for text in texts if text]
    vocabulary = _Vocabulary(lines)
    certain = {word: parts for word in vocabulary.uses if (parts := vocabulary.split(word))}
    found = sum(vocabulary.uses[word] for word in certain)
    if found < max(_MIN_COUNT, _MIN_SHARE * vocabulary.uses.total()):
        return LostSpaces()
    rest = {word: parts for word in vocabulary.uses.keys() - certain if (parts := vocabulary.cut(word))}
    by_use = sorted(certain, key=lambda word: (-vocabulary.uses[word], word))
    count = found + sum(len(_RUN_ON.findall(line)) for line in lines)
    return LostSpaces(certain | rest, count, tuple(by_use[:3]))


class _Vocabulary:
    """How often a document uses each word, and each pair of words side by side; all folded."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.uses: Counter[str] = Counter()
        self._known: Counter[str] = Counter()
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._capitals: dict[str, tuple[str, ...]] = {}
        for line in lines:
            before, end = "", -2
            for match in _WORD.finditer(line):
                word = fold(match[0])
                self.uses[word] += 1
                pieces = tuple(fold(piece) for piece in _INNER_CAPITAL.split(match[0]))
                self._known.update(pieces)
                if len(pieces) > 1:
                    self._capitals[word] = pieces
                if match.start() == end + 1 and line[end] == " ":
                    self._pairs[before, word] += 1
                before, end = word, match.end()

    def split(self, word: str) -> tuple[str, ...]:
        """The known words that one is; empty where it is one word."""
        pieces = self._capitals.get(word) or self._halve(word)
        return tuple(part for piece in pieces for part in (self.split(piece) or (piece,)))

    def _halve(self, word: str) -> tuple[str, ...]:
        """Two words of the document: they stand side by side as often as run together, or that is too rare a word."""
        best, found = (0, 0), tuple[str, ...]()
        for place in range(1, len(word)):
            first, second = word[:place], word[place:]
            if self._is_word(first) and self._is_word(second):
                score = self._pairs[first, second], min(self._known[first], self._known[second])
                if score > best:
                    best, found = score, (first, second)
        beside, least = best
        is_two = self.uses[word] <= max(_RARE, beside, _RARE_OF_OFTEN if least >= _OFTEN else 0)
        return found if is_two else ()

    def cut(self, word: str) -> tuple[str, ...]:
        """The longest frequent word that one begins or ends with, and a rest that stands nowhere else."""
        if self.uses[word] > 1:
            return ()
        places = [at for at in range(2, len(word) - _MIN_REST + 1) if self._is_often(word[:at], _OPENING)]
        found = [(at, at) for at in places]
        places = [at for at in range(_MIN_REST, len(word) - 1) if self._is_often(word[at:], _CLOSING)]
        found += [(len(word) - at, at) for at in places]
        _, at = max(found, default=(0, 0))
        return (word[:at], word[at:]) if at else ()

    def _is_word(self, word: str) -> bool:
        return self._known[word] > 0 and (len(word) > 2 or word in _SHORT)

    def _is_often(self, word: str, short: frozenset[str]) -> bool:
        is_certain = self._known[word] >= (_RARE if len(word) >= _LONG else _OFTEN)
        return is_certain and (len(word) > 2 or word in short)
