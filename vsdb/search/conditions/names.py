"""Names, versions and identities, by words of them, the whole or a regular expression; bare words; other spellings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, reduce
from operator import or_

from django.db.models import Q

from engine.model.cards import Card
from engine.model.catalog import printing_key
from engine.model.names import fold
from engine.model.reference import Reference
from vsdb.core.folding import tokenize
from vsdb.search.conditions.context import CardCondition, SearchContext, build_slugs_condition
from vsdb.search.conditions.effective_facts import read_references
from vsdb.search.conditions.vocabulary import build_matcher
from vsdb.search.language.fields import list_games_of
from vsdb.search.language.syntax import (
    ANY,
    NONE,
    UNKNOWN,
    And,
    Or,
    Pattern,
    QuerySpan,
    Term,
    Tree,
    Word,
    get_written_word,
    is_word,
    list_positive_terms,
)
from vsdb.search.text.rows import TextQuery

Slugs = frozenset[str]
_BETWEEN_WORDS = re.compile(r"[\s/,:()]+")


def build_code_condition(word: Word, span: QuerySpan, context: SearchContext) -> Q | None:
    """The cards recorded under a printing's code; None where the word is none, or stood in quotes.

    Of a code of a known set under which no card is recorded that is said.
    """
    key = None if word.is_phrase else printing_key(word.text)
    if key is None:
        return None
    found = {
        game: frozenset(card.slug for card in reference.catalog.by_printing(word.text))
        for game, reference in context.references.items()
    }
    if any(found.values()):
        return build_slugs_condition(found)
    for reference in context.references.values():
        if code := reference.catalog.set_code(key[0]):
            context.remark_once(
                f"no card is recorded under the number {word.text.upper()} of {reference.sets[code].name}", span
            )
    return None


def build_codes_condition(tree: Tree, context: SearchContext) -> Q | None:
    """The cards of every code that stands in a tree and isn't negated; None where there is none."""
    found = [
        code
        for term in list_positive_terms(tree)
        if not term.field
        and term.op == ":"
        and isinstance(term.value, Word)
        and (code := build_code_condition(term.value, term.span, context))
    ]
    if not found:
        return None
    return reduce(or_, found)


def build_respelled_condition(words: tuple[str, ...], context: SearchContext, *, has_others: bool = False) -> Q | None:
    """The cards with a word in their name that is written otherwise; None where there is none.

    One token is the beginning of a word joined, `spiderm` of Spider-Man; several are parts of one, `bat`, `man` of
    Batman. With `has_others` identities and other names count as names.
    """
    wanted = "".join(words)
    names = _names_in_full if has_others else _name
    found: dict[str, Slugs] = {}
    for game, reference in context.references.items():
        joined, whole = _words_joined(reference, names)
        if len(words) == 1:
            held = (slugs for word, slugs in joined.items() if word.startswith(wanted))
            found[game] = frozenset().union(*held)
        else:
            found[game] = whole.get(wanted, frozenset())
    return build_slugs_condition(found) if any(found.values()) else None


def join_parted_names(tree: And, context: SearchContext) -> And:
    """The same with each two words beside one another that a name joins, `bat man`, standing for that name too."""
    parts: list[Tree] = []
    for part in tree.parts:
        before = _single_word(parts[-1]) if parts else ""
        word = _single_word(part)
        if (
            isinstance(part, Term)
            and before
            and word
            and build_respelled_condition((before, word), context) is not None
        ):
            joined = Term("name", ":", Word(f"{before}-{word}"), part.span)
            parts[-1:] = Or((parts[-1], joined)), Or((part, joined))
        else:
            parts.append(part)
    return And(tuple(parts))


def _single_word(tree: Tree) -> str:
    """The token of a bare word of one; empty for anything else."""
    if isinstance(tree, Term) and not tree.field and tree.op == ":" and isinstance(tree.value, Word):
        words = () if tree.value.is_phrase else tokenize(tree.value.text)
        return words[0] if len(words) == 1 else ""
    return ""


def _name(card: Card) -> tuple[str, ...]:
    return (card.name,)


def _names_in_full(card: Card) -> tuple[str, ...]:
    return (card.name, *((card.identity,) if card.identity else ()), *card.aka)


@lru_cache(maxsize=16)
def _words_joined(
    reference: Reference, names: Callable[[Card], Iterable[str]]
) -> tuple[Mapping[str, Slugs], Mapping[str, Slugs]]:
    """The cards by each word of their names with what parts it left out: those that have parts, and all."""
    every: dict[str, set[str]] = defaultdict(set)
    parted: set[str] = set()
    for card in reference.catalog.cards:
        for word in {word for name in names(card) for word in _BETWEEN_WORDS.split(name)}:
            parts = tokenize(word)
            joined = "".join(parts)
            every[joined].add(card.slug)
            if len(parts) > 1:
                parted.add(joined)
    whole = {word: frozenset(slugs) for word, slugs in every.items() if word}
    return {word: whole[word] for word in sorted(parted)}, whole


Texts = Callable[[Card], Iterable[str]]


def bare(term: Term, context: SearchContext) -> CardCondition | None:
    """A word or a phrase of name, version, identity or wording, or a printing's code; `!"..."` the name or title."""
    if isinstance(term.value, Pattern):
        return _by_pattern(term.value, term, context, _every_name)
    text = get_written_word(term.value) or ""
    if term.op == "=":
        return CardCondition(_find_named_cards(text, context))
    words = words_of(term, context)
    if words is None:
        return None
    kind = "phrase" if _is_phrase(term, words) else "word"
    found = Q(pk__among=context.index.search(TextQuery(words, kind)))
    if isinstance(term.value, Word) and not term.value.is_phrase:
        for other in (
            build_code_condition(term.value, term.span, context),
            build_respelled_condition(words, context, has_others=True),
        ):
            found = found if other is None else found | other
    return CardCondition(found)


def name(term: Term, context: SearchContext) -> CardCondition | None:
    """A word of the name, in quotes several in a row; with `=` the whole name."""
    if isinstance(term.value, Pattern):
        return _by_pattern(term.value, term, context, lambda card: (card.name,))
    text = get_written_word(term.value) or ""
    if text == ANY:
        return CardCondition(Q())
    if term.op == "=":
        return CardCondition(_find_named_cards(text, context))
    words = words_of(term, context)
    if words is None:
        return None
    found = _words_in("search_text__name_words", words, is_phrase=_is_phrase(term, words))
    is_one_in_quotes = len(words) == 1 and _is_phrase(term, words)
    other = None if is_one_in_quotes else build_respelled_condition(words, context)
    return CardCondition(found if other is None else found | other)


def aka(term: Term, context: SearchContext) -> CardCondition | None:
    """Another name by which a card counts."""
    return _label_words(term, context, lambda card: card.aka, Q(game__in=list_games_of(term.field)))


def version(term: Term, context: SearchContext) -> CardCondition | None:
    """Words of a version; none: printed without one; unknown: not recorded."""
    versioned = Q(game__in=list_games_of(term.field))
    if is_word(term, UNKNOWN):
        return CardCondition(versioned & Q(versions_known=False))
    known = versioned & Q(versions_known=True)
    return _label_words(term, context, lambda card: card.versions, known)


def identity(term: Term, context: SearchContext) -> CardCondition | None:
    """Words of the printed identity; a card that prints none is its own identity."""
    games = list_games_of(term.field)
    if isinstance(term.value, Pattern):
        return _by_pattern(term.value, term, context, lambda card: (_identity(card),), games=games)
    text = get_written_word(term.value) or ""
    if text == ANY:
        return CardCondition(Q(game__in=games))
    fits = _fitting(term, context)
    return fits and CardCondition(_build_matching_condition(context, lambda card: fits(_identity(card)), games=games))


def holds(held: tuple[str, ...], words: tuple[str, ...], *, is_phrase: bool) -> bool:
    """Whether each word begins a token, or, of a phrase, the tokens stand there in a row."""
    if is_phrase:
        return f" {' '.join(words)} " in f" {' '.join(held)} "
    return all(any(token.startswith(word) for token in held) for word in words)


def _words_in(column: str, words: tuple[str, ...], *, is_phrase: bool) -> Q:
    """The same over a column of spaced tokens."""
    if is_phrase:
        return Q(**{f"{column}__contains": f" {' '.join(words)} "})
    return Q(*((f"{column}__contains", f" {word}") for word in words))


def words_of(term: Term, context: SearchContext) -> tuple[str, ...] | None:
    """The words to look for; None, with a note, for signs alone."""
    text = get_written_word(term.value) or ""
    words = tokenize(text)
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


def _find_named_cards(text: str, context: SearchContext) -> Q:
    """The cards of that whole name or whole title, an AKA line excepted; a mantle's asterisks are part of its name."""
    found = {}
    for game, reference in context.references.items():
        catalog = reference.catalog
        cards = catalog.by_name(text) or catalog.by_title(text)
        found[game] = frozenset(card.slug for card in cards)
    return build_slugs_condition(found)


def _label_words(
    term: Term, context: SearchContext, texts: Callable[[Card], tuple[str, ...]], of: Q
) -> CardCondition | None:
    """Words of a label; `=` one that is exactly so, `none` no label, `*` any."""
    if isinstance(term.value, Pattern):
        return _by_pattern(term.value, term, context, texts)
    text = get_written_word(term.value) or ""
    if text == ANY:
        return CardCondition(of & _build_matching_condition(context, texts))
    if is_word(term, NONE):
        return CardCondition(of & ~_build_matching_condition(context, texts))
    fits = _fitting(term, context)
    return fits and CardCondition(_build_matching_condition(context, lambda card: any(map(fits, texts(card)))))


def _fitting(term: Term, context: SearchContext) -> Callable[[str], bool] | None:
    """Whether a text holds the words of a term or, with `=`, is them; None, with a note, for signs alone."""
    words = words_of(term, context)
    if words is None:
        return None
    if term.op == "=":
        wanted = fold(get_written_word(term.value) or "")
        return lambda own: fold(own) == wanted
    is_phrase = _is_phrase(term, words)
    return lambda own: holds(tokenize(own), words, is_phrase=is_phrase)


def _by_pattern(
    pattern: Pattern, term: Term, context: SearchContext, texts: Texts, games: tuple[str, ...] | None = None
) -> CardCondition | None:
    matches = build_matcher(pattern, term, context)
    if matches is None:
        return None
    return CardCondition(_build_matching_condition(context, lambda card: any(map(matches, texts(card))), games))


def _build_matching_condition(
    context: SearchContext, fits: Callable[[Card], object], games: tuple[str, ...] | None = None
) -> Q:
    found = {
        game: frozenset(card.slug for card in reference.catalog.cards if fits(card))
        for game, reference in read_references(context).items()
        if games is None or game in games
    }
    return build_slugs_condition(found)


@lru_cache(maxsize=8)
def list_names(reference: Reference) -> tuple[str, ...]:
    """Every name in a game, each once."""
    return tuple(sorted({card.name for card in reference.catalog.cards}))
