"""The text index that answers now: the one that goes with the database, made anew where it is missing or stale.

PostgreSQL searches in itself, with files beside SQLite; where none can be kept the table is read through.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import Any

from django.conf import settings
from django.db import connection

from engine.model.names import fold
from vsdb.core.folding import join_spaced
from vsdb.search.models import SearchText
from vsdb.search.text import rows
from vsdb.search.text.file_index import open_index
from vsdb.search.text.rows import PrintedNames, Progress, TextIndex, TextQuery, TextRanking

# The ranks are those of `rows.TextRanking`, told by the database of the rows that it found. Most rows have the words in
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
def _names(build: str) -> PrintedNames:
    """The names of one writing of the texts, which the process keeps; one query the first time."""
    return PrintedNames.held()


class PostgresqlIndex(TextIndex):
    """Full-text search in PostgreSQL; names by their trigrams where the extension is there and they are enough.

    The columns that it searches are kept by the database, so that whatever is written in the rows is found at once.
    """

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
            "name": join_spaced(query.tokens),
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


class TableScan(TextIndex):
    """The same answers as an index gives, slower with every card: each search reads the whole table, in one query."""

    def search(self, query: TextQuery) -> Mapping[int, float]:
        """Every card that holds the words, with its rank."""
        if not query.tokens:
            return {}
        ranking = TextRanking(query.tokens, query.kind)
        column = "wording" if query.field == "wording" else "words"
        parts = [f" {' '.join(query.tokens)} "] if query.kind == "phrase" else [f" {token}" for token in query.tokens]
        held = SearchText.objects.order_by("pk")
        for part in parts:
            held = held.filter(**{f"{column}__contains": part})
        names = " " if query.field == "wording" else None
        return {
            card: ranking.rank(names or name_words, text)
            for card, name_words, text in held.values_list("card", "name_words", column)
        }


logger = logging.getLogger(__name__)
REBUILT = "The search index was missing or out of date and has been built anew."
_heard: ContextVar[list[str] | None] = ContextVar("heard", default=None)


@contextmanager
def index_notes() -> Iterator[list[str]]:
    """Within it the list gathers what every index that is asked has to tell; it stays empty where all is well."""
    heard: list[str] = []
    token = _heard.set(heard)
    try:
        yield heard
    finally:
        _heard.reset(token)


def get_text_index(progress: Progress | None = None) -> TextIndex:
    """The index of today's facts; one query where it is there. Its `notes` say what had to be done, or can't be.

    Ask for it once a request: it doesn't look again whether the facts have changed.
    """
    index = _found(progress)
    heard = _heard.get()
    if heard is not None:
        heard.extend(index.notes)
    return index


def _found(progress: Progress | None) -> TextIndex:
    found = rows.read_rows_state()
    was_stale = not found.is_current
    if was_stale:
        logger.info("the search index is missing or out of date and is built anew")
        found = rows.write(progress, anew=False)
    if connection.vendor == "postgresql":
        return PostgresqlIndex(found.build, (REBUILT,) if was_stale else ())
    if not found.build:
        return TableScan()
    try:
        index, was_written = open_index(found.build, progress)
    except OSError as error:
        logger.warning("the search index can't be kept in %s: %s", settings.SEARCH_INDEX_DIR, error)
        return TableScan(notes=(f"Searched without an index, which can't be written: {error.strerror or error}.",))
    if was_stale or was_written:
        index.notes = (REBUILT,)
    return index
