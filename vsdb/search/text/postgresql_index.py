"""The text index in the database itself: PostgreSQL's full-text search over our own tokens.

The columns that it searches are kept by the database, so that whatever is written in the rows is found at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from django.db import connection

from engine.model.names import fold
from vsdb.core.folding import spaced
from vsdb.search.text.rows import Names, Progress, TextIndex, TextQuery

# The ranks are those of `ranks.Ranking`, told by the database of the rows that it found. Most rows have the words in
# another place than the name; whether whole is told by their lexemes, which costs less than reading the text.
_WORD = """
    SELECT card_id, CASE
        WHEN name_words LIKE ALL(%(all_begun)s) THEN CASE
            WHEN name_words = %(name)s THEN 5
            WHEN name_words LIKE ALL(%(all_whole)s) THEN 4
            ELSE 3 END
        WHEN vector @@ %(wholes)s::tsquery THEN 2
        ELSE 1 END::float8
    FROM search_searchtext WHERE vector @@ %(starts)s::tsquery
"""
_PHRASE = """
    SELECT card_id, CASE
        WHEN name_words = %(name)s THEN 5
        WHEN strpos(name_words, %(name)s) > 0 THEN 4
        ELSE 2 END::float8
    FROM search_searchtext WHERE vector @@ %(wholes)s::tsquery AND strpos(words, %(name)s) > 0
"""
_WORD_OF_WORDING = """
    SELECT card_id, CASE WHEN wording_vector @@ %(wholes)s::tsquery THEN 2 ELSE 1 END::float8
    FROM search_searchtext WHERE wording_vector @@ %(starts)s::tsquery
"""
_PHRASE_OF_WORDING = """
    SELECT card_id, 2::float8 FROM search_searchtext
    WHERE wording_vector @@ %(wholes)s::tsquery AND strpos(wording, %(name)s) > 0
"""
_SELECTS = {
    ("any", "word"): _WORD,
    ("any", "phrase"): _PHRASE,
    ("wording", "word"): _WORD_OF_WORDING,
    ("wording", "phrase"): _PHRASE_OF_WORDING,
}
_HAS_TRIGRAMS = "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm')"
_ALIKE = """
    SELECT name FROM search_searchtext WHERE name %% %(text)s
    GROUP BY name ORDER BY similarity(name, %(text)s) DESC, name LIMIT 50
"""


@cache
def has_trigrams() -> bool:
    """Whether the database compares by trigrams; asked once a process."""
    with connection.cursor() as cursor:
        cursor.execute(_HAS_TRIGRAMS)
        return bool(cursor.fetchone()[0])


@lru_cache(maxsize=1)
def _names(build: str) -> Names:
    """The names of one writing of the texts, which the process keeps; one query the first time."""
    return Names.held()


class PostgresqlIndex(TextIndex):
    """Full-text search in PostgreSQL; names by their trigrams where the extension is there and they are enough."""

    def build(self, progress: Progress | None = None) -> int:
        """Write the texts anew; how many cards they are of."""
        written = super().build(progress)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE search_searchtext")
        return written

    def search(self, query: TextQuery) -> Mapping[int, float]:
        """Every card that holds the words, with its rank; one query."""
        if not query.tokens:
            return {}
        values: dict[str, Any] = {
            "name": spaced(query.tokens),
            "wholes": " & ".join(f"'{token}'" for token in query.tokens),
            "starts": " & ".join(f"'{token}':*" for token in query.tokens),
            "all_whole": [f"% {token} %" for token in query.tokens],
            "all_begun": [f"% {token}%" for token in query.tokens],
        }
        with connection.cursor() as cursor:
            cursor.execute(_SELECTS[query.field, query.kind], values)
            return dict(cursor.fetchall())

    def suggest(self, text: str, limit: int = 5) -> tuple[str, ...]:
        """Names most like a misspelt one, best first; one query, two more the first time.

        A short word or a bad misspelling shares too few trigrams with what was meant: where they find fewer names than
        are asked for, all are compared, so that the answer is that of the other indexes.
        """
        names, spelling = _names(self._build), fold(text)
        if has_trigrams():
            with connection.cursor() as cursor:
                cursor.execute(_ALIKE, {"text": spelling})
                alike = names.nearest(text, limit, among=[name for (name,) in cursor.fetchall()])
            if len(alike) == limit:
                return alike
        return names.nearest(text, limit)
