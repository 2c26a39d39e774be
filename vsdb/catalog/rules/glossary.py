"""The terms that a document defines, and where they are linked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from vsdb.catalog.rules.book import Book, books
from vsdb.catalog.rules.linking import Term, Terms, terms
from vsdb.catalog.rules.models import Document

_HELD = 16  # documents
NO_TERMS = Terms({})


def glossary_for(book: Book, held: Mapping[str, Book]) -> Terms:
    """The document's own terms; where it defines none, those of the newest other of its game that does."""
    own = terms_of(book)
    return own if own.by_words else terms_among(held)


@lru_cache(maxsize=_HELD)
def terms_of(book: Book) -> Terms:
    """The terms that a document defines."""
    return terms(
        Term(entry.title, book.url(entry.slug), entry.excerpt, entry.slug)
        for entry in book.entries
        if entry.kind == "glossary" and entry.title
    )


def texts_of_game(game: str | None) -> tuple[Collection[Document], dict[str, Book]]:
    """The documents of a game in the order of their days, and the texts of those that are loaded.

    One query, and two more for each text that this process hasn't read before.
    """
    documents = tuple(Document.objects.filter(game=game).order_by("position"))
    return documents, books(documents)


def terms_among(held: Mapping[str, Book]) -> Terms:
    """The terms of the newest text of a game that defines any."""
    return next((found for book in reversed([*held.values()]) if (found := terms_of(book)).by_words), NO_TERMS)
