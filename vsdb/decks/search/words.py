"""Decks by what is written about them: titles, authors, events and tags, folded as names of cards are.

The database knows no folding that SQLite and PostgreSQL share: the texts are compared here, the keys go back to it.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db.models import Q

from engine.model.names import fold
from vsdb.core.folding import spaced, tokens
from vsdb.decks.search.context import Asking, Words
from vsdb.search.conditions.values import ANY, NONE, matcher, written
from vsdb.search.language.syntax import Pattern, Term, Word


def bare(term: Term, asking: Asking) -> Q | None:
    """A word, or a phrase, of title, event, author or tags; `!"…"` the whole title."""
    if term.op == "=":
        return _whole(term, asking, lambda words: words.title)
    return _having(term, asking, lambda words: (words.title, words.event, words.author, *words.tags))


def title(term: Term, asking: Asking) -> Q | None:
    """Words of the title; with `=` the whole of it."""
    return _text(term, asking, lambda words: words.title)


def event(term: Term, asking: Asking) -> Q | None:
    """Words of the event's name."""
    return _text(term, asking, lambda words: words.event)


def author(term: Term, asking: Asking) -> Q | None:
    """Words of the name of whoever keeps it."""
    return _text(term, asking, lambda words: words.author)


def _text(term: Term, asking: Asking, text: Callable[[Words], str]) -> Q | None:
    said = written(term.value)
    if said in (ANY, NONE) and not (isinstance(term.value, Word) and term.value.is_phrase):
        return _where(asking, lambda words: bool(text(words)) is (said == ANY))
    if term.op == "=":
        return _whole(term, asking, text)
    return _having(term, asking, lambda words: (text(words),))


def _whole(term: Term, asking: Asking, text: Callable[[Words], str]) -> Q:
    wanted = fold(written(term.value) or "")
    return _where(asking, lambda words: fold(text(words)) == wanted)


def _having(term: Term, asking: Asking, texts: Callable[[Words], tuple[str, ...]]) -> Q | None:
    """Decks with each of the words, or the phrase, in one of the texts; a word may be the beginning of a longer one."""
    if isinstance(term.value, Pattern):
        matches = matcher(term.value, term, asking.cards)
        return None if matches is None else _where(asking, lambda words: any(map(matches, texts(words))))
    wanted = tokens(written(term.value) or "")
    if not wanted:
        asking.cards.note("there is no letter or digit to look for", term.span)
        return None
    is_phrase = isinstance(term.value, Word) and term.value.is_phrase
    sought = [spaced(wanted)] if is_phrase else [f" {word}" for word in wanted]

    def fits(words: Words) -> bool:
        held = [spaced(tokens(text)) for text in texts(words)]
        return all(any(each in text for text in held) for each in sought)

    return _where(asking, fits)


def _where(asking: Asking, fits: Callable[[Words], bool]) -> Q:
    return Q(pk__among=[pk for pk, words in asking.words.items() if fits(words)])
