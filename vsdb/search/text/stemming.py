"""Words brought to their stem: `exhausted`, `exhausting` and `exhausts` to `exhaust`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from whoosh.lang.snowball.english import EnglishStemmer

_HELD = 20_000  #: words; the rules documents of three games have about 5,000
_stemmer = EnglishStemmer()


@lru_cache(maxsize=_HELD)
def stem_word(word: str) -> str:
    """The stem of a folded English word; of a number or a sign that word itself."""
    return str(_stemmer.stem(word)) if word.isalpha() else word


def stem_words(words: Iterable[str]) -> list[str]:
    """The stems of words, in their order."""
    return [stem_word(word) for word in words]
