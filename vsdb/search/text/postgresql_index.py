"""Full-text search in PostgreSQL, in plain SQL since every search of cards runs it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from django.db import connection
from django.db.backends.utils import CursorWrapper

from engine.model.names import fold
from vsdb.core.folding import join_spaced
from vsdb.search.text import rows
from vsdb.search.text.rows import (
    BEGUN_IN_NAME,
    BEGUN_IN_TEXT,
    IN_NAME,
    IN_TEXT,
    THE_NAME,
    Progress,
    RowsState,
    TextIndex,
    TextQuery,
    load_names,
)

# The ranks are those of `rows.TextRanking`, told by the database of the rows that it found. Most rows have the words in
# another place than the name; whether whole is told by their lexemes, which costs less than reading the text.
# All cards come in one row, as an array and a text with a digit for each: very many rows take longer to send and read.
_SELECTS = {
    ("any", "word"): """
    SELECT array_agg(card_id), string_agg(CASE
        WHEN {all_begun} THEN CASE
            WHEN name_words = %(name)s THEN '5'
            WHEN {all_whole} THEN '4'
            ELSE '3' END
        WHEN vector @@ %(wholes)s::tsquery THEN '2'
        ELSE '1' END, '')
    FROM search_searchtext WHERE vector @@ %(starts)s::tsquery
""",
    ("any", "phrase"): """
    SELECT array_agg(card_id), string_agg(CASE
        WHEN name_words = %(name)s THEN '5'
        WHEN strpos(name_words, %(name)s) > 0 THEN '4'
        ELSE '2' END, '')
    FROM search_searchtext WHERE vector @@ %(wholes)s::tsquery AND strpos(words, %(name)s) > 0
""",
    ("wording", "word"): """
    SELECT array_agg(card_id), string_agg(CASE WHEN wording_vector @@ %(wholes)s::tsquery THEN '2' ELSE '1' END, '')
    FROM search_searchtext WHERE wording_vector @@ %(starts)s::tsquery
""",
    ("wording", "phrase"): """
    SELECT array_agg(card_id), string_agg('2', '') FROM search_searchtext
    WHERE wording_vector @@ %(wholes)s::tsquery AND strpos(wording, %(name)s) > 0
""",
}
_RANKS = {f"{rank:.0f}": rank for rank in (THE_NAME, IN_NAME, BEGUN_IN_NAME, IN_TEXT, BEGUN_IN_TEXT)}


def _select(query: TextQuery) -> tuple[str, dict[str, str]]:
    """The statement that finds and ranks, with its values."""
    values = {
        "name": join_spaced(query.tokens),
        "wholes": " & ".join(f"'{token}'" for token in query.tokens),
        "starts": " & ".join(f"'{token}':*" for token in query.tokens),
    }
    if (query.field, query.kind) == ("any", "word"):
        for place, token in enumerate(query.tokens):
            values[f"begun_{place}"], values[f"whole_{place}"] = f" {token}", f" {token} "
    return _write_select(query.field, query.kind, len(query.tokens)), values


@lru_cache(maxsize=64)
def _write_select(field: str, kind: str, count: int) -> str:
    """The statement for so many words."""

    def in_name(part: str) -> str:
        # One comparison a word, which costs less than LIKE ALL over an array.
        return " AND ".join(f"strpos(name_words, %({part}_{place})s) > 0" for place in range(count))

    return _SELECTS[field, kind].format(all_begun=in_name("begun"), all_whole=in_name("whole"))


def _fetch_found(cursor: CursorWrapper) -> dict[int, float]:
    """What such a statement found: the cards with their ranks."""
    cards, ranks = cursor.fetchone()
    return dict(zip(cards or (), map(_RANKS.__getitem__, ranks or ""), strict=True))


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


#: Up to so many different names a process compares all of them sooner than the database its trigrams.
MANY_NAMES = 20_000


class PostgresqlIndex(TextIndex):
    """Full-text search in PostgreSQL; very many names by their trigrams where the extension is there.

    The columns that it searches are kept by the database, so that whatever is written in the rows is found at once.
    """

    kind = "PostgreSQL"

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
        with connection.cursor() as cursor:
            cursor.execute(*_select(query))
            return _fetch_found(cursor)

    def suggest(self, text: str, limit: int = 5) -> tuple[str, ...]:
        """Names most like a misspelt one, best first; one query where there are very many names, two more the first
        time.

        So many are looked up by their trigrams. A short word or a bad misspelling shares too few of them with what was
        meant: where they find fewer names than are asked for, all are compared, so that the answer is that of the other
        indexes.
        """
        names, spelling = load_names(self._build), fold(text)
        if len(names) > MANY_NAMES and has_trigrams():
            with connection.cursor() as cursor:
                cursor.execute(_ALIKE, {"text": spelling})
                alike = names.nearest(text, limit, among=[name for (name,) in cursor.fetchall()])
            if len(alike) == limit:
                return alike
        return names.nearest(text, limit)


def search_with_state(query: TextQuery) -> tuple[RowsState, Mapping[int, float]]:
    """How the rows stand, and what a search finds in them, nothing where they are out of date; one query."""
    statement, values = _select(query)
    with connection.cursor() as cursor:
        cursor.execute(";".join((*rows.STATE_STATEMENTS, statement)), values)
        held = cursor.fetchall()
        cursor.nextset()
        state = rows.parse_rows_state(held + cursor.fetchall())
        cursor.nextset()
        return state, _fetch_found(cursor) if state.is_current else {}
