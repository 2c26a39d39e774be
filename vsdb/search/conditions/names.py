"""Names, versions and identities: words of them, the whole of them, or a regular expression; and bare words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from django.db.models import Q

from engine.model.cards import Card
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.core.folding import tokens
from vsdb.search.conditions.context import Condition, Context, of_slugs
from vsdb.search.conditions.effective_facts import read_references
from vsdb.search.conditions.spellings import of_code, respelt
from vsdb.search.conditions.values import ANY, NONE, UNKNOWN, is_word, matcher, written
from vsdb.search.language.fields import games_of
from vsdb.search.language.syntax import Pattern, Term, Word
from vsdb.search.text.interface import TextQuery

Texts = Callable[[Card], Iterable[str]]


def bare(term: Term, context: Context) -> Condition | None:
    """A word or a phrase of name, version, identity or wording, or a printing's code; `!"..."` the name or title."""
    if isinstance(term.value, Pattern):
        return _by_pattern(term.value, term, context, _every_name)
    text = written(term.value) or ""
    if term.op == "=":
        return Condition(_named(text, context))
    words = _words(term, context)
    if words is None:
        return None
    kind = "phrase" if _is_phrase(term, words) else "word"
    found = Q(pk__among=context.index.search(TextQuery(words, kind)))
    if isinstance(term.value, Word) and not term.value.is_phrase:
        for other in (of_code(term.value, term.span, context), respelt(words, context, has_others=True)):
            found = found if other is None else found | other
    return Condition(found)


def name(term: Term, context: Context) -> Condition | None:
    """A word of the name, in quotes several in a row; with `=` the whole name."""
    if isinstance(term.value, Pattern):
        return _by_pattern(term.value, term, context, lambda card: (card.name,))
    text = written(term.value) or ""
    if text == ANY:
        return Condition(Q())
    if term.op == "=":
        return Condition(_named(text, context))
    words = _words(term, context)
    if words is None:
        return None
    found = _words_in("search_text__name_words", words, is_phrase=_is_phrase(term, words))
    is_one_in_quotes = len(words) == 1 and _is_phrase(term, words)
    other = None if is_one_in_quotes else respelt(words, context)
    return Condition(found if other is None else found | other)


def aka(term: Term, context: Context) -> Condition | None:
    """Another name by which a card counts."""
    return _label_words(term, context, lambda card: card.aka, Q(game__in=games_of(term.field)))


def version(term: Term, context: Context) -> Condition | None:
    """Words of a version; none: printed without one; unknown: not recorded."""
    versioned = Q(game__in=games_of(term.field))
    if is_word(term, UNKNOWN):
        return Condition(versioned & Q(versions_known=False))
    known = versioned & Q(versions_known=True)
    return _label_words(term, context, lambda card: card.versions, known)


def identity(term: Term, context: Context) -> Condition | None:
    """Words of the printed identity; a card that prints none is its own identity."""
    games = games_of(term.field)
    if isinstance(term.value, Pattern):
        return _by_pattern(term.value, term, context, lambda card: (_identity(card),), games=games)
    text = written(term.value) or ""
    if text == ANY:
        return Condition(Q(game__in=games))
    words = _words(term, context)
    if words is None:
        return None
    wanted = fold(text)

    def fits(card: Card) -> bool:
        own = fold(_identity(card))
        return own == wanted if term.op == "=" else holds(tokens(own), words, is_phrase=_is_phrase(term, words))

    return Condition(_matching(context, fits, games=games))


def holds(held: tuple[str, ...], words: tuple[str, ...], *, is_phrase: bool) -> bool:
    """Whether each word begins a token, or, of a phrase, the tokens stand there in a row."""
    if is_phrase:
        return f" {' '.join(words)} " in f" {' '.join(held)} "
    return all(any(token.startswith(word) for token in held) for word in words)


def _words_in(column: str, words: tuple[str, ...], *, is_phrase: bool) -> Q:
    """The same over a column of spaced tokens."""
    if is_phrase:
        return Q(**{f"{column}__contains": f" {' '.join(words)} "})
    found = Q()
    for word in words:
        found &= Q(**{f"{column}__contains": f" {word}"})
    return found


def _words(term: Term, context: Context) -> tuple[str, ...] | None:
    """The words to look for; None, with a note, for signs alone."""
    text = written(term.value) or ""
    words = tokens(text)
    if not words:
        context.note(f"{text[:40]!r} holds no letter and no digit to look for", term.span)
        return None
    return words


def _is_phrase(term: Term, words: tuple[str, ...]) -> bool:
    """Whether the words stand in a row: in quotes, or joined by signs as in `Spider-Man`."""
    return len(words) > 1 or (isinstance(term.value, Word) and term.value.is_phrase)


def _identity(card: Card) -> str:
    return card.identity or card.name


def _every_name(card: Card) -> Iterable[str]:
    return (card.title, *card.aka)


def _named(text: str, context: Context) -> Q:
    """The cards of that whole name or whole title, an AKA line excepted; a mantle's asterisks are part of its name."""
    found = {}
    for game, reference in context.references.items():
        catalog = reference.catalog
        cards = catalog.by_name(text) or catalog.by_title(text)
        found[game] = frozenset(card.slug for card in cards)
    return of_slugs(found)


def _label_words(term: Term, context: Context, texts: Callable[[Card], tuple[str, ...]], of: Q) -> Condition | None:
    """Words of a label; `=` one that is exactly so, `none` no label, `*` any."""
    if isinstance(term.value, Pattern):
        return _by_pattern(term.value, term, context, texts)
    text = written(term.value) or ""
    if text == ANY:
        return Condition(of & _matching(context, texts))
    if is_word(term, NONE):
        return Condition(of & ~_matching(context, texts))
    words = _words(term, context)
    if words is None:
        return None
    wanted = fold(text)

    def fits(card: Card) -> bool:
        return any(
            fold(own) == wanted if term.op == "=" else holds(tokens(own), words, is_phrase=_is_phrase(term, words))
            for own in texts(card)
        )

    return Condition(_matching(context, fits))


def _by_pattern(
    pattern: Pattern, term: Term, context: Context, texts: Texts, games: tuple[str, ...] | None = None
) -> Condition | None:
    matches = matcher(pattern, term, context)
    if matches is None:
        return None
    return Condition(_matching(context, lambda card: any(map(matches, texts(card))), games))


def _matching(context: Context, fits: Callable[[Card], object], games: tuple[str, ...] | None = None) -> Q:
    found = {
        game: frozenset(card.slug for card in reference.catalog.cards if fits(card))
        for game, reference in read_references(context).items()
        if games is None or game in games
    }
    return of_slugs(found)


@lru_cache(maxsize=8)
def names_of(reference: Reference) -> tuple[str, ...]:
    """Every name in a game, each once."""
    return tuple(sorted({card.name for card in reference.catalog.cards}))
