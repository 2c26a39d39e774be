"""The text index that answers now: the one that goes with the database, made anew where it is missing or stale."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.db import connection

from vsdb.search.models import SearchText
from vsdb.search.text import rows
from vsdb.search.text.file_index import open_index
from vsdb.search.text.postgresql_index import PostgresqlIndex
from vsdb.search.text.rows import Progress, Ranking, TextIndex, TextQuery


class TableScan(TextIndex):
    """The same answers as an index gives, slower with every card: each search reads the whole table, in one query."""

    def search(self, query: TextQuery) -> Mapping[int, float]:
        """Every card that holds the words, with its rank."""
        if not query.tokens:
            return {}
        ranking = Ranking(query.tokens, query.kind)
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


def current(progress: Progress | None = None) -> TextIndex:
    """The index of today's facts; one query where it is there. Its `notes` say what had to be done, or can't be.

    Ask for it once a request: it doesn't look again whether the facts have changed.
    """
    index = _found(progress)
    heard = _heard.get()
    if heard is not None:
        heard.extend(index.notes)
    return index


def _found(progress: Progress | None) -> TextIndex:
    found = rows.state()
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
